// field_npy.c - a flow field as an array of floats in NumPy's format.
//
// The header is a Python dictionary, filled with blanks so that the numbers
// begin at a multiple of 64 bytes; they are little-endian floats in C order, of
// shape (rows, columns, 3): distance, dx and dy of each cell.  Row 0 is that of
// least y.  On a mesh with heights there is one such array for each floor
// before, (floors, rows, columns, 3); floor k is the k-th lowest of the cell.
//
// NaN where nothing can stand; where there is no way the distance is infinite
// and the direction 0.
//
// Source: Robert Kern, "A Simple File Format for NumPy Arrays" (NEP 1), 2007.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "field_out.h"

// Header: magic, version and the size of the dictionary, then that.
#define MAGIC "\x93NUMPY\x01\x00"
enum { BEFORE_DICTIONARY = 10, ALIGNMENT = 64, HEADER_SIZE = 2 * ALIGNMENT };
_Static_assert(sizeof(float) == sizeof(uint32_t), "floats have 32 bits");

static void put_header(out *o, const field_view *v)
{
    // It fits, with ten digits for each of the three counts.
    char header[HEADER_SIZE + 1];
    char floors[16] = "";
    const uint32_t size = HEADER_SIZE - BEFORE_DICTIONARY;
    memset(header, ' ', sizeof header);
    memcpy(header, MAGIC, sizeof MAGIC - 1);
    header[BEFORE_DICTIONARY - 2] = (char)(size & 0xff);
    header[BEFORE_DICTIONARY - 1] = (char)(size >> 8);
    if (v->info.has_heights) {
        (void)snprintf(floors, sizeof floors, "%u, ", (unsigned)v->info.floors);
    }
    int used =
        snprintf(header + BEFORE_DICTIONARY, size,
                 "{'descr': '<f4', 'fortran_order': False, "
                 "'shape': (%s%u, %u, 3), }",
                 floors, (unsigned)v->info.rows, (unsigned)v->info.columns);
    header[BEFORE_DICTIONARY + used] = ' ';
    header[HEADER_SIZE - 1] = '\n';
    out_bytes(o, header, HEADER_SIZE);
}

static void put_float(out *o, double value)
{
    // Beyond the floats C leaves it open what becomes of a double.
    float f = value > (double)FLT_MAX ? HUGE_VALF : (float)value;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    if (isnan(value)) {
        bits = UINT32_C(0x7fc00000); // whatever the processor makes of it
    }
    const char bytes[] = {(char)(bits & 0xff), (char)(bits >> 8 & 0xff),
                          (char)(bits >> 16 & 0xff), (char)(bits >> 24)};
    out_bytes(o, bytes, sizeof bytes);
}

static void put_place(out *o, const nav_place *p)
{
    double distance = p->distance;
    nav_vec2 direction = p->direction;
    if (p->status == NAV_PLACE_BLOCKED) {
        distance = direction.x = direction.y = (double)NAN;
    } else if (p->status == NAV_PLACE_UNREACHABLE) {
        distance = (double)INFINITY;
        direction = (nav_vec2){0, 0};
    }
    put_float(o, distance);
    put_float(o, direction.x);
    put_float(o, direction.y);
}

static void put_floor(out *o, const field_view *v, uint32_t floor)
{
    static const nav_place none = {.status = NAV_PLACE_BLOCKED};
    for (uint32_t row = 0; row < v->info.rows; row++) {
        for (uint32_t column = 0; column < v->info.columns; column++) {
            size_t count = 0;
            size_t first = nav_field_cell(v->field, column, row, &count);
            nav_place p =
                floor < count ? nav_field_place(v->field, first + floor) : none;
            put_place(o, &p);
        }
    }
}

void field_npy_out(out *o, const field_view *v)
{
    put_header(o, v);
    for (uint32_t floor = 0; floor < v->info.floors && o->error == 0; floor++) {
        put_floor(o, v, floor);
    }
}
