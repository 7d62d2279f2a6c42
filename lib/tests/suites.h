// suites.h - the test suites, one a module; main.c runs them all.
#ifndef NAV_SUITES_H
#define NAV_SUITES_H

#include <check.h>

Suite *nav_test_mem(void);
Suite *nav_test_num(void);
Suite *nav_test_predicates(void);
Suite *nav_test_arc(void);
Suite *nav_test_shape(void);
Suite *nav_test_ring_json(void);
Suite *nav_test_cdt(void);
Suite *nav_test_erode(void);
Suite *nav_test_partition(void);
Suite *nav_test_merge(void);
Suite *nav_test_mesh(void);
Suite *nav_test_format(void);
Suite *nav_test_format_sections(void);
Suite *nav_test_format_links(void);
Suite *nav_test_bake(void);
Suite *nav_test_funnel(void);
Suite *nav_test_locate(void);
Suite *nav_test_closing(void);
Suite *nav_test_areas(void);
Suite *nav_test_carving(void);
Suite *nav_test_clearance(void);
Suite *nav_test_astar(void);
Suite *nav_test_raycast(void);
Suite *nav_test_query(void);
Suite *nav_test_weighted(void);
Suite *nav_test_trail(void);
Suite *nav_test_winding(void);
Suite *nav_test_folds(void);
Suite *nav_test_landmarks(void);
Suite *nav_test_bridges(void);
Suite *nav_test_cone_doors(void);
Suite *nav_test_polyanya(void);
Suite *nav_test_offmesh(void);
Suite *nav_test_offmesh_bound(void);
Suite *nav_test_offmesh_search(void);
Suite *nav_test_bake_model(void);
Suite *nav_test_link(void);
Suite *nav_test_stitch(void);
Suite *nav_test_facets(void);
Suite *nav_test_weld(void);
Suite *nav_test_predicates3d(void);
Suite *nav_test_obj(void);
Suite *nav_test_obj_faults(void);
Suite *nav_test_angle(void);
Suite *nav_test_obstacle(void);
Suite *nav_test_scenario(void);
Suite *nav_test_obstruct(void);
Suite *nav_test_field_grid(void);

#endif
