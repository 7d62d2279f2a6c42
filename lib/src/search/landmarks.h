// landmarks.h - lower bounds of distances from distances to a few vertices.
#ifndef NAV_LANDMARKS_H
#define NAV_LANDMARKS_H

#include "mesh/mesh.h"

// What the landmarks of its island know of a goal: its distance from each is
// within these.
typedef struct nav_landmark_goal {
    float low[NAV_LANDMARKS], high[NAV_LANDMARKS];
} nav_landmark_goal;

// Bounds for a point of a polygon of a mesh with landmarks.  O(corners).
nav_landmark_goal nav_landmark_bound(const nav_mesh *mesh, nav_vec2 point,
                                     nav_poly_id polygon);

// A lower bound of the distance from a vertex to the goal, on one island.  By
// fours, which have nothing to do with each other, as vector units like it.
static inline double nav_landmark_least(const nav_mesh *mesh, nav_vert_id v,
                                        const nav_landmark_goal *goal)
{
    const float *d = mesh->landmark + (size_t)v * NAV_LANDMARKS;
    float least[4] = {0, 0, 0, 0};
    for (int i = 0; i < NAV_LANDMARKS; i += 4) {
        for (int k = 0; k < 4; k++) {
            // Where parts of a mesh touch there is NaN, and all tests fail.
            float above =
                d[i + k] * (1 - NAV_LANDMARK_SLACK) - goal->high[i + k];
            float below =
                goal->low[i + k] - d[i + k] * (1 + NAV_LANDMARK_SLACK);
            float most = above > below ? above : below;
            least[k] = most > least[k] ? most : least[k];
        }
    }
    float even = least[0] > least[2] ? least[0] : least[2];
    float odd = least[1] > least[3] ? least[1] : least[3];
    return (double)(even > odd ? even : odd);
}

#endif
