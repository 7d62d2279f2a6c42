// respond.h - the answer to one request, found and written.
#ifndef CLI_RESPOND_H
#define CLI_RESPOND_H

#include "carved.h"
#include "svg_out.h"

// What answers are found and written with; one thread's.
typedef struct responder {
    const query_options *options;
    answer_style style; // that of the options, made to fit the mesh
    const nav_mesh *mesh;
    const nav_obstacles *obstacles; // laid over it; may be NULL
    const carved *carved;           // both of them, and more
    svg_view view;                  // of pictures alone
    nav_query *query;
} responder;

// `query` is not made.
responder responder_of(const query_options *options, const carved *mesh);

// Makes `query`; false without memory, and there is none then.
bool respond_open(responder *r);

// The point that a place means.  On a mesh with heights three coordinates are
// those of its model; on one without they are taken for those of a model whose
// y points up, and the height does not matter.
nav_point respond_point(const responder *r, const given_point *at);

// Whether answers are drawn, not told.
bool respond_is_picture(const responder *r);
// Whether they are rows of CSV.
bool respond_is_csv(const responder *r);

// Finds the answer, which lends what it holds until the next call.  A request
// with a fault, or one that has become faulty here, has a bad answer.  Fails
// only when nothing can be answered.
nav_status respond_find(responder *r, request *q, answer *a, nav_error *error);

// Write what comes before all answers, one answer, and what comes behind
// `answers` of them.
void respond_begin(const responder *r, out *o);
void respond_write(const responder *r, out *o, const request *q,
                   const answer *a);
void respond_end(const responder *r, out *o, uint64_t answers);

#endif
