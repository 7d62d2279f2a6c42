// area_rules.c - what the command line says of areas: their costs, and which
// are forbidden.
//
// Rules name areas that only the mesh knows, so they are kept until it is read.
// Of two costs for one area the later one counts; what is forbidden stays so.
#include "area_rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "options.h"

// Most names that a message lists.
enum { NAMES_LISTED = 12 };

static exit_code add(area_rules *rules, const char *name, size_t size,
                     double cost)
{
    area_rule *more = options_grow(rules->rule, rules->count, sizeof *more);
    if (more == NULL) {
        return diag_memory();
    }
    rules->rule = more;
    char *copy = malloc(size + 1);
    if (copy == NULL) {
        return diag_memory();
    }
    memcpy(copy, name, size);
    copy[size] = '\0';
    rules->rule[rules->count++] = (area_rule){copy, cost};
    return EXIT_DONE;
}

exit_code area_rules_add_cost(area_rules *rules, const char *argument)
{
    const char *equals = strrchr(argument, '=');
    double cost = 0;
    if (equals == NULL || equals == argument) {
        return diag_usage("--cost must be NAME=C, not '%s'", argument);
    }
    if (!options_number(equals + 1, strlen(equals + 1), &cost) || cost <= 0 ||
        !options_is_coordinate(cost)) {
        return diag_usage("a cost must be a number from 1e-100 to 1e100, not "
                          "'%s'",
                          equals + 1);
    }
    return add(rules, argument, (size_t)(equals - argument), cost);
}

exit_code area_rules_add_ban(area_rules *rules, const char *argument)
{
    if (argument[0] == '\0') {
        return diag_usage("--forbid needs the name of an area");
    }
    return add(rules, argument, strlen(argument), HUGE_VAL);
}

bool area_rules_ban(const area_rules *rules, const nav_mesh *mesh,
                    uint32_t area)
{
    bool banned = false;
    for (size_t i = 0; i < rules->count && !banned; i++) {
        banned = rules->rule[i].cost == HUGE_VAL &&
                 nav_mesh_area_is(mesh, area, rules->rule[i].name);
    }
    return banned;
}

void area_rules_free(area_rules *rules)
{
    for (size_t i = 0; i < rules->count; i++) {
        free(rules->rule[i].name);
    }
    free(rules->rule);
    *rules = (area_rules){NULL, 0};
}

// Fails with the names that there are, as far as a message has room for them.
static exit_code fail_unknown(const nav_mesh *mesh, const char *file,
                              const char *name)
{
    char list[NAMES_LISTED * (NAV_AREA_NAME_MOST + 2) + 8];
    size_t used = 0;
    uint32_t count = nav_mesh_area_count(mesh);
    if (count == 0) {
        return diag_usage(
            "there is no area '%s' in %s: its areas have no names", name, file);
    }
    for (uint32_t i = 0; i < count && i < NAMES_LISTED; i++) {
        size_t size;
        const char *known = nav_mesh_area_name(mesh, i, &size);
        memcpy(list + used, ", ", 2);
        memcpy(list + used + 2, known, size);
        used += size + 2;
    }
    const char *more = count > NAMES_LISTED ? ", ..." : "";
    memcpy(list + used, more, strlen(more) + 1);
    return diag_usage("there is no area '%s' in %s; there are: %s", name, file,
                      list + 2);
}

// Applies one rule: false when it means no area.
static bool apply(const area_rule *rule, const nav_mesh *mesh, bool *forbidden,
                  double *cost)
{
    bool known = false;
    for (uint32_t i = 0; i < nav_mesh_area_count(mesh); i++) {
        if (nav_mesh_area_is(mesh, i, rule->name)) {
            known = true;
            if (rule->cost == HUGE_VAL) {
                forbidden[i] = true;
            } else {
                cost[i] = rule->cost;
            }
        }
    }
    return known;
}

static exit_code apply_all(const area_rules *rules, nav_mesh *mesh,
                           const char *file, bool *forbidden, double *cost)
{
    nav_error error;
    bool bans = false;
    for (size_t i = 0; i < rules->count; i++) {
        if (!apply(&rules->rule[i], mesh, forbidden, cost)) {
            return fail_unknown(mesh, file, rules->rule[i].name);
        }
        bans = bans || rules->rule[i].cost == HUGE_VAL;
    }
    if (bans && nav_mesh_forbid(mesh, forbidden, &error) != NAV_OK) {
        return diag_library(file, &error);
    }
    return EXIT_DONE;
}

void area_rules_free_costs(const nav_mesh *mesh, double *cost)
{
    if (cost != NULL) {
        memory_array_free(cost, (size_t)nav_mesh_area_count(mesh) + 1,
                          sizeof *cost);
    }
}

exit_code area_rules_apply(const area_rules *rules, nav_mesh *mesh,
                           const char *file, double **cost)
{
    uint32_t count = nav_mesh_area_count(mesh);
    *cost = NULL;
    if (rules->count == 0) {
        return EXIT_DONE;
    }
    bool *forbidden = memory_array((size_t)count + 1, sizeof *forbidden);
    double *costs = memory_array((size_t)count + 1, sizeof *costs);
    exit_code code =
        forbidden != NULL && costs != NULL ? EXIT_DONE : diag_memory();
    if (code == EXIT_DONE) {
        for (uint32_t i = 0; i < count; i++) {
            costs[i] = 1;
        }
        code = apply_all(rules, mesh, file, forbidden, costs);
    }
    memory_array_free(forbidden, (size_t)count + 1, sizeof *forbidden);
    if (code == EXIT_DONE) {
        *cost = costs;
    } else {
        area_rules_free_costs(mesh, costs);
    }
    return code;
}
