// base64.h - bytes as text, in base 64 (RFC 4648, section 4).
#ifndef CLI_BASE64_H
#define CLI_BASE64_H

#include "out.h"

// A text in the making; begin with the output, and zeros.
typedef struct base64 {
    out *o;
    unsigned char held[3]; // bytes that wait for others
    size_t count;          // of them
} base64;

void base64_bytes(base64 *b, const void *bytes, size_t size);
// Numbers are written with the least significant byte first.
void base64_u32(base64 *b, uint32_t value);
void base64_f64(base64 *b, double value);
// Writes what is held, and padding.
void base64_end(base64 *b);

#endif
