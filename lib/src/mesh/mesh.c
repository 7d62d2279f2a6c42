// mesh.c - the finished mesh: adjacency, islands, validation.
//
// A mesh is given by four arrays: vertices, the first edge of each polygon, the
// corner where each edge starts, and the twin of each edge.  The rest follows
// from them and is derived here, by the baker and by the reader of files alike:
// what is not stored cannot be stored wrongly.
//
// Validation is what lets the query side trust a mesh from a stranger.  It is
// complete in this sense: numbers are in range, so no access is out of bounds;
// polygons are convex and wind once, so location and walks are right; twins are
// mutual and geometric, so whatever is left through a portal is entered on its
// other side.  Whether polygons overlap is not checked: on floors above each
// other they may.
//
// On a mesh with heights an edge may join more than two floors, as the floor
// before the stairs, the stairs, and the floor under them.  Its edges then form
// a ring, each the twin of the one before.  Two edges of a ring that run the
// same way have their polygons on the same side: who goes from one to the other
// touches the edge and turns back.  The vertices of a ring's edges need not be
// the same, since steps link floors of different heights; their places in plan
// are.
//
// Islands are found by union-find.
//
// References: Robert Tarjan, "Efficiency of a Good But Not Linear Set Union
// Algorithm", 1975; Arnold Neumaier, "Rundungsfehleranalyse einiger Verfahren
// zur Summation endlicher Summen", 1974.
#include "mesh/mesh.h"

#include "base/error.h"
#include "base/forest.h"
#include "geometry/predicates.h"
#include "geometry/turn.h"

// ---------------------------------------------------------------------------
// Deriving
// ---------------------------------------------------------------------------

// Numbers the islands in the order of their first polygons.  The array first
// holds the forest, roots being the least polygon of each tree.
void nav_mesh_find_islands(nav_mesh *mesh)
{
    uint32_t *island = mesh->island;
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        island[p] = p;
    }
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        uint32_t twin = mesh->twin[e];
        // The two halves of an edge say the same.
        bool is_said = twin < e && mesh->twin[twin] == e;
        if (twin != NAV_NONE && !is_said) {
            nav_forest_join(island, mesh->edge_polygon[e], mesh->neighbour[e]);
        }
    }
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        island[p] = nav_forest_root(island, p);
    }
    uint32_t count = 0;
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        // The root of p comes before p and has its number already.  A closed
        // polygon has no neighbours, and is no root but its own.
        if (nav_mesh_is_closed(mesh, p)) {
            island[p] = NAV_NONE;
        } else {
            island[p] = island[p] == p ? count++ : island[island[p]];
        }
    }
    mesh->info.islands = count;
}

// Twice the area of a triangle, to 2^-48 relative at worst: rounded where the
// products do not cancel (the bound of the predicates' filter), else exact.
static double area2(nav_vec2 a, nav_vec2 b, nav_vec2 c)
{
    nav_vec2 ab = nav_vec2_sub(b, a);
    nav_vec2 ac = nav_vec2_sub(c, a);
    double left = ab.x * ac.y;
    double right = ab.y * ac.x;
    double area = left - right;
    if (left == 0 && right == 0) {
        return 0; // in a row along an axis, exactly
    }
    return fabs(left) + fabs(right) < 8 * fabs(area)
               ? area
               : nav_orient_area2(a, b, c);
}

// Sum of the areas, by Neumaier's compensated summation.
static double sum_areas(const nav_mesh *mesh)
{
    double sum = 0;
    double lost = 0;
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        if (nav_mesh_is_closed(mesh, p)) {
            continue;
        }
        uint32_t first = mesh->first[p];
        nav_vec2 a = nav_mesh_edge_start(mesh, first);
        for (uint32_t e = first + 1; e + 1 < mesh->first[p + 1]; e++) {
            double area = area2(a, nav_mesh_edge_start(mesh, e),
                                nav_mesh_edge_start(mesh, e + 1));
            double next = sum + area;
            lost += fabs(sum) >= fabs(area) ? (sum - next) + area
                                            : (area - next) + sum;
            sum = next;
        }
    }
    return (sum + lost) / 2;
}

