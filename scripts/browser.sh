# shellcheck shell=bash
# browser.sh - finds Chromium, for scripts that look at pages.  Not to be run,
# but read by them (`.`).
#
# Sets $browser and ${root_flag[@]}; ends the script with status 77 when there
# is none.
browser=
for name in chromium chromium-browser google-chrome; do
    [ -n "$browser" ] || browser=$(command -v "$name" || true)
done
[ -n "$browser" ] || {
    echo "${0##*/}: there is no Chromium" >&2
    exit 77
}
# The sandbox does not work for root, as whom containers run.
# shellcheck disable=SC2034 # used by those that read this
root_flag=()
# shellcheck disable=SC2034
[ "$(id -u)" -ne 0 ] || root_flag=(--no-sandbox)
