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
# file are the same wherever the source tree lies.  Cases know nothing of each
# other: as many run at a time as there are processors, and are told in order.
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
export root update

# Runs the case in the folder $1 in $2/work; leaves stdout, stderr and exit in $2.
# The time limit is there for a program that hangs, not to measure.
run_case() {
    local work=$2/work status=0
    mkdir "$work"
    ln -s "$root/testdata" "$work/data"
    ln -s "$1" "$work/case"
    (cd "$work" && exec timeout 300 sh case/cmd) </dev/null \
        >"$2/stdout" 2>"$2/stderr" || status=$?
    echo "$status" >"$2/exit"
    rm -rf "$work"
}

# Compares what is in $2 with the folder $1; prints the differences.
same_as_expected() {
    local file same=0
    for file in exit stderr stdout; do
        if ! [ -f "$1/$file" ]; then
            echo "no file $file"
            same=1
        elif ! cmp -s "$1/$file" "$2/$file"; then
            diff -u --label "expected $file" --label "actual $file" \
                "$1/$file" "$2/$file" || true
            same=1
        fi
    done
    return "$same"
}

# Does the case in the folder $1 in the folder $2, which is new; leaves `passed`
# there, or in `told` why not.
do_case() {
    local file
    mkdir "$2"
    : >"$2/told"
    if ! [ -f "$1/cmd" ]; then
        echo "no such case, or no file cmd in it" >"$2/told"
        return
    fi
    run_case "$1" "$2"
    if [ "$update" = yes ]; then
        for file in stdout stderr exit; do
            cmp -s "$2/$file" "$1/$file" || cp "$2/$file" "$1/$file"
        done
    fi
    if same_as_expected "$1" "$2" >"$2/told"; then
        : >"$2/passed"
    fi
}
export -f run_case same_as_expected do_case

folders=()
if [ "${#wanted[@]}" -gt 0 ]; then
    folders=("${wanted[@]/#/$tests/cases/}")
else
    for folder in "$tests"/cases/*/; do
        [ -d "$folder" ] || continue
        folders+=("${folder%/}")
    done
fi

# A case that ends its shell leaves no `passed`.
# shellcheck disable=SC2016 # for the inner shell
for i in "${!folders[@]}"; do
    printf '%s\0%s\0' "${folders[i]}" "$scratch/$i"
done | xargs -0 -r -n 2 -P "$(getconf _NPROCESSORS_ONLN)" \
    bash -euo pipefail -c 'do_case "$1" "$2"' case || true

passed=0
failed=0
for i in "${!folders[@]}"; do
    if [ -e "$scratch/$i/passed" ]; then
        passed=$((passed + 1))
        continue
    fi
    failed=$((failed + 1))
    echo "FAIL ${folders[i]##*/}"
    sed -n -e '1,60s/^/    /p' "$scratch/$i/told"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
