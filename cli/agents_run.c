// agents_run.c - agents that walk through a flow field.
//
// All agents are read first.  Then step after step: ranges of agents are
// stepped, and their rows written into memory, by whatever thread is free; then
// the calling thread writes these texts in the order of the agents.  So the
// bytes do not depend on the number of threads, and memory holds the rows of
// one step.
//
// An agent that is not there - its row cannot be read, or its start is off the
// mesh - has one row, at step 0, without a place; every other one has a row at
// each step, be it that it has arrived.
#include "agents_run.h"

#include <stdlib.h>
#include <string.h>

#include "agents_in.h"
#include "agents_out.h"
#include "crew.h"
#include "memory.h"
#include "stopwatch.h"

// Agents of a range: enough for the lock to cost nothing beside them.
#define RANGE 256

// Most pixels of a picture, for what is too short to be drawn.
#define PIXELS 2000

typedef struct entry {
    size_t id;         // place of its id in `ids`
    uint32_t number;   // in the crowd; of one that is not read that of the next
    bool bad;          // its row cannot be read
    nav_vec2 drawn_to; // where its way in the picture ends
} entry;

typedef struct range {
    text_buffer bytes;
    nav_error error; // NAV_OK: its step was made
} range;

typedef struct worker {
    nav_query *query;
    out o; // into the bytes of a range
} worker;

typedef struct run {
    responder *responder;
    const agent_options *options;
    agents_style style;
    nav_crowd *crowd;
    entry *entries;
    size_t count, room;
    size_t bad;
    text_buffer ids; // a NUL after each
    crew *crew;
    worker *workers; // [options->threads]
    range *ranges;
    size_t range_count;
    out *rows;    // where rows go; NULL: nowhere
    out *picture; // likewise
    uint32_t step;
    svg_view view; // what the picture shows
    double pixel;  // in units of the map
} run;

static const char *mesh_name(const run *r)
{
    return source_name(r->responder->options->mesh);
}

// --- Reading ---------------------------------------------------------------

static bool add_entry(run *r, const agent_row *row, uint32_t number)
{
    size_t size = strlen(row->id) + 1;
    if (r->count == r->room) {
        size_t room = r->room == 0 ? RANGE : 2 * r->room;
        entry *entries = memory_resize(r->entries, r->room * sizeof *entries,
                                       room * sizeof *entries);
        if (entries == NULL) {
            return false;
        }
        r->entries = entries;
        r->room = room;
    }
    if (!text_reserve(&r->ids, size)) {
        return false;
    }
    r->entries[r->count++] =
        (entry){.id = r->ids.size, .number = number, .bad = row->fault[0]};
    memcpy(r->ids.bytes + r->ids.size, row->id, size);
    r->ids.size += size;
    return true;
}

// Adds an agent to the crowd; what the library says against it becomes a fault
// of its row.
static exit_code add_agent(run *r, const nav_field *field, agent_row *row)
{
    nav_error error = {.status = NAV_OK};
    nav_agent_spec spec = nav_agent_default(field);
    spec.start = respond_point(r->responder, &row->start);
    spec.mass = row->mass > 0 ? row->mass : spec.mass;
    if (row->max_speed >= 0) {
        spec.max_speed = row->max_speed;
        // Quick agents are as nimble as slow ones.
        spec.max_force = row->max_speed;
    }
    spec.max_force = row->max_force >= 0 ? row->max_force : spec.max_force;
    nav_status status = nav_crowd_add(r->crowd, &spec, &error);
    if (status == NAV_NOMEM || status == NAV_LIMIT) {
        return diag_library(mesh_name(r), &error);
    }
    if (status != NAV_OK) {
        memcpy(row->fault, error.message, sizeof row->fault);
    }
    return EXIT_DONE;
}

