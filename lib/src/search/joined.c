// joined.c - legs on the mesh and the links between them as one path.
//
// A link becomes a portal, from the polygon where the leg before it ends to the
// one where the leg behind it begins, so that the chain of polygons has no gap;
// left and right of it are the place where it is entered.  Both its ends are
// waypoints, even where the way goes straight on: there the walker stops
// walking.  One place is never two waypoints in a row: a link that begins where
// the path does, or ends where it begins, shares one.
#include "search/joined.h"

#include "base/vec.h"

void nav_joined_init(nav_joined *joined, const nav_allocator *mem)
{
    *joined = (nav_joined){.mem = *mem};
}

void nav_joined_fini(nav_joined *joined)
{
    const nav_allocator *mem = &joined->mem;
    nav_mem_free(mem, joined->waypoint, joined->waypoint_capacity,
                 sizeof *joined->waypoint);
    nav_mem_free(mem, joined->height, joined->height_capacity,
                 sizeof *joined->height);
    nav_mem_free(mem, joined->portal, joined->portal_capacity,
                 sizeof *joined->portal);
    nav_mem_free(mem, joined->link, joined->link_capacity,
                 sizeof *joined->link);
}

void nav_joined_begin(nav_joined *joined)
{
    joined->count = 0;
    joined->portal_count = 0;
    joined->link_count = 0;
    joined->length = 0;
    joined->length3d = 0;
    joined->cost = 0;
}

// Makes room for a leg and a link.
static nav_status reserve(nav_joined *j, const nav_path *leg)
{
    size_t waypoints = j->count + leg->waypoint_count;
    nav_status status =
        nav_mem_grow(&j->mem, &j->waypoint, &j->waypoint_capacity, waypoints,
                     sizeof *j->waypoint);
    if (status == NAV_OK) {
        status = nav_mem_grow(&j->mem, &j->height, &j->height_capacity,
                              waypoints, sizeof *j->height);
    }
    if (status == NAV_OK) {
        status = nav_mem_grow(&j->mem, &j->portal, &j->portal_capacity,
                              j->portal_count + leg->portal_count + 1,
                              sizeof *j->portal);
    }
    if (status == NAV_OK) {
        status = nav_mem_grow(&j->mem, &j->link, &j->link_capacity,
                              j->link_count + 1, sizeof *j->link);
    }
    return status;
}

// Adds the link from the last waypoint to the place where the next leg begins.
static void add_link(nav_joined *j, const nav_mesh *mesh, const nav_path *leg,
                     uint32_t link, bool backward)
{
    nav_vec2 from = j->waypoint[j->count - 1], to = leg->waypoints[0];
    double low = j->height[j->count - 1];
    double high = leg->heights ? leg->heights[0] : 0;
    j->link[j->link_count++] =
        (nav_path_link){link, backward, j->portal_count, j->count - 1};
    j->portal[j->portal_count++] = (nav_portal){.from = j->end_polygon,
                                                .to = leg->start_polygon,
                                                .left = from,
                                                .right = from,
                                                .left_height = low,
                                                .right_height = low};
    j->length += nav_vec2_distance(from, to);
    j->length3d += nav_vec2_slant_distance(from, to, high - low);
    j->cost += mesh->link[link].cost;
}

nav_status nav_joined_add(nav_joined *joined, const nav_mesh *mesh,
                          const nav_path *leg, uint32_t link, bool backward)
{
    nav_joined *j = joined;
    nav_status status = reserve(j, leg);
    if (status != NAV_OK) {
        return status;
    }
    if (j->count == 0) {
        j->start_polygon = leg->start_polygon;
    } else {
        add_link(j, mesh, leg, link, backward);
    }
    for (size_t i = 0; i < leg->waypoint_count; i++) {
        nav_vec2 at = leg->waypoints[i];
        double height = leg->heights ? leg->heights[i] : 0;
        if (i == 0 && j->count > 0 && j->height[j->count - 1] == height &&
            nav_vec2_equal(j->waypoint[j->count - 1], at)) {
            continue;
        }
        j->waypoint[j->count] = at;
        j->height[j->count++] = height;
    }
    for (size_t i = 0; i < leg->portal_count; i++) {
        j->portal[j->portal_count++] = leg->portals[i];
    }
    j->length += leg->length;
    j->length3d += leg->length3d;
    j->cost += leg->cost;
    j->end_polygon = leg->end_polygon;
    return NAV_OK;
}

void nav_joined_give(const nav_joined *joined, const nav_mesh *mesh,
                     nav_path *path)
{
    path->status = NAV_PATH_OK;
    path->length = joined->length;
    path->length3d = joined->length3d;
    path->cost = joined->cost;
    path->start_polygon = joined->start_polygon;
    path->end_polygon = joined->end_polygon;
    path->start_height = joined->height[0];
    path->end_height = joined->height[joined->count - 1];
    path->waypoints = joined->waypoint;
    path->heights = mesh->height ? joined->height : NULL;
    path->waypoint_count = joined->count;
    path->portals = joined->portal;
    path->portal_count = joined->portal_count;
    path->links = joined->link;
    path->link_count = joined->link_count;
}