// Counts shared edges, each ring once by its least edge.
static void count_portals(const nav_mesh *mesh, nav_mesh_info *info)
{
    info->portals = 0;
    info->nonmanifold_edges = 0;
    for (uint32_t e = 0; e < info->edges; e++) {
        uint32_t length = 1;
        bool least = mesh->twin[e] != NAV_NONE;
        for (uint32_t t = mesh->twin[e]; least && t != e; t = mesh->twin[t]) {
            least = e < t;
            length++;
        }
        info->portals += least;
        info->nonmanifold_edges += least && length > 2;
    }
}

// Whether edge e and its twin, which is greater, are but each other's, and run
// between the same vertices.
static bool is_pair(const nav_mesh *mesh, uint32_t e)
{
    uint32_t twin = mesh->twin[e];
    return mesh->twin[twin] == e &&
           mesh->corner[nav_mesh_next(mesh, e)] == mesh->corner[twin] &&
           mesh->corner[nav_mesh_next(mesh, twin)] == mesh->corner[e];
}

// Each pair is seen from its lesser edge, and of any ring an edge that has a
// greater one as its twin.
static bool is_plain(const nav_mesh *mesh)
{
    for (uint32_t e = 0; mesh->height && e < mesh->info.edges; e++) {
        uint32_t twin = mesh->twin[e];
        if (twin != NAV_NONE && twin > e && !is_pair(mesh, e)) {
            return false;
        }
    }
    return true;
}

static void measure(nav_mesh *mesh)
{
    nav_mesh_info *info = &mesh->info;
    info->bounds = nav_box_empty();
    info->lowest = mesh->height ? mesh->height[0] : 0;
    info->highest = info->lowest;
    for (uint32_t v = 0; v < info->vertices; v++) {
        info->bounds = nav_box_add(info->bounds, mesh->vertex[v]);
        double height = mesh->height ? mesh->height[v] : 0;
        info->lowest = height < info->lowest ? height : info->lowest;
        info->highest = height > info->highest ? height : info->highest;
    }
    info->area = sum_areas(mesh);
    mesh->plain = is_plain(mesh);
    mesh->level = info->lowest == info->highest;
}

void nav_mesh_finish(nav_mesh *mesh)
{
    nav_mesh_info *info = &mesh->info;
    info->most_corners = 0;
    info->closed = 0;
    for (uint32_t p = 0; p < info->polygons; p++) {
        uint32_t count = mesh->first[p + 1] - mesh->first[p];
        info->most_corners =
            count > info->most_corners ? count : info->most_corners;
        info->closed += nav_mesh_is_closed(mesh, p);
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            mesh->edge_polygon[e] = p;
        }
    }
    for (uint32_t e = 0; e < info->edges; e++) {
        uint32_t twin = mesh->twin[e];
        mesh->neighbour[e] =
            twin == NAV_NONE ? NAV_NONE : mesh->edge_polygon[twin];
    }
    count_portals(mesh, info);
    nav_mesh_find_islands(mesh);
    measure(mesh);
}

// ---------------------------------------------------------------------------
// Checking
// ---------------------------------------------------------------------------

static nav_status check_polygon_sizes(const nav_mesh *mesh, nav_error *error)
{
    const nav_mesh_info *info = &mesh->info;
    if (info->polygons == 0) {
        return nav_fail(error, NAV_FORMAT, "the mesh has no polygon");
    }
    if (mesh->first[0] != 0 || mesh->first[info->polygons] != info->edges) {
        return nav_fail(error, NAV_FORMAT,
                        "the polygons do not share out all edges");
    }
    for (uint32_t p = 0; p < info->polygons; p++) {
        if (mesh->first[p + 1] > info->edges ||
            mesh->first[p] > mesh->first[p + 1] ||
            mesh->first[p + 1] - mesh->first[p] < 3) {
            return nav_fail(error, NAV_FORMAT,
                            "polygon %u has fewer than three corners", p);
        }
    }
    return NAV_OK;
}

// The edge after e of polygon p.
static uint32_t edge_after(const nav_mesh *mesh, uint32_t p, uint32_t e)
{
    return e + 1 < mesh->first[p + 1] ? e + 1 : mesh->first[p];
}

