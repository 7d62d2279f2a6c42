// edges.c - which edges of floors are one.
//
// Two edges are one when they have the same two ends; how many polygons share
// it does not matter, nor which way they run: floors over one another may fold
// at an edge.  Sorting by both ends brings equal ones together.  The lesser end
// is a small number, so one pass puts every edge into the list of its lesser
// end.  These lists are short, an edge or three for each polygon at a vertex,
// and are sorted in place; the few long ones, of the hub of a fan, by radix.
//
// Whoever goes through the groups then reads one array from its beginning to
// its end: what is compared stands in it, and not behind the numbers of edges.
//
// Rejected: a hash table, whose order would have to be mended afterwards, and
// whose worst case is not linear; a second pass by number of vertex for the
// greater end, which touches twice the memory.
//
// Reference: Donald Knuth, "The Art of Computer Programming, vol. 3", 1998,
// sections 5.2.1 and 5.2.5.
#include "floors/edges.h"

#include "base/sort.h"

#include <string.h>

// A longer list than this is not sorted by insertion.
enum { SHORT_LIST = 32 };

// Counts the edges of each lesser end v in first[v + 2], and gives the most at
// one.
static size_t count_ends(uint32_t *first, const nav_slabs *slabs)
{
    memset(first, 0, (slabs->points + 2) * sizeof *first);
    for (size_t p = 0; p < slabs->count; p++) {
        uint32_t end = slabs->first[p + 1];
        uint32_t before = slabs->corner[end - 1];
        for (uint32_t e = slabs->first[p]; e < end; e++) {
            uint32_t v = slabs->corner[e];
            first[(before < v ? before : v) + 2]++;
            before = v;
        }
    }
    uint32_t most = 0;
    for (size_t v = 2; v < slabs->points + 2; v++) {
        most = first[v] > most ? first[v] : most;
        first[v] += first[v - 1];
    }
    return most;
}

// Puts the edges into the lists, in the order of their numbers.  That moves
// each start to the end of its list, which is the start of the next: so it
// begins one place further on.
static void fill_lists(nav_edges *edges, const nav_slabs *slabs)
{
    for (size_t p = 0; p < slabs->count; p++) {
        uint32_t begin = slabs->first[p];
        uint32_t end = slabs->first[p + 1];
        for (uint32_t e = begin; e < end; e++) {
            uint32_t v = slabs->corner[e];
            uint32_t next = slabs->corner[e + 1 < end ? e + 1 : begin];
            uint32_t low = v < next ? v : next;
            edges->list[edges->first[low + 1]++] =
                (nav_edge_entry){v < next ? next : v, e};
        }
    }
}

// Stable.
static void sort_short(nav_edge_entry *list, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        nav_edge_entry entry = list[i];
        size_t at = i;
        for (; at > 0 && list[at - 1].high > entry.high; at--) {
            list[at] = list[at - 1];
        }
        list[at] = entry;
    }
}

// Stable; `scratch` has room for twice as many.
static void sort_long(nav_edge_entry *list, nav_sort_entry *scratch,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        scratch[i] = (nav_sort_entry){list[i].high, list[i].edge};
    }
    nav_sort(scratch, scratch + count, count);
    for (size_t i = 0; i < count; i++) {
        list[i] = (nav_edge_entry){(uint32_t)scratch[i].key, scratch[i].item};
    }
}

static nav_status sort_lists(nav_edges *edges, size_t most)
{
    size_t room = most > SHORT_LIST ? 2 * most : 0;
    nav_sort_entry *scratch = nav_mem_new(&edges->mem, room, sizeof *scratch);
    if (!scratch) {
        return NAV_NOMEM;
    }
    for (size_t v = 0; v < edges->points; v++) {
        nav_edge_entry *list = edges->list + edges->first[v];
        size_t count = edges->first[v + 1] - edges->first[v];
        if (count > SHORT_LIST) {
            sort_long(list, scratch, count);
        } else {
            sort_short(list, count);
        }
    }
    nav_mem_free(&edges->mem, scratch, room, sizeof *scratch);
    return NAV_OK;
}

nav_status nav_edges_build(nav_edges *edges, const nav_slabs *slabs)
{
    const nav_allocator *mem = &slabs->mem;
    *edges = (nav_edges){
        .mem = *mem, .count = slabs->corners, .points = slabs->points};
    edges->list = nav_mem_new(mem, edges->count, sizeof *edges->list);
    edges->first = nav_mem_new(mem, edges->points + 2, sizeof *edges->first);
    nav_status status = NAV_NOMEM;
    if (edges->list && edges->first) {
        size_t most = count_ends(edges->first, slabs);
        fill_lists(edges, slabs);
        status = sort_lists(edges, most);
    }
    if (status != NAV_OK) {
        nav_edges_fini(edges);
    }
    return status;
}

void nav_edges_fini(nav_edges *edges)
{
    nav_allocator mem = edges->mem;
    nav_mem_free(&mem, edges->list, edges->count, sizeof *edges->list);
    nav_mem_free(&mem, edges->first, edges->points + 2, sizeof *edges->first);
    *edges = (nav_edges){.mem = mem};
}

uint32_t nav_edges_find(const nav_edges *edges, uint32_t a, uint32_t b)
{
    uint32_t low = a < b ? a : b;
    uint32_t high = a < b ? b : a;
    size_t begin = edges->first[low];
    size_t end = edges->first[low + 1];
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        bool before = edges->list[middle].high < high;
        begin = before ? middle + 1 : begin;
        end = before ? end : middle;
    }
    return edges->list[begin].edge;
}
