// base64.c - bytes as text, in base 64 (RFC 4648, section 4).
//
// Three bytes become four characters of six bits; what is missing at the end is
// made up by '='.
#include "base64.h"

#include <string.h>

static void put_group(base64 *b)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t bits = (uint32_t)b->held[0] << 16 | (uint32_t)b->held[1] << 8 |
                    (uint32_t)b->held[2];
    char text[4];
    for (size_t i = 0; i < 4; i++) {
        text[i] = i > b->count ? '=' : digits[bits >> (18 - 6 * i) & 63];
    }
    out_bytes(b->o, text, sizeof text);
    memset(b->held, 0, sizeof b->held);
    b->count = 0;
}

void base64_bytes(base64 *b, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++) {
        b->held[b->count++] = byte[i];
        if (b->count == 3) {
            put_group(b);
        }
    }
}

static void put_little_endian(base64 *b, uint64_t value, size_t size)
{
    unsigned char bytes[8];
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (unsigned char)(value >> (8 * i) & 0xff);
    }
    base64_bytes(b, bytes, size);
}

void base64_u32(base64 *b, uint32_t value)
{
    put_little_endian(b, value, 4);
}

void base64_f64(base64 *b, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_little_endian(b, bits, 8);
}

void base64_end(base64 *b)
{
    if (b->count > 0) {
        put_group(b);
    }
}
