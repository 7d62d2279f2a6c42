// ring_json.c - JSON texts to shapes.
//
// Three forms are told apart by the outermost value:
//
//   [[[x,y],...], ...]                    a list of rings, the first one outer
//   {"polygons":[{"outer":[...],"holes":[[...],...]}, ...], "obstacles":[...],
//    "links":[...]}
//   {"type":"FeatureCollection" ...}      GeoJSON (RFC 7946)
//
// cJSON checks the syntax and builds a tree, which lives only inside
// nav_shape_read_json.  It keeps no positions, so a value of the wrong kind is
// named by polygon, ring and point; malformed JSON by line and column.  cJSON
// limits the nesting to 1,000, which also bounds the recursion here.
//
// cJSON turns a literal such as 1e999 into an infinity; nav_shape_add_point
// refuses it.  Rings are walked through the tree's own links: cJSON's functions
// that take an index count from the front each time.
//
// Reference: H. Butler et al., "The GeoJSON Format", RFC 7946, 2016.
#include "base/error.h"
#include "input/offmesh_json.h"
#include "input/shape.h"
#include "obstacle/obstacle_json.h"

#include <string.h>

// The polygon and ring that is being read are the last ones of the shape.
static nav_status fail_here(const nav_shape *shape, nav_error *error,
                            const char *what)
{
    if (shape->polygon_count == 0 || shape->rings_of_last == 0) {
        return nav_fail(error, NAV_SYNTAX, "polygon %u: %s",
                        shape->polygon_count ? shape->polygon_count - 1 : 0,
                        what);
    }
    const nav_ring *ring = &shape->rings[shape->ring_count - 1];
    return nav_fail(error, NAV_SYNTAX, "polygon %u ring %u point %u: %s",
                    ring->polygon, ring->number, ring->count, what);
}

static nav_status read_point(nav_shape *shape, const cJSON *value,
                             nav_error *error)
{
    const cJSON *x = cJSON_IsArray(value) ? value->child : NULL;
    const cJSON *y = x ? x->next : NULL;
    if (!cJSON_IsNumber(x) || !cJSON_IsNumber(y)) {
        return fail_here(shape, error, "expected a point [x, y]");
    }
    // GeoJSON positions may carry an altitude and more; the plane has none.
    for (const cJSON *more = y->next; more; more = more->next) {
        if (!cJSON_IsNumber(more)) {
            return fail_here(shape, error, "expected a point [x, y]");
        }
    }
    nav_vec2 point = {x->valuedouble, y->valuedouble};
    return nav_shape_add_point(shape, point, error);
}

static nav_status read_ring(nav_shape *shape, const cJSON *value,
                            nav_error *error)
{
    nav_status status = nav_shape_begin_ring(shape, error);
    if (status != NAV_OK) {
        return status;
    }
    if (!cJSON_IsArray(value)) {
        return fail_here(shape, error, "expected a ring, a list of points");
    }
    const cJSON *point = value->child;
    for (; point && status == NAV_OK; point = point->next) {
        status = read_point(shape, point, error);
    }
    return status;
}

// A list of rings, the first one outer: a polygon.
static nav_status read_ring_list(nav_shape *shape, const cJSON *value,
                                 nav_error *error)
{
    nav_status status = nav_shape_begin_polygon(shape, error);
    if (status != NAV_OK) {
        return status;
    }
    if (!cJSON_IsArray(value)) {
        return fail_here(shape, error, "expected a list of rings");
    }
    const cJSON *ring = value->child;
    for (; ring && status == NAV_OK; ring = ring->next) {
        status = read_ring(shape, ring, error);
    }
    return status;
}

// {"outer": ring, "holes": [ring, ...], "area": name}
static nav_status read_polygon_object(nav_shape *shape, const cJSON *value,
                                      nav_error *error)
{
    nav_status status = nav_shape_begin_polygon(shape, error);
    if (status != NAV_OK) {
        return status;
    }
    const cJSON *outer = nav_json_member(value, "outer");
    const cJSON *holes = nav_json_member(value, "holes");
    const cJSON *area = nav_json_member(value, "area");
    if (!outer) {
        return fail_here(shape, error, "expected an object with \"outer\"");
    }
    if (area && !cJSON_IsString(area) && !cJSON_IsNull(area)) {
        return fail_here(shape, error, "\"area\" must be a name");
    }
    if (holes && !cJSON_IsArray(holes)) {
        return fail_here(shape, error, "\"holes\" must be a list of rings");
    }
    status = read_ring(shape, outer, error);
    const cJSON *ring = holes ? holes->child : NULL;
    for (; ring && status == NAV_OK; ring = ring->next) {
        status = read_ring(shape, ring, error);
    }
    if (status == NAV_OK && cJSON_IsString(area)) {
        status = nav_shape_set_area(shape, area->valuestring, error);
    }
    return status;
}

static nav_status read_obstacles(nav_shape *shape, const cJSON *list,
                                 nav_error *error)
{
    bool is_empty =
        cJSON_IsNull(list) || (cJSON_IsObject(list) && !list->child);
    if (is_empty) {
        return NAV_OK;
    }
    if (!cJSON_IsArray(list)) {
        return nav_fail(error, NAV_SYNTAX, "\"obstacles\" must be a list");
    }
    return nav_obstacles_read_tree(shape->obstacles, list, error);
}

