// bytes.h - little-endian numbers in memory.
#ifndef NAV_BYTES_H
#define NAV_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline void nav_put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

static inline void nav_put_u64(uint8_t *at, uint64_t value)
{
    nav_put_u32(at, (uint32_t)value);
    nav_put_u32(at + 4, (uint32_t)(value >> 32));
}

static inline void nav_put_double(uint8_t *at, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    nav_put_u64(at, bits);
}

// The one NaN that is written, whatever the processor made.
static inline void nav_put_float(uint8_t *at, float value)
{
    uint32_t bits = 0x7fc00000;
    if (value == value) {
        memcpy(&bits, &value, sizeof bits);
    }
    nav_put_u32(at, bits);
}

static inline uint32_t nav_get_u32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
           (uint32_t)at[3] << 24;
}

static inline uint64_t nav_get_u64(const uint8_t *at)
{
    return nav_get_u32(at) | (uint64_t)nav_get_u32(at + 4) << 32;
}

static inline double nav_get_double(const uint8_t *at)
{
    uint64_t bits = nav_get_u64(at);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float nav_get_float(const uint8_t *at)
{
    uint32_t bits = nav_get_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline void nav_put_u32_array(uint8_t *at, const uint32_t *values,
                                     size_t count)
{
    for (size_t i = 0; i < count; i++) {
        nav_put_u32(at + 4 * i, values[i]);
    }
}

static inline void nav_get_u32_array(const uint8_t *at, uint32_t *values,
                                     size_t count)
{
    for (size_t i = 0; i < count; i++) {
        values[i] = nav_get_u32(at + 4 * i);
    }
}

#endif
