// notes.h - oddities found on the way, told once per ring and kind, in order.
#ifndef NAV_NOTES_H
#define NAV_NOTES_H

#include "input/shape.h"

typedef struct nav_note {
    uint32_t ring;
    nav_warning_kind kind;
    nav_vec2 at;
} nav_note;

typedef struct nav_notes {
    nav_allocator mem;
    uint8_t *told; // [rings] bit mask of the kinds that are noted
    size_t rings;
    nav_note *note;
    size_t count, capacity;
} nav_notes;

NAV_MUST_CHECK nav_status nav_notes_init(nav_notes *notes,
                                         const nav_allocator *mem,
                                         size_t rings);
void nav_notes_fini(nav_notes *notes);

// Notes an oddity of a ring unless one of its kind is noted already.
NAV_MUST_CHECK nav_status nav_notes_add(nav_notes *notes, uint32_t ring,
                                        nav_warning_kind kind, nav_vec2 at);

// Tells `options->warn` everything in the order of the rings, and counts by
// kind.
NAV_MUST_CHECK nav_status nav_notes_tell(const nav_notes *notes,
                                         const nav_shape *shape,
                                         const nav_bake_options *options,
                                         size_t counts[NAV_WARNING_KINDS]);

#endif
