#!/bin/sh
# update-goldens.sh - runs the command-line cases and writes what they give in
# place of what was expected.  Review the difference before you commit it.
#
#     scripts/update-goldens.sh [CASE]...
set -eu
cd "$(dirname "$0")/.."
make build/release/navbake build/release/navquery MODE=release CC=cc
exec cli/tests/run.sh --bin build/release --update "$@"
