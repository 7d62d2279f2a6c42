// notes.c - oddities found on the way.
//
// The passes find them in the order of the geometry; a user reads them in the
// order of the file.  So they are collected, at most one of each kind for a
// ring (a ring that crosses itself a thousand times is one oddity), and sorted.
#include "input/notes.h"

#include "base/sort.h"

#include <string.h>

nav_status nav_notes_init(nav_notes *notes, const nav_allocator *mem,
                          size_t rings)
{
    *notes = (nav_notes){.mem = *mem, .rings = rings};
    notes->told = nav_mem_new(mem, rings, 1);
    if (!notes->told) {
        return NAV_NOMEM;
    }
    memset(notes->told, 0, rings);
    return NAV_OK;
}

void nav_notes_fini(nav_notes *notes)
{
    nav_mem_free(&notes->mem, notes->told, notes->rings, 1);
    nav_mem_free(&notes->mem, notes->note, notes->capacity,
                 sizeof *notes->note);
    *notes = (nav_notes){.mem = notes->mem};
}

nav_status nav_notes_add(nav_notes *notes, uint32_t ring, nav_warning_kind kind,
                         nav_vec2 at)
{
    _Static_assert(NAV_WARNING_KINDS <= 8, "each kind has a bit in `told`");
    uint8_t bit = (uint8_t)(1u << kind);
    if (notes->told[ring] & bit) {
        return NAV_OK;
    }
    nav_status status =
        nav_mem_grow(&notes->mem, &notes->note, &notes->capacity,
                     notes->count + 1, sizeof *notes->note);
    if (status == NAV_OK) {
        notes->told[ring] |= bit;
        notes->note[notes->count++] = (nav_note){ring, kind, at};
    }
    return status;
}

static void tell(const nav_note *note, const nav_shape *shape,
                 const nav_bake_options *options)
{
    const nav_ring *ring = &shape->rings[note->ring];
    bool of_obstacle = ring->polygon == NAV_NONE;
    nav_warning warning = {.kind = note->kind,
                           .polygon = of_obstacle ? 0 : ring->polygon,
                           .ring = ring->number,
                           .at = note->at,
                           .of_obstacle = of_obstacle};
    options->warn(options->warn_context, &warning);
}

nav_status nav_notes_tell(const nav_notes *notes, const nav_shape *shape,
                          const nav_bake_options *options,
                          size_t counts[NAV_WARNING_KINDS])
{
    nav_sort_entry *order =
        nav_mem_new(&notes->mem, 2 * notes->count, sizeof *order);
    if (!order) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < notes->count; i++) {
        const nav_note *note = &notes->note[i];
        uint64_t key = (uint64_t)note->ring * NAV_WARNING_KINDS + note->kind;
        order[i] = (nav_sort_entry){key, (uint32_t)i};
    }
    nav_sort(order, order + notes->count, notes->count);
    for (size_t i = 0; i < notes->count; i++) {
        const nav_note *note = &notes->note[order[i].item];
        counts[note->kind]++;
        if (options->warn) {
            tell(note, shape, options);
        }
    }
    nav_mem_free(&notes->mem, order, 2 * notes->count, sizeof *order);
    return NAV_OK;
}

const char *nav_warning_text(nav_warning_kind kind)
{
    switch (kind) {
    case NAV_WARN_SHORT_RING:
        return "ring has fewer than three different points";
    case NAV_WARN_ZERO_AREA:
        return "ring encloses no area";
    case NAV_WARN_SPIKE:
        return "ring runs along one of its edges more than once";
    case NAV_WARN_SELF_CROSSING:
        return "ring crosses itself";
    case NAV_WARN_HOLE_CROSSING:
        return "hole is partly outside its outer ring";
    case NAV_WARN_HOLE_OUTSIDE:
        return "hole is wholly outside its outer ring";
    case NAV_WARN_DUPLICATE_RING:
        return "ring is the same as an earlier one";
    case NAV_WARN_OBSTACLE_IDLE:
        return "obstacle takes no walkable area away";
    }
    return "unknown warning";
}
