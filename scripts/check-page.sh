#!/bin/bash
# check-page.sh - opens pages of navquery --export html in a real browser.
#
#     scripts/check-page.sh [--bin DIR] [--shots DIR]
#
# DIR holds the programs (build/release without the option).  --shots keeps
# pictures of the pages, for a person to look at.  Chromium is run without a
# window and told what to do through a pair of pipes (--remote-debugging-pipe,
# the Chrome DevTools Protocol): messages are JSON, each ended by a NUL.
#
# Status 0 when everything holds, 1 when something does not, 77 when there is
# no Chromium.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
bin=$root/build/release
shots=
while [ "$#" -ge 2 ]; do
    case $1 in
    --bin) bin=$(cd "$2" && pwd) ;;
    --shots) mkdir -p "$2" && shots=$(cd "$2" && pwd) ;;
    *) break ;;
    esac
    shift 2
done
[ "$#" -eq 0 ] || {
    echo "usage: scripts/check-page.sh [--bin DIR] [--shots DIR]" >&2
    exit 2
}

# shellcheck source=scripts/browser.sh
. "$(dirname "$0")/browser.sh"

scratch=$(mktemp -d)
browser_pid=
stop() {
    if [ -n "$browser_pid" ]; then
        kill "$browser_pid" 2>/dev/null || true
        wait "$browser_pid" 2>/dev/null || true
    fi
    # Its children may still be writing into the folder.
    rm -rf "$scratch" 2>/dev/null || { sleep 1 && rm -rf "$scratch"; }
}
trap stop EXIT

# --- Talking to the browser --------------------------------------------------

start_browser() {
    mkfifo "$scratch/to" "$scratch/from"
    "$browser" --headless "${root_flag[@]}" --disable-gpu --no-first-run \
        --disable-background-networking --disable-component-update \
        --disable-sync --disable-quic --disable-dev-shm-usage \
        --user-data-dir="$scratch/profile" --remote-debugging-pipe \
        about:blank 3<"$scratch/to" 4>"$scratch/from" \
        2>"$scratch/browser.log" >/dev/null &
    browser_pid=$!
    exec 5>"$scratch/to" 6<"$scratch/from"
}

message_id=0
session=
reply=

# Sends a command and waits for what it answers, into $reply.  Events that come
# first and tell of faults are kept in $scratch/faults.
call() { # METHOD PARAMETERS
    message_id=$((message_id + 1))
    printf '{"id":%d,"method":"%s","params":%s%s}\0' "$message_id" "$1" \
        "$2" "${session:+,\"sessionId\":\"$session\"}" >&5
    while IFS= read -r -d '' -t 60 reply <&6; do
        case $reply in
        "{\"id\":$message_id,"*) return 0 ;;
        *Runtime.exceptionThrown* | *Log.entryAdded* | \
            *Runtime.consoleAPICalled* | *Network.requestWillBeSent*)
            printf '%s\n' "$reply" >>"$scratch/faults"
            ;;
        esac
    done
    echo "check-page.sh: the browser does not answer $1" >&2
    grep -v dbus "$scratch/browser.log" | tail -n 20 >&2
    exit 1
}

