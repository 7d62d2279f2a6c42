#!/bin/bash
# coverage.sh - which lines and branches of the library the tests reach.
#
#     scripts/coverage.sh BUILD
#
# To be run after the tests of a build with MODE=coverage, whose folder BUILD is
# (make coverage does both).  Prints a table, and leaves the sources with their
# counts in BUILD/gcov, and what is not reached in BUILD/uncovered, one source
# line each with its place.  It fails below 95 lines or 85 branches in a hundred.
#
# Lines that are believed impossible to reach do not count: those with NAV_NEVER
# or assert, whose failing branch is a fault of the code, and what NAV_NEVER
# guards.
# What an inline function of a header reaches in one file counts for all.
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
awk -v list="$build/uncovered" '
    function file_of(place) {
        sub(/:.*/, "", place)
        return place
    }
    function row(name, lines, run, branches, taken) {
        return sprintf("%-32s %5d lines %6.2f %%  %5d branches %6.2f %%",
            name, lines, 100 * run / lines, branches,
            branches ? 100 * taken / branches : 100)
    }
    / 0:Source:/ {
        sub(/.*0:Source:/, "")
        mine = $0 ~ /^lib\/src\/.*\.[ch]$/
        source = $0
        next
    }
    !mine { next }
    /^(branch|call|function|unconditional)/ {
        if (/^branch/ && !defensive) {
            taken[place SUBSEP number++] += !/never executed|taken 0( |$)/
        }
        next
    }
    {
        never = /NAV_NEVER.*\{$/ || (never && !/: *\}$/)
        defensive = never || /NAV_NEVER|assert\(/
        split($0, part, ":")
        count = part[1]
        gsub(/[ *]/, "", count)
        place = source ":" part[2] + 0
        number = 0
        if (count != "-" && !defensive) {
            run[place] += count !~ /#|=/
            sub(/^[^:]*:[^:]*: */, "")
            text[place] = $0
        }
    }
    END {
        for (p in run) {
            file = file_of(p)
            lines[file]++
            lines_run[file] += run[p] > 0
        }
        for (b in taken) {
            split(b, key, SUBSEP)
            file = file_of(key[1])
            branches[file]++
            branches_taken[file] += taken[b] > 0
            all_of[key[1]]++
            missed[key[1]] += taken[b] == 0
        }
        for (p in text) {
            what = run[p] == 0 ? "line" : missed[p] " of " all_of[p] " branches"
            if (run[p] == 0 || missed[p] > 0) {
                print p ": " what ": " text[p] | "sort -t: -k1,1 -k2,2n >" list
            }
        }
        for (file in lines) {
            print row(file, lines[file], lines_run[file], branches[file],
                branches_taken[file]) | "sort"
            all_lines += lines[file]
            all_run += lines_run[file]
            all_branches += branches[file]
            all_taken += branches_taken[file]
        }
        close("sort")
        print row("all", all_lines, all_run, all_branches, all_taken)
        print "What no test reaches is in " list
        exit !(all_run >= 0.95 * all_lines && all_taken >= 0.85 * all_branches)
    }' ./*.gcov