static exit_code take_row(run *r, const agents_in *in, const nav_field *field,
                          agent_row *row)
{
    uint32_t number = (uint32_t)nav_crowd_count(r->crowd);
    exit_code code =
        row->fault[0] == '\0' ? add_agent(r, field, row) : EXIT_DONE;
    if (code != EXIT_DONE) {
        return code;
    }
    if (row->fault[0] != '\0') {
        r->bad++;
        diag_error(in->file.name, row->line, 0, "%s", row->fault);
    }
    return add_entry(r, row, number) ? EXIT_DONE : diag_memory();
}

static exit_code read_agents(run *r, const nav_field *field)
{
    // Static for its size alone: it holds the buffer of the input.
    static agents_in in;
    agent_row row;
    pairs_outcome outcome = PAIRS_ROW;
    exit_code code = agents_open(&in, r->options->file);
    while (code == EXIT_DONE && outcome == PAIRS_ROW) {
        outcome = agents_next(&in, &row);
        if (outcome == PAIRS_ROW) {
            code = take_row(r, &in, field, &row);
        } else if (outcome == PAIRS_FAILED) {
            code = agents_report_failure(&in);
        }
    }
    if (code == EXIT_DONE && r->count == 0) {
        diag_warning(in.file.name, "there are no agents");
    }
    agents_close(&in);
    return code;
}

// --- Rows ------------------------------------------------------------------

static bool is_there(const run *r, const entry *e, nav_agent *a)
{
    if (e->bad) {
        return false;
    }
    *a = nav_crowd_agent(r->crowd, e->number);
    return a->polygon != NAV_NONE;
}

static void put_rows(const run *r, size_t begin, size_t end, out *o)
{
    for (size_t i = begin; i < end; i++) {
        const entry *e = &r->entries[i];
        const char *id = r->ids.bytes + e->id;
        nav_agent a;
        if (is_there(r, e, &a)) {
            agents_out_row(o, &r->style, id, r->step, &a);
        } else if (r->step == 0) {
            agents_out_absent(o, &r->style, id,
                              e->bad ? "bad_input"
                                     : nav_agent_status_name(a.status));
        }
    }
}

static size_t end_of(const run *r, size_t number)
{
    size_t end = (number + 1) * RANGE;
    return end < r->count ? end : r->count;
}

// The number in the crowd of an entry, or of the next one that has one.
static size_t number_of(const run *r, size_t place)
{
    return place < r->count ? r->entries[place].number
                            : nav_crowd_count(r->crowd);
}

// Steps a range of agents, but at step 0, and writes their rows.
static void do_range(void *context, uint32_t thread, size_t number)
{
    run *r = context;
    worker *w = &r->workers[thread];
    range *g = &r->ranges[number];
    size_t begin = number * RANGE, end = end_of(r, number);
    g->error.status = NAV_OK;
    if (r->step > 0 &&
        nav_crowd_step_range(r->crowd, w->query, number_of(r, begin),
                             number_of(r, end), &g->error) != NAV_OK) {
        return;
    }
    if (r->rows == NULL) {
        return;
    }
    out_to_memory(&w->o, &g->bytes);
    put_rows(r, begin, end, &w->o);
    if (!out_flush(&w->o)) {
        g->error.status = NAV_NOMEM;
    }
}

static exit_code write_ranges(run *r)
{
    for (size_t i = 0; i < r->range_count; i++) {
        range *g = &r->ranges[i];
        if (g->error.status != NAV_OK) {
            return diag_library(mesh_name(r), &g->error);
        }
        if (r->rows != NULL) {
            out_bytes(r->rows, g->bytes.bytes, g->bytes.size);
        }
        text_clear(&g->bytes);
    }
    return EXIT_DONE;
}

// --- The picture -----------------------------------------------------------