quote() { # TEXT, as a string of JSON
    local text=${1//\\/\\\\}
    text=${text//\"/\\\"}
    printf '"%s"' "${text//$'\n'/\\n}"
}

# Prints the value of an expression in the page, which may be a promise.  It
# comes in base 64, so that there is nothing to unescape.
evaluate() { # EXPRESSION
    local script
    script="(async () => btoa(unescape(encodeURIComponent(await ($1)))))()"
    call Runtime.evaluate "{\"awaitPromise\":true,\"expression\":$(quote "$script")}"
    if [[ $reply =~ \"value\":\"([A-Za-z0-9+/=]*)\" ]]; then
        printf '%s' "${BASH_REMATCH[1]}" | base64 -d
    else
        printf 'failed: %s' "$reply"
    fi
}

frames() { # waits until the page has drawn
    evaluate 'new Promise((done) => page.settled(done))' >/dev/null
}

open_page() { # FILE WIDTH HEIGHT
    local tries=0
    call Emulation.setDeviceMetricsOverride \
        "{\"width\":$2,\"height\":$3,\"deviceScaleFactor\":1,\"mobile\":false}"
    # The page before must not be taken for this one.
    evaluate 'delete document.documentElement.dataset.ready, ""' >/dev/null
    call Page.navigate "{\"url\":\"file://$1\"}"
    until [ "$(evaluate 'String(document.documentElement.dataset.ready)')" = \
        yes ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || {
            echo "check-page.sh: $1 does not get ready" >&2
            cat "$scratch/faults" >&2
            exit 1
        }
        sleep 0.05
    done
    frames
}

theme() { # light or dark, as the system would ask for
    call Emulation.setEmulatedMedia "{\"features\":[{\"name\":\
\"prefers-color-scheme\",\"value\":\"$1\"}]}"
}

click() { # X Y, in pixels of the page
    local type
    for type in mousePressed mouseReleased; do
        call Input.dispatchMouseEvent "{\"type\":\"$type\",\"x\":$1,\"y\":$2,\
\"button\":\"left\",\"clickCount\":1}"
    done
    frames
}

drag() { # X0 Y0 X1 Y1
    local event type x y
    for event in "mousePressed $1 $2" "mouseMoved $3 $2" "mouseMoved $3 $4" \
        "mouseReleased $3 $4"; do
        read -r type x y <<<"$event"
        call Input.dispatchMouseEvent "{\"type\":\"$type\",\"x\":$x,\
\"y\":$y,\"button\":\"left\",\"buttons\":1,\"clickCount\":1}"
    done
    frames
}

hover() { # X Y
    call Input.dispatchMouseEvent "{\"type\":\"mouseMoved\",\"x\":$1,\"y\":$2}"
    frames
}

key() { # NAME [TEXT]
    call Input.dispatchKeyEvent "{\"type\":\"keyDown\",\"key\":$(quote "$1")\
${2:+,\"text\":$(quote "$2")}}"
    call Input.dispatchKeyEvent "{\"type\":\"keyUp\",\"key\":$(quote "$1")}"
    frames
}

# A picture of the page, or of a part of it: bash reads large ones slowly.
shot() { # NAME [X Y WIDTH HEIGHT]
    local clip=
    [ -n "$shots" ] || return 0
    [ "$#" -eq 1 ] || clip="\"clip\":{\"x\":$2,\"y\":$3,\"width\":$4,\
\"height\":$5,\"scale\":1}"
    call Page.captureScreenshot "{$clip}"
    reply=${reply#*\"data\":\"}
    printf '%s' "${reply%%\"*}" | base64 -d >"$shots/$1.png"
}

# --- What must hold ----------------------------------------------------------

passed=0
failed=0
check() { # CLAIM EXPECTED ACTUAL
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n    expected %s\n    actual   %s\n' "$1" "$2" "$3"
    fi
}

text_of() { # ID, its text
    evaluate "document.getElementById('$1').textContent"
}

# What the panel says of the path shown.
fact() { # NAME
    evaluate "[...document.querySelectorAll('#result dt')].filter(
        (dt) => dt.textContent === '$1').map(
        (dt) => dt.nextSibling.textContent).join() || 'none'"
}

# The pixel of a point of the plan.
pixel() { # X Y
    evaluate "page.view.toPixel([$1, $2]).map(Math.round).join(' ')"
}

# A field of the summary that navquery prints of one pair.
ask() { # FIELD ARGUMENT...
    local field=$1
    shift
    "$bin/navquery" --rows summary "$@" | awk -F, -v name="$field" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i }
        NR == 2 { print $column }'
}

no_faults() { # CLAIM
    check "$1: nothing on the console, nothing asked of a network" "" \
        "$(grep -v '"url":"file:' "$scratch/faults" 2>/dev/null | head -c 600)"
    : >"$scratch/faults"
}

# Clicks at two pixels; the page and navquery must find the same length between
# the points that the page says were clicked.
clicks_agree() { # CLAIM X0 Y0 X1 Y1 ARGUMENT...
    local claim=$1 start goal
    click "$2" "$3"
    click "$4" "$5"
    shift 5
    start=$(evaluate 'document.getElementById("start").value')
    goal=$(evaluate 'document.getElementById("goal").value')
    check "$claim: length" "$(ask length "$@" "$start" "$goal")" \
        "$(fact length)"
    check "$claim: status" ok "$(fact status)"
}

# --- Pages -------------------------------------------------------------------

# A file whose names and ids do their best to break out of the page.
make_hostile() {
    cat >"$scratch/hostile.json" <<'JSON'
{"polygons":[
 {"outer":[[0,0],[12,0],[12,8],[0,8]],"holes":[[[5,2],[6,2],[6,7],[5,7]]],
  "area":"</script><script>document.title='broken'</script>"},
 {"outer":[[12,0],[16,0],[16,8],[12,8]],"area":"<!-- & \" ' mud"}],
 "links":[{"from":[4,4],"to":[7,4],"cost":20,
           "kind":"</script><img src=x onerror=alert(1)>"}]}
JSON
    cat >"$scratch/hostile_obstacles.json" <<'JSON'
[{"type":"circle","center":[9,4],"radius":1,"id":"</script><b>o</b>"},
 {"type":"oriented_box","center":[2,6],"half":[1,0.5],"angle":30},
 {"type":"polygon","points":[[13,1],[15,1],[14,3]]},
 {"type":"box","min":[8,6.5],"max":[9,8]}]
JSON
    cat >"$scratch/hostile.csv" <<'CSV'
id,x0,y0,x1,y1
"</script><script>document.title='broken'</script>",1,5,11,5
<!--<script>,1,1,15,7
"quote "" and \ .",1,1,5.5,4
nowhere,1,1,99,99
CSV
    "$bin/navbake" "$scratch/hostile.json" -o "$scratch/hostile.nav"
}

check_room() {
    local page=$scratch/room.html mesh=$scratch/room.nav at
    echo '[[[0,0],[12,0],[12,8],[0,8]],[[5,2],[6,2],[6,7],[5,7]]]' \
        >"$scratch/room.json"
    "$bin/navbake" "$scratch/room.json" -o "$mesh"
    "$bin/navquery" --export html "$mesh" 1,5 11,5 1,1 5.5,5 -o "$page"
    open_page "$page" 1200 800
    check "a map without names: title" "room.nav - navigation mesh" \
        "$(evaluate document.title)"
    check "queries are listed" "2" \
        "$(evaluate "document.querySelectorAll('.query').length")"
    check "a query's row" "010.857300762134084ok" "$(text_of query-0)"
    check "a query without a path" "1end_off_mesh" "$(text_of query-1)"

    # Points that both sides know to the bit, through the form.
    evaluate 'document.getElementById("start").value = "1,5",
        document.getElementById("goal").value = "11,5",
        document.getElementById("go").click(), ""' >/dev/null
    frames
    check "typed points: length" "$(ask length "$mesh" 1,5 11,5)" \
        "$(fact length)"
    evaluate 'document.getElementById("clear").click(), ""' >/dev/null

    read -r -a at <<<"$(pixel 1 5) $(pixel 11 5)"
    clicks_agree "two clicks" "${at[@]}" "$mesh"
    evaluate 'document.getElementById("clear").click(), ""' >/dev/null

    # An end that is dragged, and the map.
    click "${at[@]:0:2}"
    click "${at[@]:2:2}"
    drag "${at[@]:2:2}" $((at[2] - 50)) $((at[3] + 40))
    check "a goal that is dragged: length" "$(ask length "$mesh" \
        "$(evaluate 'document.getElementById("start").value')" \
        "$(evaluate 'document.getElementById("goal").value')")" \
        "$(fact length)"
    evaluate 'window.before = page.view.copy(), ""' >/dev/null
    drag 300 400 350 420
    check "the map follows a drag" "true true" "$(evaluate '[
        Math.abs((before.x - page.view.x) * page.view.scale - 50) < 1e-6,
        Math.abs((page.view.y - before.y) * page.view.scale - 20) < 1e-6]
        .join(" ")')"
    evaluate 'page.showAll(),
        document.getElementById("clear").click(), ""' >/dev/null

    # The waypoints and the portals of a query that is clicked.
    evaluate 'document.getElementById("query-0").click(), ""' >/dev/null
    frames
    check "a query's waypoints" "015157267311" "$(evaluate '[
        ...document.querySelectorAll("#result table")][0]
        .querySelector("tbody").textContent.replace(/5$/, "")')"
    check "a query's portals" \
        "$("$bin/navquery" --rows portals "$mesh" 1,5 11,5 | tail -n +2 |
            awk -F, '{ printf "%s%s%s,%s%s,%s", $4, $5, $6, $7, $8, $9 }')" \
        "$(evaluate '[...document.querySelectorAll("#result table")][1]
            .querySelector("tbody").textContent')"
    shot room-light

    read -r -a at <<<"$(pixel 2 1)"
    hover "${at[@]}"
    check "what is under the cursor" \
        "Polygon $("$bin/navquery" --locate "$mesh" 2,1 |
            awk -F, 'NR == 2 { print $3 }')" \
        "$(evaluate "document.querySelector('#card h2').textContent")"
    no_faults "room"
}

check_keys() {
    open_page "$scratch/room.html" 1200 800
    key /
    check "/ goes to the search" find "$(evaluate document.activeElement.id)"
    call Input.insertText '{"text":"2"}'
    key Enter $'\r'
    check "a polygon is found" "Polygon 2" \
        "$(evaluate "document.querySelector('#card h2').textContent")"
    evaluate 'page.find("77"), ""' >/dev/null
    check "a polygon that is not there" \
        "There is no polygon 77: they are numbered from 0 to 3." \
        "$(text_of found)"
    key Escape
    check "Escape goes back to the map" over \
        "$(evaluate document.activeElement.id)"
    check "Escape lets go of the polygon" true \
        "$(evaluate 'String(document.getElementById("card").hidden ||
            page.state.selected === NONE)')"
    key 0
    evaluate 'window.before = page.view.copy(), ""' >/dev/null
    key +
    key ArrowRight
    check "+ zooms and arrows move" "true true" "$(evaluate '[
        page.view.scale > before.scale, page.view.x > before.x].join(" ")')"
    key Enter
    key ArrowDown
    key Enter
    check "Enter sets both ends" ok "$(fact status)"
    shot room-keys
    key Tab
    check "Tab leaves the map" zoom-in "$(evaluate document.activeElement.id)"
    check "what has the focus is marked" solid "$(evaluate \
        'getComputedStyle(document.activeElement).outlineStyle')"
    check "every control has a name" "" "$(evaluate '[
        ...document.querySelectorAll("input, select, button, [tabindex]")]
        .filter((e) => !(e.labels && e.labels.length) && !e.textContent.trim()
            && !e.getAttribute("aria-label")
            && !e.getAttribute("aria-labelledby")).map((e) => e.id).join()')"
    evaluate 'document.getElementById("list").focus(), ""' >/dev/null
    key End
    check "End goes to the last query" "1 end_off_mesh" "$(evaluate '[
        document.getElementById("list").getAttribute("aria-activedescendant")
            .replace("query-", ""), page.state.answer.status].join(" ")')"
    key ArrowUp
    check "an arrow goes to the one before it" 10.857300762134084 \
        "$(fact length)"
    theme dark
    frames
    check "the theme is that of the system" dark \
        "$(evaluate 'document.documentElement.dataset.theme')"
    evaluate 'document.getElementById("theme").value = "light",
        document.getElementById("theme").dispatchEvent(new Event("change")),
        ""' >/dev/null
    check "or the one that is chosen" light \
        "$(evaluate 'document.documentElement.dataset.theme')"
    theme light
    no_faults "keys"
}

