// survey.c - chooses landmarks and measures from them (landmarks.c says what
// for).
//
// Islands do not see each other, so one flood measures from one landmark of
// each, and all islands have theirs after as many floods as one would need.
#include "base/error.h"
#include "base/vec.h"
#include "search/flood.h"

// Most cones of a flood, and for each edge where that is more.  Rooms, mazes
// and streets need up to three an edge.  Among small holes in the open most
// corners see each other, the number grows with the square of theirs, and at
// half a million, a fifth of a second for each of seventeen floods, the
// distances begin to cost more than they are likely to save.
enum { CONES_MOST = 1 << 19, CONES_AN_EDGE = 4 };

typedef struct surveyor {
    nav_mesh *mesh;
    nav_flood flood;
    uint32_t *island;  // [vertices] of a vertex; NAV_NONE where several parts
                       // of the mesh touch
    double *distance;  // [vertices] from the last landmarks
    double *nearest;   // [vertices] from the nearest landmark
    nav_vert_id *pick; // [islands] the next landmark
} surveyor;

// Where parts of the mesh only touch in a vertex it has a distance for each of
// them.  There as many boundary edges start; what looks like it is left out.
static void find_islands(surveyor *s)
{
    const nav_mesh *mesh = s->mesh;
    for (uint32_t v = 0; v < mesh->info.vertices; v++) {
        s->island[v] = NAV_NONE;
        s->distance[v] = 0; // boundary edges that start there
    }
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        s->distance[mesh->corner[e]] += mesh->twin[e] == NAV_NONE ? 1 : 0;
    }
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        nav_vert_id v = mesh->corner[e];
        if (s->distance[v] <= 1) {
            s->island[v] = mesh->island[mesh->edge_polygon[e]];
        }
    }
}

// For each island the vertex farthest from its landmarks; at first, the one of
// least number.
static void pick_farthest(surveyor *s)
{
    for (uint32_t i = 0; i < s->mesh->info.islands; i++) {
        s->pick[i] = NAV_NONE;
    }
    for (uint32_t v = 0; v < s->mesh->info.vertices; v++) {
        if (s->island[v] != NAV_NONE) {
            nav_vert_id *pick = &s->pick[s->island[v]];
            if (*pick == NAV_NONE || s->nearest[v] > s->nearest[*pick]) {
                *pick = v;
            }
        }
    }
}

static nav_status measure(surveyor *s)
{
    for (uint32_t v = 0; v < s->mesh->info.vertices; v++) {
        s->distance[v] = HUGE_VAL;
    }
    for (uint32_t i = 0; i < s->mesh->info.islands; i++) {
        if (s->pick[i] != NAV_NONE) {
            s->distance[s->pick[i]] = 0;
        }
    }
    size_t most = (size_t)s->mesh->info.edges * CONES_AN_EDGE;
    return nav_flood_vertices(&s->flood, most > CONES_MOST ? most : CONES_MOST,
                              s->distance);
}

static nav_status run(surveyor *s)
{
    nav_mesh *mesh = s->mesh;
    uint32_t vertices = mesh->info.vertices;
    find_islands(s);
    for (uint32_t v = 0; v < vertices; v++) {
        s->nearest[v] = 0;
    }
    // A flood from anywhere finds the rim, where landmarks serve best.
    pick_farthest(s);
    nav_status status = measure(s);
    for (uint32_t v = 0; v < vertices; v++) {
        s->nearest[v] = s->distance[v];
    }
    for (size_t k = 0; k < NAV_LANDMARKS && status == NAV_OK; k++) {
        pick_farthest(s);
        status = measure(s);
        for (uint32_t v = 0; v < vertices; v++) {
            double d = s->distance[v];
            s->nearest[v] = k == 0 || d < s->nearest[v] ? d : s->nearest[v];
            bool known = s->island[v] != NAV_NONE && d < HUGE_VAL;
            if (known && !nav_landmark_fits(d)) {
                return NAV_LIMIT;
            }
            mesh->landmark[(size_t)v * NAV_LANDMARKS + k] =
                known ? (float)d : (float)NAN;
        }
    }
    return status;
}

nav_status nav_mesh_add_landmarks(nav_mesh *mesh, nav_error *error)
{
    // Where floors branch or fold back in plan, cones may go to and fro between
    // them and a flood, which no goal ends, would not end.
    if (mesh->landmark || !mesh->plain) {
        return NAV_OK;
    }
    size_t vertices = mesh->info.vertices;
    surveyor s = {.mesh = mesh};
    nav_status status = nav_flood_init(&s.flood, mesh, &mesh->mem);
    if (status != NAV_OK) {
        return nav_fail_memory(error);
    }
    s.island = nav_mem_new(&mesh->mem, vertices, sizeof *s.island);
    s.distance = nav_mem_new(&mesh->mem, vertices, sizeof *s.distance);
    s.nearest = nav_mem_new(&mesh->mem, vertices, sizeof *s.nearest);
    s.pick = nav_mem_new(&mesh->mem, mesh->info.islands, sizeof *s.pick);
    bool ready = s.island && s.distance && s.nearest && s.pick &&
                 nav_mesh_new_landmarks(mesh, error) == NAV_OK;
    status = ready ? run(&s) : NAV_NOMEM;
    nav_mem_free(&mesh->mem, s.island, vertices, sizeof *s.island);
    nav_mem_free(&mesh->mem, s.distance, vertices, sizeof *s.distance);
    nav_mem_free(&mesh->mem, s.nearest, vertices, sizeof *s.nearest);
    nav_mem_free(&mesh->mem, s.pick, mesh->info.islands, sizeof *s.pick);
    nav_flood_fini(&s.flood);
    if (status != NAV_OK) {
        nav_mem_free(&mesh->mem, mesh->landmark, mesh->room.vertices,
                     NAV_LANDMARKS * sizeof *mesh->landmark);
        mesh->landmark = NULL;
        mesh->info.has_landmarks = false;
        return status == NAV_LIMIT ? NAV_OK : nav_fail_memory(error);
    }
    return NAV_OK;
}
