// area_oracle.h - the walkable area of a ring soup, by other means.
//
// Shares no code with the library, so that both can only be wrong in different
// ways.
#ifndef NAV_AREA_ORACLE_H
#define NAV_AREA_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Coordinates of a soup are integers up to this size.
enum { ORACLE_COORD_MOST = 1000 };

enum { SOUP_POINTS_MOST = 256, SOUP_RINGS_MOST = 32 };

typedef struct soup_point {
    int32_t x, y;
} soup_point;

typedef struct soup_ring {
    uint32_t first, count; // its points in soup.point
    uint32_t polygon;      // rings of a polygon follow each other
    bool is_hole;
} soup_ring;

// Polygons with holes; each polygon begins with its one outer ring.
typedef struct soup {
    soup_point point[SOUP_POINTS_MOST];
    soup_ring ring[SOUP_RINGS_MOST];
    uint32_t points, rings, polygons;
} soup;

typedef struct oracle_answer {
    double area;      // to 1e-15 relative
    uint32_t islands; // parts connected through more than points
    bool exact;       // wherever edges meet the coordinates are doubles
} oracle_answer;

// O(m n log n) for n edges with m crossings.
oracle_answer area_oracle(const soup *s);

#endif
