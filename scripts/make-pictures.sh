#!/bin/sh
# make-pictures.sh - makes the pictures of README.md, in testdata/pictures.
#
#     scripts/make-pictures.sh [--bin DIR] [--check]
#
# --check compares what the programs draw with what is there instead.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=scripts/checks.sh
. scripts/checks.sh
case "$#:${1-}" in
0:) check=no ;;
1:--check) check=yes ;;
*)
    echo "usage: scripts/make-pictures.sh [--bin DIR] [--check]" >&2
    exit 2
    ;;
esac

picture() { # NAME OPTION...
    name=$1.svg
    shift
    "$bin/navquery" --precision 2 -o "$scratch/$name" "$@"
    if [ "$check" = no ]; then
        mkdir -p testdata/pictures
        cp "$scratch/$name" testdata/pictures
    elif cmp "$scratch/$name" "testdata/pictures/$name"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

"$bin/navbake" testdata/maps/islands.json -o "$scratch/islands.nav"
picture islands --labels --export svg "$scratch/islands.nav" 110,580 1090,240
"$bin/navbake" --agent-radius 0.3 testdata/maps/floorplan.json \
    -o "$scratch/floorplan.nav"
picture floorplan --export svg "$scratch/floorplan.nav" \
    10.7,0.5 16,11 6,1 16,11 1,8 18.5,0.8
picture field --field 10.7,0.5 --cell 0.5 -f svg "$scratch/floorplan.nav"

[ "$check" = no ] || tell_checks
