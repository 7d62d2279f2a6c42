// report.c - navbake's report, as JSON.
//
// The keys and their order are promised; new ones come behind the old ones. All
// of them are always there, those about faces are 0 for an input without faces.
#include "report.h"

// Obstacles that are idle have a section of their own.
static const char *const warning_keys[NAV_WARN_OBSTACLE_IDLE] = {
    [NAV_WARN_SHORT_RING] = "short_ring",
    [NAV_WARN_ZERO_AREA] = "zero_area",
    [NAV_WARN_SPIKE] = "spike",
    [NAV_WARN_SELF_CROSSING] = "self_crossing",
    [NAV_WARN_HOLE_CROSSING] = "hole_partly_outside",
    [NAV_WARN_HOLE_OUTSIDE] = "hole_outside",
    [NAV_WARN_DUPLICATE_RING] = "duplicate_ring"};

size_t report_warnings(const report *r)
{
    size_t total = r->model.skipped;
    total += r->input.ignored > 0;
    total += r->floors.degenerate > 0;
    total += r->floors.crooked > 0;
    total += r->no_landmarks;
    total += r->radius_is_lost;
    total += r->bake.links_dropped;
    for (size_t i = 0; i < NAV_WARNING_KINDS; i++) {
        total += r->bake.warnings[i];
    }
    return total;
}

static void put_section(out *o, const char *name)
{
    out_text(o, "  \"");
    out_text(o, name);
    out_text(o, "\": {");
}

// `key` comes with the comma before it, where there is one.
static void put_key(out *o, const char *before, const char *key)
{
    out_text(o, before);
    out_char(o, '"');
    out_text(o, key);
    out_text(o, "\": ");
}

static void put_count(out *o, const char *before, const char *key,
                      uint64_t count)
{
    put_key(o, before, key);
    out_count(o, count);
}

static void put_number(out *o, const char *before, const char *key,
                       double value)
{
    put_key(o, before, key);
    out_number(o, value, OUT_SHORTEST);
}

static void put_seconds(out *o, const char *before, const char *key,
                        double value)
{
    put_key(o, before, key);
    out_number(o, value, 6);
}

static void put_input(out *o, const report *r)
{
    put_section(o, "input");
    put_count(o, "", "rings", r->input.rings);
    put_count(o, ", ", "vertices", r->input.points + r->model.vertices);
    put_count(o, ", ", "faces", r->floors.usable);
    put_count(o, ", ", "vertical", r->floors.vertical);
    put_count(o, ", ", "steep", r->floors.steep);
    put_count(o, ", ", "degenerate", r->floors.degenerate);
    put_count(o, ", ", "polygons", r->input.polygons);
    put_count(o, ", ", "ignored", r->input.ignored);
    put_count(o, ", ", "skipped", r->model.skipped);
    put_count(o, ", ", "crooked", r->floors.crooked);
    put_count(o, ", ", "welded", r->floors.welded);
    put_count(o, ", ", "stitched", r->floors.stitched);
    put_count(o, ", ", "step_links", r->floors.step_links);
    put_count(o, ", ", "unreachable", r->floors.unreachable);
    out_text(o, "},\n");
}

static void put_mesh(out *o, const report *r)
{
    put_section(o, "mesh");
    put_count(o, "", "vertices", r->mesh.vertices);
    put_count(o, ", ", "triangles", r->bake.triangles);
    put_count(o, ", ", "polygons", r->mesh.polygons);
    put_count(o, ", ", "portals", r->mesh.portals);
    put_count(o, ", ", "islands", r->mesh.islands);
    put_count(o, ", ", "nonmanifold_edges", r->mesh.nonmanifold_edges);
    put_number(o, ", ", "area", r->mesh.area);
    put_count(o, ", ", "most_corners", r->mesh.most_corners);
    put_key(o, ", ", "landmarks");
    out_text(o, r->mesh.has_landmarks ? "true" : "false");
    put_count(o, ", ", "areas", r->mesh.areas);
    out_text(o, "},\n");
}

// Without a radius the islands are those of the mesh.
static void put_agent(out *o, const report *r)
{
    bool has_radius = r->mesh.agent_radius > 0;
    put_section(o, "agent");
    put_number(o, "", "radius", r->mesh.agent_radius);
    put_number(o, ", ", "arc_tolerance", r->arc_tolerance);
    put_count(o, ", ", "islands_before",
              has_radius ? r->bake.islands_before : r->mesh.islands);
    put_count(o, ", ", "islands_vanished", r->bake.islands_vanished);
    put_count(o, ", ", "islands_split", r->bake.islands_split);
    put_number(o, ", ", "rounding", r->bake.agent_rounding);
    out_text(o, "},\n");
}

void report_write(out *o, const report *r)
{
    out_text(o, "{\n");
    put_input(o, r);
    put_mesh(o, r);
    put_section(o, "file");
    put_count(o, "", "bytes", r->file_bytes);
    out_text(o, "},\n");
    put_section(o, "seconds");
    put_seconds(o, "", "read", r->seconds_read);
    put_seconds(o, ", ", "triangulate", r->bake.seconds_triangulate);
    put_seconds(o, ", ", "merge", r->bake.seconds_merge);
    put_seconds(o, ", ", "write", r->seconds_write);
    put_seconds(o, ", ", "total", r->seconds_total);
    put_seconds(o, ", ", "landmarks", r->seconds_landmarks);
    out_text(o, "},\n");
    put_section(o, "warnings");
    for (size_t i = 0; i < NAV_WARN_OBSTACLE_IDLE; i++) {
        put_count(o, i == 0 ? "" : ", ", warning_keys[i], r->bake.warnings[i]);
    }
    put_count(o, ", ", "total", report_warnings(r));
    out_text(o, "},\n");
    put_section(o, "obstacles");
    put_count(o, "", "count", r->input.obstacles);
    put_count(o, ", ", "idle", r->bake.warnings[NAV_WARN_OBSTACLE_IDLE]);
    out_text(o, "},\n");
    put_agent(o, r);
    put_section(o, "links");
    put_count(o, "", "given", r->bake.links_given);
    put_count(o, ", ", "kept", r->bake.links_given - r->bake.links_dropped);
    put_count(o, ", ", "dropped", r->bake.links_dropped);
    out_text(o, "},\n");
    put_section(o, "memory");
    put_count(o, "", "peak", r->memory_peak);
    out_text(o, "}\n}\n");
}