// Draws the ways of agents as far as a pixel shows, and at last to their ends.
static void draw_pieces(run *r, bool last)
{
    for (size_t i = 0; i < r->count; i++) {
        entry *e = &r->entries[i];
        nav_agent a;
        if (!is_there(r, e, &a)) {
            continue;
        }
        nav_vec2 from = r->step == 0 ? a.position : e->drawn_to;
        double x = a.position.x - from.x, y = a.position.y - from.y;
        double most = x * x + y * y;
        if (r->step == 0) {
            e->drawn_to = a.position;
        } else if (most > (last ? 0 : r->pixel * r->pixel)) {
            agents_svg_piece(r->picture, &r->view, from, a.position);
            e->drawn_to = a.position;
        }
    }
}

static void finish_picture(run *r, const nav_field *field)
{
    size_t goals = nav_field_get_info(field).goals;
    agents_svg_end_pieces(r->picture);
    for (size_t i = 0; i < r->count; i++) {
        nav_agent a;
        if (is_there(r, &r->entries[i], &a)) {
            agents_svg_agent(r->picture, &r->view, &a);
        } else {
            diag_warning(source_name(r->options->file),
                         "agent %s is not drawn: %s",
                         r->ids.bytes + r->entries[i].id,
                         r->entries[i].bad ? "bad_input"
                                           : nav_agent_status_name(a.status));
        }
    }
    for (size_t i = 0; i < goals; i++) {
        svg_out_dot(r->picture, &r->view, nav_field_goal(field, i),
                    SVG_DOT_PART, SVG_FIELD_GOAL);
    }
    agents_svg_end(r->picture, &r->view);
}

static void begin_picture(run *r)
{
    r->view = svg_out_view(r->responder->mesh, r->responder->obstacles,
                           r->style.precision);
    r->pixel = r->view.frame.side / PIXELS;
    agents_svg_begin(r->picture, &r->view);
}

// --- Steps -----------------------------------------------------------------

static exit_code do_step(run *r)
{
    nav_error error = {.status = NAV_OK};
    if (r->step > 0 && nav_crowd_begin_step(r->crowd, &error) != NAV_OK) {
        return diag_library(mesh_name(r), &error);
    }
    crew_do(r->crew, do_range, r, r->range_count);
    exit_code code = write_ranges(r);
    if (code == EXIT_DONE && r->picture != NULL) {
        draw_pieces(r, r->step == r->options->steps);
    }
    return code;
}

// A closed pipe or a full disk is reported when the output is closed.
static bool is_broken(const run *r)
{
    return (r->rows != NULL && r->rows->error != 0) ||
           (r->picture != NULL && r->picture->error != 0);
}

static exit_code walk(run *r, const nav_field *field)
{
    double begun = stopwatch_seconds(NULL);
    char seconds[NAV_NUMBER_FIXED_SIZE];
    exit_code code = EXIT_DONE;
    if (r->rows != NULL) {
        agents_out_begin(r->rows, &r->style);
    }
    if (r->picture != NULL) {
        begin_picture(r);
    }
    for (r->step = 0;
         code == EXIT_DONE && r->step <= r->options->steps && !is_broken(r);
         r->step++) {
        code = do_step(r);
    }
    if (code == EXIT_DONE && r->picture != NULL) {
        finish_picture(r, field);
    }
    diag_note("agents: %s s, %zu agents, %u steps",
              diag_seconds(stopwatch_seconds(NULL) - begun, seconds),
              nav_crowd_count(r->crowd), (unsigned)r->options->steps);
    return code;
}

// Tells how many agents have which status; gives how many have not arrived.
static size_t count_agents(const run *r)
{
    size_t count[NAV_AGENT_AMBIGUOUS_FLOOR + 1] = {0};
    uint64_t queries = 0;
    size_t agents = nav_crowd_count(r->crowd);
    for (size_t i = 0; i < agents; i++) {
        nav_agent a = nav_crowd_agent(r->crowd, i);
        count[a.status]++;
        queries += a.queries;
    }
    diag_note("agents: %zu arrived, %zu walking, %zu unreachable, %zu off the "
              "mesh, %llu paths asked for",
              count[NAV_AGENT_ARRIVED], count[NAV_AGENT_WALKING],
              count[NAV_AGENT_UNREACHABLE],
              count[NAV_AGENT_OFF_MESH] + count[NAV_AGENT_AMBIGUOUS_FLOOR],
              (unsigned long long)queries);
    return agents - count[NAV_AGENT_ARRIVED];
}

