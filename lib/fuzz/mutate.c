// mutate.c - damages .nav files, for the fuzzer and for `make check`.
//
// Almost every random change of a file is found by its checksum, and of those
// that have the checksum repaired most are found by the first check of a size.
// To reach what lies behind, a file is taken apart into its sections, these are
// changed, and it is put together again with a table that fits; what is changed
// then is mostly a number, and the number that takes its place is mostly one
// that could stand there.  Some changes keep a mesh valid as such but make it
// one that no bake gives: polygons several times in one place, edges cut apart,
// rings of floors that join in another order.
//
// The idea is that of structure-aware fuzzing: Konstantin Serebryany,
// "Structure-Aware Fuzzing with libFuzzer", 2019.
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

#include "mesh/format.h"

enum {
    PARTS_MOST = NAV_SECTIONS_MOST + 2,
    PIECE_MOST = 64,    // bytes that are cut or inserted at once
    SIZE_MOST = 1 << 20 // of files that are taken apart
};

// Bytes that may become more.
typedef struct buffer {
    uint8_t *at;
    size_t size, room;
} buffer;

typedef struct part {
    uint8_t tag[4];
    uint32_t flags;
    buffer bytes;
} part;

typedef struct parts {
    size_t count;
    part part[PARTS_MOST];
} parts;

void nav_mutate_seal(uint8_t *file, size_t size)
{
    if (size >= NAV_HEADER_SIZE) {
        nav_put_u64(file + NAV_SIZE_AT, size);
        nav_put_u64(file + NAV_CHECKSUM_AT, nav_file_checksum(file, size));
    }
}

// ---------------------------------------------------------------------------
// Bytes
// ---------------------------------------------------------------------------

// Where a piece of up to `most` bytes of a buffer begins, and its size: a whole
// number of words in three cases of four.
static size_t choose_piece(const buffer *b, size_t most, size_t *size,
                           nav_dice *dice)
{
    static const uint8_t units[4] = {1, 4, 8, 16};
    size_t unit = units[nav_dice_below(dice, 4)];
    most = most < b->size ? most : b->size;
    *size = (1 + nav_dice_below(dice, most / unit)) * unit;
    *size = *size < most ? *size : most;
    size_t begin = nav_dice_below(dice, (b->size - *size) / unit + 1) * unit;
    return begin;
}

static void cut(buffer *b, nav_dice *dice)
{
    size_t size;
    size_t at = choose_piece(b, PIECE_MOST, &size, dice);
    if (nav_dice_below(dice, 4) == 0) {
        b->size = at; // the rest
        return;
    }
    memmove(b->at + at, b->at + at + size, b->size - at - size);
    b->size -= size;
}

// Inserts rubbish, zeros, or a copy of another piece.
static void insert(buffer *b, nav_dice *dice)
{
    uint8_t piece[PIECE_MOST] = {0};
    size_t size;
    size_t from = choose_piece(b, PIECE_MOST, &size, dice);
    uint32_t what = nav_dice_below(dice, 4);
    size_t at = nav_dice_below(dice, b->size / 4 + 1) * (size_t)4;
    if (size == 0 || size > b->room - b->size) {
        return;
    }
    for (size_t i = 0; i < size && what == 0; i++) {
        piece[i] = (uint8_t)nav_dice_bits(dice);
    }
    if (what > 1) {
        memcpy(piece, b->at + from, size);
    }
    memmove(b->at + at + size, b->at + at, b->size - at);
    memcpy(b->at + at, piece, size);
    b->size += size;
}

// Two pieces of one size change places, as far as they do not overlap.
static void swap(buffer *b, nav_dice *dice)
{
    size_t size;
    size_t from = choose_piece(b, PIECE_MOST, &size, dice);
    size_t to = nav_dice_below(dice, (b->size - size) / 4 + 1) * (size_t)4;
    for (size_t i = 0; i < size && to + i < b->size; i++) {
        uint8_t kept = b->at[from + i];
        b->at[from + i] = b->at[to + i];
        b->at[to + i] = kept;
    }
}

static void change_bytes(buffer *b, nav_dice *dice)
{
    if (b->size == 0) {
        return;
    }
    size_t at = nav_dice_below(dice, b->size);
    switch (nav_dice_below(dice, 6)) {
    case 0:
        b->at[at] = (uint8_t)nav_dice_bits(dice);
        break;
    case 1:
        cut(b, dice);
        break;
    case 2:
        insert(b, dice);
        break;
    case 3:
        swap(b, dice);
        break;
    default:
        b->at[at] ^= (uint8_t)(1u << nav_dice_below(dice, 8));
        break;
    }
}

