#!/bin/bash
# check-determinism.sh - the same bytes from every compiler, at every level of
# optimisation, with and without fused multiply-add, whatever the locale.
#
#     scripts/check-determinism.sh ["COMPILER FLAG..."]...
#
# Without arguments, gcc and clang at three levels, two of them with fused
# multiply-add where the processor has it.
#
# Builds the programs anew for each, in a scratch copy of the sources, and takes
# one hash of what they make of large maps: meshes, for an agent with a radius
# and with obstacles as well, answers of all three searches, rays, places and
# flow fields.  It fails when two hashes differ, and prints them all; and when
# there is a fused multiply-add in what was built, since the sources have none.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A field of 40 x 40 turned squares at places that are no round numbers, with
# two areas, links, and a room apart.
make_map() {
    awk 'BEGIN {
        printf "{\"polygons\":[{\"outer\":[[0,0],[400.1,0.3],[399.7,400],"
        printf "[-0.2,400]],\"holes\":["
        for (i = 0; i < 1600; i++) {
            x = i % 40 * 10 + 2.1 + i % 7 / 3
            y = int(i / 40) * 10 + 3.3 + i % 11 / 7
            printf "%s[[%.9f,%.9f],[%.9f,%.9f],[%.9f,%.9f]]", i ? "," : "",
                x, y, x + 4.7, y + i % 5 / 9, x + 2.2, y + 3.9
        }
        printf "]},{\"outer\":[[50.5,60.1],[180.3,70.9],[120.7,190.2]],"
        printf "\"area\":\"mud\"},{\"outer\":[[500,0],[540.3,0],[520,30.7]]}],"
        printf "\"links\":[{\"from\":[399,50.1],\"to\":[510,5.5],\"cost\":20},"
        print "{\"from\":[520,20.2],\"to\":[10.5,399.1],\"kind\":\"jump\"}]}"
    }'
}

# Steps of 60 floors, creased and of uneven heights.
make_model() {
    awk 'BEGIN {
        for (i = 0; i < 60; i++) {
            y = i * 0.21
            printf "v %.9f %.9f 0\nv %.9f %.9f 7.3\nv %.9f %.9f 7.3\n",
                i, y, i, y + 0.05, i + 1, y + 0.07
            printf "v %.9f %.9f 0.1\nf -4 -3 -2 -1\n", i + 1, y + 0.02
        }
    }'
}

make_pairs() {
    awk 'BEGIN {
        for (i = 0; i < 120; i++) {
            printf "%.9f,%.9f,%.9f,%.9f\n", i * 37 % 400 + 0.31,
                i * 53 % 400 + 0.17, i * 71 % 400 + 0.77, i * 29 % 400 + 0.59
        }
    }'
}

make_map >"$scratch/map.json"
make_model >"$scratch/model.obj"
make_pairs >"$scratch/pairs.csv"
cat >"$scratch/obstacles.json" <<'JSON'
[{"type":"circle","center":[30.3,30.1],"radius":7.3},
 {"type":"oriented_box","center":[160,150.7],"half":[19,4.1],"angle":33},
 {"type":"polygon","points":[[200.2,200],[260,211.1],[222,270.9],[240,205]]}]
JSON