check_hostile() {
    local page=$scratch/hostile.html at status=0
    local map=("$scratch/hostile.nav" --obstacles
        "$scratch/hostile_obstacles.json" --cost "<!-- & \" ' mud=3")
    make_hostile
    "$bin/navquery" --export html "${map[@]}" -i "$scratch/hostile.csv" \
        -o "$page" || status=$?
    check "hostile names: exit status" 0 "$status"
    open_page "$page" 1200 800
    check "hostile names are text" "hostile.nav - navigation mesh" \
        "$(evaluate document.title)"
    check "hostile names make no elements" "0 6" "$(evaluate '[
        document.querySelectorAll("img, b").length,
        document.scripts.length].join(" ")')"
    check "a hostile id is shown as it is" \
        "</script><script>document.title='broken'</script>" \
        "$(evaluate "document.querySelector('#query-0 span').textContent")"
    check "an id with a quote" 'quote " and \ .' \
        "$(evaluate "document.querySelector('#query-2 span').textContent")"
    check "a hostile area is in the legend" true "$(evaluate \
        "String(document.getElementById('legend').textContent.includes(
            '</script><script>document.title='))")"
    read -r -a at <<<"$(pixel 1 1) $(pixel 15 7)"
    clicks_agree "obstacles, links and costs" "${at[@]}" "${map[@]}"
    check "the cost is told" \
        "$(ask cost "${map[@]}" \
            "$(evaluate 'document.getElementById("start").value')" \
            "$(evaluate 'document.getElementById("goal").value')")" \
        "$(fact cost)"
    evaluate 'document.getElementById("query-1").click(), ""' >/dev/null
    frames
    shot obstacles-light
    theme dark
    frames
    shot obstacles-dark
    open_page "$page" 420 860
    evaluate 'document.getElementById("query-1").click(), ""' >/dev/null
    frames
    shot obstacles-small-dark
    theme light
    frames
    shot obstacles-small-light
    check "nothing is wider than a small screen" true "$(evaluate \
        'String(document.documentElement.scrollWidth <= innerWidth)')"
    no_faults "hostile names"
}

