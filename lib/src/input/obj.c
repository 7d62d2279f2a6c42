// obj.c - Wavefront OBJ to models.
//
// Problem.  OBJ is a text of statements, one a line: a word and its arguments.
// Of a hundred words four matter to us (v, f, and o, g, usemtl, which name
// things); the rest is read over.  Files come from dozens of exporters and
// agree on little: line ends, blanks, signs, corners with and without texture
// and normal numbers, faces before their vertices, coordinates of 1e308 or nan
// in vertices that no face uses.
//
// Method.  One pass with a cursor over the bytes; nothing is copied, no line is
// ever looked at as a whole, and no byte more than a constant number of times,
// so that the length of a line or a face costs nothing.
//
// - A line ends with LF, CR LF or CR.  A backslash at its end, blanks between
//   them allowed, is a blank: the statement goes on.  '#' where a word might
//   begin, or behind a number, starts a comment up to the end of the line; a
//   backslash in a comment has no meaning (it is often the end of a path, and
//   the next statement must not be lost to it).
// - Numbers of vertices count from 1, and from -1 backwards from the vertices
//   read so far.  Numbers that are too great may still become right: ranges are
//   checked at the end.
// - A vertex with a coordinate that is not legal is an error only of the faces
//   that use it, since exporters leave such vertices behind.  A zero vertex
//   takes its place and a list of its own keeps where it was; no face uses it.
// - A face that cannot be used is an error or is left out.  Found while it is
//   read, it is cut off; found at the end, the array of faces closes up.  On an
//   error the model is set back to what it was: no face refers to nothing.  The
//   place of a corner found at the end is read again from the text, which costs
//   less than to remember places for a case that ends the reading.
//
// Areas come from the names in force: obj_names.c.
//
// Rejected: splitting into lines or words first (memory for nothing), strtod
// and sscanf (they heed the locale, and the latter may measure the rest of the
// text with each call).
//
// References
// - Wavefront Technologies, "Advanced Visualizer Manual", appendix B1, "Object
//   Files (.obj)", 1992.
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "input/model.h"
#include "input/obj_names.h"
#include "input/obj_text.h"

// -------------------------------------------------------------------- reader

// A vertex that no face may use, and where it stands.
typedef struct bad_vertex {
    uint32_t vertex; // ascending
    size_t line, column;
} bad_vertex;

typedef struct reader {
    nav_model *model;
    const nav_obj_options *options;
    nav_error *error;
    cursor c;
    const char *text;    // behind the byte-order mark
    size_t first_vertex; // of this text in the model
    size_t first_face;
    size_t first_skipped;
    uint32_t greatest; // vertex that a face has named
    bad_vertex *bad;
    size_t bads, bad_capacity;
    nav_obj_names names;
} reader;

static const char illegal[] =
    "coordinate that is not finite or not within 1e-100 .. 1e100 in size";

// ------------------------------------------------------------------ vertices

// Whether the text begins with a word of three letters, in capitals or not.
static bool begins_with(const char *text, size_t size, const char *letters)
{
    // Setting bit 5 makes capitals small.
    return size >= 3 && (text[0] | 0x20) == letters[0] &&
           (text[1] | 0x20) == letters[1] && (text[2] | 0x20) == letters[2];
}

// What printf makes of numbers that are none: nan, -inf, -nan(ind), and, from
// old C libraries, 1.#QNAN, -1.#IND.
static bool is_not_finite(const char *word, size_t size)
{
    size_t skip = size > 0 && (*word == '-' || *word == '+');
    word += skip;
    size -= skip;
    if (size >= 3 && memcmp(word, "1.#", 3) == 0) {
        word += 3;
        size -= 3;
        return begins_with(word, size, "inf") ||
               begins_with(word, size, "ind") ||
               begins_with(word, size, "qna") || begins_with(word, size, "sna");
    }
    return begins_with(word, size, "nan") || begins_with(word, size, "inf");
}

// Reads a number; one that is not finite gives an infinity, which is no legal
// coordinate.
static bool read_number(cursor *c, double *value)
{
    cursor begin = *c;
    size_t size = nav_number_read(c->at, (size_t)(c->end - c->at), value);
    c->at += size;
    if (size > 0 && at_word_end(c)) {
        return true;
    }
    cursor number_end = *c;
    *c = begin;
    if (is_not_finite(begin.at, skip_word(c))) {
        *value = HUGE_VAL;
        return true;
    }
    bool comment = size > 0 && *number_end.at == '#';
    *c = comment ? number_end : begin;
    return comment;
}

