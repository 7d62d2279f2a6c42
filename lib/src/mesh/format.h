// format.h - the layout of .nav files, for those who write and read them.
#ifndef NAV_FORMAT_H
#define NAV_FORMAT_H

#include "base/bytes.h"
#include "base/crc64.h"
#include "mesh/mesh.h"

// The layout, in bytes; see navmesh(5).
enum {
    NAV_FILE_VERSION = 1,
    NAV_HEADER_SIZE = NAV_FILE_HEAD_SIZE,
    NAV_VERSION_AT = 8,
    NAV_COUNT_AT = 12,
    NAV_SIZE_AT = 16,
    NAV_CHECKSUM_AT = 24,
    NAV_ENTRY_SIZE = 24,
    NAV_ENTRY_FLAGS_AT = 4,
    NAV_ENTRY_OFFSET_AT = 8,
    NAV_ENTRY_SIZE_AT = 16,
    NAV_META_SIZE = 16,
    NAV_AGNT_SIZE = 8,
    NAV_SECTIONS_MOST = NAV_FILE_SECTIONS_MOST,
    NAV_AREA_HEAD_SIZE = 8,
    NAV_AREA_RUN_SIZE = 8
};

// A section with this flag may not be skipped by readers that do not know it.
enum { NAV_SECTION_REQUIRED = 1 };

// Not text: the first byte is no ASCII, and the line ends show whether somebody
// has converted them.
static const uint8_t NAV_MAGIC[8] = {0x89, 'N',  'A',  'V',
                                     '\r', '\n', 0x1a, '\n'};

typedef enum nav_section {
    NAV_META,
    NAV_VERT,
    NAV_POLY,
    NAV_CORN,
    NAV_TWIN,
    NAV_HGHT,
    NAV_LAND,
    NAV_AGNT,
    NAV_AREA,
    NAV_LINK,
    NAV_SECTIONS
} nav_section;

static const char NAV_TAG[NAV_SECTIONS][5] = {"META", "VERT", "POLY", "CORN",
                                              "TWIN", "HGHT", "LAND", "AGNT",
                                              "AREA", "LINK"};

// Flags in META.
enum { NAV_FLAG_HEIGHTS = 1, NAV_FLAG_UP_Z = 2 };

// Section LINK: a head with the number of links and the size of the text, the
// links, the text of their kinds.
enum {
    NAV_LINK_HEAD_SIZE = 8,
    NAV_LINK_SIZE = 56,
    NAV_LINK_COST_AT = 32,
    NAV_LINK_POLYGONS_AT = 40,
    NAV_LINK_KIND_AT = 48,
    NAV_LINK_FLAGS_AT = 52
};

// Flags of a link.
enum { NAV_LINK_ONEWAY = 1 };

// The checksum of a file, its own eight bytes taken as zero.
static inline uint64_t nav_file_checksum(const uint8_t *bytes, size_t size)
{
    static const uint8_t zero[8] = {0};
    uint64_t crc = nav_crc64(0, bytes, NAV_CHECKSUM_AT);
    crc = nav_crc64(crc, zero, sizeof zero);
    return nav_crc64(crc, bytes + NAV_HEADER_SIZE, size - NAV_HEADER_SIZE);
}

// Bytes of a section whose size follows from the counts; else 0.
static inline uint64_t nav_section_size(const nav_mesh_info *info,
                                        nav_section s)
{
    switch (s) {
    case NAV_META:
        return NAV_META_SIZE;
    case NAV_VERT:
        return (uint64_t)info->vertices * 16;
    case NAV_POLY:
        return ((uint64_t)info->polygons + 1) * 4;
    case NAV_CORN:
    case NAV_TWIN:
        return (uint64_t)info->edges * 4;
    case NAV_HGHT:
        return info->has_heights ? (uint64_t)info->vertices * 8 : 0;
    case NAV_LAND:
        return info->has_landmarks
                   ? (uint64_t)info->vertices * 4 * NAV_LANDMARKS
                   : 0;
    case NAV_AGNT:
        return info->agent_radius > 0 ? NAV_AGNT_SIZE : 0;
    // These two have their counts in themselves, the last is no section: nobody
    // asks for them, but a switch has to name them.
    case NAV_AREA:
    case NAV_LINK:
    case NAV_SECTIONS:
        break;
    }
    return 0;
}

// Of section LINK, with so many bytes of kinds.
static inline uint64_t nav_links_section_size(uint32_t links, uint64_t kinds)
{
    return NAV_LINK_HEAD_SIZE + (uint64_t)links * NAV_LINK_SIZE + kinds;
}

// Only a mesh with heights has an axis that points up.
static inline uint32_t nav_meta_flags(const nav_mesh_info *info)
{
    if (!info->has_heights) {
        return 0;
    }
    return NAV_FLAG_HEIGHTS | (info->up == NAV_UP_Z ? NAV_FLAG_UP_Z : 0u);
}

#endif
