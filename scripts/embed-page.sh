#!/bin/sh
# embed-page.sh - prints the C source of cli/page_parts.h: the page of
# navquery --export html, and the module that finds paths in it.
#
#     scripts/embed-page.sh MODULE.wasm >page_parts.c
#
# MODULE.wasm may be empty, for a page without.  In cli/page/page.html a line
# "<!-- include FILE -->" stands for a file beside it, and "<!-- data -->" for
# what navquery writes.
set -eu
[ "$#" -eq 1 ] || {
    echo "usage: scripts/embed-page.sh MODULE.wasm" >&2
    exit 2
}
page=$(dirname "$0")/../cli/page

# The lines of the page in front of the data, or behind: $1 is front or back.
part() {
    awk -v part="$1" -v page="$page" '
    BEGIN { behind = 0 }
    /^<!-- data -->$/ { behind = 1; next }
    behind != (part == "back") { next }
    /^<!-- include .* -->$/ {
        file = page "/" $3
        while ((status = (getline line < file)) > 0) {
            print line
        }
        if (status < 0) {
            print "embed-page.sh: cannot read " file | "cat >&2"
            exit 1
        }
        close(file)
        next
    }
    { print }' "$page/page.html"
}

# A string in C has room for 4095 characters alone, an array for any number.
array() { # NAME: bytes from standard input
    printf 'static const unsigned char %s_bytes[] = {\n' "$1"
    od -An -v -t u1 | sed -e 's/^ *//' -e 's/  */,/g' -e 's/$/,/'
    printf '0};\n'
    printf 'const page_part %s = {%s_bytes, sizeof %s_bytes - 1};\n' \
        "$1" "$1" "$1"
}

echo '// Made by scripts/embed-page.sh from cli/page.'
echo '#include "page_parts.h"'
part front | array page_front
part back | array page_back
array page_module <"$1"
