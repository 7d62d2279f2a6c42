// panel.js - what stands beside the map.  All that comes from files is put
// there as text, never as markup.
const ROWS_MOST = 500; // of a table
const LISTED_MOST = 24; // areas or islands in the legend

function make(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (key === 'class') {
            element.className = value;
        } else if (key in element) {
            element[key] = value;
        } else {
            element.setAttribute(key, value);
        }
    }
    element.append(...children);
    return element;
}

// Names and what they are: [name, text, class].
function factList(facts) {
    return make('dl', {class: 'facts'}, ...facts.flatMap(
        ([name, text, kind]) => [make('dt', {}, name),
            make('dd', kind ? {class: kind} : {}, text)]));
}

function table(title, heads, rows) {
    const body = rows.slice(0, ROWS_MOST).map((row) => make('tr', {},
        ...row.map((cell) => make('td', {}, cell))));
    const parts = [make('h3', {}, title),
        make('div', {class: 'scroll', tabIndex: 0, role: 'region',
            'aria-label': title},
        make('table', {}, make('thead', {}, make('tr', {},
            ...heads.map((head) => make('th', {scope: 'col'}, head)))),
        make('tbody', {}, ...body)))];
    if (rows.length > ROWS_MOST) {
        parts.push(make('p', {class: 'note'},
            `and ${counted(rows.length - ROWS_MOST, 'row', 'rows')} more`));
    }
    return parts;
}

// An answer is a line of JSON.  What the list shows is taken from its head, so
// that a hundred thousand of them need not be read, and a length is shown in
// the very digits that were printed.
function headOf(line) {
    const head =
        /^\{"id":("(?:[^"\\]|\\.)*"|[^,]*),"status":"(\w*)"/.exec(line);
    const length = /,"length":([^,}]*)/y;
    length.lastIndex = head[0].length;
    const found = length.exec(line);
    // A number has all its digits in the text alone.
    const id = head[1].startsWith('"') ? JSON.parse(head[1]) : head[1];
    return {id, status: head[2], length: found ? found[1] : ''};
}

function answerLines() {
    return document.getElementById('answers').textContent.split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => line.replace(/,$/, ''));
}

// The answer in full, below the form.
function describeAnswer(line, facts) {
    const head = headOf(line);
    const answer = JSON.parse(line);
    const list = [['status', head.status, head.status === 'ok' ? '' : 'bad']];
    for (const key of ['length', 'length3d', 'cost', 'bound']) {
        if (answer[key] !== undefined) {
            list.push([key, key === 'length' ? head.length :
                numberText(answer[key])]);
        }
    }
    if (answer.optimal !== undefined) {
        list.push(['optimal', answer.optimal ? 'proved' : 'not proved']);
    }
    const parts = [factList(list)];
    const axes = facts.up ? ['x', 'y', 'z'] : ['x', 'y'];
    if (answer.waypoints) {
        parts.push(...table(counted(answer.waypoints.length, 'waypoint',
            'waypoints'), ['', ...axes], answer.waypoints.map(
            (point, i) => [String(i), ...point.map(numberText)])));
    }
    if (answer.portals && answer.portals.length > 0) {
        parts.push(...table(counted(answer.portals.length, 'portal',
            'portals'), ['from', 'to', 'left', 'right', ''],
        answer.portals.map((portal) => [String(portal.from),
            String(portal.to ?? ''), pointText(portal.left),
            pointText(portal.right), portal.link === undefined ? '' :
                `link ${portal.link}${portal.kind ? ` (${portal.kind})` : ''}`
        ])));
    }
    return {answer, parts};
}

// The list of queries, of which only the rows that show are in the document.
class QueryList {
    constructor(lines, choose) {
        this.lines = lines;
        this.choose = choose;
        this.chosen = -1;
        this.rowHeight = 26;
        this.list = document.getElementById('list');
        this.rows = document.getElementById('rows');
        this.rows.style.height = `${lines.length * this.rowHeight}px`;
        this.list.addEventListener('scroll', () => this.draw());
        this.list.addEventListener('keydown', (event) => this.key(event));
        this.rows.addEventListener('click', (event) => {
            const row = event.target.closest('.query');
            if (row) {
                this.pick(Number(row.dataset.row));
            }
        });
        this.draw();
    }

    row(i) {
        const head = headOf(this.lines[i]);
        const bad = head.status === 'ok' ? '' : 'bad';
        const row = make('div', {class: 'query', id: `query-${i}`,
            role: 'option', 'aria-selected': String(i === this.chosen),
            'aria-posinset': i + 1, 'aria-setsize': this.lines.length},
        make('span', {title: head.id}, head.id),
        make('span', {class: 'length'}, head.length),
        make('span', {class: bad}, head.status));
        row.dataset.row = i;
        row.style.top = `${i * this.rowHeight}px`;
        return row;
    }

