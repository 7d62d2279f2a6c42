#!/bin/bash
# coverage.sh - which lines and branches of the library the tests reach.
#
#     scripts/coverage.sh BUILD
#
# To be run after the tests of a build with MODE=coverage, whose folder BUILD is
# (make coverage does both).  Prints a table, and leaves the sources with their
# counts in BUILD/gcov, and what is not reached in BUILD/uncovered, the source
# lines with their places.  Fails below 95 lines or 85 branches in a hundred.
#
# Lines that are believed impossible to reach do not count: those with NAV_NEVER
# or assert, whose failing branch is a fault of the code, and what NAV_NEVER
# guards.
# What an inline function of a header reaches in one file counts for all.
#
# Every line in the list has the reason next to it.  Branches are too many for
# that; those that are left are of these kinds, and one of another kind is to be
# tested, removed or explained where it stands:
#
# - "status == NAV_OK", or NULL, behind what fails for want of memory or at a
#   limit alone.  Tests let each allocation of small cases fail in turn, but
#   memory that suffices from before is not asked for again.
# - Limits of 32 bits: the case would take more memory than machines have.
# - A part of && or || that guards the part behind it, as a count does an index
#   and NULL or NAV_NONE a look: another part decides in all tests.
# - The end of a loop that is always left from its inside, and of one whose
#   steps are counted so that not even a broken mesh makes it endless.
# - Clamps, and ?: around a quotient, against what rounding may do at the ends
#   of a range: no coordinates are known that do it.
# - What is copied, freed or looked at only if there is any: there always is.
# - A switch over all values of an enumeration: it has no other.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

build=$(cd "$1" && pwd)
root=$PWD
mkdir -p "$build/gcov"
cd "$build/gcov"
rm -f ./*.gcov
for notes in "$build"/obj/lib/src/*/*.gcno; do
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
