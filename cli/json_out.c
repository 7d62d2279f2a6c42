// json_out.c - answers as JSON.
//
// Written directly, without a tree: the order of the keys is part of what is
// promised, numbers are the shortest text that reads back, and a path of any
// length takes no memory.  Fields that do not apply are left out.
//
// An id may hold any bytes, since CSV has no encoding; JSON is UTF-8.  What is
// not well-formed (The Unicode Standard, table 3-7) is replaced.
#include "json_out.h"

#include <stdio.h>
#include <string.h>

// Bytes of the UTF-8 character that begins here, 0 when there is none.
static size_t utf8_length(const unsigned char *c)
{
    unsigned char low = 0x80;
    unsigned char high = 0xbf;
    size_t length;
    if (c[0] < 0x80) {
        return 1;
    }
    if (c[0] >= 0xc2 && c[0] <= 0xdf) {
        length = 2;
    } else if (c[0] >= 0xe0 && c[0] <= 0xef) {
        length = 3;
        low = c[0] == 0xe0 ? 0xa0 : low;   // no longer than needed
        high = c[0] == 0xed ? 0x9f : high; // no surrogates
    } else if (c[0] >= 0xf0 && c[0] <= 0xf4) {
        length = 4;
        low = c[0] == 0xf0 ? 0x90 : low;
        high = c[0] == 0xf4 ? 0x8f : high; // nothing above U+10FFFF
    } else {
        return 0;
    }
    // The closing NUL is no continuation byte: this stops in time.
    if (c[1] < low || c[1] > high) {
        return 0;
    }
    for (size_t i = 2; i < length; i++) {
        if (c[i] < 0x80 || c[i] > 0xbf) {
            return 0;
        }
    }
    return length;
}

static void put_string(out *o, const char *string, bool in_page)
{
    char escape[8];
    out_char(o, '"');
    while (*string != '\0') {
        unsigned char c = (unsigned char)*string;
        size_t length = utf8_length((const unsigned char *)string);
        if (c == '"' || c == '\\') {
            out_char(o, '\\');
            out_char(o, *string);
        } else if (c < 0x20 || (in_page && c == '<')) {
            (void)snprintf(escape, sizeof escape, "\\u%04x", (unsigned int)c);
            out_text(o, escape);
        } else if (length == 0) {
            out_text(o, "\\ufffd");
            length = 1;
        } else {
            out_bytes(o, string, length);
        }
        string += length;
    }
    out_char(o, '"');
}

void json_out_area(out *o, const nav_mesh *mesh, uint32_t area, bool in_page)
{
    char name[NAV_AREA_NAME_MOST + 1];
    size_t size = 0;
    const char *bytes = nav_mesh_area_name(mesh, area, &size);
    memcpy(name, bytes, size);
    name[size] = '\0';
    put_string(o, name, in_page);
}

void json_out_string(out *o, const char *string)
{
    put_string(o, string, false);
}

void json_out_page_string(out *o, const char *string)
{
    put_string(o, string, true);
}

void json_out_key(out *o, const char *key)
{
    out_text(o, ",\n\"");
    out_text(o, key);
    out_text(o, "\":");
}

void json_out_count(out *o, const char *key, uint64_t count)
{
    json_out_key(o, key);
    out_count(o, count);
}

void json_out_number(out *o, const char *key, double value, int precision)
{
    json_out_key(o, key);
    out_number(o, value, precision);
}

void json_out_list(out *o, const double *value, size_t count, int precision)
{
    out_char(o, '[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            out_char(o, ',');
        }
        out_number(o, value[i], precision);
    }
    out_char(o, ']');
}

void json_out_point(out *o, nav_vec2 point, int precision)
{
    json_out_list(o, (const double[]){point.x, point.y}, 2, precision);
}

static void put_key(out *o, const char *key)
{
    out_text(o, ",\"");
    out_text(o, key);
    out_text(o, "\":");
}

static void put_number(out *o, const answer_style *style, const char *key,
                       double value)
{
    put_key(o, key);
    out_number(o, value, style->precision);
}

static void put_bool(out *o, const char *key, bool value)
{
    put_key(o, key);
    out_text(o, value ? "true" : "false");
}

static void put_polygon(out *o, const char *key, nav_poly_id polygon)
{
    if (polygon != NAV_NONE) {
        put_key(o, key);
        out_count(o, polygon);
    }
}

static void put_bare_point(out *o, const answer_style *style, nav_vec2 plan,
                           double height)
{
    double c[3];
    int count = answer_point(style, plan, height, c);
    for (int i = 0; i < count; i++) {
        out_char(o, i == 0 ? '[' : ',');
        out_number(o, c[i], style->precision);
    }
    out_char(o, ']');
}

static void put_point(out *o, const answer_style *style, const char *key,
                      nav_vec2 plan, double height)
{
    put_key(o, key);
    put_bare_point(o, style, plan, height);
}

// The polygons that the path goes through: where it starts, and each one behind
// a portal.
static void put_polygons(out *o, const nav_path *path)
{
    put_key(o, "polygons");
    out_char(o, '[');
    out_count(o, path->start_polygon);
    for (size_t i = 0; i < path->portal_count; i++) {
        out_char(o, ',');
        out_count(o, path->portals[i].to);
    }
    out_char(o, ']');
}

