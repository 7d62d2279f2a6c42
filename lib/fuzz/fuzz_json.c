// fuzz_json.c - any text is read as a shape, or refused.
#include "must.h"
#include "navmesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    nav_shape *shape = NULL;
    must(nav_shape_new(NULL, &shape) == NAV_OK);
    nav_error error = {NAV_OK, 0, 0, ""};
    nav_status status =
        nav_shape_read_json(shape, (const char *)data, size, &error);
    // A refusal says why.
    must(status == NAV_OK || error.message[0] != '\0');
    nav_shape_free(shape);
    return 0;
}
