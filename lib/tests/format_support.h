// format_support.h - files of meshes taken apart, put together and damaged, for
// the tests of the format.
//
// A small notion of the format of its own, from man/navmesh.5: the checksum is
// computed bit by bit.
#ifndef NAV_FORMAT_SUPPORT_H
#define NAV_FORMAT_SUPPORT_H

#include "support.h"

// Bytes of the header and of an entry of the section table; the sections that
// every file has.
enum { FILE_HEADER = 32, FILE_ENTRY = 24, FILE_KNOWN = 5 };

// Little-endian numbers of so many bytes.
void file_put(uint8_t *at, uint64_t value, int bytes);
uint64_t file_get(const uint8_t *at, int bytes);

uint64_t file_crc(const uint8_t *bytes, size_t size);

// Gives the file the checksum that it should have.
void file_seal(nav_test_file f);

// Files of zeros and copies are on the heap, just as many bytes as they have.
nav_test_file file_new(size_t size);
nav_test_file file_copy(nav_test_file f);

// A square with a hole, and a triangle apart.
nav_test_file file_small(void);

// Stops the test unless reading tells just this.
void file_check_refused(nav_test_file f, const char *message);
bool file_is_refused(nav_test_file f);

// The file that is written of the mesh that is read.
nav_test_file file_read_and_write(nav_test_file f);

typedef struct file_part {
    char tag[5];
    uint32_t flags;
    const uint8_t *bytes;
    uint64_t size;
} file_part;

// Takes a file of five sections apart; the parts lie in it.
void file_take_apart(nav_test_file f, file_part *parts);
nav_test_file file_put_together(const file_part *parts, size_t count);

// Gives what is asked for up to `limit` bytes in all, and keeps the sum.
typedef struct file_watched {
    size_t asked, limit, out;
} file_watched;

// Reads with memory for a small multiple of the file and no more.  Gives NULL
// where the file is refused; whatever else happens stops the test.
nav_mesh *file_read_frugally(nav_test_file f, file_watched *w);

// Changes a few places of the file: bits, bytes, or numbers to likely ones.
void file_mutate(nav_test_file f, nav_test_random *random);

// Damages a part of the file many times, under a right checksum.  What is
// accepted all the same is, with `kept`, what is written again; stops the test
// unless both are frequent, refused and accepted.
void file_check_damage(nav_test_file f, nav_test_file part, uint64_t seed,
                       bool kept);

#endif
