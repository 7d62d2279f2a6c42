// report.h - navbake's report, as JSON.
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "out.h"

typedef struct report {
    nav_shape_info input;
    nav_mesh_info mesh;
    nav_bake_report bake;
    nav_model_info model; // of OBJ
    nav_model_report floors;
    bool radius_is_lost; // rounding takes more of it than the arc tolerance
    bool no_landmarks;   // they were asked for and cannot be had
    double arc_tolerance;
    size_t file_bytes;
    size_t memory_peak; // bytes
    double seconds_read, seconds_landmarks, seconds_write, seconds_total;
} report;

void report_write(out *o, const report *r);

// All warnings together, as many as lines that tell them.
size_t report_warnings(const report *r);

#endif
