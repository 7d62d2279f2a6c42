// svg_frame.c - where a map lies in its picture, and in which numbers.
//
// Programs that draw SVG compute with floats.  Of a coordinate far from the
// origin, beside the size of the map, a float keeps too little: beyond 4194304
// it counts in halves, and a room there is drawn as another room.  Very small
// and very large maps are drawn without dashes, without text, or not at all.
// No transform within the picture helps: it is applied to floats, as a float.
//
// So a picture has the coordinates of the map where floats can tell them, and
// else numbers that they can.  A distant map is written from its own lower left
// corner, and one of an odd size in a unit that is a power of ten; the two have
// nothing to do with each other.  The difference is that of doubles.
//
// What floats can tell was measured, with Chromium 156 and librsvg 2.54, on
// pictures a thousand pixels wide:
// - As far away as 1000 times its longest side a map is drawn as at the origin,
//   but for the shades of a few pixels; at 4000 times it is not.  256 leave an
//   error of a hundredth of a pixel, which may be magnified.
// - Sides of 0.7 to 24,000,000 are drawn alike; librsvg has no dashes below 0.6
//   and nothing at all below 0.005.  Chromium has neither text nor the right
//   colours where coordinates exceed 33,554,431, the greatest 64th of a pixel
//   in an integer of 32 bits, whatever the size of the map.
// Units are such that a side is 100 to 1000 long, near to the pixels.
#include "svg_frame.h"

#include <math.h>
#include <stdio.h>

// Most times its longest side that a map may be away from the origin.
#define FAR 256.0
// Greatest coordinate that is written, but for what lies outside of the map.
#define COORDINATE_MOST 1e7
// Sides that are drawn as they are.
#define SIDE_LEAST 1.0
#define SIDE_MOST 1e6
// The least one in units of its own.
enum { SIDE_DIGITS = 100 };

double svg_decimal(int digits, int exponent)
{
    char text[32];
    double value = 0;
    int size = snprintf(text, sizeof text, "%de%d", digits, exponent);
    (void)nav_number_read(text, (size_t)size, &value);
    return value;
}

static double longest_side(const nav_box *box)
{
    double width = box->max.x - box->min.x;
    double height = box->max.y - box->min.y;
    return width > height ? width : height;
}

// The greatest coordinate, without its sign.
static double reach(const nav_box *box)
{
    return fmax(fmax(fabs(box->min.x), fabs(box->max.x)),
                fmax(fabs(box->min.y), fabs(box->max.y)));
}

static double unit_for(double side)
{
    int exponent = 0;
    if (side == 0 || (side >= SIDE_LEAST && side <= SIDE_MOST)) {
        return 1;
    }
    while (svg_decimal(SIDE_DIGITS, exponent + 1) <= side) {
        exponent++;
    }
    while (svg_decimal(SIDE_DIGITS, exponent) > side) {
        exponent--;
    }
    return svg_decimal(1, exponent);
}

svg_frame svg_frame_of(const nav_mesh *mesh)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    nav_box box = info.bounds;
    svg_frame f = {.down = info.has_heights && info.up == NAV_UP_Y,
                   .side = longest_side(&box)};
    f.unit = unit_for(f.side);
    if (reach(&box) > FAR * f.side || reach(&box) / f.unit > COORDINATE_MOST) {
        f.origin = box.min;
    }
    box.min = svg_frame_place(&f, box.min);
    box.max = svg_frame_place(&f, box.max);
    f.longest = longest_side(&box);
    double top = f.down ? box.min.y : -box.max.y;
    f.map =
        (nav_box){{box.min.x, top}, {box.max.x, top + box.max.y - box.min.y}};
    return f;
}

bool svg_frame_is_moved(const svg_frame *f)
{
    return f->origin.x != 0 || f->origin.y != 0 || f->unit != 1;
}

nav_vec2 svg_frame_place(const svg_frame *f, nav_vec2 at)
{
    return (nav_vec2){(at.x - f->origin.x) / f->unit,
                      (at.y - f->origin.y) / f->unit};
}

double svg_frame_length(const svg_frame *f, double length)
{
    return length / f->unit;
}