// --- Beginning and ending --------------------------------------------------

static exit_code make_crowd(run *r, const nav_field *field)
{
    nav_error error = {.status = NAV_OK};
    nav_crowd_options options = r->options->crowd;
    if (!r->options->has_arrival) {
        options.arrival = nav_crowd_options_default(field).arrival;
    }
    options.snap = r->responder->options->path.snap;
    return nav_crowd_new(r->responder->mesh, field, &options,
                         memory_allocator(), &r->crowd, &error) == NAV_OK
               ? EXIT_DONE
               : diag_library(mesh_name(r), &error);
}

static bool make_workers(run *r)
{
    uint32_t threads = r->responder->options->threads;
    r->range_count = (r->count + RANGE - 1) / RANGE;
    r->ranges = memory_array(r->range_count + 1, sizeof *r->ranges);
    r->workers = calloc(threads, sizeof *r->workers);
    bool made = r->ranges != NULL && r->workers != NULL;
    for (uint32_t i = 0; made && i < threads; i++) {
        made = nav_query_new(r->responder->mesh, memory_allocator(),
                             &r->workers[i].query) == NAV_OK;
    }
    r->crew = made ? crew_new(threads) : NULL;
    return r->crew != NULL;
}

static void free_run(run *r)
{
    uint32_t threads = r->responder->options->threads;
    crew_free(r->crew);
    for (uint32_t i = 0; r->workers != NULL && i < threads; i++) {
        nav_query_free(r->workers[i].query);
    }
    for (size_t i = 0; r->ranges != NULL && i < r->range_count; i++) {
        text_free(&r->ranges[i].bytes);
    }
    free(r->workers);
    memory_array_free(r->ranges, r->range_count + 1, sizeof *r->ranges);
    memory_array_free(r->entries, r->room, sizeof *r->entries);
    text_free(&r->ids);
    nav_crowd_free(r->crowd);
}

// Walks, with a picture beside the rows if one is asked for.
static exit_code walk_and_draw(run *r, const nav_field *field)
{
    static out picture;
    const char *path = r->responder->options->field.svg;
    if (path == NULL) {
        return walk(r, field);
    }
    exit_code code = out_open(&picture, path);
    if (code == EXIT_DONE) {
        r->picture = &picture;
        code = walk(r, field);
    }
    if (code == EXIT_DONE && (r->rows == NULL || r->rows->error == 0)) {
        code = out_close(&picture);
    }
    out_discard(&picture);
    return code;
}

exit_code agents_run(responder *base, const nav_field *field, out *o,
                     bool *complete)
{
    const query_options *options = base->options;
    run r = {.responder = base,
             .options = &options->agents,
             .style = {base->style.heights, base->style.precision}};
    r.picture = options->format == FORMAT_SVG ? o : NULL;
    r.rows = options->format == FORMAT_SVG ? NULL : o;
    exit_code code = make_crowd(&r, field);
    if (code == EXIT_DONE) {
        code = read_agents(&r, field);
    }
    if (code == EXIT_DONE && !make_workers(&r)) {
        code = diag_memory();
    }
    if (code == EXIT_DONE) {
        code = walk_and_draw(&r, field);
    }
    *complete = code == EXIT_DONE;
    if (code == EXIT_DONE) {
        size_t left = count_agents(&r);
        bool negative = options->exit_negative && left > 0;
        code = r.bad > 0 ? EXIT_INPUT : negative ? EXIT_NEGATIVE : EXIT_DONE;
    }
    free_run(&r);
    return code;
}
