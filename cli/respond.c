// respond.c - the answer to one request, found and written.
//
// Nothing is printed here but answers, and nothing is shared but the mesh and
// the options, which do not change: each thread has a responder of its own, and
// what one writes does not depend on what it was asked before.
#include "respond.h"

#include <stdio.h>

#include "csv_out.h"
#include "geojson_out.h"
#include "html_out.h"
#include "json_out.h"
#include "memory.h"
#include "svg_picture.h"

bool respond_is_picture(const responder *r)
{
    return r->options->task == TASK_SVG_PATHS;
}

responder responder_of(const query_options *options, const carved *mesh)
{
    nav_mesh_info info = nav_mesh_get_info(mesh->mesh);
    responder r = {.options = options,
                   .style = options->style,
                   .mesh = mesh->mesh,
                   .obstacles = mesh->obstacles,
                   .carved = mesh};
    r.style.heights = info.has_heights;
    r.style.up = info.up;
    r.style.linked = info.links > 0 ? mesh->mesh : NULL;
    r.style.events = options->scenario != NULL;
    if (respond_is_picture(&r)) {
        r.view = svg_out_view(r.mesh, r.obstacles, r.style.precision);
        r.view.labels = options->labels;
    }
    return r;
}

bool respond_open(responder *r)
{
    const double *cost = r->options->area_cost;
    nav_status status = nav_query_new(r->mesh, memory_allocator(), &r->query);
    uint32_t areas = cost != NULL ? nav_mesh_area_count(r->mesh) : 0;
    for (uint32_t i = 0; i < areas && status == NAV_OK; i++) {
        status = nav_query_set_cost(r->query, i, cost[i], NULL);
    }
    if (status != NAV_OK) {
        nav_query_free(r->query);
        r->query = NULL;
    }
    return status == NAV_OK;
}

static void set_status(answer *a, nav_path_status status)
{
    a->ok = status == NAV_PATH_OK;
    a->found = a->ok || status == NAV_PATH_PARTIAL;
    a->status = nav_path_status_name(status);
}

nav_point respond_point(const responder *r, const given_point *at)
{
    bool z_up = r->style.heights && r->style.up == NAV_UP_Z;
    if (!at->in_space) {
        return (nav_point){.plan = {at->c[0], at->c[1]},
                           .floor = r->options->floor};
    }
    return (nav_point){.plan = {at->c[0], at->c[z_up ? 1 : 2]},
                       .floor = NAV_FLOOR_NEAREST,
                       .height = at->c[z_up ? 2 : 1]};
}

static nav_status find_path(responder *r, const request *q, answer *a,
                            nav_error *error)
{
    nav_status status = nav_query_path_at(r->query, respond_point(r, &q->start),
                                          respond_point(r, &q->end),
                                          &r->options->path, &a->path, error);
    if (status == NAV_OK) {
        set_status(a, a->path.status);
    }
    return status;
}

static nav_status locate(responder *r, const request *q, answer *a,
                         nav_error *error)
{
    nav_status status = nav_query_locate_at(
        r->query, respond_point(r, &q->start), &a->location, error);
    if (status == NAV_OK) {
        bool near = a->location.polygon != NAV_NONE &&
                    a->location.distance <= r->options->path.snap;
        set_status(a, a->location.ambiguous ? NAV_PATH_AMBIGUOUS_FLOOR
                      : near                ? NAV_PATH_OK
                                            : NAV_PATH_START_OFF_MESH);
    }
    return status;
}

static nav_status cast_ray(responder *r, const request *q, answer *a,
                           nav_error *error)
{
    nav_status status = nav_query_raycast_at(
        r->query, respond_point(r, &q->start), respond_point(r, &q->end).plan,
        r->options->path.snap, &a->ray, error);
    if (status == NAV_OK) {
        set_status(a, a->ray.status);
    }
    return status;
}

