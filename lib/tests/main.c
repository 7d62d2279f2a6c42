// main.c - runs the test suites of the library.
//
//     library-tests [SUITE]...
//     library-tests --list
//
// Without arguments all of them, else those named; or their names.  The status
// is 0 when every check passed, 1 when one failed, 2 when there is no such
// suite.

#include "suites.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct suite_entry {
    const char *name;
    Suite *(*make)(void);
} suite_entry;

// In the order of the layers: the first failure is the one to look at.
static const suite_entry suite_table[] = {
    {"mem", nav_test_mem},
    {"num", nav_test_num},
    {"json", nav_test_json},
    {"predicates", nav_test_predicates},
    {"arc", nav_test_arc},
    {"angle", nav_test_angle},
    {"obstacle", nav_test_obstacle},
    {"scenario", nav_test_scenario},
    {"shape", nav_test_shape},
    {"ring_json", nav_test_ring_json},
    {"crossing", nav_test_crossing},
    {"cdt", nav_test_cdt},
    {"merge", nav_test_merge},
    {"mesh", nav_test_mesh},
    {"format", nav_test_format},
    {"format_sections", nav_test_format_sections},
    {"format_links", nav_test_format_links},
    {"bake", nav_test_bake},
    {"erode", nav_test_erode},
    {"passages", nav_test_passages},
    {"partition", nav_test_partition},
    {"obstruct", nav_test_obstruct},
    {"funnel", nav_test_funnel},
    {"locate", nav_test_locate},
    {"closing", nav_test_closing},
    {"areas", nav_test_areas},
    {"carving", nav_test_carving},
    {"carving_floors", nav_test_carving_floors},
    {"carving_told", nav_test_carving_told},
    {"clearance", nav_test_clearance},
    {"astar", nav_test_astar},
    {"raycast", nav_test_raycast},
    {"mover", nav_test_mover},
    {"neighbours", nav_test_neighbours},
    {"query", nav_test_query},
    {"matrix", nav_test_matrix},
    {"audit", nav_test_audit},
    {"crowd", nav_test_crowd},
    {"crowd_maps", nav_test_crowd_maps},
    {"weighted", nav_test_weighted},
    {"trail", nav_test_trail},
    {"places", nav_test_places},
    {"winding", nav_test_winding},
    {"folds", nav_test_folds},
    {"landmarks", nav_test_landmarks},
    {"bridges", nav_test_bridges},
    {"cone_doors", nav_test_cone_doors},
    {"polyanya", nav_test_polyanya},
    {"offmesh_bound", nav_test_offmesh_bound},
    {"offmesh_open", nav_test_offmesh_open},
    {"offmesh", nav_test_offmesh},
    {"offmesh_search", nav_test_offmesh_search},
    {"obj", nav_test_obj},
    {"obj_faults", nav_test_obj_faults},
    {"predicates3d", nav_test_predicates3d},
    {"weld", nav_test_weld},
    {"facets", nav_test_facets},
    {"stitch", nav_test_stitch},
    {"link", nav_test_link},
    {"bake_model", nav_test_bake_model},
    {"field_errors", nav_test_field_errors},
    {"far", nav_test_far},
    {"limits", nav_test_limits},
    {"threads", nav_test_threads},
    {"field_grid", nav_test_field_grid},
    {"field", nav_test_field},
    {"field_queries", nav_test_field_queries},
    {"field_floors", nav_test_field_floors},
    {"field_rules", nav_test_field_rules},
    {"field_walks", nav_test_field_walks},
};

static const size_t suite_count = sizeof suite_table / sizeof suite_table[0];

static bool is_suite(const char *name)
{
    for (size_t i = 0; i < suite_count; i++) {
        if (strcmp(suite_table[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_wanted(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], name) == 0) {
            return true;
        }
    }
    return argc == 1;
}

static bool names_are_known(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!is_suite(argv[i])) {
            fprintf(stderr,
                    "library-tests: no suite '%s'; there are:", argv[i]);
            for (size_t k = 0; k < suite_count; k++) {
                fprintf(stderr, " %s", suite_table[k].name);
            }
            fputc('\n', stderr);
            return false;
        }
    }
    return true;
}

static int list_suites(void)
{
    for (size_t i = 0; i < suite_count; i++) {
        puts(suite_table[i].name);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        return list_suites();
    }
    if (!names_are_known(argc, argv)) {
        return 2;
    }
    // Check stops a test after 4 seconds, which a slow machine may need.  This
    // limit only ends a test that hangs; one from the environment wins.
    if (setenv("CK_DEFAULT_TIMEOUT", "300", 0) != 0) {
        return 2;
    }
    SRunner *runner = srunner_create(NULL);
    for (size_t i = 0; i < suite_count; i++) {
        if (is_wanted(suite_table[i].name, argc, argv)) {
            srunner_add_suite(runner, suite_table[i].make());
        }
    }
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
