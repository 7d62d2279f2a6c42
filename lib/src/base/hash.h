// hash.h - hashes of texts.
//
// FNV-1a, for tables and as a first look when texts are compared; nothing that
// is seen depends on it.  Who knows it can make texts that collide.
//
// Reference: Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo, Donald Eastlake,
// "The FNV Non-Cryptographic Hash Algorithm", 1991.
#ifndef NAV_HASH_H
#define NAV_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The hash of no bytes.
#define NAV_HASH_BEGIN UINT64_C(0xcbf29ce484222325)

// The hash of bytes behind those that `hash` is of.
static inline uint64_t nav_hash_bytes(uint64_t hash, const char *bytes,
                                      size_t size)
{
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

// Of a text that a NUL ends, for a table whose size is a power of two.
static inline size_t nav_hash_text(const char *text)
{
    uint64_t hash = nav_hash_bytes(NAV_HASH_BEGIN, text, strlen(text));
    return (size_t)(hash ^ hash >> 32);
}

#endif
