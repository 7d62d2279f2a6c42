#!/bin/bash
# check-svg.sh - looks at pictures as programs draw them.
#
#     scripts/check-svg.sh [--bin DIR] [--shots DIR]
#
# One room is drawn far away, very small and very large, and where pictures just
# keep the coordinates of the map (cli/svg_frame.c); it must look as at the
# origin, in Chromium and, where it is there, in rsvg-convert.  Walls must look
# the same however far they reach beyond it (cli/svg_obstacles.c), and names in a
# legend lie within the picture.  All is looked at by one page, which Chromium
# opens without a window.  --shots keeps the pictures.
#
# Status 0 when everything holds, 1 when something does not, 77 when there is
# no Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/checks.sh
. scripts/checks.sh
shots=
if [ "${1-}" = --shots ] && [ "$#" -ge 2 ]; then
    mkdir -p "$2" && shots=$(cd "$2" && pwd)
    shift 2
fi
[ "$#" -eq 0 ] || {
    echo "usage: scripts/check-svg.sh [--bin DIR] [--shots DIR]" >&2
    exit 2
}
# shellcheck source=scripts/browser.sh
. scripts/browser.sh

# A room 12 units wide with its lower left corner at X,Y, with an obstacle, a
# path and numbers; without the scale.
draw() { # NAME X Y UNIT
    awk -v x="$2" -v y="$3" -v unit="$4" -v folder="$scratch" '
        function n(value) { return sprintf("%.17g", value) }
        function at(px, py) { return n(x + px * unit) "," n(y + py * unit) }
        BEGIN {
            print "[[[" at(0, 0) "],[" at(12, 0) "],[" at(12, 8) "],[" \
                at(0, 8) "]],[[" at(5, 2) "],[" at(6, 2) "],[" at(6, 7) \
                "],[" at(5, 7) "]],[[" at(8, 1) "],[" at(9, 4) "],[" \
                at(8, 4) "]]]" >(folder "/map.json")
            print "{\"type\":\"oriented_box\",\"angle\":30,\"center\":[" \
                at(2, 6) "],\"half\":[" n(unit) "," n(unit / 2) "]}" \
                >(folder "/obstacle.json")
            print at(1, 3) "," at(11, 3) >(folder "/pairs.csv")
        }'
    "$bin/navbake" -q "$scratch/map.json" -o "$scratch/$1.nav"
    "$bin/navquery" -q --export svg --labels -i "$scratch/pairs.csv" \
        --obstacles "$scratch/obstacle.json" "$scratch/$1.nav" |
        sed -e '/font-size="20"/,/<\/text>/{/^<[lt]/d' -e '}' \
            >"$scratch/$1.svg"
}

# The room at the origin with obstacles that end FAR beyond it, and one more.
draw_walls() { # NAME FAR OBSTACLE
    cat >"$scratch/walls.json" <<JSON
[{"type":"box","min":[-$2,7.5],"max":[$2,8.5]},
 {"type":"oriented_box","center":[7,4],"half":[$2,0.25],"angle":75},
 {"type":"polygon","points":[[0,1],[-$2,-$2],[$2,-$2],[$2,1]]},
 $3]
JSON
    "$bin/navquery" -q --export svg --obstacles "$scratch/walls.json" \
        "$scratch/origin.nav" -o "$scratch/$1.svg"
}

draw_names() {
    local left=0 name
    {
        printf '{"polygons":['
        for name in WWWWWWWWWWWWWWWWWW 'EMERGENCY STAIRWELL' \
            'MEMORIAL WAITING ROOM' mmmmmmmmmmmmmmmmmmm '%%%%%%%%%%%%%%%%%%%' \
            nnnnnnnnnnnnnnnnnnn Straßenüberquerungen '@&#<@&#<@&#<@&#<@'; do
            [ "$left" -eq 0 ] || printf ,
            printf '{"outer":[[%d,0],[%d,0],[%d,9]],"area":"%s"}' "$left" \
                $((left + 1)) $((left + 1)) "$name"
            left=$((left + 1))
        done
        printf ']}'
    } >"$scratch/names.json"
    "$bin/navbake" -q "$scratch/names.json" -o "$scratch/names.nav" \
        --svg "$scratch/names.svg"
}

data() { # TYPE FILE, as a string of JavaScript
    printf '"data:%s;base64,%s"' "$1" "$(base64 "$2" | tr -d '\n')"
}

