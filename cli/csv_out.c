// csv_out.c - answers as comma-separated values (RFC 4180, lines end in LF).
//
// Each kind of row has a fixed list of columns, named at the head of the file.
// An answer without rows of its kind - no path, or a path that crosses no
// portal - is one row whose fields after the status are empty: no query goes
// without a row.
#include "csv_out.h"

#include <string.h>

typedef enum row_kind { WAYPOINT, PORTAL, SUMMARY, LOCATION, RAY } row_kind;
enum { ROW_KINDS = RAY + 1 };

#define SUMMARY_REST                                                           \
    "waypoints,portals,start_polygon,end_polygon,expanded,snap_start,snap_end"
#define SUMMARY_COLUMNS "length," SUMMARY_REST
#define SUMMARY_COLUMNS_3D "length,length3d," SUMMARY_REST

// Columns behind id and status, of meshes without and with heights.
static const char *const column_names[ROW_KINDS][2] = {
    [WAYPOINT] = {"seq,x,y", "seq,x,y,z"},
    [PORTAL] = {"seq,from,to,left_x,left_y,right_x,right_y",
                "seq,from,to,left_x,left_y,left_z,right_x,right_y,right_z"},
    [SUMMARY] = {SUMMARY_COLUMNS, SUMMARY_COLUMNS_3D},
    [LOCATION] = {"polygon,x,y,distance", "polygon,x,y,z,distance"},
    [RAY] = {"clear,x,y,distance,start_polygon,end_polygon",
             "clear,x,y,z,distance,start_polygon,end_polygon"}};

static row_kind kind_of_row(const answer_style *style)
{
    switch (style->kind) {
    case ANSWER_LOCATION:
        return LOCATION;
    case ANSWER_RAY:
        return RAY;
    case ANSWER_PATH:
        break;
    }
    switch (style->rows) {
    case ANSWER_PORTALS:
        return PORTAL;
    case ANSWER_SUMMARY:
        return SUMMARY;
    case ANSWER_WAYPOINTS:
        break;
    }
    return WAYPOINT;
}

static const char *columns(const answer_style *style)
{
    return column_names[kind_of_row(style)][style->heights ? 1 : 0];
}

// Columns behind those, where there are links or costs.
static const char *more_columns(const answer_style *style)
{
    switch (kind_of_row(style)) {
    case PORTAL:
        return style->linked != NULL ? ",link" : "";
    case SUMMARY:
        return style->costs             ? ",cost,bound"
               : answer_has_cost(style) ? ",cost"
                                        : "";
    case WAYPOINT:
    case LOCATION:
    case RAY:
        break;
    }
    return "";
}

void csv_out_begin(out *o, const answer_style *style)
{
    out_text(o, style->events ? "event,id,status," : "id,status,");
    out_text(o, columns(style));
    out_text(o, more_columns(style));
    out_char(o, '\n');
}

void csv_out_text(out *o, const char *field)
{
    if (strpbrk(field, ",\"\r\n") == NULL) {
        out_text(o, field);
        return;
    }
    out_char(o, '"');
    for (; *field != '\0'; field++) {
        if (*field == '"') {
            out_char(o, '"');
        }
        out_char(o, *field);
    }
    out_char(o, '"');
}

void csv_out_id(out *o, const answer *a)
{
    if (a->id_is_number) {
        out_text(o, a->id);
    } else {
        csv_out_text(o, a->id);
    }
}

static void put_head(out *o, const answer *a)
{
    if (a->event != NULL) {
        out_text(o, a->event);
        out_char(o, ',');
    }
    csv_out_id(o, a);
    out_char(o, ',');
    out_text(o, a->status);
}

static void put_count(out *o, uint64_t count)
{
    out_char(o, ',');
    out_count(o, count);
}

static void put_polygon(out *o, nav_poly_id polygon)
{
    out_char(o, ',');
    if (polygon != NAV_NONE) {
        out_count(o, polygon);
    }
}

static void put_number(out *o, const answer_style *style, double value)
{
    out_char(o, ',');
    out_number(o, value, style->precision);
}

static void put_point(out *o, const answer_style *style, nav_vec2 plan,
                      double height)
{
    double c[3];
    int count = answer_point(style, plan, height, c);
    for (int i = 0; i < count; i++) {
        put_number(o, style, c[i]);
    }
}