check_floors() {
    local page=$scratch/stairs.html mesh=$scratch/stairs.nav at
    "$bin/navbake" "$root/testdata/models/stairs.obj" -o "$mesh"
    "$bin/navquery" --export html -o "$page" "$mesh" -1,0,1 2,1.5,1
    open_page "$page" 1000 700
    # Of two floors the highest is meant, and the other can be chosen.
    read -r -a at <<<"$(pixel 2 0.5) $(pixel -1 1)"
    clicks_agree "the highest floor" "${at[@]}" "$mesh"
    check "a choice of floors" 2 "$(evaluate \
        "document.querySelectorAll('#floors input').length")"
    evaluate 'document.querySelectorAll("#floors input")[1].click(), ""' \
        >/dev/null
    frames
    check "the other floor" "$(ask length "$mesh" \
        "$(evaluate 'document.getElementById("start").value')" \
        "$(evaluate 'document.getElementById("goal").value')")" \
        "$(fact length)"
    check "its length in space" "$(ask length3d "$mesh" \
        "$(evaluate 'document.getElementById("start").value')" \
        "$(evaluate 'document.getElementById("goal").value')")" \
        "$(fact length3d)"
    shot floors-light
    theme dark
    frames
    shot floors-dark
    theme light
    no_faults "floors"
}

