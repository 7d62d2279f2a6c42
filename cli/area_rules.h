// area_rules.h - what the command line says of areas: their costs, and which
// are forbidden.
#ifndef CLI_AREA_RULES_H
#define CLI_AREA_RULES_H

#include "diag.h"

typedef struct area_rule {
    char *name;  // as given
    double cost; // infinite: forbidden
} area_rule;

// In the order of the command line.
typedef struct area_rules {
    area_rule *rule;
    size_t count;
} area_rules;

// Adds "NAME=C".
exit_code area_rules_add_cost(area_rules *rules, const char *argument);

// Adds "NAME", which is forbidden.
exit_code area_rules_add_ban(area_rules *rules, const char *argument);

// Whether the rules forbid an area of a mesh.
bool area_rules_ban(const area_rules *rules, const nav_mesh *mesh,
                    uint32_t area);

void area_rules_free(area_rules *rules);

// Forbids areas of a mesh, of which messages speak by the name `file`, and
// gives the costs of all of them in *cost, which the caller frees; NULL where
// there are no rules.  A name that no area has is an error.
exit_code area_rules_apply(const area_rules *rules, nav_mesh *mesh,
                           const char *file, double **cost);
// Frees them; NULL may be.
void area_rules_free_costs(const nav_mesh *mesh, double *cost);

#endif