static nav_status add_bad_vertex(reader *r, const cursor *place)
{
    if (nav_mem_grow(&r->model->mem, &r->bad, &r->bad_capacity, r->bads + 1,
                     sizeof *r->bad) != NAV_OK) {
        return nav_fail_memory(r->error);
    }
    r->bad[r->bads++] = (bad_vertex){.vertex = (uint32_t)r->model->vertices,
                                     .line = place->line,
                                     .column = column_of(place)};
    return NAV_OK;
}

// The cursor stands behind the v, which is at `begin`.
static nav_status read_vertex(reader *r, const cursor *begin)
{
    cursor *c = &r->c;
    double p[3] = {0, 0, 0};
    cursor bad = {NULL, NULL, NULL, 0};
    size_t count = 0;
    for (skip_blanks(c); !at_statement_end(c); skip_blanks(c)) {
        double value;
        cursor place = *c;
        if (!read_number(c, &value)) {
            return fail_here(r->error, NAV_SYNTAX, c, "expected a number");
        }
        if (count < 3) {
            p[count] = value;
            bad = !bad.at && !nav_coord_is_legal(value) ? place : bad;
        }
        count++;
    }
    if (count < 3 || count == 5 || count > 7) {
        return nav_fail_at(r->error, NAV_SYNTAX, begin->line, column_of(begin),
                           "a vertex has 3, 4, 6 or 7 numbers, not %zu", count);
    }
    if (bad.at) {
        p[0] = p[1] = p[2] = 0;
        nav_status status = add_bad_vertex(r, &bad);
        if (status != NAV_OK) {
            return status;
        }
    }
    return nav_model_add_vertex(r->model, (nav_vec3){p[0], p[1], p[2]},
                                r->error);
}

// --------------------------------------------------------------------- faces

// Reads an integer; one of more than 15 digits comes out wrong, but large.
static bool read_integer(cursor *c, int64_t *value)
{
    const char *p = c->at;
    bool negative = p < c->end && *p == '-';
    p += p < c->end && (*p == '-' || *p == '+');
    const char *digits = p;
    int64_t size = 0;
    for (; p < c->end && *p >= '0' && *p <= '9'; p++) {
        size = size < INT64_C(100000000000000) ? size * 10 + (*p - '0') : size;
    }
    if (p == digits) {
        return false;
    }
    *value = negative ? -size : size;
    c->at = p;
    return true;
}

// Reads i, i/t, i//n or i/t/n; t and n may be missing behind their slash.
static bool read_corner(cursor *c, int64_t *index)
{
    cursor begin = *c;
    int64_t ignored;
    bool good = read_integer(c, index);
    for (int i = 0; good && i < 2 && c->at < c->end && *c->at == '/'; i++) {
        c->at++;
        (void)read_integer(c, &ignored);
    }
    if (good && at_number_end(c)) {
        return true;
    }
    *c = begin;
    return false;
}

// Fails for the number of a vertex that stands at `place`, which is told as it
// is written: it may be larger than what it was read as.
static nav_status fail_number(const cursor *place, const char *what,
                              nav_error *error)
{
    cursor end = *place;
    int64_t ignored;
    (void)read_integer(&end, &ignored);
    size_t size = (size_t)(end.at - place->at);
    bool whole = size <= NAV_SHOWN_MOST;
    return nav_fail_at(error, NAV_SYNTAX, place->line, column_of(place),
                       "vertex %.*s%s: %s", whole ? (int)size : NAV_SHOWN_MOST,
                       place->at, whole ? "" : "...", what);
}

// Adds a corner whose number stands at `place`.
static nav_status add_corner(reader *r, int64_t index, const cursor *place,
                             nav_error *error)
{
    int64_t seen = (int64_t)(r->model->vertices - r->first_vertex);
    int64_t most = (int64_t)(NAV_MODEL_MOST - r->first_vertex);
    if (index == 0) {
        return fail_here(error, NAV_SYNTAX, place,
                         "vertex 0: vertices count from 1");
    }
    if (index < -seen) {
        char what[48];
        (void)snprintf(what, sizeof what, "only %lld come before",
                       (long long)seen);
        return fail_number(place, what, error);
    }
    if (index > most) {
        return fail_number(place, "a file cannot have so many", error);
    }
    int64_t number = index < 0 ? seen + index : index - 1;
    uint32_t vertex = (uint32_t)r->first_vertex + (uint32_t)number;
    r->greatest = vertex > r->greatest ? vertex : r->greatest;
    return nav_model_add_corner(r->model, vertex, error);
}

