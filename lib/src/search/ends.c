// ends.c - which of some ends of ways each polygon holds.
//
// A flood that enters a polygon asks which points it comes upon there.  They
// are sorted by counting, stably.
#include "search/ends.h"

#include <string.h>

nav_status nav_ends_init(nav_ends *ends, const nav_mesh *mesh,
                         const nav_chain_end *end, size_t count,
                         const nav_allocator *mem)
{
    size_t polygons = mesh->info.polygons;
    *ends = (nav_ends){.mem = *mem, .polygons = polygons};
    for (size_t i = 0; i < count; i++) {
        ends->count += end[i].count;
    }
    ends->first = nav_mem_new(mem, polygons + 2, sizeof *ends->first);
    ends->item = nav_mem_new(mem, ends->count, sizeof *ends->item);
    if (!ends->first || !ends->item) {
        return NAV_NOMEM;
    }
    // first[p + 2] counts polygon p; summed up, first[p + 1] is where it
    // begins, and is moved on to where it ends, which is where p + 1 begins.
    uint32_t *first = ends->first;
    memset(first, 0, (polygons + 2) * sizeof *first);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < end[i].count; k++) {
            first[end[i].polygons[k] + 2]++;
        }
    }
    for (size_t p = 2; p < polygons + 2; p++) {
        first[p] += first[p - 1];
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < end[i].count; k++) {
            ends->item[first[end[i].polygons[k] + 1]++] = (uint32_t)i;
        }
    }
    return NAV_OK;
}

void nav_ends_fini(nav_ends *ends)
{
    nav_mem_free(&ends->mem, ends->first, ends->polygons + 2,
                 sizeof *ends->first);
    nav_mem_free(&ends->mem, ends->item, ends->count, sizeof *ends->item);
    *ends = (nav_ends){.mem = ends->mem};
}
