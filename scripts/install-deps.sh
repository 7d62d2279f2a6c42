#!/bin/sh
# install-deps.sh - installs what building and testing need and is missing.
#
#     scripts/install-deps.sh [--lint | --page]
#
# --lint adds what `make lint` and `make fuzz` need, and what tests use where it
# is there; --page what finds paths in the page of navquery --export html, and a
# browser to test it in.  When everything is there
# the script does nothing and stays off the network.  Where it may not install,
# it prints the command that would, and stops with status 1.
set -eu

lint=no
page=no
case "$#:${1-}" in
0:) ;;
1:--lint) lint=yes ;;
1:--page) page=yes ;;
*)
    echo "usage: scripts/install-deps.sh [--lint | --page]" >&2
    exit 2
    ;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

has_command() {
    command -v "$1" >/dev/null 2>&1
}

has_library() {
    has_command pkg-config && pkg-config --exists "$1"
}

# A compiler without the headers of libc is what a bare install of gcc gives.
has_libc_headers() {
    printf '#include <stdio.h>\n' >"$scratch/probe.c"
    ${CC:-cc} -E "$scratch/probe.c" >/dev/null 2>&1
}

# The sanitizers of clang are a package of their own.
has_clang_sanitizers() {
    has_command clang || return 1
    printf 'int main(void)\n{\n    return 0;\n}\n' >"$scratch/probe.c"
    clang -fsanitize=address,undefined -o "$scratch/probe" \
        "$scratch/probe.c" >/dev/null 2>&1
}

# moreutils has a command of that name too.
has_gnu_parallel() {
    has_command parallel && parallel --version 2>/dev/null | grep -q "^GNU"
}

# What a locale with a comma in its decimals is made of.
has_locale_sources() {
    has_command localedef && [ -e /usr/share/i18n/locales/de_DE ]
}

# What the Makefile needs for build/page/module.wasm; $1 is a step of it.
can_make_wasm() {
    printf '#include <stdlib.h>\nint main(void)\n{\n    return 0;\n}\n' \
        >"$scratch/probe.c"
    case $1 in
    headers) set -- -c ;;
    runtime) set -- ;;
    esac
    clang --target=wasm32-wasi "$@" -o "$scratch/probe.wasm" \
        "$scratch/probe.c" >/dev/null 2>&1
}

missing=
need() { # PACKAGE CHECK...
    package=$1
    shift
    "$@" || missing="$missing $package"
}

need libc6-dev has_libc_headers
need pkg-config has_command pkg-config
need libcjson-dev has_library libcjson
need check has_library check
if [ "$lint" = yes ]; then
    need clang has_command clang
    need libclang-rt-dev has_clang_sanitizers
    need clang-format has_command clang-format
    need clang-tidy has_command clang-tidy
    need shellcheck has_command shellcheck
    need mandoc has_command mandoc
    need ninja-build has_command ninja
    need parallel has_gnu_parallel
    need locales has_locale_sources
    need zsh has_command zsh
    need fish has_command fish
fi
if [ "$page" = yes ]; then
    need clang has_command clang
    need lld has_command wasm-ld
    need wasi-libc can_make_wasm headers
    need libclang-rt-dev-wasm32 can_make_wasm runtime
    need chromium has_command chromium
fi
[ -n "$missing" ] || exit 0

packages=${missing# }
if ! has_command apt-get; then
    echo "install-deps.sh: missing, by the names that Debian gives them:" \
        "$packages" >&2
    exit 1
fi

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif has_command sudo && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    echo "install-deps.sh: missing: $packages" >&2
    echo "install-deps.sh: not root, so run this, and then try again:" >&2
    echo "    sudo apt-get update && sudo apt-get install -y $packages" >&2
    exit 1
fi

apt() {
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 "$@" </dev/null
}

echo "Installing: $packages"
apt update
# The words of the package manager are of interest only when it fails.
# shellcheck disable=SC2086 # a list of names without spaces
if ! apt install --no-install-recommends $packages >"$scratch/log" 2>&1; then
    cat "$scratch/log" >&2
    echo "install-deps.sh: cannot install: $packages" >&2
    exit 1
fi