static nav_status read_map_object(nav_shape *shape, const cJSON *map,
                                  nav_error *error)
{
    const cJSON *polygons = nav_json_member(map, "polygons");
    if (!cJSON_IsArray(polygons)) {
        return nav_fail(error, NAV_SYNTAX, "\"polygons\" must be a list");
    }
    nav_status status = NAV_OK;
    const cJSON *obstacles = nav_json_member(map, "obstacles");
    if (obstacles) {
        status = read_obstacles(shape, obstacles, error);
    }
    const cJSON *links = nav_json_member(map, "links");
    if (status == NAV_OK && links && !cJSON_IsNull(links)) {
        status = nav_offmesh_read_tree(&shape->links, links, false, error);
    }
    const cJSON *polygon = polygons->child;
    for (; polygon && status == NAV_OK; polygon = polygon->next) {
        status = read_polygon_object(shape, polygon, error);
    }
    return status;
}

static nav_status read_geojson(nav_shape *shape, const cJSON *value,
                               nav_error *error);

// Every value of a list that holds GeoJSON objects.
static nav_status read_geojson_list(nav_shape *shape, const cJSON *list,
                                    const char *name, nav_error *error)
{
    if (!cJSON_IsArray(list)) {
        return nav_fail(error, NAV_SYNTAX, "GeoJSON: \"%s\" must be a list",
                        name);
    }
    nav_status status = NAV_OK;
    const cJSON *value = list->child;
    for (; value && status == NAV_OK; value = value->next) {
        status = read_geojson(shape, value, error);
    }
    return status;
}

static nav_status read_multi_polygon(nav_shape *shape, const cJSON *list,
                                     nav_error *error)
{
    if (!cJSON_IsArray(list)) {
        return nav_fail(error, NAV_SYNTAX,
                        "GeoJSON: \"coordinates\" must be a list");
    }
    nav_status status = NAV_OK;
    const cJSON *polygon = list->child;
    for (; polygon && status == NAV_OK; polygon = polygon->next) {
        status = read_ring_list(shape, polygon, error);
    }
    return status;
}

static bool is_other_geometry(const char *type)
{
    return strcmp(type, "Point") == 0 || strcmp(type, "MultiPoint") == 0 ||
           strcmp(type, "LineString") == 0 ||
           strcmp(type, "MultiLineString") == 0;
}

// A feature: its property "area" names the area of its polygons.  One that is
// no text, as the size in square metres that many files have, names nothing.
// NOLINTNEXTLINE(misc-no-recursion): cJSON limits the nesting to 1,000.
static nav_status read_feature(nav_shape *shape, const cJSON *value,
                               nav_error *error)
{
    const cJSON *geometry = nav_json_member(value, "geometry");
    const cJSON *area =
        nav_json_member(nav_json_member(value, "properties"), "area");
    uint32_t first = shape->polygon_count;
    nav_status status =
        geometry ? read_geojson(shape, geometry, error) : NAV_OK;
    if (status == NAV_OK && cJSON_IsString(area) &&
        shape->polygon_count > first) {
        status = nav_shape_set_areas(shape, first, area->valuestring, error);
    }
    return status;
}

// NOLINTNEXTLINE(misc-no-recursion): cJSON limits the nesting to 1,000.
static nav_status read_geojson(nav_shape *shape, const cJSON *value,
                               nav_error *error)
{
    if (cJSON_IsNull(value)) {
        return NAV_OK; // a feature without a geometry
    }
    const cJSON *name = nav_json_member(value, "type");
    const char *type = cJSON_IsString(name) ? name->valuestring : "";
    const cJSON *coordinates = nav_json_member(value, "coordinates");
    if (strcmp(type, "Polygon") == 0) {
        return read_ring_list(shape, coordinates, error);
    }
    if (strcmp(type, "MultiPolygon") == 0) {
        return read_multi_polygon(shape, coordinates, error);
    }
    if (strcmp(type, "Feature") == 0) {
        return read_feature(shape, value, error);
    }
    if (strcmp(type, "FeatureCollection") == 0) {
        return read_geojson_list(shape, nav_json_member(value, "features"),
                                 "features", error);
    }
    if (strcmp(type, "GeometryCollection") == 0) {
        return read_geojson_list(shape, nav_json_member(value, "geometries"),
                                 "geometries", error);
    }
    if (is_other_geometry(type)) {
        shape->ignored++;
        return NAV_OK;
    }
    return nav_fail(error, NAV_SYNTAX, "GeoJSON: unknown type \"%.40s\"", type);
}

static nav_status read_tree(nav_shape *shape, const cJSON *tree,
                            nav_error *error)
{
    if (cJSON_IsArray(tree)) {
        return read_ring_list(shape, tree, error);
    }
    if (nav_json_member(tree, "polygons")) {
        return read_map_object(shape, tree, error);
    }
    if (nav_json_member(tree, "type")) {
        return read_geojson(shape, tree, error);
    }
    return nav_fail(error, NAV_SYNTAX,
                    "expected a list of rings, an object with \"polygons\", or "
                    "GeoJSON");
}

nav_status nav_shape_read_json(nav_shape *shape, const char *text, size_t size,
                               nav_error *error)
{
    cJSON *tree = NULL;
    nav_status status = nav_json_parse(text, size, &shape->mem, &tree, error);
    if (status == NAV_OK) {
        status = read_tree(shape, tree, error);
        cJSON_Delete(tree);
    }
    return status;
}