// The cursor stands behind the f, which is at `begin`.
static nav_status read_face(reader *r, const cursor *begin, nav_error *error)
{
    cursor *c = &r->c;
    size_t count = 0;
    for (skip_blanks(c); !at_statement_end(c); skip_blanks(c)) {
        cursor place = *c;
        int64_t index;
        if (!read_corner(c, &index)) {
            return fail_here(error, NAV_SYNTAX, c,
                             "expected a corner, as 1, 1/2, 1//3 or 1/2/3");
        }
        nav_status status = add_corner(r, index, &place, error);
        if (status != NAV_OK) {
            return status;
        }
        count++;
    }
    if (count < 3) {
        return nav_fail_at(error, NAV_SYNTAX, begin->line, column_of(begin),
                           "a face needs three corners or more, not %zu",
                           count);
    }
    uint32_t naming;
    if (nav_obj_names_current(&r->names, &naming) != NAV_OK) {
        return nav_fail_memory(error);
    }
    // The number of the naming, until number_areas.
    return nav_model_close_face(r->model, naming, begin->line, error);
}

// Leaves a face out, or fails, as the user wishes; `fault` says what is wrong.
static nav_status refuse_face(reader *r, size_t line, const nav_error *fault)
{
    bool is_bad = fault->status == NAV_SYNTAX || fault->status == NAV_RANGE;
    if (!is_bad || !r->options->skip_bad_faces) {
        if (r->error) {
            *r->error = *fault;
        }
        return fault->status;
    }
    r->model->skipped++;
    if (r->options->warn) {
        r->options->warn(r->options->warn_context, line, fault->message);
    }
    return NAV_OK;
}

static nav_status read_face_or_skip(reader *r, const cursor *begin)
{
    nav_model *model = r->model;
    nav_error fault;
    nav_status status = read_face(r, begin, &fault);
    if (status == NAV_OK) {
        return NAV_OK;
    }
    model->corners = model->first[model->faces];
    skip_statement(&r->c);
    return refuse_face(r, begin->line, &fault);
}

// ---------------------------------------------------------- faces, at the end

static const bad_vertex *find_bad_vertex(const reader *r, uint32_t vertex)
{
    size_t low = 0, high = r->bads;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->bad[middle].vertex < vertex) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < r->bads && r->bad[low].vertex == vertex ? &r->bad[low] : NULL;
}

// The place of a corner, from 0, of the face that begins in a line.
static cursor find_corner(const reader *r, size_t line, size_t corner)
{
    cursor c = {.at = r->text, .end = r->c.end, .line_start = r->text, 1};
    while (c.line < line && c.at < c.end) {
        if (is_line_end(*c.at)) {
            pass_line_end(&c);
        } else {
            c.at++;
        }
    }
    // The corner stands behind the f and the corners before.
    for (size_t i = 0; i <= corner; i++) {
        skip_blanks(&c);
        (void)skip_word(&c);
    }
    skip_blanks(&c);
    return c;
}

// Says what is wrong with a corner, from 0, of a face.
static void describe_corner(const reader *r, size_t face, size_t corner,
                            nav_error *fault)
{
    const nav_model *model = r->model;
    uint32_t vertex = model->corner[model->first[face] + corner];
    size_t number = vertex - r->first_vertex + 1;
    const bad_vertex *bad = find_bad_vertex(r, vertex);
    if (bad) {
        (void)nav_fail_at(fault, NAV_RANGE, bad->line, bad->column,
                          "vertex %zu of a face has a %s", number, illegal);
        return;
    }
    (void)nav_fail(fault, NAV_SYNTAX, "vertex %zu: the file has only %zu",
                   number, model->vertices - r->first_vertex);
    if (!r->options->skip_bad_faces) {
        cursor place = find_corner(r, model->line[face], corner);
        fault->line = place.line;
        fault->column = column_of(&place);
    }
}

// The first corner, from 0, that is no usable vertex; else how many there are.
static size_t first_bad_corner(const reader *r, size_t face)
{
    const nav_model *model = r->model;
    size_t begin = model->first[face], end = model->first[face + 1];
    for (size_t i = begin; i < end; i++) {
        uint32_t vertex = model->corner[i];
        if (vertex >= model->vertices || find_bad_vertex(r, vertex)) {
            return i - begin;
        }
    }
    return end - begin;
}

// Takes out of the model the faces that are marked by line SIZE_MAX.
static void close_up_faces(nav_model *model, size_t from)
{
    size_t face = from, corner = model->first[from];
    size_t begin = corner;
    for (size_t f = from; f < model->faces; f++) {
        size_t end = model->first[f + 1];
        if (model->line[f] != SIZE_MAX) {
            memmove(model->corner + corner, model->corner + begin,
                    (end - begin) * sizeof *model->corner);
            corner += end - begin;
            model->area[face] = model->area[f];
            model->line[face] = model->line[f];
            model->first[++face] = (uint32_t)corner;
        }
        begin = end;
    }
    model->faces = face;
    model->corners = corner;
}