// What tells a portal that is a link from an edge.
static void put_link(out *o, const answer_style *style, uint32_t number)
{
    nav_offmesh_link link = nav_mesh_link(style->linked, number);
    put_key(o, "link");
    out_count(o, number);
    if (link.kind != NULL) {
        put_key(o, "kind");
        put_string(o, link.kind, style->in_page);
    }
}

static void put_portals(out *o, const answer_style *style, const nav_path *path)
{
    size_t next = 0; // link of the path
    put_key(o, "portals");
    out_char(o, '[');
    for (size_t i = 0; i < path->portal_count; i++) {
        const nav_portal *portal = &path->portals[i];
        out_text(o, i > 0 ? ",{\"from\":" : "{\"from\":");
        out_count(o, portal->from);
        put_polygon(o, "to", portal->to);
        put_point(o, style, "left", portal->left, portal->left_height);
        put_point(o, style, "right", portal->right, portal->right_height);
        if (next < path->link_count && path->links[next].portal == i) {
            put_link(o, style, path->links[next++].link);
        }
        out_char(o, '}');
    }
    out_char(o, ']');
}

static void put_waypoints(out *o, const answer_style *style,
                          const nav_path *path)
{
    put_key(o, "waypoints");
    out_char(o, '[');
    for (size_t i = 0; i < path->waypoint_count; i++) {
        if (i > 0) {
            out_char(o, ',');
        }
        put_bare_point(o, style, path->waypoints[i],
                       style->heights ? path->heights[i] : 0);
    }
    out_char(o, ']');
}

// The links taken.
static void put_links(out *o, const nav_path *path)
{
    put_key(o, "links");
    out_char(o, '[');
    for (size_t i = 0; i < path->link_count; i++) {
        if (i > 0) {
            out_char(o, ',');
        }
        out_count(o, path->links[i].link);
    }
    out_char(o, ']');
}

void json_out_measures(out *o, const answer_style *style, const answer *a)
{
    const nav_path *path = &a->path;
    put_number(o, style, "length", path->length);
    if (style->heights) {
        put_number(o, style, "length3d", path->length3d);
    }
    put_bool(o, "optimal", path->optimal);
    if (answer_has_cost(style)) {
        put_number(o, style, "cost", path->cost);
    }
    if (style->costs) {
        put_number(o, style, "bound", path->bound);
    }
}

static void put_path(out *o, const answer_style *style, const answer *a)
{
    const nav_path *path = &a->path;
    if (a->found) {
        json_out_measures(o, style, a);
    }
    // An end that is not on the mesh has no polygon.
    if (path->start_polygon != NAV_NONE) {
        put_point(o, style, "start", path->start, path->start_height);
    }
    if (path->end_polygon != NAV_NONE) {
        put_point(o, style, "end", path->end, path->end_height);
    }
    if (a->found) {
        put_polygons(o, path);
        put_portals(o, style, path);
        put_waypoints(o, style, path);
        if (style->linked != NULL) {
            put_links(o, path);
        }
    }
}

static void put_location(out *o, const answer_style *style, const answer *a)
{
    if (a->location.polygon == NAV_NONE) {
        return;
    }
    put_polygon(o, "polygon", a->location.polygon);
    put_point(o, style, "point", a->location.point, a->location.height);
    put_number(o, style, "distance", a->location.distance);
}

static void put_ray(out *o, const answer_style *style, const answer *a)
{
    if (a->ok) {
        put_bool(o, "clear", a->ray.clear);
        put_point(o, style, "hit", a->ray.hit, a->ray.hit_height);
        put_number(o, style, "distance", a->ray.distance);
        put_polygon(o, "start_polygon", a->ray.start_polygon);
        put_polygon(o, "end_polygon", a->ray.end_polygon);
    }
}

void json_out_link(out *o, const nav_offmesh_link *link, int precision)
{
    put_key(o, "cost");
    out_number(o, link->cost, precision);
    put_bool(o, "oneway", link->oneway);
    if (link->kind != NULL) {
        put_key(o, "kind");
        json_out_string(o, link->kind);
    }
}

static void put_fields(out *o, const answer_style *style, const answer *a)
{
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

static void put_id(out *o, const answer *a, bool in_page)
{
    if (a->id_is_number) {
        out_text(o, a->id);
    } else {
        put_string(o, a->id, in_page);
    }
}

void json_out_id(out *o, const answer *a)
{
    put_id(o, a, false);
}

void json_out_names(out *o, const answer *a, bool in_page)
{
    if (a->event != NULL) {
        out_text(o, "\"event\":");
        out_text(o, a->event);
        out_char(o, ',');
    }
    out_text(o, "\"id\":");
    put_id(o, a, in_page);
    put_key(o, "status");
    json_out_string(o, a->status);
}

void json_out_answer(out *o, const answer_style *style, const answer *a)
{
    out_char(o, '{');
    json_out_names(o, a, style->in_page);
    if (!a->bad) {
        put_fields(o, style, a);
    }
    out_char(o, '}');
}