// As many commas as are in a list of columns.
static void put_commas(out *o, const char *names)
{
    for (const char *c = names; *c != '\0'; c++) {
        if (*c == ',') {
            out_char(o, ',');
        }
    }
}

static void put_empty(out *o, const answer_style *style, const answer *a)
{
    put_head(o, a);
    out_char(o, ',');
    put_commas(o, columns(style));
    put_commas(o, more_columns(style));
    out_char(o, '\n');
}

static void put_waypoints(out *o, const answer_style *style, const answer *a)
{
    for (size_t i = 0; i < a->path.waypoint_count; i++) {
        put_head(o, a);
        put_count(o, i);
        put_point(o, style, a->path.waypoints[i],
                  style->heights ? a->path.heights[i] : 0);
        out_char(o, '\n');
    }
}

// The column that tells whether portal i is a link, and which one; `next` is
// the next link of the path.
static void put_link(out *o, const nav_path *path, size_t i, size_t *next)
{
    out_char(o, ',');
    if (*next < path->link_count && path->links[*next].portal == i) {
        out_count(o, path->links[*next].link);
        (*next)++;
    }
}

static void put_portals(out *o, const answer_style *style, const answer *a)
{
    size_t next = 0;
    for (size_t i = 0; i < a->path.portal_count; i++) {
        const nav_portal *portal = &a->path.portals[i];
        put_head(o, a);
        put_count(o, i);
        put_polygon(o, portal->from);
        put_polygon(o, portal->to);
        put_point(o, style, portal->left, portal->left_height);
        put_point(o, style, portal->right, portal->right_height);
        if (style->linked != NULL) {
            put_link(o, &a->path, i, &next);
        }
        out_char(o, '\n');
    }
    if (a->path.portal_count == 0) {
        put_empty(o, style, a);
    }
}

static void put_summary(out *o, const answer_style *style, const answer *a)
{
    put_head(o, a);
    put_number(o, style, a->path.length);
    if (style->heights) {
        put_number(o, style, a->path.length3d);
    }
    put_count(o, a->path.waypoint_count);
    put_count(o, a->path.portal_count);
    put_polygon(o, a->path.start_polygon);
    put_polygon(o, a->path.end_polygon);
    put_count(o, a->path.expanded);
    put_number(o, style, a->path.snap_start);
    put_number(o, style, a->path.snap_end);
    if (answer_has_cost(style)) {
        put_number(o, style, a->path.cost);
    }
    if (style->costs) {
        put_number(o, style, a->path.bound);
    }
    out_char(o, '\n');
}

static void put_path(out *o, const answer_style *style, const answer *a)
{
    switch (style->rows) {
    case ANSWER_WAYPOINTS:
        put_waypoints(o, style, a);
        break;
    case ANSWER_PORTALS:
        put_portals(o, style, a);
        break;
    case ANSWER_SUMMARY:
        put_summary(o, style, a);
        break;
    }
}

static void put_location(out *o, const answer_style *style, const answer *a)
{
    put_head(o, a);
    put_polygon(o, a->location.polygon);
    put_point(o, style, a->location.point, a->location.height);
    put_number(o, style, a->location.distance);
    out_char(o, '\n');
}

static void put_ray(out *o, const answer_style *style, const answer *a)
{
    put_head(o, a);
    put_count(o, a->ray.clear ? 1 : 0);
    put_point(o, style, a->ray.hit, a->ray.hit_height);
    put_number(o, style, a->ray.distance);
    put_polygon(o, a->ray.start_polygon);
    put_polygon(o, a->ray.end_polygon);
    out_char(o, '\n');
}

void csv_out_answer(out *o, const answer_style *style, const answer *a)
{
    // The nearest polygon is given also when it is too far away.
    bool located =
        style->kind == ANSWER_LOCATION && a->location.polygon != NAV_NONE;
    bool empty = a->bad || (!a->found && !located);
    if (empty) {
        put_empty(o, style, a);
        return;
    }
    switch (style->kind) {
    case ANSWER_PATH:
        put_path(o, style, a);
        break;
    case ANSWER_LOCATION:
        put_location(o, style, a);
        break;
    case ANSWER_RAY:
        put_ray(o, style, a);
        break;
    }
}