size_t nav_mutate_bytes(uint8_t *file, size_t size, size_t room, nav_dice *dice)
{
    buffer b = {file, size, room};
    for (uint32_t n = 1 + nav_dice_below(dice, 4); n > 0; n--) {
        change_bytes(&b, dice);
    }
    return b.size;
}

// ---------------------------------------------------------------------------
// Numbers
// ---------------------------------------------------------------------------

static uint32_t choose_u32(const buffer *b, nav_dice *dice)
{
    static const uint32_t likely[] = {
        0, 1, 2, 3, 64, 255, 256, 0x7fffffff, 0x80000000, 0xfffffffe, NAV_NONE};
    size_t words = b->size / 4;
    uint32_t other =
        nav_get_u32(b->at + 4 * (size_t)nav_dice_below(dice, words));
    switch (nav_dice_below(dice, 5)) {
    case 0:
        return likely[nav_dice_below(dice, sizeof likely / sizeof *likely)];
    case 1:
        return nav_dice_below(dice, words + 2);
    case 2:
        return other + 1;
    case 3:
        return other - 1;
    default:
        return other;
    }
}

static void change_u32(buffer *b, nav_dice *dice)
{
    if (b->size >= 4) {
        uint32_t value = choose_u32(b, dice);
        size_t at = 4 * (size_t)nav_dice_below(dice, b->size / 4);
        nav_put_u32(b->at + at, value);
    }
}

static double choose_double(double now, double other, nav_dice *dice)
{
    static const double likely[] = {
        0,    -0.0,    1,      -1,     1e-100, -1e-100, 1e100, -1e100,
        5e99, 1.1e100, 9e-101, 5e-324, 1e308,  0x1p53,  1e-8,  0.1};
    switch (nav_dice_below(dice, 8)) {
    case 0:
        return likely[nav_dice_below(dice, sizeof likely / sizeof *likely)];
    case 1:
        return now + other;
    case 2:
        return now / 2 + other / 2;
    case 3:
        return -now;
    case 4:
        return now * 0x1p40;
    case 5:
        return now * 0x1p-40;
    case 6:
        return now + (double)nav_dice_below(dice, 9) - 4;
    default:
        return other;
    }
}

static void change_double(buffer *b, nav_dice *dice)
{
    if (b->size < 8) {
        return;
    }
    uint8_t *at = b->at + 8 * (size_t)nav_dice_below(dice, b->size / 8);
    double other =
        nav_get_double(b->at + 8 * (size_t)nav_dice_below(dice, b->size / 8));
    if (nav_dice_below(dice, 3) == 0) {
        // The next number, or one of the other sign or another size, or none.
        static const uint8_t bits[6] = {0, 0, 1, 63, 62, 52};
        nav_put_u64(at, nav_get_u64(at) ^ (uint64_t)1
                                              << bits[nav_dice_below(dice, 6)]);
        return;
    }
    nav_put_double(at, choose_double(nav_get_double(at), other, dice));
}

// ---------------------------------------------------------------------------
// Files in parts
// ---------------------------------------------------------------------------

static buffer *find(parts *p, nav_section section)
{
    for (size_t i = 0; i < p->count; i++) {
        if (memcmp(p->part[i].tag, NAV_TAG[section], 4) == 0) {
            return &p->part[i].bytes;
        }
    }
    return NULL;
}

static void free_parts(parts *p)
{
    for (size_t i = 0; i < p->count; i++) {
        free(p->part[i].bytes.at);
    }
    p->count = 0;
}

// A copy with room for twice as much, and more.
static bool copy_bytes(const uint8_t *from, size_t size, buffer *made)
{
    made->size = size;
    made->room = 2 * size + (size_t)16 * PIECE_MOST;
    made->at = malloc(made->room);
    if (made->at && size > 0) {
        memcpy(made->at, from, size);
    }
    return made->at != NULL;
}

