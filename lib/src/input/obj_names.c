// obj_names.c - areas from the names in a Wavefront OBJ text.
//
// Problem.  A face belongs to the combination of o, g and usemtl in force where
// it stands; equal combinations are one area.  A file may name a million
// groups, or one group a million times.
//
// Method.  Faces between two naming statements share a naming: three names,
// which are positions in the text.  A naming is made when the first face asks
// for it, so that names without faces cost nothing.  At the end, names are
// sorted, word by word, so that the blanks between words do not matter; then
// namings are sorted by the classes of equal names; and the faces number those
// that they use, in their order.  A name that was never given, and one without
// words, are the same.
//
// The name of an area has up to three parts, those of o, g and usemtl, with
// slashes between them; a part that came before is not repeated.  A face is in
// several groups when g has several words: each is a part.
//
// Merge sort (sort.c) compares each name O(log n) times, and a comparison costs
// no more than the shorter of the two, charged to the name that leaves the
// merge: O(size log names) for any input.  A hash is compared first and decides
// nearly always.
//
// Rejected: a hash table, since somebody can make a file whose names collide.
#include "input/obj_names.h"

#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "input/obj_text.h"

void nav_obj_names_init(nav_obj_names *n, const nav_allocator *mem,
                        const char *end)
{
    *n = (nav_obj_names){.mem = *mem, .end = end};
    for (int i = 0; i < NAV_OBJ_KINDS; i++) {
        // A name of no words.
        n->current[i] = end;
        n->changed[i] = true;
    }
}

void nav_obj_names_fini(nav_obj_names *n)
{
    nav_mem_free(&n->mem, n->name, n->name_capacity, sizeof *n->name);
    nav_mem_free(&n->mem, n->naming, n->naming_capacity, sizeof *n->naming);
}

void nav_obj_names_set(nav_obj_names *n, nav_obj_kind kind, const char *at)
{
    n->current[kind] = at;
    n->changed[kind] = true;
}

static cursor name_cursor(const nav_obj_names *n, const char *at)
{
    return (cursor){.at = at, .end = n->end, .line_start = at, .line = 1};
}

static uint64_t hash_name(cursor c)
{
    uint64_t hash = NAV_HASH_BEGIN;
    for (skip_blanks(&c); !at_statement_end(&c); skip_blanks(&c)) {
        const char *word = c.at;
        size_t size = skip_word(&c);
        hash = nav_hash_bytes(hash, word, size);
        hash = nav_hash_bytes(hash, " ", 1);
    }
    return hash;
}

// A total order of names, whose sense does not matter.
static int compare_names(const void *names, uint32_t i, uint32_t k)
{
    const nav_obj_names *n = names;
    const nav_obj_name *a = &n->name[i], *b = &n->name[k];
    if (a->hash != b->hash) {
        return a->hash < b->hash ? -1 : 1;
    }
    cursor x = name_cursor(n, a->at), y = name_cursor(n, b->at);
    for (;;) {
        skip_blanks(&x);
        skip_blanks(&y);
        if (at_statement_end(&x) || at_statement_end(&y)) {
            return (int)at_statement_end(&y) - (int)at_statement_end(&x);
        }
        const char *p = x.at, *q = y.at;
        size_t p_size = skip_word(&x), q_size = skip_word(&y);
        int order = (p_size > q_size) - (p_size < q_size);
        order = order != 0 ? order : memcmp(p, q, p_size);
        if (order != 0) {
            return order;
        }
    }
}

static void add_name(nav_obj_names *n, int kind)
{
    const char *at = n->current[kind];
    n->name[n->names] = (nav_obj_name){hash_name(name_cursor(n, at)), at};
    n->naming[n->namings].name[kind] = (uint32_t)n->names++;
    n->changed[kind] = false;
}

