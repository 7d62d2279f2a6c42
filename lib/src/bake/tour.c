// tour.c - a walk through all triangles of a triangulation, over its edges.
#include "bake/tour.h"

nav_tour nav_tour_begin(nav_delaunay *d)
{
    for (size_t t = 0; t < d->triangles; t++) {
        d->tri[t].flags = 0;
    }
    // Clockwise around a corner of the frame to one of its sides.
    nav_half root = d->star[0];
    while (d->tri[root >> 2].twin[root & 3] != NAV_NO_HALF) {
        root = nav_half_next(nav_half_twin(d, root));
    }
    d->tri[root >> 2].group = root;
    d->tri[root >> 2].flags = NAV_TRIANGLE_VISITED;
    return (nav_tour){.d = d, .root = root, .entry = root, .last = root};
}

// The half-edge by which a triangle is entered over `exit`; NAV_NO_HALF when it
// has been visited or there is none.
static nav_half way_out(const nav_delaunay *d, nav_half exit)
{
    nav_half into = d->tri[exit >> 2].twin[exit & 3];
    if (into == NAV_NO_HALF) {
        return NAV_NO_HALF;
    }
    into &= ~NAV_FIXED;
    return d->tri[into >> 2].flags & NAV_TRIANGLE_VISITED ? NAV_NO_HALF : into;
}

bool nav_tour_next(nav_tour *tour, nav_tour_step *step)
{
    nav_delaunay *d = tour->d;
    nav_half exit = nav_half_next(tour->last);
    for (; exit != tour->entry; exit = nav_half_next(exit)) {
        nav_half into = way_out(d, exit);
        if (into != NAV_NO_HALF) {
            d->tri[into >> 2].group = into;
            d->tri[into >> 2].flags |= NAV_TRIANGLE_VISITED;
            tour->entry = into;
            tour->last = into;
            *step = (nav_tour_step){into, into >> 2, true};
            return true;
        }
    }
    if (tour->entry == tour->root) {
        return false;
    }
    // Home over the edge by which the triangle was entered.
    nav_half left = tour->entry;
    tour->last = nav_half_twin(d, left);
    tour->entry = d->tri[tour->last >> 2].group;
    *step = (nav_tour_step){left, tour->last >> 2, false};
    return true;
}
