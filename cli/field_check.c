// field_check.c - a flow field compared with point queries, and with the other
// method.
//
// The places are chosen at random, but the same ones each time: all that are
// not blocked are dealt into as many equal parts as are to be checked, in their
// order, and each part gives one.  So they are spread over the map, and with as
// many as there are each is checked.
//
// Source: Guy Steele, Doug Lea, Christine Flood, "Fast Splittable Pseudorandom
// Number Generators", 2014 (SplitMix64).
#include "field_check.h"

#include <math.h>

// Most relative difference of an exact field from a point query.
#define CHECK_MOST 1e-9

static uint64_t next_random(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *state;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

typedef struct tally {
    uint32_t checked;
    uint32_t other_status; // reachable in one and not in the other
    double absolute, relative;
} tally;

// What the cheapest path from a place costs, infinite when there is none.
static nav_status cost_from(responder *r, const nav_place *p, double *cost,
                            nav_error *error)
{
    const field_options *field = &r->options->field;
    nav_path_options search = {.search = NAV_SEARCH_OPTIMAL,
                               .snap = r->options->path.snap};
    nav_point start = {p->centre, NAV_FLOOR_NEAREST, p->height};
    nav_path path;
    *cost = (double)INFINITY;
    for (size_t i = 0; i < field->goal_count; i++) {
        nav_status status = nav_query_path_at(
            r->query, start, respond_point(r, &field->goals[i]), &search, &path,
            error);
        if (status != NAV_OK) {
            return status;
        }
        if (path.status == NAV_PATH_OK && path.cost < *cost) {
            *cost = path.cost;
        }
    }
    return NAV_OK;
}

static nav_status check_place(responder *r, const nav_place *p, tally *t,
                              nav_error *error)
{
    double cost;
    nav_status status = cost_from(r, p, &cost, error);
    if (status != NAV_OK) {
        return status;
    }
    t->checked++;
    bool has_way = cost < HUGE_VAL;
    if (has_way != (p->status != NAV_PLACE_UNREACHABLE)) {
        t->other_status++;
    } else if (has_way) {
        double difference = fabs(p->distance - cost);
        t->absolute = fmax(t->absolute, difference);
        if (difference > 0) {
            t->relative = fmax(t->relative, difference / cost);
        }
    }
    return NAV_OK;
}

// Places that are not blocked, numbered among themselves, one of each part.
static nav_status check_places(responder *r, const nav_field *field, tally *t,
                               nav_error *error)
{
    nav_field_info info = nav_field_get_info(field);
    uint64_t standing = info.places - info.blocked;
    uint64_t parts = r->options->field.checks;
    uint64_t random = 1;
    uint64_t seen = 0; // of those not blocked
    size_t place = 0;
    parts = parts < standing ? parts : standing;
    for (uint64_t part = 0; part < parts; part++) {
        // Places and parts have at most 32 bits.
        uint64_t first = standing * part / parts;
        uint64_t behind = standing * (part + 1) / parts;
        uint64_t wanted = first + next_random(&random) % (behind - first);
        for (;; place++) {
            nav_place p = nav_field_place(field, place);
            if (p.status == NAV_PLACE_BLOCKED || seen++ < wanted) {
                continue;
            }
            nav_status status = check_place(r, &p, t, error);
            if (status != NAV_OK) {
                return status;
            }
            place++;
            break;
        }
    }
    return NAV_OK;
}

static void tell(const tally *t)
{
    char absolute[NAV_NUMBER_SIZE];
    char relative[NAV_NUMBER_SIZE] = "inf";
    (void)nav_number_write(t->absolute, absolute);
    if (isfinite(t->relative)) {
        (void)nav_number_write(t->relative, relative);
    }
    diag_tell("check of %lu places: largest difference %s, relative %s; "
              "%lu of other status",
              (unsigned long)t->checked, absolute, relative,
              (unsigned long)t->other_status);
}

exit_code field_check(responder *r, const nav_field *field)
{
    tally t = {0, 0, 0, 0};
    nav_error error = {.status = NAV_OK};
    bool exact = nav_field_get_info(field).method == NAV_FIELD_EXACT;
    if (check_places(r, field, &t, &error) != NAV_OK) {
        return diag_library(source_name(r->options->mesh), &error);
    }
    tell(&t);
    if (exact && (t.relative > CHECK_MOST || t.other_status > 0)) {
        diag_error(NULL, 0, 0,
                   "the field is wrong: it differs from single paths by more "
                   "than a part in 1e9");
        return EXIT_MEMORY;
    }
    return EXIT_DONE;
}

// As hundredths, with four digits behind the point.
static const char *percent(double part, char text[NAV_NUMBER_FIXED_SIZE])
{
    (void)nav_number_write_fixed(part * 100, 4, text);
    return text;
}

static void tell_error(const char *what, double mean, double most,
                       size_t compared)
{
    char mean_text[NAV_NUMBER_FIXED_SIZE];
    char most_text[NAV_NUMBER_FIXED_SIZE];
    (void)percent(fabs(mean), mean_text);
    (void)percent(most, most_text);
    if (mean < 0) {
        diag_tell("grid4: %s too short by %s %% on average, too long by %s %% "
                  "at most (%zu places)",
                  what, mean_text, most_text, compared);
        return;
    }
    diag_tell("grid4: %s too long by %s %% on average, %s %% at most "
              "(%zu places)",
              what, mean_text, most_text, compared);
}

exit_code field_compare(const nav_field *field, nav_query *query,
                        const nav_point *goals,
                        const nav_field_options *options)
{
    nav_field *other = NULL;
    nav_field_errors errors;
    nav_error error = {.status = NAV_OK};
    nav_field_options build = *options;
    size_t count = nav_field_get_info(field).goals;
    bool exact = options->method == NAV_FIELD_EXACT;
    build.method = exact ? NAV_FIELD_GRID4 : NAV_FIELD_EXACT;
    nav_status status =
        nav_field_new(query, goals, count, &build, &other, &error);
    if (status == NAV_OK) {
        status = nav_field_compare(exact ? other : field, exact ? field : other,
                                   &errors, &error);
    }
    nav_field_free(other);
    if (status != NAV_OK) {
        return diag_library(NULL, &error);
    }
    tell_error("distances", errors.distance_mean, errors.distance_most,
               errors.compared);
    tell_error("paths", errors.path_mean, errors.path_most, errors.compared);
    return EXIT_DONE;
}
