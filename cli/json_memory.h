// json_memory.h - whether memory ran out while cJSON was reading.
#ifndef CLI_JSON_MEMORY_H
#define CLI_JSON_MEMORY_H

#include <stdbool.h>

// To be called once, before cJSON is used by anyone.
void json_memory_watch(void);

// Whether cJSON was refused memory since.
bool json_memory_ran_out(void);

#endif
