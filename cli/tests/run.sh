#!/bin/bash
# run.sh - runs the command-line cases and compares output byte for byte.
#
#     cli/tests/run.sh [--bin DIR] [--update] [CASE]...
#
# DIR holds the two programs (build/release without the option).  Without CASE
# every folder of cli/tests/cases is run.  --update writes what the programs say
# in place of what was expected.
#
# A case is a folder with four files.  `cmd` is a shell script, run by sh in an
# empty scratch folder; `stdout`, `stderr` and `exit` are what it must give.
# In its environment are
#     NAVBAKE NAVQUERY   the programs, by names found on PATH
#     DATA               the folder testdata
#     CASE               the case's own folder
# DATA and CASE are links in the scratch folder, so that messages which name a
# file are the same wherever the source tree lies.
set -euo pipefail

tests=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$tests/../.." && pwd)
bin=$root/build/release
update=no
wanted=()

while [ "$#" -gt 0 ]; do
    case $1 in
    --bin)
        [ "$#" -ge 2 ] || {
            echo "run.sh: --bin needs a folder" >&2
            exit 2
        }
        bin=$(cd "$2" && pwd)
        shift
        ;;
    --update) update=yes ;;
    -*)
        echo "usage: cli/tests/run.sh [--bin DIR] [--update] [CASE]..." >&2
        exit 2
        ;;
    *) wanted+=("$1") ;;
    esac
    shift
done

for program in navbake navquery; do
    [ -x "$bin/$program" ] || {
        echo "run.sh: no $program in $bin" >&2
        exit 2
    }
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
PATH=$bin:$PATH
NAVBAKE=navbake
NAVQUERY=navquery
DATA=data
CASE=case
export PATH NAVBAKE NAVQUERY DATA CASE

# Runs the case in the folder $1; leaves stdout, stderr and exit in $scratch.
# The time limit is there for a program that hangs, not to measure.
run_case() {
    local work=$scratch/work status=0
    rm -rf "$work"
    mkdir "$work"
    ln -s "$root/testdata" "$work/data"
    ln -s "$1" "$work/case"
    (cd "$work" && exec timeout 300 sh case/cmd) </dev/null \
        >"$scratch/stdout" 2>"$scratch/stderr" || status=$?
    echo "$status" >"$scratch/exit"
}

# Compares with the folder $1; leaves the differences in $scratch/diff.
same_as_expected() {
    local file same=0
    : >"$scratch/diff"
    for file in exit stderr stdout; do
        if ! [ -f "$1/$file" ]; then
            echo "no file $file" >>"$scratch/diff"
            same=1
        elif ! cmp -s "$1/$file" "$scratch/$file"; then
            diff -u --label "expected $file" --label "actual $file" \
                "$1/$file" "$scratch/$file" >>"$scratch/diff" || true
            same=1
        fi
    done
    return "$same"
}

passed=0
failed=0

do_case() { # FOLDER
    local name=${1##*/}
    if ! [ -f "$1/cmd" ]; then
        echo "FAIL $name: no such case, or no file cmd in it"
        failed=$((failed + 1))
        return
    fi
    run_case "$1"
    if [ "$update" = yes ]; then
        for file in stdout stderr exit; do
            cmp -s "$scratch/$file" "$1/$file" ||
                cp "$scratch/$file" "$1/$file"
        done
    fi
    if same_as_expected "$1"; then
        passed=$((passed + 1))
    else
        echo "FAIL $name"
        sed -e 's/^/    /' "$scratch/diff" | head -n 60
        failed=$((failed + 1))
    fi
}

if [ "${#wanted[@]}" -gt 0 ]; then
    for name in "${wanted[@]}"; do
        do_case "$tests/cases/$name"
    done
else
    for folder in "$tests"/cases/*/; do
        [ -d "$folder" ] || continue
        do_case "${folder%/}"
    done
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
