# shellcheck shell=sh
# checks.sh - what scripts begin with that run the programs and count what
# holds.  Not to be run, but read by them (`.`), in the root of the project.
#
# Takes "--bin DIR" from the front of the script's arguments: the folder of the
# two programs, build/release without, then in $bin.  $scratch is a folder that
# goes with the script.  Scripts count in $passed and $failed, and end with
# tell_checks.

bin=build/release
if [ "${1-}" = --bin ]; then
    [ "$#" -ge 2 ] || {
        echo "${0##*/}: --bin needs a folder" >&2
        exit 2
    }
    bin=$2
    shift 2
fi
for program in navbake navquery; do
    [ -x "$bin/$program" ] || {
        echo "${0##*/}: no $program in $bin: run make" >&2
        exit 2
    }
done

LC_ALL=C
export LC_ALL
scratch=$(mktemp -d)
# Not every sh does what is to be done at its end when a signal ends it.
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
passed=0
failed=0

tell_checks() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
