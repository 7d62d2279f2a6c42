// replay.c - runs a fuzz target on files, without the fuzzer: a plain main.
//
// usage: replay FILE...
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file) {
        perror(name);
        return 1;
    }
    size_t capacity = 1 << 20;
    uint8_t *bytes = malloc(capacity);
    size_t size = bytes ? fread(bytes, 1, capacity, file) : 0;
    int failed = !bytes || ferror(file) || !feof(file);
    (void)fclose(file);
    if (failed) {
        (void)fprintf(stderr, "%s: cannot be read, or over 1 MiB\n", name);
    } else {
        LLVMFuzzerTestOneInput(bytes, size);
    }
    free(bytes);
    return failed;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        failed += replay(argv[i]);
    }
    (void)printf("%d passed, %d failed\n", argc - 1 - failed, failed);
    return failed != 0;
}