static bool take_apart(const uint8_t *file, size_t size, parts *p)
{
    uint32_t count =
        size >= NAV_HEADER_SIZE ? nav_get_u32(file + NAV_COUNT_AT) : 0;
    p->count = 0;
    if (count == 0 || count > NAV_SECTIONS_MOST || size > SIZE_MOST ||
        (size - NAV_HEADER_SIZE) / NAV_ENTRY_SIZE < count) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const uint8_t *entry = file + NAV_HEADER_SIZE + i * NAV_ENTRY_SIZE;
        uint64_t offset = nav_get_u64(entry + NAV_ENTRY_OFFSET_AT);
        uint64_t length = nav_get_u64(entry + NAV_ENTRY_SIZE_AT);
        if (offset > size || length > size - offset ||
            !copy_bytes(file + offset, length, &p->part[i].bytes)) {
            free_parts(p);
            return false;
        }
        memcpy(p->part[i].tag, entry, 4);
        p->part[i].flags = nav_get_u32(entry + NAV_ENTRY_FLAGS_AT);
        p->count++;
    }
    return true;
}

static size_t padded(size_t size)
{
    return (size + 7) / 8 * 8;
}

// Gives the size of the file, 0 when there is no room for it.
static size_t put_together(const parts *p, uint8_t *file, size_t room)
{
    size_t offset = NAV_HEADER_SIZE + p->count * NAV_ENTRY_SIZE;
    size_t size = offset;
    for (size_t i = 0; i < p->count; i++) {
        size += padded(p->part[i].bytes.size);
    }
    if (size > room) {
        return 0;
    }
    memset(file, 0, size);
    memcpy(file, NAV_MAGIC, sizeof NAV_MAGIC);
    nav_put_u32(file + NAV_VERSION_AT, NAV_FILE_VERSION);
    nav_put_u32(file + NAV_COUNT_AT, (uint32_t)p->count);
    for (size_t i = 0; i < p->count; i++) {
        const part *from = &p->part[i];
        uint8_t *entry = file + NAV_HEADER_SIZE + i * NAV_ENTRY_SIZE;
        memcpy(entry, from->tag, 4);
        nav_put_u32(entry + NAV_ENTRY_FLAGS_AT, from->flags);
        nav_put_u64(entry + NAV_ENTRY_OFFSET_AT, offset);
        nav_put_u64(entry + NAV_ENTRY_SIZE_AT, from->bytes.size);
        memcpy(file + offset, from->bytes.at, from->bytes.size);
        offset += padded(from->bytes.size);
    }
    nav_mutate_seal(file, size);
    return size;
}

// ---------------------------------------------------------------------------
// Sections
// ---------------------------------------------------------------------------

static void double_section(parts *p, size_t which)
{
    part *from = &p->part[which];
    part made = *from;
    if (p->count < PARTS_MOST &&
        copy_bytes(from->bytes.at, from->bytes.size, &made.bytes)) {
        p->part[p->count++] = made;
    }
}

static void change_table(parts *p, nav_dice *dice)
{
    size_t which = nav_dice_below(dice, p->count);
    size_t other = nav_dice_below(dice, p->count);
    part kept = p->part[which];
    switch (nav_dice_below(dice, 5)) {
    case 0:
        p->part[which] = p->part[p->count - 1];
        free(kept.bytes.at);
        p->count--;
        break;
    case 1:
        double_section(p, which);
        break;
    case 2:
        p->part[which].flags ^= 1u << nav_dice_below(dice, 32);
        break;
    case 3: // one section under the name of another
        memcpy(p->part[which].tag, p->part[other].tag, 4);
        memcpy(p->part[other].tag, kept.tag, 4);
        break;
    default:
        p->part[which] = p->part[other];
        p->part[other] = kept;
        break;
    }
}

// Makes META count what there is.
static void count_anew(parts *p)
{
    buffer *meta = find(p, NAV_META);
    buffer *vertices = find(p, NAV_VERT);
    buffer *polygons = find(p, NAV_POLY);
    buffer *corners = find(p, NAV_CORN);
    if (meta && vertices && polygons && corners && meta->size >= 16 &&
        polygons->size >= 4) {
        nav_put_u32(meta->at, (uint32_t)(vertices->size / 16));
        nav_put_u32(meta->at + 4, (uint32_t)(polygons->size / 4 - 1));
        nav_put_u32(meta->at + 8, (uint32_t)(corners->size / 4));
    }
}

// ---------------------------------------------------------------------------
// Polygons
// ---------------------------------------------------------------------------

// The arrays of polygons, which need not agree.
typedef struct arrays {
    buffer *first, *corner, *twin;
    size_t polygons, edges;
} arrays;

static bool find_arrays(parts *p, arrays *a)
{
    a->first = find(p, NAV_POLY);
    a->corner = find(p, NAV_CORN);
    a->twin = find(p, NAV_TWIN);
    if (!a->first || !a->corner || !a->twin || a->first->size < 8) {
        return false;
    }
    a->polygons = a->first->size / 4 - 1;
    a->edges = a->corner->size / 4;
    return a->edges > 0 && a->twin->size == 4 * a->edges;
}

