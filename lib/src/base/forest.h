// forest.h - disjoint sets: trees in an array, in which each item names one
// nearer to the root of its tree, and a root itself.
//
// The least item of a set is its root, whatever the order of the unions, so
// that what is numbered by roots does not depend on it.  Paths are halved
// (Robert E. Tarjan, Jan van Leeuwen, "Worst-Case Analysis of Set Union
// Algorithms", 1984): O(log n) a call, amortized.
#ifndef NAV_FOREST_H
#define NAV_FOREST_H

#include <stdint.h>

static inline uint32_t nav_forest_root(uint32_t *forest, uint32_t item)
{
    while (forest[item] != item) {
        forest[item] = forest[forest[item]];
        item = forest[item];
    }
    return item;
}

// Joins the sets of two items.
static inline void nav_forest_join(uint32_t *forest, uint32_t a, uint32_t b)
{
    a = nav_forest_root(forest, a);
    b = nav_forest_root(forest, b);
    forest[a > b ? a : b] = a > b ? b : a;
}

#endif