nav_status nav_obj_names_current(nav_obj_names *n, uint32_t *number)
{
    const bool *changed = n->changed;
    if (changed[NAV_OBJ_O] || changed[NAV_OBJ_G] || changed[NAV_OBJ_USEMTL]) {
        if (nav_mem_grow(&n->mem, &n->name, &n->name_capacity,
                         n->names + NAV_OBJ_KINDS, sizeof *n->name) != NAV_OK ||
            nav_mem_grow(&n->mem, &n->naming, &n->naming_capacity,
                         n->namings + 1, sizeof *n->naming) != NAV_OK) {
            return NAV_NOMEM;
        }
        for (int i = 0; i < NAV_OBJ_KINDS; i++) {
            if (changed[i]) {
                add_name(n, i);
            } else {
                // The first naming finds all changed.
                n->naming[n->namings].name[i] =
                    n->naming[n->namings - 1].name[i];
            }
        }
        n->namings++;
    }
    *number = (uint32_t)(n->namings - 1);
    return NAV_OK;
}

// class[i] is the same for names that are the same.
static bool classify_names(const nav_obj_names *n, nav_arena *arena,
                           uint32_t *class)
{
    uint32_t *sorted = nav_arena_new(arena, n->names, sizeof *sorted);
    if (!sorted) {
        return false;
    }
    for (uint32_t i = 0; i < n->names; i++) {
        sorted[i] = i;
    }
    nav_sort_by(compare_names, n, sorted, class, n->names);
    uint32_t classes = 0;
    for (size_t i = 0; i < n->names; i++) {
        classes += i > 0 && compare_names(n, sorted[i - 1], sorted[i]) != 0;
        class[sorted[i]] = classes;
    }
    return true;
}

// Whether naming i has the names of naming k.
static bool same_classes(const nav_obj_names *n, const uint32_t *class,
                         uint32_t i, uint32_t k)
{
    const uint32_t *a = n->naming[i].name, *b = n->naming[k].name;
    return class[a[NAV_OBJ_O]] == class[b[NAV_OBJ_O]] &&
           class[a[NAV_OBJ_G]] == class[b[NAV_OBJ_G]] &&
           class[a[NAV_OBJ_USEMTL]] == class[b[NAV_OBJ_USEMTL]];
}

// least[i] is the first of the namings with the same names as naming i.
static bool unite_namings(const nav_obj_names *n, nav_arena *arena,
                          uint32_t *least)
{
    size_t count = n->namings;
    uint32_t *class = nav_arena_new(arena, n->names, sizeof *class);
    nav_sort_entry *entry = nav_arena_new(arena, count, sizeof *entry);
    nav_sort_entry *scratch = nav_arena_new(arena, count, sizeof *scratch);
    if (!class || !entry || !scratch || !classify_names(n, arena, class)) {
        return false;
    }
    // By usemtl first, then stably by o and g: those that are equal come to
    // stand together, in the order of the text.
    for (size_t i = 0; i < count; i++) {
        uint32_t usemtl = n->naming[i].name[NAV_OBJ_USEMTL];
        entry[i] = (nav_sort_entry){class[usemtl], (uint32_t)i};
    }
    nav_sort(entry, scratch, count);
    for (size_t i = 0; i < count; i++) {
        const uint32_t *name = n->naming[entry[i].item].name;
        entry[i].key =
            (uint64_t) class[name[NAV_OBJ_O]] << 32 | class[name[NAV_OBJ_G]];
    }
    nav_sort(entry, scratch, count);
    for (size_t i = 0; i < count; i++) {
        uint32_t item = entry[i].item;
        bool same = i > 0 && same_classes(n, class, item, entry[i - 1].item);
        least[item] = same ? least[entry[i - 1].item] : item;
    }
    return true;
}

// ---------------------------------------------------------------------------
// Names of areas
// ---------------------------------------------------------------------------

// The name of an area in the making.
typedef struct area_name {
    char text[NAV_AREA_NAME_MOST];
    size_t size;
} area_name;