    draw() {
        const first = Math.floor(this.list.scrollTop / this.rowHeight);
        const last = Math.min(this.lines.length,
            first + Math.ceil(this.list.clientHeight / this.rowHeight) + 1);
        const rows = [];
        for (let i = first; i < last; i++) {
            rows.push(this.row(i));
        }
        this.rows.replaceChildren(...rows);
        if (this.chosen >= first && this.chosen < last) {
            this.list.setAttribute('aria-activedescendant',
                `query-${this.chosen}`);
        } else {
            this.list.removeAttribute('aria-activedescendant');
        }
    }

    clear() {
        this.chosen = -1;
        this.draw();
    }

    pick(i) {
        const top = i * this.rowHeight;
        this.chosen = i;
        if (top < this.list.scrollTop) {
            this.list.scrollTop = top;
        } else if (top + this.rowHeight >
                this.list.scrollTop + this.list.clientHeight) {
            this.list.scrollTop =
                top + this.rowHeight - this.list.clientHeight;
        }
        this.draw();
        this.choose(this.lines[i]);
    }

    key(event) {
        const page = Math.floor(this.list.clientHeight / this.rowHeight);
        const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: page,
            PageUp: -page, Home: -Infinity, End: Infinity};
        if (event.key in steps) {
            const to = this.chosen + steps[event.key];
            this.pick(Math.min(Math.max(to, 0), this.lines.length - 1));
            event.preventDefault();
        }
    }
}

// Entries of the legend: the drawing as markup of our own, and a text.
function legendEntry(drawing, text) {
    const holder = document.createElement('template');
    holder.innerHTML =
        `<svg viewBox="0 0 22 14" aria-hidden="true">${drawing}</svg>`;
    return make('li', {}, holder.content, make('span', {}, text));
}

function legendLine(colour, width, dash = '') {
    return `<path d="M1 7H21" stroke="var(--${colour})" ` +
        `stroke-width="${width}" stroke-dasharray="${dash}"/>`;
}

function legendBox(colour) {
    return `<rect x="1" y="1" width="20" height="12" rx="2" ` +
        `fill="var(--${colour})" stroke="var(--line)"/>`;
}

function legendDot(colour) {
    return `<circle cx="11" cy="7" r="5" fill="var(--${colour})"/>`;
}

// Entries for the first of some things, each a colour and a name.
function colourList(things) {
    const entries = things.slice(0, LISTED_MOST).map(([colour, name]) =>
        legendEntry(legendBox(`fill-${colour % CLASSES}`), name));
    if (things.length > LISTED_MOST) {
        entries.push(make('li', {}, 'and more'));
    }
    return entries;
}

// The numbers of islands that are not closed, ascending: under obstacles some
// are out of use.
function islandNumbers(mesh) {
    const numbers = new Set(mesh.islands);
    numbers.delete(NONE);
    return [...numbers].sort((a, b) => a - b);
}

// What colours stand for, as in the legend of a picture (svg_legend.c).
function colourEntries(facts, tiles, kind, range) {
    if (kind === 'height') {
        const step = (range[1] - range[0]) / CLASSES;
        return [0, 3, 7].map((i) => legendEntry(legendBox(`step-${i}`),
            `height ${(range[0] + (i + 0.5) * step).toPrecision(3)}`));
    }
    if (kind === 'area') {
        const entries = colourList(facts.areas.map((area, i) => [i, area])
            .filter(([, area]) => !area.forbidden)
            .map(([i, area]) => [i, area.name]));
        if (tiles.classOf.includes(NO_AREA)) {
            entries.push(legendEntry(legendBox(`fill-${NO_AREA}`), 'no area'));
        }
        return entries;
    }
    const islands = islandNumbers(tiles.mesh);
    return colourList(islands.map((island) => [island,
        islands.length === 1 ? 'walkable' : `island ${island}`]));
}

function drawLegend(facts, tiles, kind, range) {
    const entries = [...colourEntries(facts, tiles, kind, range),
        legendEntry(legendLine('wall', 2), 'boundary'),
        legendEntry(legendLine('portal', 1), 'portal'),
        legendEntry(legendLine('path', 3), 'path'),
        legendEntry(legendLine('crossed', 3), 'portal crossed'),
        legendEntry(legendDot('start'), 'start'),
        legendEntry(legendDot('goal'), 'goal')];
    if (facts.links.length > 0) {
        entries.push(legendEntry(legendLine('link', 2, '4 3'), 'link'));
    }
    if (facts.obstacles.length > 0) {
        entries.push(legendEntry(legendBox('obstacle'), 'obstacle'));
    }
    document.getElementById('legend').replaceChildren(...entries);
}
