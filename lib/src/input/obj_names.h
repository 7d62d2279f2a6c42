// obj_names.h - the names in force for the faces of a Wavefront OBJ text.
#ifndef NAV_OBJ_NAMES_H
#define NAV_OBJ_NAMES_H

#include "base/mem.h"
#include "mesh/areas.h"
#include "navmesh.h"

// The statements that name something.
typedef enum nav_obj_kind { NAV_OBJ_O, NAV_OBJ_G, NAV_OBJ_USEMTL } nav_obj_kind;
enum { NAV_OBJ_KINDS = 3 };

// A name in the text: the words from `at` to the end of the statement.
typedef struct nav_obj_name {
    uint64_t hash;
    const char *at;
} nav_obj_name;

// A naming is what is in force for some faces: the number of a name a kind.
typedef struct nav_obj_naming {
    uint32_t name[NAV_OBJ_KINDS];
} nav_obj_naming;

typedef struct nav_obj_names {
    nav_allocator mem;
    const char *end;                    // of the text
    const char *current[NAV_OBJ_KINDS]; // names in force
    bool changed[NAV_OBJ_KINDS];        // since the last naming
    nav_obj_name *name;                 // in the order of the text
    size_t names, name_capacity;
    nav_obj_naming *naming;
    size_t namings, naming_capacity;
} nav_obj_names;

// Begins a text that ends at `end`, no name in force.
void nav_obj_names_init(nav_obj_names *n, const nav_allocator *mem,
                        const char *end);
void nav_obj_names_fini(nav_obj_names *n);

// A name comes into force, the text of which begins at `at`.
void nav_obj_names_set(nav_obj_names *n, nav_obj_kind kind, const char *at);

// Gives the number of the naming in force, from 0; NAV_NOMEM when it fails.
NAV_MUST_CHECK nav_status nav_obj_names_current(nav_obj_names *n,
                                                uint32_t *number);

// The numbers of some faces' namings, which become those of their areas.
typedef struct nav_obj_faces {
    uint32_t *area;
    size_t count;
} nav_obj_faces;

// Turns the numbers of namings of some faces into numbers of areas, in the
// order of first use, and adds the names of these to `areas`, by whose count
// they begin.  Namings with the same names are one area.  NAV_SYNTAX when a
// name is too long: *long_name is then where in the text it gets so.  What a
// failure has added stays.
NAV_MUST_CHECK nav_status nav_obj_names_to_areas(const nav_obj_names *n,
                                                 const nav_obj_faces *faces,
                                                 nav_areas *areas,
                                                 const char **long_name);

#endif