// Whether following twins from e comes back to e soon.
static bool is_ring(const nav_mesh *mesh, uint32_t e)
{
    uint32_t twin = mesh->twin[e];
    for (int length = 1; length < NAV_RING_MOST; length++) {
        if (twin == NAV_NONE || twin >= mesh->info.edges) {
            return false;
        }
        if (twin == e) {
            return length > 1;
        }
        twin = mesh->twin[twin];
    }
    return twin == e;
}

// Whether the twin of e is an edge whose twin is e, or on a mesh with heights
// another edge of a ring.
static bool has_mutual_twin(const nav_mesh *mesh, uint32_t e)
{
    uint32_t twin = mesh->twin[e];
    if (twin >= mesh->info.edges || twin == e) {
        return false;
    }
    return mesh->twin[twin] == e || (mesh->height && is_ring(mesh, e));
}

static nav_status check_twins(const nav_mesh *mesh, nav_error *error)
{
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            uint32_t twin = mesh->twin[e];
            if (twin == NAV_NONE) {
                continue;
            }
            if (!has_mutual_twin(mesh, e)) {
                return nav_fail(error, NAV_FORMAT,
                                "edge %u of polygon %u has no mutual twin",
                                e - mesh->first[p], p);
            }
            // On a flat mesh the end of e is the start of its twin, whose own
            // turn checks the other end; check_rings does it for the others.
            if (!mesh->height &&
                mesh->corner[edge_after(mesh, p, e)] != mesh->corner[twin]) {
                return nav_fail(error, NAV_FORMAT,
                                "edge %u of polygon %u and its twin have "
                                "different ends",
                                e - mesh->first[p], p);
            }
        }
    }
    return NAV_OK;
}

nav_status nav_mesh_check_structure(const nav_mesh *mesh, nav_error *error)
{
    nav_status status = check_polygon_sizes(mesh, error);
    if (status != NAV_OK) {
        return status;
    }
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        if (mesh->corner[e] >= mesh->info.vertices) {
            return nav_fail(error, NAV_FORMAT,
                            "edge %u starts at vertex %u of %u", e,
                            mesh->corner[e], mesh->info.vertices);
        }
    }
    return check_twins(mesh, error);
}

static nav_status check_vertices(const nav_mesh *mesh, nav_error *error)
{
    for (uint32_t v = 0; v < mesh->info.vertices; v++) {
        nav_vec2 p = mesh->vertex[v];
        bool negative_zero =
            (p.x == 0 && signbit(p.x)) || (p.y == 0 && signbit(p.y));
        double height = mesh->height ? mesh->height[v] : 0;
        negative_zero = negative_zero || (height == 0 && signbit(height));
        if (!nav_vec2_is_legal(p) || !nav_coord_is_legal(height) ||
            negative_zero) {
            return nav_fail(error, NAV_FORMAT, "vertex %u is not a legal point",
                            v);
        }
    }
    return NAV_OK;
}

// Whether a polygon is convex, counter-clockwise, and winds once.
static bool is_convex(const nav_mesh *mesh, uint32_t p)
{
    uint32_t last = mesh->first[p + 1] - 1;
    nav_turn turn = nav_turn_begin(nav_mesh_edge_start(mesh, last - 1),
                                   nav_mesh_edge_start(mesh, last));
    for (uint32_t e = mesh->first[p]; e <= last; e++) {
        if (!nav_turn_add(&turn, nav_mesh_edge_start(mesh, e))) {
            return false;
        }
    }
    return nav_turn_side(&turn) == NAV_LEFT;
}

