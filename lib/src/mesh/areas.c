// areas.c - names of areas: a table of texts, and their order.
//
// While an input is read a name is added whenever one comes up, be it new or
// not.  At the end the names are sorted by their bytes, and equal ones become
// one: so the numbers of areas in a mesh depend on the names alone, not on what
// stood first in the input.
//
// None of the comparisons looks at more than NAV_AREA_NAME_MOST bytes.
#include "mesh/areas.h"

#include "base/sort.h"
#include "base/utf8.h"

#include <string.h>

void nav_areas_init(nav_areas *areas, const nav_allocator *mem)
{
    *areas = (nav_areas){.mem = *mem};
}

void nav_areas_fini(nav_areas *areas)
{
    nav_mem_free(&areas->mem, areas->text, areas->text_capacity, 1);
    nav_mem_free(&areas->mem, areas->end, areas->capacity, sizeof *areas->end);
    *areas = (nav_areas){.mem = areas->mem};
}

nav_status nav_areas_add(nav_areas *areas, const char *name, size_t size)
{
    size_t begin = areas->text_size;
    if (nav_mem_grow(&areas->mem, &areas->text, &areas->text_capacity,
                     begin + size, 1) != NAV_OK ||
        nav_mem_grow(&areas->mem, &areas->end, &areas->capacity,
                     areas->count + 1, sizeof *areas->end) != NAV_OK) {
        return NAV_NOMEM;
    }
    if (size > 0) {
        memcpy(areas->text + begin, name, size);
    }
    areas->text_size = begin + size;
    areas->end[areas->count++] = begin + size;
    return NAV_OK;
}

const char *nav_areas_name(const nav_areas *areas, size_t number, size_t *size)
{
    size_t begin = number > 0 ? areas->end[number - 1] : 0;
    *size = areas->end[number] - begin;
    return *size > 0 ? areas->text + begin : "";
}

// Whether a sequence is a control character: U+0000 to U+001F, U+007F to
// U+009F.
static bool is_control(const unsigned char *s)
{
    return s[0] < 0x20 || s[0] == 0x7f || (s[0] == 0xc2 && s[1] < 0xa0);
}

bool nav_areas_may_be(const char *name, size_t size)
{
    const unsigned char *s = (const unsigned char *)name;
    size_t at = 0;
    while (at < size) {
        size_t length = nav_utf8_length(s + at, size - at);
        if (length == 0 || is_control(s + at)) {
            return false;
        }
        at += length;
    }
    return size > 0 && size <= NAV_AREA_NAME_MOST;
}

int nav_areas_compare(const nav_areas *areas, size_t a, size_t b)
{
    size_t a_size, b_size;
    const char *p = nav_areas_name(areas, a, &a_size);
    const char *q = nav_areas_name(areas, b, &b_size);
    int order = memcmp(p, q, a_size < b_size ? a_size : b_size);
    return order != 0 ? order : (a_size > b_size) - (a_size < b_size);
}

static int compare(const void *areas, uint32_t a, uint32_t b)
{
    return nav_areas_compare(areas, a, b);
}

static void rank(nav_area_ranks *ranks, const uint32_t *sorted)
{
    const nav_areas *areas = ranks->names;
    for (size_t i = 0; i < areas->count; i++) {
        size_t size;
        (void)nav_areas_name(areas, sorted[i], &size);
        if (size == 0) {
            ranks->rank[sorted[i]] = NAV_NONE;
            continue;
        }
        if (ranks->count == 0 ||
            nav_areas_compare(areas, sorted[i],
                              ranks->first[ranks->count - 1]) != 0) {
            ranks->first[ranks->count++] = sorted[i];
        }
        ranks->rank[sorted[i]] = (uint32_t)ranks->count - 1;
    }
}

nav_status nav_area_ranks_init(nav_area_ranks *ranks, const nav_areas *areas,
                               const nav_allocator *mem)
{
    size_t count = areas->count;
    *ranks = (nav_area_ranks){.mem = *mem, .names = areas, .table = count};
    ranks->rank = nav_mem_new(mem, count, sizeof *ranks->rank);
    ranks->first = nav_mem_new(mem, count, sizeof *ranks->first);
    uint32_t *sorted = nav_mem_new(mem, count, sizeof *sorted);
    nav_status status =
        ranks->rank && ranks->first && sorted ? NAV_OK : NAV_NOMEM;
    if (status == NAV_OK) {
        for (uint32_t i = 0; i < count; i++) {
            sorted[i] = i;
        }
        // The ranks are written later; until then their array is scratch.
        nav_sort_by(compare, areas, sorted, ranks->rank, count);
        rank(ranks, sorted);
    } else {
        nav_area_ranks_fini(ranks);
    }
    nav_mem_free(mem, sorted, count, sizeof *sorted);
    return status;
}

void nav_area_ranks_fini(nav_area_ranks *ranks)
{
    nav_mem_free(&ranks->mem, ranks->rank, ranks->table, sizeof *ranks->rank);
    nav_mem_free(&ranks->mem, ranks->first, ranks->table, sizeof *ranks->first);
    *ranks = (nav_area_ranks){.mem = ranks->mem, .names = ranks->names};
}
