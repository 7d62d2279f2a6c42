#!/bin/bash
# coverage.sh - which lines and branches of the library the tests reach.
#
#     scripts/coverage.sh BUILD
#
# To be run after the tests of a build with MODE=coverage, whose folder BUILD is
# (make coverage does both).  Prints a table, and leaves the sources with their
# counts in BUILD/gcov.  It fails below 95 lines or 85 branches in a hundred.
#
# Lines that are believed impossible to reach do not count: those with NAV_NEVER
# or assert, whose failing branch is a fault of the code, and the braces around.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

build=$(cd "$1" && pwd)
root=$PWD
mkdir -p "$build/gcov"
cd "$build/gcov"
rm -f ./*.gcov
for notes in "$build"/obj/lib/src/*.gcno; do
    # Paths in the notes are those of the root.
    (cd "$root" && gcov -b -c -p -o "${notes%/*}" "$notes" -t 2>/dev/null) \
        >"$(basename "$notes" .gcno).gcov"
done
awk '
    FNR == 1 { file = FILENAME; sub(/\.gcov$/, "", file) }
    / 0:Source:/ {
        sub(/.*0:Source:/, "")
        mine = $0 ~ /^lib\/src\/.*\.[ch]$/
        source = $0
        next
    }
    !mine { next }
    /^(branch|call|function|unconditional)/ {
        if (/^branch/ && !defensive) {
            branches[source]++
            taken[source] += $0 !~ /never executed|taken 0( |$)/
        }
        next
    }
    {
        defensive = /NAV_NEVER|assert\(/
        split($0, part, ":")
        count = part[1]
        gsub(/[ *]/, "", count)
        if (count != "-" && !defensive) {
            lines[source]++
            run[source] += count !~ /#|=/
        }
    }
    END {
        for (s in lines) {
            printf "%-32s %5d lines %6.2f %%  %5d branches %6.2f %%\n", s,
                lines[s], 100 * run[s] / lines[s], branches[s],
                branches[s] ? 100 * taken[s] / branches[s] : 100 | "sort"
            all_lines += lines[s]
            all_run += run[s]
            all_branches += branches[s]
            all_taken += taken[s]
        }
        close("sort")
        l = 100 * all_run / all_lines
        b = 100 * all_taken / all_branches
        printf "%-32s %5d lines %6.2f %%  %5d branches %6.2f %%\n", "all",
            all_lines, l, all_branches, b
        exit !(l >= 95 && b >= 85)
    }' ./*.gcov
