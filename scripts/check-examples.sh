#!/bin/bash
# check-examples.sh - runs the examples of manual pages and of README.md.
#
#     scripts/check-examples.sh [--bin DIR] FILE...
#
# An example is a line that begins with "$ " in a display of the section
# EXAMPLES (.Bd to .Ed), or in a block of a README (between ```).  It must exit
# with status 0, and print, on stdout and stderr together, exactly the lines
# that follow.  A backslash at its end means that the next line is part of it.
# All examples of a page run in one empty folder with a link to testdata/, in
# their order.
#
# "$ cat FILE" of a file that is not there writes it: what follows is what is
# in it.  An example for GNU parallel or ninja is passed over where that is not
# installed; no other may build on it.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
# shellcheck source=scripts/checks.sh
. scripts/checks.sh
if [ "$#" -eq 0 ]; then
    echo "usage: scripts/check-examples.sh [--bin DIR] FILE..." >&2
    exit 2
fi
PATH=$(cd "$bin" && pwd):$PATH
unset MAKEFLAGS MFLAGS MAKELEVEL # of make check

skipped=0

# The displays of a page, each behind a line "@".
displays() { # FILE
    case $1 in
    *.md)
        awk '/^```/ { inside = !inside && $0 == "```"; print "@"; next }
             inside' "$1"
        ;;
    *)
        awk '/^\.Sh / { section = $2 }
             section != "EXAMPLES" { next }
             /^\.Bd/ { inside = 1; print "@"; next }
             /^\.Ed/ { inside = 0; next }
             inside' "$1" | sed -e 's/\\e/\\/g' -e 's/\\&//g'
        ;;
    esac
}

can_run() { # COMMAND
    case $1 in
    *parallel*) parallel --version 2>/dev/null | grep -q "^GNU" ;;
    ninja*) command -v ninja >/dev/null ;;
    esac
}

# Runs the command and compares; $scratch/wanted is what it must print.
run() { # FILE COMMAND
    local status=0 file=${2#cat }
    if [ "$2" = "cat $file" ] && ! [ -e "$scratch/work/$file" ]; then
        cp "$scratch/wanted" "$scratch/work/$file"
        return
    fi
    if ! can_run "$2"; then
        skipped=$((skipped + 1))
        return
    fi
    (cd "$scratch/work" && exec timeout 300 sh -c "$2") </dev/null \
        >"$scratch/got" 2>&1 || status=$?
    if [ "$status" -eq 0 ] && cmp -s "$scratch/wanted" "$scratch/got"; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    echo "FAIL $1: $2"
    [ "$status" -eq 0 ] || echo "    exit status $status"
    diff -u --label documented --label actual "$scratch/wanted" \
        "$scratch/got" | sed -e 's/^/    /' | head -n 40 || true
}

for page in "$@"; do
    displays "$page" >"$scratch/displays"
    rm -rf "$scratch/work"
    mkdir "$scratch/work"
    ln -s "$root/testdata" "$scratch/work/testdata"
    command=
    before=$((passed + failed + skipped))
    : >"$scratch/wanted"
    # One display more ends the last example.
    while IFS= read -r line; do
        if [[ $command == *\\ ]]; then
            command=${command%\\}$line
        elif [[ $line == '$ '* || $line == @ ]]; then
            [ -z "$command" ] || run "$page" "$command"
            command=
            [ "$line" = @ ] || command=${line#'$ '}
            : >"$scratch/wanted"
        else
            printf '%s\n' "$line" >>"$scratch/wanted"
        fi
    done < <(cat "$scratch/displays" && echo @)
    if [ "$((passed + failed + skipped))" -eq "$before" ]; then
        failed=$((failed + 1))
        echo "FAIL $page: there are no examples"
    fi
done

[ "$skipped" -eq 0 ] ||
    echo "skipped: $skipped examples (GNU parallel or ninja is not installed)"
tell_checks