# Prints a page that looks at pairs of pictures, and then has a line for each.  Some
# pixels at the edges of lines differ a little, as lines are not quite where
# they were: by less than a quarter of what there is from black to white.
page() { # NAME:LIKE...
    echo '<!DOCTYPE html><meta charset="utf-8"><body>'
    cat "$scratch/names.svg"
    echo '<script>const pictures = ['
    local pair name like
    for pair; do
        name=$scratch/${pair%:*}
        like=$scratch/${pair#*:}
        printf '["%s, Chromium",%s,%s],\n' "${pair%:*}" \
            "$(data image/svg+xml "$like.svg")" \
            "$(data image/svg+xml "$name.svg")"
        command -v rsvg-convert >/dev/null || continue
        rsvg-convert "$like.svg" -o "$like.png"
        rsvg-convert "$name.svg" -o "$name.png"
        printf '["%s, rsvg-convert",%s,%s],\n' "${pair%:*}" \
            "$(data image/png "$like.png")" "$(data image/png "$name.png")"
    done
    cat <<'JAVASCRIPT'
];
async function pixels(url) {
    const image = new Image();
    await new Promise((done, failed) => {
        [image.onload, image.onerror] = [done, failed];
        image.src = url;
    });
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
}
async function compare([name, first, second]) {
    const [a, b] = [await pixels(first), await pixels(second)];
    const differing = a.filter((value, i) => Math.abs(value - b[i]) > 60);
    const same = a.length === b.length && differing.length === 0;
    return `check ${same ? 'ok' : 'not ok'}: ${name}: ${differing.length}`;
}
async function look() {
    const edge = document.querySelector('svg').getBoundingClientRect().right;
    const lines = [...document.querySelectorAll('svg text')].map((text) => {
        // The dots of a name that was cut have a blank behind them.
        const {right} = text.getBoundingClientRect();
        const inside = right <= edge + (text.textContent.endsWith('…') ? 2 : 0);
        return `check ${inside ? 'ok' : 'not ok'}: ${text.textContent}`;
    });
    for (const picture of pictures) {
        lines.push(await compare(picture).catch((error) =>
            `check not ok: ${picture[0]} is no picture: ${error}`));
    }
    document.body.textContent = `\n${lines.join('\n')}\n`;
}
look();
</script>
JAVASCRIPT
}

pairs=()
while read -r name x y unit; do
    draw "$name" "$x" "$y" "$unit"
    pairs+=("$name:origin")
done <<'MAPS'
origin 0 0 1
metres 691000.25 5335000.5 1
distant -1e9 1e9 1
degrees 11.5625 48.125 7.62939453125e-06
tiny 0 0 1e-9
minute 0 0 1e-90
large 0 0 1e9
huge 0 0 1e50
far_kept -3060 3000 1
far_large_kept -9e6 9e6 83000
far_large -2.5e8 2.5e8 83000
large_kept 0 0 83000
small_kept 0 0 0.084
far_small_kept 255 0 0.084
MAPS
# So large a circle is a half plane.
draw_walls walls 40 '{"type":"box","min":[-40,-40],"max":[0,40]}'
for far in 1e4 1e6 1e9; do
    draw_walls "walls_$far" "$far" \
        "{\"type\":\"circle\",\"center\":[-$far,4],\"radius\":$far}"
    pairs+=("walls_$far:walls")
done
draw_names
page "${pairs[@]}" >"$scratch/page.html"
"$browser" --headless "${root_flag[@]}" --disable-gpu --no-first-run \
    --disable-background-networking --disable-component-update \
    --disable-sync --disable-quic --disable-dev-shm-usage \
    --user-data-dir="$scratch/profile" --virtual-time-budget=60000 \
    --dump-dom "file://$scratch/page.html" 2>"$scratch/browser.log" |
    grep '^check ' >"$scratch/told" || true
passed=$(grep -c '^check ok' "$scratch/told" || true)
failed=$(grep -c '^check not' "$scratch/told" || true)
grep '^check not' "$scratch/told" || true
[ -z "$shots" ] || cp "$scratch"/*.svg "$scratch"/*.png "$shots"
if [ "$passed" -eq 0 ]; then
    echo "check-svg.sh: Chromium says nothing" >&2
    tail -n 20 "$scratch/browser.log" >&2
    exit 1
fi
tell_checks
