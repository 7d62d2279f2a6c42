// scenario.c - obstacles that come and go between queries.
//
// An event either changes the obstacles, and then the mesh follows at once, or
// asks something, as a row of a file of pairs does.  One that cannot be read
// has no effect; if it can be told that it asks something it is answered all
// the same, so that every question has its answer.
#include "scenario.h"

#include "json_memory.h"

// Lays the mesh anew where an obstacle has changed.
static bool follow(scenario *s, const pairs_in *in, const nav_event *event,
                   size_t line)
{
    char at[DIAG_POINT_SIZE];
    carved *c = s->carved;
    if (nav_carving_update(c->carving, event->obstacle, &s->failure) !=
        NAV_OK) {
        s->failure.line = line;
        return false;
    }
    if (event->kind != NAV_EVENT_REMOVE && carved_is_idle(c, event->obstacle)) {
        nav_obstacle_info info =
            nav_obstacles_get(c->obstacles, event->obstacle);
        diag_remark(false, pairs_name(in), line, "obstacle \"%s\" at %s: %s",
                    info.spec.id,
                    diag_point(carved_point(c, event->obstacle), at),
                    nav_warning_text(NAV_WARN_OBSTACLE_IDLE));
    }
    return true;
}

static bool no_memory(scenario *s)
{
    s->failure.status = NAV_NOMEM;
    return false;
}

// Does what an event says; false after a failure.
static bool do_event(scenario *s, pairs_in *in, request *r, bool *asks)
{
    nav_event event;
    nav_error error = {.status = NAV_OK};
    size_t size = 0;
    const char *text = pairs_event(in, &size);
    *asks = false;
    if (r->fault[0] != '\0') {
        return true;
    }
    nav_status status = nav_obstacles_read_event(s->carved->obstacles, text,
                                                 size, &event, &error);
    *asks = event.kind == NAV_EVENT_QUERY;
    if (status == NAV_NOMEM || json_memory_ran_out()) {
        return no_memory(s);
    }
    if (status != NAV_OK) {
        pairs_refuse(in, r, &error);
        return true;
    }
    if (*asks) {
        return pairs_read_query(in, (size_t)(event.query - text),
                                event.query_size, r) ||
               no_memory(s);
    }
    return follow(s, in, &event, r->line);
}

pairs_outcome scenario_next(scenario *s, pairs_in *in, request *r)
{
    for (;;) {
        bool asks = false;
        pairs_outcome outcome = pairs_next_event(in, r);
        if (outcome != PAIRS_ROW) {
            return outcome;
        }
        if (!do_event(s, in, r, &asks)) {
            return PAIRS_FAILED;
        }
        if (asks) {
            r->row = s->queries++;
            return PAIRS_ROW;
        }
        if (r->fault[0] != '\0') {
            diag_error(pairs_name(in), r->line, r->column, "%s", r->fault);
            s->refused++;
        }
    }
}

exit_code scenario_report_failure(const scenario *s, const pairs_in *in)
{
    if (s->failure.status == NAV_OK) {
        return pairs_report_failure(in);
    }
    return s->failure.message[0] == '\0'
               ? diag_memory()
               : diag_library(pairs_name(in), &s->failure);
}