// The polygon of an edge, by bisection: edge_polygon may not be derived yet.
static uint32_t polygon_of(const nav_mesh *mesh, uint32_t edge)
{
    uint32_t low = 0;
    uint32_t high = mesh->info.polygons;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (mesh->first[middle] <= edge) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// Whether an edge from a to b and its twin from c to d are one segment in plan.
static bool is_same_segment(nav_vec2 a, nav_vec2 b, nav_vec2 c, nav_vec2 d)
{
    return (nav_vec2_equal(a, d) && nav_vec2_equal(b, c)) ||
           (nav_vec2_equal(a, c) && nav_vec2_equal(b, d));
}

// On a mesh with heights: twins have the same ends in plan.
static nav_status check_rings(const nav_mesh *mesh, nav_error *error)
{
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            uint32_t twin = mesh->twin[e];
            if (twin == NAV_NONE) {
                continue;
            }
            uint32_t q = polygon_of(mesh, twin);
            if (!is_same_segment(
                    nav_mesh_edge_start(mesh, e),
                    nav_mesh_edge_start(mesh, edge_after(mesh, p, e)),
                    nav_mesh_edge_start(mesh, twin),
                    nav_mesh_edge_start(mesh, edge_after(mesh, q, twin)))) {
                return nav_fail(error, NAV_FORMAT,
                                "edge %u of polygon %u and its twin are not "
                                "one segment in plan",
                                e - mesh->first[p], p);
            }
        }
    }
    return NAV_OK;
}

// Distances of two ends of an edge from a landmark differ by no more than its
// length: what is not so was not measured.  NaN stands for no distance.
static bool is_measured(float a, float b, double length)
{
    bool has_a = a == a, has_b = b == b;
    if ((has_a && !nav_landmark_fits((double)a)) ||
        (has_b && !nav_landmark_fits((double)b))) {
        return false;
    }
    double rounding =
        (double)NAV_LANDMARK_SLACK * ((double)a + (double)b + length);
    return !has_a || !has_b || fabs((double)a - (double)b) <= length + rounding;
}

// The first landmark whose distances do not fit the edge from vertex a to
// vertex b; NAV_LANDMARKS when all do.
static int unfit_landmark(const nav_mesh *mesh, nav_vert_id a, nav_vert_id b)
{
    const float *at_a = mesh->landmark + (size_t)a * NAV_LANDMARKS;
    const float *at_b = mesh->landmark + (size_t)b * NAV_LANDMARKS;
    double length = nav_vec2_distance(mesh->vertex[a], mesh->vertex[b]);
    int k = 0;
    while (k < NAV_LANDMARKS && is_measured(at_a[k], at_b[k], length)) {
        k++;
    }
    return k;
}

nav_status nav_mesh_check_landmarks(const nav_mesh *mesh, nav_error *error)
{
    if (!mesh->landmark) {
        return NAV_OK;
    }
    if (!mesh->plain) {
        // None can have been measured (survey.c), and the search would follow
        // what it cannot reach.
        return nav_fail(error, NAV_FORMAT,
                        "there are landmarks, but floors fold back or branch");
    }
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        int k = unfit_landmark(mesh, mesh->corner[e],
                               mesh->corner[nav_mesh_next(mesh, e)]);
        if (k < NAV_LANDMARKS) {
            return nav_fail(error, NAV_FORMAT,
                            "landmark %d of polygon %u does not fit its edges",
                            k, mesh->edge_polygon[e]);
        }
    }
    return NAV_OK;
}

bool nav_mesh_holds(const nav_mesh *mesh, nav_poly_id polygon, nav_vec2 point)
{
    uint32_t end = mesh->first[polygon + 1];
    nav_vec2 a = nav_mesh_edge_start(mesh, end - 1);
    for (uint32_t e = mesh->first[polygon]; e < end; e++) {
        nav_vec2 b = nav_mesh_edge_start(mesh, e);
        if (nav_orient(a, b, point) == NAV_RIGHT) {
            return false;
        }
        a = b;
    }
    return true;
}

static bool is_clean(nav_vec2 p)
{
    return nav_vec2_is_legal(p) && !(p.x == 0 && signbit(p.x)) &&
           !(p.y == 0 && signbit(p.y));
}

