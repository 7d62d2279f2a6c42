// exact_distance.c - distances compared without rounding.
//
// A distance is compared by its square; that of a point from a line is
// (area / length)^2, so area^2 is compared with distance^2 length^2.
#include "exact_distance.h"

#include "geometry/expansion.h"

// Room for the square of 16 components.
enum { PARTS_MOST = 512 };

typedef struct sum {
    int count;
    double part[PARTS_MOST];
} sum;

static sum added(const sum *a, const sum *b)
{
    sum s;
    s.count = expansion_sum(a->count, a->part, b->count, b->part, s.part);
    return s;
}

static sum multiplied(const sum *a, const sum *b)
{
    sum s;
    s.count = 0;
    for (int i = 0; i < b->count; i++) {
        sum scaled;
        scaled.count =
            expansion_scale(a->count, a->part, b->part[i], scaled.part);
        s = added(&s, &scaled);
    }
    return s;
}

static sum negated(const sum *a)
{
    sum s = *a;
    for (int i = 0; i < s.count; i++) {
        s.part[i] = -s.part[i];
    }
    return s;
}

static sum from_pair(pair p)
{
    sum s;
    s.count = 0;
    if (p.tail != 0) {
        s.part[s.count++] = p.tail;
    }
    if (p.head != 0) {
        s.part[s.count++] = p.head;
    }
    return s;
}

static sum dot(pair_vec a, pair_vec b)
{
    sum ax = from_pair(a.x), ay = from_pair(a.y);
    sum bx = from_pair(b.x), by = from_pair(b.y);
    sum x = multiplied(&ax, &bx), y = multiplied(&ay, &by);
    return added(&x, &y);
}

static int compare(const sum *a, const sum *b)
{
    sum minus = negated(b);
    sum difference = added(a, &minus);
    return expansion_sign(difference.count, difference.part);
}

int exact_compare_points(nav_vec2 p, nav_vec2 q, double distance)
{
    sum square = dot(exact_sub(p, q), exact_sub(p, q));
    sum limit = from_pair(two_product(distance, distance));
    return compare(&square, &limit);
}

int exact_compare_line(nav_vec2 a, nav_vec2 b, nav_vec2 p, double distance)
{
    sum area;
    area.count = expansion_cross(exact_sub(a, p), exact_sub(b, p), area.part);
    sum left = multiplied(&area, &area);
    sum length = dot(exact_sub(b, a), exact_sub(b, a));
    sum limit = from_pair(two_product(distance, distance));
    sum right = multiplied(&length, &limit);
    return compare(&left, &right);
}

int exact_compare_segment(nav_vec2 a, nav_vec2 b, nav_vec2 p, double distance)
{
    sum from_a = dot(exact_sub(b, a), exact_sub(p, a));
    sum from_b = dot(exact_sub(a, b), exact_sub(p, b));
    if (expansion_sign(from_a.count, from_a.part) <= 0) {
        return exact_compare_points(a, p, distance);
    }
    if (expansion_sign(from_b.count, from_b.part) <= 0) {
        return exact_compare_points(b, p, distance);
    }
    return exact_compare_line(a, b, p, distance);
}
