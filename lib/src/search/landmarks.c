// landmarks.c - lower bounds of distances from distances to a few vertices.
//
// By the triangle inequality two points are at least as far apart as their
// distances from a third one differ.  Where ways wind, that bound is far better
// than the straight distance, if the third point, a landmark, lies behind one
// of them.  Distances to all vertices of an island are kept for a few landmarks
// on its rim: the first is the vertex farthest from some vertex, each next one
// the vertex whose nearest landmark is farthest.
//
// Distances are kept as floats, which halves what a search has to read; the
// bounds are lowered by what rounding may have added.
//
// Reference: Andrew Goldberg and Chris Harrelson, "Computing the Shortest Path:
// A* Search Meets Graph Theory", 2005.
#include "search/landmarks.h"

#include "base/vec.h"

nav_landmark_goal nav_landmark_bound(const nav_mesh *mesh, nav_vec2 point,
                                     nav_poly_id polygon)
{
    double low[NAV_LANDMARKS];
    double high[NAV_LANDMARKS];
    for (int i = 0; i < NAV_LANDMARKS; i++) {
        low[i] = 0;
        high[i] = HUGE_VAL;
    }
    for (uint32_t e = mesh->first[polygon]; e < mesh->first[polygon + 1]; e++) {
        nav_vert_id v = mesh->corner[e];
        const float *distance = mesh->landmark + (size_t)v * NAV_LANDMARKS;
        double away = nav_vec2_distance(mesh->vertex[v], point);
        for (int i = 0; i < NAV_LANDMARKS; i++) {
            double d = (double)distance[i];
            double least = d * (1 - (double)NAV_LANDMARK_SLACK) - away;
            double most = d * (1 + (double)NAV_LANDMARK_SLACK) + away;
            low[i] = least > low[i] ? least : low[i];
            high[i] = most < high[i] ? most : high[i];
        }
    }
    nav_landmark_goal goal;
    for (int i = 0; i < NAV_LANDMARKS; i++) {
        goal.low[i] = (float)low[i] * (1 - NAV_LANDMARK_SLACK);
        goal.high[i] = (float)high[i] * (1 + NAV_LANDMARK_SLACK);
    }
    return goal;
}
