// depfile.h - which files a mesh is made of, as a rule for make and ninja.
#ifndef CLI_DEPFILE_H
#define CLI_DEPFILE_H

#include "bake_options.h"
#include "out.h"

// The name of the depfile of an output: the same with .d for its extension.
// Allocated, to be freed; NULL without memory.
char *depfile_name(const char *output);

// Refuses names that no rule can hold.
exit_code depfile_check(const bake_options *options);

// Writes the rule.
void depfile_write(out *o, const bake_options *options);

#endif