# More areas than colours, and a polygon without one: page and picture give the
# same colours to the same polygons, in the light theme.
check_colours() {
    local i area page=$scratch/strip.html
    for i in 0 1 2 3 4 5 6 7 8 9; do
        area=",\"area\":\"a$i\""
        [ "$i" -ne 3 ] || area=
        printf '{"outer":[[%d,0],[%d,0],[%d,1],[%d,1]]%s},\n' \
            $((2 * i)) $((2 * i + 1)) $((2 * i + 1)) $((2 * i)) "$area"
    done | sed -e '1s/^/{"polygons":[/' -e '$s/,$/]}/' >"$scratch/strip.json"
    "$bin/navbake" "$scratch/strip.json" -o "$scratch/strip.nav"
    "$bin/navquery" --export html "$scratch/strip.nav" -o "$page"
    open_page "$page" 1200 800
    check "areas have the colours of a picture" \
        "$("$bin/navquery" --export svg "$scratch/strip.nav" | awk -F '"' '
            /^<g fill/ { fill = $2 }
            /^<path d/ { split($2, at, /[ ML]/); colour[int(at[2])] = fill }
            END { for (i = 0; i < 20; i += 2) print colour[i] }' |
            paste -s -d ' ')" \
        "$(evaluate '[0, 2, 4, 6, 8, 10, 12, 14, 16, 18].map((x) => {
            const [px, py] = page.view.toPixel([x + 0.5, 0.5]);
            const ratio = page.view.ratio;
            return "#" + [...page.back.getImageData(Math.round(px * ratio),
                Math.round(py * ratio), 1, 1).data].slice(0, 3).map((c) =>
                c.toString(16).padStart(2, "0")).join("");
        }).join(" ")')"
    check "the legend names what has no area" true "$(evaluate \
        "String(document.getElementById('legend').textContent.includes(
            'no area'))")"
    shot colours
    # An obstacle that splits an island puts its number out of use.
    echo '{"polygons":[{"outer":[[0,0],[4,0],[4,4],[0,4]]},
        {"outer":[[6,0],[8,0],[8,4],[6,4]]}]}' >"$scratch/two.json"
    echo '{"type":"box","min":[2,-1],"max":[3,5]}' >"$scratch/wall.json"
    "$bin/navbake" "$scratch/two.json" -o "$scratch/two.nav"
    "$bin/navquery" --export html --obstacles "$scratch/wall.json" \
        "$scratch/two.nav" -o "$page"
    open_page "$page" 900 600
    check "the legend has the islands of a picture" \
        "$("$bin/navquery" --export svg --obstacles "$scratch/wall.json" \
            "$scratch/two.nav" | grep -o 'island [0-9]*' |
            paste -s -d ,)" \
        "$(evaluate "[...document.querySelectorAll('#legend li')].map(
            (li) => li.textContent).filter((t) => /island/.test(t)).join()")"
    no_faults "colours"
}

