#!/bin/sh
# check-layers.sh - checks who includes whom in lib/src.
#
# - An include points to a lower layer, or to the module's own header.
# - The bake side and the query side never include each other; carving, which
#   bakes a part of a mesh anew between queries, may include both.
# - Only json_tree includes cJSON.
# A module that is not in the table is an error: give it a layer.
set -eu
cd "$(dirname "$0")/.."

# module layer side; the side is bake, query, carve, or - for all.  A layer of 0.5 is
# the upper floor of layer 0: modules that use its others; one of 0.7 uses those.
table='
mem         0 -
error       0 -
vec         0 -
pow10_table 0 -
bigint      0 -
forest      0 -
hash        0 -
crc64       0 -
num         0.3 -
num_read    0.5 -
num_write   0.5 -
sort        0.5 -
areas       0.7 -
heap        0.5 -
expansion   0.5 -
predicates  1 -
predicates3d 1.5 -
angle       1 -
obstacle    2.4 -
obstacle_cells 2.45 -
obstacles   2.5 -
obstacle_json 2.6 -
scenario_json 2.7 -
turn        2 -
crossing    2 bake
polymesh    2 bake
offmesh     2 bake
offmesh_json 2.5 bake
json_tree   0.5 bake
shape       3 bake
model       3 bake
mesh        3 -
closing     3.5 -
mesh_areas  3.7 -
delaunay    3 bake
labels      3 bake
plane       3 bake
funnel      3 query
notes       3.5 bake
cavity      3.5 bake
rings       3.7 bake
ring_json   4 bake
obstruct    4 bake
obj_text    0.5 -
obj_names   3.5 bake
obj         4 bake
cdt         4 bake
bytes       0.5 -
format      3.2 -
format_write 4 -
format_read 4 -
surface     3.5 -
arc         1 -
chain       4 query
ends        4.2 query
locate_tree 3.5 query
locate      4 query
nearest     4.1 query
bridges     4 query
tour        4 bake
sheet       5.1 bake
draft       5.5 bake
reach       3.6 -
overlay     3.2 -
carve_job   5.9 bake
carver      6 bake
carve       6.1 bake
carve_floors 6.1 bake
mesh_memory 3.1 -
patch       6.5 carve
carving     7 carve
compact     6 bake
clearance   7 carve
classify    5 bake
winding     5.2 bake
outline     5.5 bake
offset      5.57 bake
partition   5.7 bake
erode       5.8 bake
gaps        5.55 bake
narrow      5.6 bake
storey      5 query
offmesh_bound 4 query
offmesh_search 5.5 query
joined      4 query
trail       5 query
merge       5 bake
assemble    5 bake
offmesh_attach 5.5 -
order       0 -
cluster     1 bake
pointgrid   1 bake
weld        5 bake
slabs       5.1 bake
edges       5.2 bake
facets      5.2 bake
stitch      5.3 bake
link        5.3 bake
seeds       5.3 bake
twins       5.4 bake
bake_model  7.5 carve
landmarks   4 query
cones       5 query
cone_layout 5.5 query
cone_heap   5.5 query
cone_sight  5.5 query
flood       5.7 query
cone_doors  5.5 query
cone_folds  5.5 query
survey      7 query
bake        6 bake
astar       6 query
raycast     6 query
mover       6.5 query
neighbours  1 query
steering    7.5 query
crowd       8 query
polyanya    6 query
refract     4.5 query
weave       5.5 query
weighted    6.5 query
weighted_pieces 6.6 query
legs        6.7 query
query       7 query
matrix      7.5 query
audit       5 query
cells       4 query
cells_full  4.1 query
heatmap     4.5 query
flowfield   6 query
field       7 query
field_make  7.5 query
'

set -- lib/src/*.[ch]
[ -e "$1" ] || {
    echo "check-layers.sh: no sources in lib/src" >&2
    exit 1
}

awk -v table="$table" '
function complain(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text
    faults++
}
BEGIN {
    rows = split(table, row, "\n")
    for (i = 1; i <= rows; i++) {
        if (split(row[i], field, " ") == 3) {
            layer[field[1]] = field[2]
            side[field[1]] = field[3]
        }
    }
}
FNR == 1 {
    files++
    module = FILENAME
    sub(/^.*\//, "", module)
    sub(/\.[ch]$/, "", module)
    if (!(module in layer)) {
        complain("module " module " has no layer in check-layers.sh")
    }
}
/^[ \t]*#[ \t]*include/ {
    name = $0
    sub(/^[^"<]*["<]/, "", name)
    sub(/[">].*$/, "", name)
    if (name ~ /cJSON\.h$/ && module != "json_tree") {
        complain("only json_tree may include " name)
    }
    if ($0 !~ /"/ || name == "navmesh.h" || name ~ /cJSON\.h$/) {
        next
    }
    sub(/^.*\//, "", name)
    sub(/\.h$/, "", name)
    if (name == module || !(module in layer)) {
        next
    }
    if (!(name in layer)) {
        complain("module " name " has no layer in check-layers.sh")
    } else if (layer[name] >= layer[module]) {
        complain(module " (layer " layer[module] ") includes " name \
                 " (layer " layer[name] ")")
    } else if (side[module] != "-" && side[module] != "carve" &&
               side[name] != "-" && side[module] != side[name]) {
        complain(module " (" side[module] " side) includes " name " (" \
                 side[name] " side)")
    }
}
END {
    if (faults > 0) {
        exit 1
    }
    printf "check-layers.sh: %d files keep to their layers\n", files
}' "$@"