nav_status nav_mesh_check_links(const nav_mesh *mesh, nav_error *error)
{
    uint32_t polygons = mesh->info.polygons;
    for (uint32_t i = 0; i < mesh->info.links; i++) {
        const nav_offmesh_link *link = &mesh->link[i];
        if (!is_clean(link->from) || !is_clean(link->to)) {
            return nav_fail(error, NAV_FORMAT,
                            "an end of link %u is not a legal point", i);
        }
        if (!(link->cost <= NAV_LINK_COST_MAX) || signbit(link->cost)) {
            return nav_fail(error, NAV_FORMAT,
                            "the cost of link %u is not legal", i);
        }
        if (link->from_polygon >= polygons || link->to_polygon >= polygons ||
            !nav_mesh_holds(mesh, link->from_polygon, link->from) ||
            !nav_mesh_holds(mesh, link->to_polygon, link->to)) {
            return nav_fail(error, NAV_FORMAT,
                            "an end of link %u is not on its polygon", i);
        }
    }
    return NAV_OK;
}

static nav_status check_names(const nav_mesh *mesh, nav_error *error)
{
    for (uint32_t i = 0; i < mesh->info.areas; i++) {
        size_t size;
        const char *name = nav_areas_name(&mesh->areas, i, &size);
        if (!nav_areas_may_be(name, size)) {
            return nav_fail(error, NAV_FORMAT,
                            "the name of area %u is not UTF-8 of 1 to %d bytes",
                            i, NAV_AREA_NAME_MOST);
        }
        if (i > 0 && nav_areas_compare(&mesh->areas, i - 1, i) >= 0) {
            return nav_fail(error, NAV_FORMAT,
                            "the names of areas %u and %u do not ascend", i - 1,
                            i);
        }
    }
    return NAV_OK;
}

nav_status nav_mesh_check_areas(const nav_mesh *mesh, nav_error *error)
{
    if (!mesh->area) {
        return NAV_OK;
    }
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        uint32_t area = mesh->area[p];
        if (area != NAV_NONE && area >= mesh->info.areas) {
            return nav_fail(error, NAV_FORMAT, "polygon %u is of area %u of %u",
                            p, area, mesh->info.areas);
        }
    }
    return check_names(mesh, error);
}

nav_status nav_mesh_check_geometry(const nav_mesh *mesh, nav_error *error)
{
    nav_status status = check_vertices(mesh, error);
    if (status == NAV_OK && mesh->height) {
        status = check_rings(mesh, error);
    }
    for (uint32_t p = 0; p < mesh->info.polygons && status == NAV_OK; p++) {
        if (!is_convex(mesh, p)) {
            status =
                nav_fail(error, NAV_FORMAT,
                         "polygon %u is not convex and counter-clockwise", p);
        }
    }
    return status;
}

nav_status nav_mesh_validate(const nav_mesh *mesh, nav_error *error)
{
    nav_status status = nav_mesh_check_structure(mesh, error);
    if (status == NAV_OK) {
        status = nav_mesh_check_geometry(mesh, error);
    }
    if (status == NAV_OK) {
        status = nav_mesh_check_landmarks(mesh, error);
    }
    if (status == NAV_OK) {
        status = nav_mesh_check_areas(mesh, error);
    }
    return status == NAV_OK ? nav_mesh_check_links(mesh, error) : status;
}

// ---------------------------------------------------------------------------
// Looking
// ---------------------------------------------------------------------------

nav_mesh_info nav_mesh_get_info(const nav_mesh *mesh)
{
    nav_mesh_info info = mesh->info;
    if (mesh->overlay) {
        // Not kept up to date at every change.
        count_portals(mesh, &info);
        info.area = sum_areas(mesh);
    }
    return info;
}

const nav_vec2 *nav_mesh_vertices(const nav_mesh *mesh)
{
    return mesh->vertex;
}

const double *nav_mesh_heights(const nav_mesh *mesh)
{
    return mesh->height;
}

nav_polygon nav_mesh_polygon(const nav_mesh *mesh, nav_poly_id polygon)
{
    uint32_t first = mesh->first[polygon];
    return (nav_polygon){.count = mesh->first[polygon + 1] - first,
                         .corners = mesh->corner + first,
                         .neighbours = mesh->neighbour + first,
                         .island = mesh->island[polygon]};
}

uint32_t nav_mesh_link_count(const nav_mesh *mesh)
{
    return mesh->info.links;
}

nav_offmesh_link nav_mesh_link(const nav_mesh *mesh, uint32_t link)
{
    return mesh->link[link];
}
