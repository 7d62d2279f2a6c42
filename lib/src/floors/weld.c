// weld.c - which vertices of a model are one.
//
// Exporters write a vertex once for every face, so that faces which touch have
// no vertex in common.  By default vertices are one when their coordinates are
// equal (zero has no sign); a hash table finds them, the first comer standing
// for all. With a distance vertices within it of each other in space are one,
// in chains (cluster.c).  The place of a chain is that of its vertex of least
// number.
//
// Vertices that no face uses take no part: they could join what faces keep
// apart, and may be whatever the file has there.
//
// Reference: Donald Knuth, "The Art of Computer Programming, vol. 3", 1998,
// section 6.4, for hashing with linear probing.
#include "floors/weld.h"

#include "bake/cluster.h"
#include "base/error.h"

#include <string.h>

// Gives used vertices themselves, the others NAV_NONE.
static void mark_used(const nav_model *model, uint32_t *to)
{
    for (size_t v = 0; v < model->vertices; v++) {
        to[v] = NAV_NONE;
    }
    for (uint32_t i = 0; i < model->first[model->faces]; i++) {
        to[model->corner[i]] = model->corner[i];
    }
}

// Joins vertices at one place, by a hash table of mask + 1 slots.
static void join_equal(const nav_model *model, uint32_t *to, uint32_t *slot,
                       size_t mask)
{
    memset(slot, 0xff, (mask + 1) * sizeof *slot);
    for (uint32_t v = 0; v < model->vertices; v++) {
        if (to[v] == NAV_NONE) {
            continue;
        }
        nav_vec3 p = nav_vec3_clean(model->vertex[v]);
        size_t i = nav_cluster_hash(p) & mask;
        while (slot[i] != NAV_NONE &&
               !nav_vec3_equal(model->vertex[slot[i]], p)) {
            i = (i + 1) & mask;
        }
        slot[i] = slot[i] == NAV_NONE ? v : slot[i];
        to[v] = slot[i];
    }
}

static nav_status weld_equal(const nav_model *model, const nav_allocator *mem,
                             uint32_t *to)
{
    size_t mask = nav_cluster_mask(model->vertices);
    uint32_t *slot = nav_mem_new(mem, mask + 1, sizeof *slot);
    if (!slot) {
        return NAV_NOMEM;
    }
    join_equal(model, to, slot, mask);
    nav_mem_free(mem, slot, mask + 1, sizeof *slot);
    return NAV_OK;
}

nav_status nav_weld(const nav_model *model, const nav_allocator *mem,
                    double distance, uint32_t *to, size_t *welded,
                    nav_error *error)
{
    nav_status status = NAV_OK;
    mark_used(model, to);
    if (distance > 0) {
        nav_cluster_reach reach = {.distance = distance, .step = -1};
        status =
            nav_cluster(mem, model->vertex, model->vertices, reach, to, error);
    } else if (weld_equal(model, mem, to) != NAV_OK) {
        status = nav_fail_memory(error);
    }
    size_t count = 0;
    for (uint32_t v = 0; v < model->vertices && status == NAV_OK; v++) {
        count += to[v] != NAV_NONE && to[v] != v;
    }
    *welded = count;
    return status;
}
