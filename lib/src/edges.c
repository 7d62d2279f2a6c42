// edges.c - which edges of floors are one.
//
// Two edges are one when they have the same two ends; how many polygons share
// it does not matter, nor which way they run: floors over one another may fold
// at an edge.  Sorting by both ends brings equal ones together.  The ends are
// small numbers, so it is a radix sort whose digit is the whole number of a
// vertex: two passes, by the greater end and then, stable, by the lesser.
//
// Rejected: a hash table, whose order would have to be mended afterwards, and
// whose worst case is not linear.
//
// Reference: Donald Knuth, "The Art of Computer Programming, vol. 3", 1998,
// section 5.2.5.
#include "edges.h"

#include <string.h>

static void find_ends(nav_edges *edges, const nav_slabs *slabs)
{
    for (uint32_t p = 0; p < slabs->count; p++) {
        uint32_t end = slabs->first[p + 1];
        uint32_t before = slabs->corner[end - 1];
        uint32_t e = end - 1; // of the edge that starts at `before`
        for (uint32_t next = slabs->first[p]; next < end; next++) {
            uint32_t v = slabs->corner[next];
            edges->low[e] = before < v ? before : v;
            edges->high[e] = before < v ? v : before;
            before = v;
            e = next;
        }
    }
}

// Puts the edges of `from`, NULL for all in turn, in the order of `key`.
static void sort_by(const uint32_t *key, const uint32_t *from, uint32_t *to,
                    uint32_t *place, const size_t counts[2])
{
    size_t keys = counts[0];
    size_t edges = counts[1];
    memset(place, 0, (keys + 1) * sizeof *place);
    for (size_t e = 0; e < edges; e++) {
        place[key[e] + 1]++;
    }
    for (size_t k = 0; k < keys; k++) {
        place[k + 1] += place[k];
    }
    for (size_t i = 0; i < edges; i++) {
        uint32_t e = from ? from[i] : (uint32_t)i;
        to[place[key[e]]++] = e;
    }
}

nav_status nav_edges_build(nav_edges *edges, const nav_slabs *slabs)
{
    const nav_allocator *mem = &slabs->mem;
    size_t count = slabs->corners;
    *edges = (nav_edges){.mem = *mem, .count = count};
    edges->order = nav_mem_new(mem, count, sizeof *edges->order);
    edges->low = nav_mem_new(mem, count, sizeof *edges->low);
    edges->high = nav_mem_new(mem, count, sizeof *edges->high);
    uint32_t *half = nav_mem_new(mem, count, sizeof *half);
    uint32_t *place = nav_mem_new(mem, slabs->points + 1, sizeof *place);
    nav_status status = NAV_NOMEM;
    if (edges->order && edges->low && edges->high && half && place) {
        const size_t counts[] = {slabs->points, count};
        find_ends(edges, slabs);
        sort_by(edges->high, NULL, half, place, counts);
        sort_by(edges->low, half, edges->order, place, counts);
        status = NAV_OK;
    }
    nav_mem_free(mem, half, count, sizeof *half);
    nav_mem_free(mem, place, slabs->points + 1, sizeof *place);
    if (status != NAV_OK) {
        nav_edges_fini(edges);
    }
    return status;
}

void nav_edges_fini(nav_edges *edges)
{
    nav_allocator mem = edges->mem;
    nav_mem_free(&mem, edges->order, edges->count, sizeof *edges->order);
    nav_mem_free(&mem, edges->low, edges->count, sizeof *edges->low);
    nav_mem_free(&mem, edges->high, edges->count, sizeof *edges->high);
    *edges = (nav_edges){.mem = mem};
}

uint32_t nav_edges_find(const nav_edges *edges, uint32_t a, uint32_t b)
{
    uint32_t low = a < b ? a : b;
    uint32_t high = a < b ? b : a;
    size_t begin = 0;
    size_t end = edges->count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        uint32_t e = edges->order[middle];
        bool before = edges->low[e] < low ||
                      (edges->low[e] == low && edges->high[e] < high);
        begin = before ? middle + 1 : begin;
        end = before ? end : middle;
    }
    return edges->order[begin];
}
