// offmesh.h - off-mesh connections, as they were given.
//
// To a user they are links; in here that word is taken (link.h).
#ifndef NAV_OFFMESH_H
#define NAV_OFFMESH_H

#include "base/mem.h"
#include "navmesh.h"

typedef struct nav_offmesh_item {
    nav_vec3 from, to;
    double cost;
    bool has_cost, oneway;
    bool has_kind;
    size_t kind; // where its kind begins in nav_link_list.text
} nav_offmesh_item;

struct nav_link_list {
    nav_allocator mem;
    nav_offmesh_item *item;
    size_t count, capacity;
    char *text; // the kinds, each ends in a NUL
    size_t text_size, text_capacity;
};

// For lists that are a part of something else.
void nav_offmesh_init(nav_link_list *list, const nav_allocator *mem);
void nav_offmesh_fini(nav_link_list *list);

#endif
