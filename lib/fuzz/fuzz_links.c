// fuzz_links.c - any text is read as links, or refused; those that were read
// are baked, written, read back and taken.
#include "drill.h"
#include "must.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Keeps one run short.
enum { LINKS_MOST = 40 };

static nav_mesh *bake(const nav_link_list *links, size_t *dropped)
{
    static const nav_vec2 square[] = {{0, 0}, {16, 0}, {16, 16}, {0, 16}};
    static const nav_vec2 hole[] = {{6, 6}, {9, 7}, {7, 9}};
    static const nav_vec2 island[] = {{20, 0}, {24, 0}, {24, 8}};
    nav_bake_options options = nav_bake_options_default();
    nav_bake_report report;
    nav_shape *shape = NULL;
    nav_mesh *mesh = NULL;
    options.links = links;
    must(nav_shape_new(NULL, &shape) == NAV_OK);
    must(nav_shape_begin_polygon(shape, NULL) == NAV_OK);
    must(nav_shape_add_ring(shape, square, 4, NULL) == NAV_OK);
    must(nav_shape_add_ring(shape, hole, 3, NULL) == NAV_OK);
    must(nav_shape_begin_polygon(shape, NULL) == NAV_OK);
    must(nav_shape_add_ring(shape, island, 3, NULL) == NAV_OK);
    must(nav_bake(shape, &options, NULL, &mesh, &report, NULL) == NAV_OK);
    must(report.links_given == nav_link_list_count(links));
    *dropped = report.links_dropped;
    nav_shape_free(shape);
    return mesh;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    nav_link_list *links = NULL;
    nav_error error = {.status = NAV_OK};
    if (size == 0) {
        return 0;
    }
    must(nav_link_list_new(NULL, &links) == NAV_OK);
    // The first byte tells how many coordinates a point has.
    nav_status status = nav_link_list_read_json(
        links, (const char *)data + 1, size - 1, data[0] % 2 != 0, &error);
    // A refusal says why.
    must(status == NAV_OK || error.message[0] != '\0');
    if (status == NAV_OK && nav_link_list_count(links) <= LINKS_MOST) {
        size_t dropped = 0;
        nav_drill_tally tally = {0};
        nav_mesh *mesh = bake(links, &dropped);
        must(nav_mesh_link_count(mesh) + dropped == nav_link_list_count(links));
        nav_drill(mesh, NULL, &tally);
        nav_mesh_free(mesh);
    }
    nav_link_list_free(links);
    return 0;
}