# As it is where the tools for the module are missing: the same page without.
check_no_module() {
    sed -e '/id="module"/d' -e '/id="file"/d' "$scratch/room.html" \
        >"$scratch/plain.html"
    open_page "$scratch/plain.html" 900 600
    check "a page without module says so" true "$(evaluate \
        "String(document.getElementById('hint').textContent.includes(
            'made without the path finder'))")"
    check "its form is off" "true true true" "$(evaluate \
        "['start', 'goal', 'go'].map((id) => document.getElementById(id)
            .disabled).join(' ')")"
    check "it shows the paths of the run" 10.857300762134084 "$(fact length)"
    shot no-module
    no_faults "a page without module"
}

check_numbers() {
    local numbers=0,1,-2.5,1e-05,0.00001234,9.99e-06,1e-7,1e-100,123456789
    numbers+=,1e16,99999999999999990,1e17,1.5e22,0.1,1e100,5e-324
    "$bin/navquery" --export html "$scratch/room.nav" -o "$scratch/room2.html"
    # Whatever locate says of a point, it says with nav_number_write.
    local list=${numbers//,5e-324/} number expected=
    for number in ${list//,/ }; do
        expected+=$("$bin/navquery" --locate -f json --snap inf \
            "$scratch/room.nav" "$number,0" 2>/dev/null | sed -n \
            's/.*"distance":\([^,}]*\).*/\1/p' | head -n 1)" "
    done
    check "numbers as navquery prints them" "$expected" "$(evaluate "[$list]
        .map((x) => numberText(x < 0 ? -x : Math.max(x - 12, 0)) + ' ')
        .join('')")"
}

# Pairs all over a mesh: what the page finds is, byte by byte, what the run found
# that wrote it.
same_bytes() { # CLAIM WIDTH HEIGHT ARGUMENT...
    local claim=$1 pairs=$scratch/pairs.csv
    awk -v wide="$2" -v high="$3" 'BEGIN {
        seed = 7
        for (i = 0; i < 1200; i++) {
            seed = (seed * 16807) % 2147483647
            printf "%.3f%s", seed / 2147483647 * (i % 2 ? high : wide), \
                i % 4 == 3 ? "\n" : ","
        }
    }' >"$pairs"
    shift 3
    "$bin/navquery" --export html -o "$scratch/many.html" -i "$pairs" "$@"
    open_page "$scratch/many.html" 900 600
    check "$claim: 300 answers, found" "true 0" "$(evaluate "(() => {
        const ends = [$(tr '\n' ',' <"$pairs")];
        let found = 0;
        const other = page.list.lines.filter((line, i) => {
            const at = (k) => ({x: ends[4 * i + k], y: ends[4 * i + k + 1],
                floor: page.facts.floor});
            found += headOf(line).length !== '';
            return line.replace(/^.\"id\":[0-9]*/, '{\"id\":0') !==
                page.finder.find(at(0), at(2));
        });
        return (found > 20) + ' ' + other.length;
    })()")"
    no_faults "$claim"
}

check_bytes() {
    "$bin/navbake" "$root/testdata/maps/islands.json" -o "$scratch/islands.nav"
    same_bytes "a flat map" 1200 700 "$scratch/islands.nav"
    same_bytes "midpoints, snapped" 1200 700 "$scratch/islands.nav" \
        --search midpoint --snap 30 --partial
    same_bytes "obstacles and links" 16 8 "$scratch/hostile.nav" \
        --obstacles "$scratch/hostile_obstacles.json"
    same_bytes "an area closed" 16 8 "$scratch/hostile.nav" \
        --forbid "<!-- & \" ' mud"
    same_bytes "floors" 4 2 "$scratch/stairs.nav" --floor lowest
}

# A field of blocks, each turned a little: some 100,000 polygons.
make_large() {
    awk -v n=236 'BEGIN {
        printf "[[[0,0],[%d,0],[%d,%d],[0,%d]]", 10*n, 10*n, 10*n, 10*n
        seed = 1
        for (i = 0; i < n; i++) for (k = 0; k < n; k++) {
            seed = (seed * 16807) % 2147483647; a = seed % 100 / 40
            seed = (seed * 16807) % 2147483647; b = seed % 100 / 40
            x = 10*i + 3; y = 10*k + 3
            printf ",\n[[%g,%g],[%g,%g],[%g,%g],[%g,%g]]", \
                x+a, y, x+4, y+b, x+4-a, y+4, x, y+4-b
        }
        print "]"
    }' >"$scratch/large.json"
    "$bin/navbake" "$scratch/large.json" -o "$scratch/large.nav"
}

# Prints what it takes to move the view; times are told, and decide nothing.
time_moving() { # WHAT FACTOR
    evaluate "new Promise((done) => {
        const times = [];
        let last = 0;
        page.view.show(page.mesh.bounds);
        page.view.zoom($2, page.view.width / 2, page.view.height / 2);
        page.redraw(true);
        page.settled(() => {
            const begun = performance.now();
            const step = (now) => {
                if (last > 0) {
                    times.push(now - last);
                }
                last = now;
                if (times.length < 60) {
                    page.view.move(times.length % 40 < 20 ? 9 : -9, 3);
                    page.redraw(true);
                    requestAnimationFrame(step);
                    return;
                }
                times.sort((a, b) => a - b);
                const rest = performance.now();
                page.settled(() => done('  $1: a frame takes ' +
                    times[30].toFixed(1) + ' ms, of 20 one ' +
                    times[57].toFixed(1) + ' ms; sharp after ' +
                    (performance.now() - rest).toFixed(0) + ' ms'));
            };
            requestAnimationFrame(step);
        });
    })"
    echo
}

