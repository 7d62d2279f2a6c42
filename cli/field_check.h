// field_check.h - a flow field compared with point queries, and with the other
// method.
#ifndef CLI_FIELD_CHECK_H
#define CLI_FIELD_CHECK_H

#include "respond.h"

// Compares places with the cheapest of the paths from there to the goals, as
// many as the options say, and tells the largest difference.  EXIT_MEMORY, with
// a message, when an exact field is wrong.  `r` has its query.
exit_code field_check(responder *r, const nav_field *field);

// Makes the field of the other method and tells by how much the ways of
// NAV_FIELD_GRID4 are too long.
exit_code field_compare(const nav_field *field, nav_query *query,
                        const nav_point *goals,
                        const nav_field_options *options);

#endif
