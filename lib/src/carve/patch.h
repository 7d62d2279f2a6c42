// patch.h - putting drafts in the place of polygons, and taking them out again.
#ifndef NAV_PATCH_H
#define NAV_PATCH_H

#include "bake/draft.h"
#include "mesh/overlay.h"

// Prepares a mesh for patches.  O(edges).
NAV_MUST_CHECK nav_status nav_overlay_new(nav_mesh *mesh,
                                          const nav_allocator *mem,
                                          nav_error *error);

// Takes all patches out: the mesh is what it was, to the bit.
void nav_overlay_free(nav_mesh *mesh);

// Puts a draft in the place of the polygons that it cuts, none of which may be
// of another patch, and gives the number of the patch.  O(n log n) for the n
// edges of both; O(edges of the mesh) when parts of it come apart or together.
// NAV_NOMEM and NAV_LIMIT leave the mesh as it was.
NAV_MUST_CHECK nav_status nav_patch_apply(nav_mesh *mesh,
                                          const nav_draft *draft,
                                          uint32_t *number, nav_error *error);

// Takes a patch out.  Costs as above.
void nav_patch_lift(nav_mesh *mesh, uint32_t number);

// Forgets polygons of patches that are out, if they are the last ones of the
// mesh.  Due before a draft is made, which numbers vertices behind the mesh's.
void nav_patch_trim(nav_mesh *mesh);

// Due after patches have been put in and taken out, before the mesh is used:
// trims it, and finds islands anew where that is needed.
void nav_patch_settle(nav_mesh *mesh);

#endif