// Checks what could not be checked while faces were read.
static nav_status check_faces(reader *r)
{
    nav_model *model = r->model;
    if (r->bads == 0 && r->greatest < model->vertices) {
        return NAV_OK;
    }
    for (size_t f = r->first_face; f < model->faces; f++) {
        size_t corner = first_bad_corner(r, f);
        if (corner < model->first[f + 1] - model->first[f]) {
            nav_error fault;
            describe_corner(r, f, corner, &fault);
            nav_status status = refuse_face(r, model->line[f], &fault);
            if (status != NAV_OK) {
                return status;
            }
            model->line[f] = SIZE_MAX;
        }
    }
    close_up_faces(model, r->first_face);
    return NAV_OK;
}

// ---------------------------------------------------------------------- text

static nav_status number_areas(reader *r)
{
    nav_model *model = r->model;
    size_t faces = model->faces - r->first_face;
    if (faces == 0) {
        return NAV_OK;
    }
    nav_obj_faces named = {model->area + r->first_face, faces};
    const char *place = r->text;
    nav_status status =
        nav_obj_names_to_areas(&r->names, &named, &model->names, &place);
    if (status == NAV_SYNTAX) {
        cursor c = {
            .at = r->text, .end = r->c.end, .line_start = r->text, .line = 1};
        while (c.at < place) {
            if (is_line_end(*c.at)) {
                pass_line_end(&c);
            } else {
                c.at++;
            }
        }
        return nav_fail_at(r->error, status, c.line, column_of(&c),
                           "the name of an area, of o, g and usemtl, has more "
                           "than %d bytes",
                           NAV_AREA_NAME_MOST);
    }
    return status == NAV_OK ? NAV_OK : nav_fail_memory(r->error);
}

static void read_name(reader *r, nav_obj_kind kind)
{
    nav_obj_names_set(&r->names, kind, r->c.at);
    skip_statement(&r->c);
}

// The cursor stands on the first word.
static nav_status read_statement(reader *r)
{
    cursor begin = r->c;
    size_t size = skip_word(&r->c);
    if (size == 1 && *begin.at == 'v') {
        return read_vertex(r, &begin);
    }
    if (size == 1 && *begin.at == 'f') {
        return read_face_or_skip(r, &begin);
    }
    if (size == 1 && *begin.at == 'o') {
        read_name(r, NAV_OBJ_O);
    } else if (size == 1 && *begin.at == 'g') {
        read_name(r, NAV_OBJ_G);
    } else if (size == 6 && memcmp(begin.at, "usemtl", 6) == 0) {
        read_name(r, NAV_OBJ_USEMTL);
    } else {
        skip_statement(&r->c);
    }
    return NAV_OK;
}

static nav_status read_text(reader *r)
{
    cursor *c = &r->c;
    nav_status status = NAV_OK;
    while (status == NAV_OK) {
        skip_blanks(c);
        if (c->at == c->end) {
            break;
        }
        if (is_line_end(*c->at)) {
            pass_line_end(c);
        } else if (*c->at == '#') {
            skip_comment(c);
        } else {
            status = read_statement(r);
        }
    }
    if (status == NAV_OK) {
        status = check_faces(r);
    }
    if (status == NAV_OK) {
        status = number_areas(r);
    }
    return status;
}

static void begin_reading(reader *r, const char *text, size_t size)
{
    nav_model *model = r->model;
    const char *end = text + size;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3;
    }
    r->text = text;
    r->c = (cursor){.at = text, .end = end, .line_start = text, .line = 1};
    r->first_vertex = model->vertices;
    r->first_face = model->faces;
    r->first_skipped = model->skipped;
    nav_obj_names_init(&r->names, &model->mem, end);
}

static void end_reading(reader *r, nav_status status)
{
    nav_model *model = r->model;
    if (status != NAV_OK) {
        model->vertices = r->first_vertex;
        model->faces = r->first_face;
        model->corners = model->first[model->faces];
        model->skipped = r->first_skipped;
    }
    nav_mem_free(&model->mem, r->bad, r->bad_capacity, sizeof *r->bad);
    nav_obj_names_fini(&r->names);
}

nav_status nav_model_read_obj(nav_model *model, const char *text, size_t size,
                              const nav_obj_options *options, nav_error *error)
{
    static const nav_obj_options none = {false, NULL, NULL};
    if (size == 0) {
        return NAV_OK;
    }
    reader r = {
        .model = model, .options = options ? options : &none, .error = error};
    begin_reading(&r, text, size);
    nav_status status = read_text(&r);
    end_reading(&r, status);
    return status;
}
