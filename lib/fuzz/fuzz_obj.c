// fuzz_obj.c - any text is read as a model, or refused.
#include "base/vec.h"
#include "input/model.h"
#include "must.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// A model refers to nothing that is not there, whatever was read.
static void check_model(const nav_model *model)
{
    must(model->first[model->faces] == model->corners);
    for (size_t f = 0; f < model->faces; f++) {
        must(model->first[f + 1] >= model->first[f] + 3);
        must(model->area[f] < model->names.count);
        must(model->line[f] > 0);
    }
    for (size_t i = 0; i < model->corners; i++) {
        must(model->corner[i] < model->vertices);
    }
    for (size_t i = 0; i < model->vertices; i++) {
        nav_vec3 p = model->vertex[i];
        must(nav_coord_is_legal(p.x) && nav_coord_is_legal(p.y) &&
             nav_coord_is_legal(p.z));
    }
}

static void warn(void *context, size_t line, const char *message)
{
    size_t *count = context;
    must(line > 0 && message[0] != '\0');
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
        must(status == NAV_OK ||
             (error.message[0] != '\0' && error.line > 0 && error.column > 0));
        must(status != NAV_OK || warnings == model->skipped);
        check_model(model);
        nav_model_free(model);
    }
    return 0;
}