check_large() {
    local mesh=$scratch/large.nav at
    make_large
    "$bin/navquery" --export html "$mesh" 1,1 2359,2359 -o "$scratch/large.html"
    echo "  bytes of the page: $(wc -c <"$scratch/large.html")"
    open_page "$scratch/large.html" 1600 1000
    echo "  polygons: $(evaluate 'page.mesh.polygons')"
    echo "  ready after $(evaluate 'performance.now().toFixed(0)') ms"
    shot large 150 30 400 300
    read -r -a at <<<"$(pixel 100 200) $(pixel 2200 1800)"
    clicks_agree "100,000 polygons" "${at[@]}" "$mesh"
    echo "  a search takes $(evaluate 'page.searched.toFixed(1)') ms"
    shot large-path 150 100 500 300
    evaluate 'page.zoomBy(6), ""' >/dev/null
    frames
    shot large-near 150 100 700 500
    time_moving "all of it" 1
    time_moving "a quarter" 2
    time_moving "a hundredth" 10
    time_moving "a few" 100
    no_faults "100,000 polygons"
}

"$bin/navquery" --help >/dev/null
start_browser
call Target.createTarget '{"url":"about:blank"}'
[[ $reply =~ \"targetId\":\"([^\"]*)\" ]]
call Target.attachToTarget \
    "{\"targetId\":\"${BASH_REMATCH[1]}\",\"flatten\":true}"
[[ $reply =~ \"sessionId\":\"([^\"]*)\" ]]
session=${BASH_REMATCH[1]}
: >"$scratch/faults"
call Runtime.enable '{}'
call Log.enable '{}'
call Network.enable '{}'
call Page.enable '{}'
theme light

check_room
check_keys
check_hostile
check_colours
check_floors
check_no_module
check_numbers
check_bytes
check_large

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
