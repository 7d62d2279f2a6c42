// crc64.h - the checksum of mesh files.
#ifndef NAV_CRC64_H
#define NAV_CRC64_H

#include <stddef.h>
#include <stdint.h>

// CRC-64/XZ of `size` bytes that follow those summed before; 0 to begin with.
// Check value: the nine bytes "123456789" give 995dc9bbdf1939fa.
uint64_t nav_crc64(uint64_t before, const void *bytes, size_t size);

#endif