static uint8_t *twin_at(const arrays *a, uint32_t edge)
{
    return a->twin->at + 4 * (size_t)edge;
}

// Cuts two polygons apart, or the twins of two edges change places.
static void change_twins(parts *p, nav_dice *dice)
{
    arrays a;
    if (!find_arrays(p, &a)) {
        return;
    }
    uint32_t e = nav_dice_below(dice, a.edges);
    uint32_t f = nav_dice_below(dice, a.edges);
    uint32_t e_twin = nav_get_u32(twin_at(&a, e));
    uint32_t f_twin = nav_get_u32(twin_at(&a, f));
    if (nav_dice_below(dice, 2) == 0) {
        nav_put_u32(twin_at(&a, e), f_twin);
        nav_put_u32(twin_at(&a, f), e_twin);
    } else if (e_twin < a.edges) {
        nav_put_u32(twin_at(&a, e), NAV_NONE);
        nav_put_u32(twin_at(&a, e_twin), NAV_NONE);
    }
}

static void append_u32(buffer *b, uint32_t value)
{
    if (b->room - b->size >= 4) {
        nav_put_u32(b->at + b->size, value);
        b->size += 4;
    }
}

// A polygon comes a second time, in the same place.  With heights its edges
// join the rings of those that they are copies of.
static void double_polygon(parts *p, nav_dice *dice)
{
    arrays a;
    if (!find_arrays(p, &a)) {
        return;
    }
    size_t which = nav_dice_below(dice, a.polygons);
    uint32_t begin = nav_get_u32(a.first->at + 4 * which);
    uint32_t end = nav_get_u32(a.first->at + 4 * which + 4);
    if (end > a.edges || begin > end || end - begin > PIECE_MOST) {
        return;
    }
    bool is_joined = find(p, NAV_HGHT) != NULL && nav_dice_below(dice, 4) != 0;
    for (uint32_t e = begin; e < end; e++) {
        uint32_t twin = nav_get_u32(twin_at(&a, e));
        append_u32(a.corner, nav_get_u32(a.corner->at + 4 * (size_t)e));
        append_u32(a.twin, is_joined && twin == NAV_NONE ? e
                           : is_joined                   ? twin
                                                         : NAV_NONE);
        if (is_joined) {
            nav_put_u32(twin_at(&a, e), (uint32_t)a.edges + e - begin);
        }
    }
    append_u32(a.first, (uint32_t)(a.edges + end - begin));
    count_anew(p);
}

static void change_part(parts *p, nav_dice *dice)
{
    // More often than others those that may be changed and stay legal.
    static const nav_section real[] = {NAV_VERT, NAV_VERT, NAV_HGHT,
                                       NAV_LAND, NAV_AGNT, NAV_LINK};
    static const nav_section whole[] = {NAV_META, NAV_POLY, NAV_CORN,
                                        NAV_TWIN, NAV_AREA, NAV_LINK};
    buffer *any = &p->part[nav_dice_below(dice, p->count)].bytes;
    buffer *reals = find(p, real[nav_dice_below(dice, 6)]);
    buffer *wholes = find(p, whole[nav_dice_below(dice, 6)]);
    switch (nav_dice_below(dice, 12)) {
    case 0:
        change_bytes(any, dice);
        break;
    case 1:
        change_bytes(any, dice);
        count_anew(p);
        break;
    case 2:
        change_table(p, dice);
        break;
    case 3:
        change_u32(any, dice);
        break;
    case 4:
    case 5:
        change_u32(wholes ? wholes : any, dice);
        break;
    case 6:
    case 7:
        change_twins(p, dice);
        break;
    case 8:
        double_polygon(p, dice);
        break;
    default:
        change_double(reals ? reals : any, dice);
        break;
    }
}

size_t nav_mutate_sections(uint8_t *file, size_t size, size_t room,
                           nav_dice *dice)
{
    parts p;
    if (!take_apart(file, size, &p)) {
        size = nav_mutate_bytes(file, size, room, dice);
        nav_mutate_seal(file, size);
        return size;
    }
    // Mostly one change, now and then very many.
    uint32_t changes = 1;
    while (changes < 64 && nav_dice_below(dice, 3) == 0) {
        changes *= 2;
    }
    for (; changes > 0 && p.count > 0; changes--) {
        change_part(&p, dice);
    }
    size_t made = put_together(&p, file, room);
    free_parts(&p);
    return made ? made : size;
}
