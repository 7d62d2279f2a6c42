// bake.h - what baking shapes and baking models have in common.
#ifndef NAV_BAKE_H
#define NAV_BAKE_H

#include "navmesh.h"
#include "obstacle/obstacles.h"

// The time, 0 without a clock.
double nav_bake_seconds(const nav_bake_options *options);

// Fails with the words for a status that came without.
nav_status nav_bake_fail(nav_error *error, nav_status status);

// NAV_RANGE for a radius or a tolerance that is not legal.
NAV_MUST_CHECK nav_status nav_bake_check_agent(const nav_bake_options *options,
                                               nav_error *error);

// Tells of obstacle `number` of a set that it takes no area away, and counts
// that.
void nav_bake_tell_idle(const nav_obstacles *obstacles, size_t number,
                        const nav_bake_options *options,
                        nav_bake_report *report);

// Gives the finished mesh its links, those of `own` (NULL: none) and those of
// the options, and counts them.  Frees the mesh when it fails.
NAV_MUST_CHECK nav_status nav_bake_links(const nav_link_list *own,
                                         bool in_space,
                                         const nav_bake_options *options,
                                         nav_bake_report *report,
                                         nav_mesh *mesh, nav_error *error);

#endif