# Everything that the programs in folder $1 make, on standard output.
run_all() {
    local bin=$1 out=$scratch/out
    rm -rf "$out"
    mkdir "$out"
    "$bin/navbake" -q "$scratch/map.json" -o "$out/plain.nav"
    "$bin/navbake" -q --agent-radius 0.37 --obstacles \
        "$scratch/obstacles.json" "$scratch/map.json" -o "$out/agent.nav"
    "$bin/navbake" -q --step 0.3 "$scratch/model.obj" -o "$out/steps.nav"
    cat "$out"/*.nav
    for search in optimal midpoint centroid; do
        "$bin/navquery" -q -j 2 --snap 9 --search "$search" -f jsonl \
            --obstacles "$scratch/obstacles.json" -i "$scratch/pairs.csv" \
            "$out/plain.nav"
    done
    "$bin/navquery" -q --snap 9 --partial --cost mud=2.7 -f jsonl \
        -i "$scratch/pairs.csv" "$out/agent.nav"
    "$bin/navquery" -q --snap 9 --raycast -i "$scratch/pairs.csv" \
        "$out/agent.nav"
    "$bin/navquery" -q --crossings --floor highest "$out/steps.nav" \
        0.3,0.4 59.7,7.1
    for method in exact grid4; do
        "$bin/navquery" -q --field 10.3,10.7 --snap 9 --cell 7.7 \
            --field-method "$method" "$out/plain.nav"
        "$bin/navquery" -q --field 0.3,0.4 --floor lowest --cell 0.9 \
            --field-method "$method" "$out/steps.nav"
    done
}

# Builds with compiler $1 and flags $2, into build/ of the scratch copy.
build() {
    make -s -C "$scratch/source" CC="$1" CFLAGS="$2" all 2>"$scratch/log" || {
        cat "$scratch/log" >&2
        return 1
    }
}

# Fused instructions of x86 in the objects in folder $1, some with their places.
tell_fused() {
    command -v objdump >/dev/null || return 0
    find "$1" -name '*.o' -exec objdump -d {} + |
        awk '/file format/ { file = $1 }
             /^[0-9a-f]+ </ { where = $2 }
             /\tvfn?m(add|sub)/ { print file, where, $0 }' | head -n 10
}

mkdir "$scratch/source"
cp -R Makefile cli lib man scripts "$scratch/source/"
builds=("$@")
if [ "$#" -eq 0 ]; then
    for compiler in gcc clang; do
        for flags in -O0 -O2 -O3 "-O2 -mfma" "-O3 -mfma -mavx2"; do
            builds+=("$compiler $flags")
        done
    done
fi
# A locale whose decimals have a comma, for what goes by the locale unasked: that
# of the machine, or one made of the sources that Debian's package locales has.
has_comma() {
    [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" = , ]
}

locales=(C)
if ! has_comma && mkdir "$scratch/locale" &&
    localedef -i de_DE -f UTF-8 "$scratch/locale/de_DE.UTF-8" 2>/dev/null; then
    export LOCPATH=$scratch/locale
fi
if has_comma; then
    locales+=(de_DE.UTF-8)
else
    echo "skipped: the locale de_DE.UTF-8 (it is not there, nor its sources)"
fi
hashes=()
for one in "${builds[@]}"; do
    compiler=${one%% *}
    if [[ $one == *-mfma* ]] && ! grep -qw fma /proc/cpuinfo; then
        echo "skipped: $one (the processor has no fused multiply-add)"
        continue
    fi
    if ! command -v "$compiler" >/dev/null; then
        echo "skipped: $one (not installed)"
        continue
    fi
    build "$compiler" "${one#* }"
    bin=$scratch/source/build/release
    [ "$compiler" = gcc ] || bin=$scratch/source/build/$compiler-release
    fused=$(tell_fused "$bin/obj")
    if [ -n "$fused" ]; then
        echo "$one: fused multiply-add"
        echo "$fused"
        exit 1
    fi
    for locale in "${locales[@]}"; do
        LC_ALL=$locale
        # Not inside $(), which goes on after a program that failed.
        run_all "$bin" >"$scratch/all"
        LC_ALL=C
        hash=$(sha256sum <"$scratch/all" | cut -d ' ' -f 1)
        hashes+=("$hash")
        echo "$hash $one, $locale"
    done
done
if [ "${#hashes[@]}" -lt 2 ]; then
    echo "check-determinism.sh: nothing to compare" >&2
    exit 1
fi
different=$(printf '%s\n' "${hashes[@]}" | sort -u | wc -l)
if [ "$different" -ne 1 ]; then
    echo "$different different results"
    exit 1
fi
echo "${#hashes[@]} passed, 0 failed"
