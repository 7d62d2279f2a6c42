#!/bin/sh
# check-symbols.sh - the shared library exports what navmesh.h marks NAV_API,
# nothing less and nothing more.
#
#     scripts/check-symbols.sh LIBRARY
set -eu
[ "$#" -eq 1 ] || {
    echo "usage: scripts/check-symbols.sh LIBRARY" >&2
    exit 2
}
library=$1
header=$(dirname "$0")/../lib/include/navmesh.h

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
LC_ALL=C
export LC_ALL

# The name is the last word before the first bracket of a marked declaration.
sed -e 's|//.*||' -e '/^[[:space:]]*#/d' "$header" | tr '\n' ' ' | tr ';' '\n' |
    sed -n 's/^.*NAV_API[[:space:]]\{1,\}\([^(]*\)(.*$/\1/p' |
    sed -e 's/[[:space:]]*$//' -e 's/^.*[^A-Za-z0-9_]//' |
    sort >"$scratch/declared"

nm -D --defined-only "$library" >"$scratch/nm"
# What begins with an underscore comes from the tool chain.
awk '$2 ~ /^[A-Z]$/ { print $NF }' "$scratch/nm" | grep -v '^_' | sort \
    >"$scratch/exported" || true

if ! [ -s "$scratch/declared" ]; then
    echo "check-symbols.sh: no NAV_API in $header" >&2
    exit 1
fi
if ! cmp -s "$scratch/declared" "$scratch/exported"; then
    echo "check-symbols.sh: navmesh.h (-) and $library (+) differ:" >&2
    diff -u "$scratch/declared" "$scratch/exported" | grep '^[-+][a-z]' >&2 ||
        true
    exit 1
fi
echo "check-symbols.sh: $(wc -l <"$scratch/declared") functions," \
    "as navmesh.h marks them"
