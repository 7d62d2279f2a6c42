// report.h - navbake's report, as JSON.
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "out.h"

typedef struct report {
    nav_shape_info input;
    nav_mesh_info mesh;
    nav_bake_report bake;
    size_t file_bytes;
    double seconds_read, seconds_write, seconds_total;
} report;

void report_write(out *o, const report *r);

// All warnings together, one more for geometries that were left out.
size_t report_warnings(const report *r);

#endif