static nav_status find(responder *r, const request *q, answer *a,
                       nav_error *error)
{
    switch (r->options->style.kind) {
    case ANSWER_LOCATION:
        return locate(r, q, a, error);
    case ANSWER_RAY:
        return cast_ray(r, q, a, error);
    case ANSWER_PATH:
        break;
    }
    return find_path(r, q, a, error);
}

nav_status respond_find(responder *r, request *q, answer *a, nav_error *error)
{
    *a = (answer){.event = q->event,
                  .id = q->id,
                  .id_is_number = q->id_is_number,
                  .bad = true,
                  .status = "bad_input"};
    if (q->fault[0] != '\0') {
        return NAV_OK;
    }
    nav_status status = find(r, q, a, error);
    if (status == NAV_NOMEM || status == NAV_LIMIT) {
        return status;
    }
    a->bad = status != NAV_OK;
    if (a->bad) {
        (void)snprintf(q->fault, sizeof q->fault, "%s", error->message);
    }
    return NAV_OK;
}

static bool is_geojson(const responder *r)
{
    return r->options->task == TASK_GEOJSON_PATHS ||
           r->options->format == FORMAT_GEOJSON;
}

bool respond_is_csv(const responder *r)
{
    return r->options->format == FORMAT_CSV && !is_geojson(r) &&
           !respond_is_picture(r);
}

// Whether there are features before the first answer.
static bool has_mesh_before(const responder *r)
{
    nav_mesh_info info = nav_mesh_get_info(r->mesh);
    return r->options->task == TASK_GEOJSON_PATHS &&
           (info.polygons > info.closed || info.links > 0);
}

// Whether answers are data of a page.
static bool is_page(const responder *r)
{
    return r->options->task == TASK_HTML_PATHS;
}

void respond_begin(const responder *r, out *o)
{
    if (is_geojson(r)) {
        geojson_out_begin(o, r->mesh, r->style.precision);
        if (r->options->task == TASK_GEOJSON_PATHS) {
            geojson_out_mesh(o, r->mesh, r->style.precision);
        }
    } else if (respond_is_picture(r)) {
        svg_picture_begin(o, &r->view);
    } else if (r->options->format == FORMAT_CSV) {
        csv_out_begin(o, &r->style);
    } else if (r->options->format == FORMAT_JSON) {
        if (is_page(r)) {
            html_out_begin(o, r->options, r->carved);
        }
        out_char(o, '[');
    }
}

void respond_write(const responder *r, out *o, const request *q,
                   const answer *a)
{
    if (respond_is_picture(r)) {
        if (a->found) {
            svg_out_path(o, &r->view, &a->path);
        }
        return;
    }
    if (is_geojson(r)) {
        geojson_out_answer(o, &r->style, a, q->row == 0 && !has_mesh_before(r));
        return;
    }
    switch (r->options->format) {
    case FORMAT_CSV:
        csv_out_answer(o, &r->style, a);
        break;
    case FORMAT_JSON:
        out_text(o, q->row == 0 ? "\n" : ",\n");
        json_out_answer(o, &r->style, a);
        break;
    case FORMAT_JSONL:
        json_out_answer(o, &r->style, a);
        out_char(o, '\n');
        break;
    case FORMAT_NPY: // of fields alone
    case FORMAT_PGM:
    case FORMAT_SVG:
    case FORMAT_GEOJSON: // see above
        break;
    }
}

void respond_end(const responder *r, out *o, uint64_t answers)
{
    if (is_geojson(r)) {
        geojson_out_end(o);
    } else if (respond_is_picture(r)) {
        svg_picture_end(o, &r->view,
                        answers > 0 ? SVG_CONTENT_PATHS : SVG_CONTENT_NONE);
    } else if (r->options->format == FORMAT_JSON) {
        out_text(o, answers == 0 ? "]\n" : "\n]\n");
        if (is_page(r)) {
            html_out_end(o, r->carved);
        }
    }
}
