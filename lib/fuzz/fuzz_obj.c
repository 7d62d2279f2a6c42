// fuzz_obj.c - any text is read as a model, or refused.
#include <stdlib.h>

#include "model.h"
#include "vec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool cond)
{
    if (!cond) {
        abort();
    }
}

// A model refers to nothing that is not there, whatever was read.
static void check_model(const nav_model *model)
{
    require(model->first[model->faces] == model->corners);
    for (size_t f = 0; f < model->faces; f++) {
        require(model->first[f + 1] >= model->first[f] + 3);
        require(model->area[f] < model->names.count);
        require(model->line[f] > 0);
    }
    for (size_t i = 0; i < model->corners; i++) {
        require(model->corner[i] < model->vertices);
    }
    for (size_t i = 0; i < model->vertices; i++) {
        nav_vec3 p = model->vertex[i];
        require(nav_coord_is_legal(p.x) && nav_coord_is_legal(p.y) &&
                nav_coord_is_legal(p.z));
    }
}

static void warn(void *context, size_t line, const char *message)
{
    size_t *count = context;
    require(line > 0 && message[0] != '\0');
    ++*count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    for (int skip = 0; skip < 2; skip++) {
        size_t warnings = 0;
        nav_obj_options options = {skip == 1, warn, &warnings};
        nav_error error = {NAV_OK, 0, 0, ""};
        nav_model *model = NULL;
        if (nav_model_new(NULL, &model) != NAV_OK) {
            return 0;
        }
        nav_status status =
            nav_model_read_obj(model, text, size, &options, &error);
        // A refusal says why and where.
        require(status == NAV_OK || (error.message[0] != '\0' &&
                                     error.line > 0 && error.column > 0));
        require(status != NAV_OK || warnings == model->skipped);
        check_model(model);
        nav_model_free(model);
    }
    return 0;
}
