// info_out.h - all that --info tells of a mesh and its file.
#ifndef CLI_INFO_OUT_H
#define CLI_INFO_OUT_H

#include "out.h"

// What a file is made of.
typedef struct file_facts {
    nav_file_info info;
    nav_file_section section[NAV_FILE_SECTIONS_MOST]; // [info.sections]
} file_facts;

// Reads the facts of the bytes of a file; none if it is damaged.
file_facts file_facts_of(const void *bytes, size_t size);

// Write, as "name: value" lines or as one JSON object, what there is to know.
// Report failures, of which one of writing is left to the closing of `o`.
exit_code info_out_text(out *o, const nav_mesh *mesh, const file_facts *file,
                        int precision);
exit_code info_out_json(out *o, const nav_mesh *mesh, const file_facts *file,
                        int precision);

#endif