// Adds bytes to a name; those that are no UTF-8 or control characters as %XX.
static bool add_bytes(area_name *name, const char *text, size_t size)
{
    static const char digits[] = "0123456789ABCDEF";
    while (size > 0) {
        size_t length = 1;
        while (length < 4 && length < size && !nav_areas_may_be(text, length)) {
            length++;
        }
        bool legal = nav_areas_may_be(text, length);
        unsigned char byte = (unsigned char)*text;
        char escaped[3] = {'%', digits[byte >> 4], digits[byte & 15]};
        length = legal ? length : 1;
        size_t more = legal ? length : sizeof escaped;
        if (name->size + more > sizeof name->text) {
            return false;
        }
        memcpy(name->text + name->size, legal ? text : escaped, more);
        name->size += more;
        text += length;
        size -= length;
    }
    return true;
}

// Whether the part of a name from `begin` on stands before it already.
static bool is_repeated(const area_name *name, size_t begin)
{
    size_t size = name->size - begin;
    size_t at = 0;
    while (at < begin) {
        size_t end = at;
        while (name->text[end] != '/') {
            end++; // there is one before `begin`
        }
        if (end - at == size &&
            memcmp(name->text + at, name->text + begin, size) == 0) {
            return true;
        }
        at = end + 1;
    }
    return false;
}

// Adds a part to a name: the words at the cursor, or one of them.
static bool add_part(area_name *name, cursor *c, bool one_word)
{
    size_t before = name->size;
    if (before > 0 && !add_bytes(name, "/", 1)) {
        return false;
    }
    size_t begin = name->size;
    for (; !at_statement_end(c); skip_blanks(c)) {
        const char *word = c->at;
        size_t size = skip_word(c);
        if ((name->size > begin && !add_bytes(name, " ", 1)) ||
            !add_bytes(name, word, size)) {
            return false;
        }
        if (one_word) {
            break;
        }
    }
    if (is_repeated(name, begin)) {
        name->size = before;
    }
    return true;
}

// Adds the name of the area of a naming.  NAV_SYNTAX when it is too long;
// *long_name is then where the last part of it is.
static nav_status name_area(const nav_obj_names *n,
                            const nav_obj_naming *naming, nav_areas *areas,
                            const char **long_name)
{
    area_name name = {.size = 0};
    for (int kind = 0; kind < NAV_OBJ_KINDS; kind++) {
        cursor c = name_cursor(n, n->name[naming->name[kind]].at);
        for (skip_blanks(&c); !at_statement_end(&c); skip_blanks(&c)) {
            *long_name = c.at;
            // Each word of g is a group of its own.
            if (!add_part(&name, &c, kind == NAV_OBJ_G)) {
                return NAV_SYNTAX;
            }
        }
    }
    return nav_areas_add(areas, name.text, name.size);
}

// Turns namings into areas, by the first namings with the same names.
static nav_status number_areas(const nav_obj_names *n, nav_arena *arena,
                               const nav_obj_faces *faces, nav_areas *areas,
                               const char **long_name)
{
    uint32_t *least = nav_arena_new(arena, n->namings, sizeof *least);
    uint32_t *number = nav_arena_new(arena, n->namings, sizeof *number);
    if (!least || !number) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < n->namings; i++) {
        number[i] = NAV_NONE;
    }
    if (!unite_namings(n, arena, least)) {
        return NAV_NOMEM;
    }
    nav_status status = NAV_OK;
    for (size_t f = 0; f < faces->count && status == NAV_OK; f++) {
        uint32_t first = least[faces->area[f]];
        if (number[first] == NAV_NONE) {
            number[first] = (uint32_t)areas->count;
            status = name_area(n, &n->naming[first], areas, long_name);
        }
        faces->area[f] = number[first];
    }
    return status;
}

nav_status nav_obj_names_to_areas(const nav_obj_names *n,
                                  const nav_obj_faces *faces, nav_areas *areas,
                                  const char **long_name)
{
    nav_arena arena;
    nav_arena_init(&arena, &n->mem);
    nav_status status = number_areas(n, &arena, faces, areas, long_name);
    nav_arena_fini(&arena);
    return status;
}
