#!/bin/sh
# check-layers.sh - checks who includes whom in lib/src.
#
# - A folder includes itself and the folders that the table gives it.  So the
#   bake side (input, bake, floors, carve) and the query side (search, field,
#   crowd) never see each other: they meet at the mesh.
# - Inside a folder no headers go round in a circle.
# - An include of the library's own names its folder.
# - Only json_tree includes cJSON.
# A folder that is not in the table is an error: say what it may use.
set -eu
cd "$(dirname "$0")/.."

# folder: what it may include beside itself.
table='
base:
geometry: base
mesh:     base geometry
obstacle: base geometry mesh
input:    base geometry mesh obstacle
bake:     base geometry mesh obstacle input
floors:   base geometry mesh obstacle input bake
carve:    base geometry mesh obstacle input bake floors
search:   base geometry mesh
field:    base geometry mesh search
crowd:    base geometry mesh search field
'

set -- lib/src/*/*.[ch]
[ -e "$1" ] || {
    echo "check-layers.sh: no sources in lib/src" >&2
    exit 1
}

awk -v table="$table" '
function complain(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text
    faults++
}

# Whether the headers that `name` includes, in one step or several, are `goal`.
function leads_to(name, goal, seen,    i, n, next_one) {
    if (name in seen) {
        return 0
    }
    seen[name] = 1
    n = split(includes[name], next_one, " ")
    for (i = 1; i <= n; i++) {
        if (next_one[i] == goal || leads_to(next_one[i], goal, seen)) {
            return 1
        }
    }
    return 0
}

BEGIN {
    rows = split(table, row, "\n")
    for (i = 1; i <= rows; i++) {
        if (split(row[i], part, ":") == 2) {
            known[part[1]] = 1
            may[part[1], part[1]] = 1
            others = split(part[2], other, " ")
            for (k = 1; k <= others; k++) {
                may[part[1], other[k]] = 1
            }
        }
    }
}

FNR == 1 {
    files++
    path = FILENAME
    sub(/^lib\/src\//, "", path)
    folder = path
    sub(/\/.*/, "", folder)
    if (!(folder in known)) {
        complain("folder " folder " is not in the table of check-layers.sh")
    }
}

/^[ \t]*#[ \t]*include/ {
    name = $0
    sub(/^[^"<]*["<]/, "", name)
    sub(/[">].*$/, "", name)
    if (name ~ /cJSON\.h$/ && path !~ /^base\/json_tree\./) {
        complain("only json_tree may include " name)
    }
    if ($0 !~ /"/ || name == "navmesh.h" || name ~ /cJSON\.h$/) {
        next
    }
    if (name !~ /\//) {
        complain("include " name " by its folder")
        next
    }
    if (path ~ /\.h$/) {
        includes[path] = includes[path] " " name
    }
    from = name
    sub(/\/.*/, "", from)
    if ((folder in known) && !((folder, from) in may)) {
        complain("folder " folder " may not include " name)
    }
}

END {
    for (path in includes) {
        split("", seen)
        if (leads_to(path, path, seen)) {
            printf "lib/src/%s: is on a circle of includes\n", path
            faults++
        }
    }
    if (faults > 0) {
        exit 1
    }
    printf "check-layers.sh: %d files keep to their layers\n", files
}' "$@"
