// utf8.h - the grammar of UTF-8.
//
// Reference: F. Yergeau, "UTF-8, a transformation format of ISO 10646", RFC
// 3629, section 4.
#ifndef NAV_UTF8_H
#define NAV_UTF8_H

#include <stdbool.h>
#include <stddef.h>

// Bytes of the sequence at the beginning of `size` bytes, at least one; 0 when
// it is none.
static inline size_t nav_utf8_length(const unsigned char *s, size_t size)
{
    unsigned char lead = s[0];
    size_t length = lead < 0x80   ? 1
                    : lead < 0xc2 ? 0 // a byte that continues, or overlong
                    : lead < 0xe0 ? 2
                    : lead < 0xf0 ? 3
                    : lead < 0xf5 ? 4
                                  : 0;
    if (length > size) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    // Overlong forms, surrogates, and what is past the last code point.
    bool wrong = (lead == 0xe0 && s[1] < 0xa0) ||
                 (lead == 0xed && s[1] > 0x9f) ||
                 (lead == 0xf0 && s[1] < 0x90) || (lead == 0xf4 && s[1] > 0x8f);
    return wrong ? 0 : length;
}

#endif
