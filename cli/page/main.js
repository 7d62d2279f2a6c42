// main.js - puts the parts together: what is shown, and what keys and pointers
// do to it.
//
// The map is two canvases: the mesh, drawn anew when the view changes, and what
// lies over it, drawn anew whenever anything does.  Both wait for the next
// frame, so that many events cost one drawing.  Drawing a large mesh takes
// longer than a frame allows: it is drawn into a third canvas, in parts, and
// until that is done the last picture of it is moved and stretched to where it
// belongs in the present view.
const byId = (id) => document.getElementById(id);
const FRAME_PART = 9; // milliseconds of a frame for drawing the mesh
const OTHERS_MOST = 300; // paths that are drawn at once

class Page {
    constructor() {
        this.facts = JSON.parse(byId('facts').textContent);
        this.mesh = new Mesh(this.facts, bytesOf('mesh'));
        this.grid = new Grid(this.mesh);
        this.tiles = new Tiles(this.mesh);
        this.overlay = new Overlay(this.mesh, this.facts);
        this.view = new View(this.mesh.bounds, this.facts.up === 'y');
        this.drawn = null; // the view of the mesh's last picture
        this.job = null; // the next one, while it is drawn
        this.map = byId('map');
        this.over = byId('over');
        this.context = this.map.getContext('2d', {alpha: false});
        this.overContext = this.over.getContext('2d');
        // Read back after each part, so it is kept where reading is quick.
        this.back = document.createElement('canvas').getContext('2d',
            {alpha: false, willReadFrequently: true});
        this.finder = null; // of paths, once it is ready
        this.searched = 0; // milliseconds of the last search
        this.pending = {mesh: false, frame: false};
        this.state = {hovered: NONE, selected: NONE, start: null, goal: null,
            answer: null, preview: null, cross: false, others: [],
            settings: {portals: true, numbers: false, links: true,
                obstacles: true, others: true}};
    }

    // --- Drawing ---

    readColours() {
        const style = getComputedStyle(document.documentElement);
        const names = ['paper', 'panel', 'ink', 'wall', 'portal', 'link',
            'obstacle', 'path', 'crossed', 'start', 'goal', 'mark'];
        for (let i = 0; i < CLASSES; i++) {
            names.push(`fill-${i}`, `step-${i}`);
        }
        names.push(`fill-${NO_AREA}`);
        this.colours = Object.fromEntries(names.map(
            (name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    }

    resize() {
        const stage = byId('stage');
        const ratio = window.devicePixelRatio || 1;
        const first = this.view.ratio === undefined;
        this.view.resize(stage.clientWidth, stage.clientHeight);
        this.view.ratio = ratio;
        for (const canvas of [this.map, this.over]) {
            canvas.width = Math.round(this.view.width * ratio);
            canvas.height = Math.round(this.view.height * ratio);
        }
        if (first) {
            this.view.show(this.mesh.bounds);
        }
        this.drawn = null;
        this.job = null;
        this.context.fillStyle = this.colours.paper;
        this.context.fillRect(0, 0, this.map.width, this.map.height);
        this.redraw(true);
    }

    // Begins to draw the mesh in the present view.
    beginMesh() {
        const {back} = this;
        const view = this.view.copy();
        this.pending.mesh = false;
        back.canvas.width = this.map.width;
        back.canvas.height = this.map.height;
        back.fillStyle = this.colours.paper;
        back.fillRect(0, 0, this.map.width, this.map.height);
        this.job = {view, steps: this.tiles.draw(back, view,
            this.state.settings, this.colours)};
    }

    // Goes on with it until it is done or a part of a frame is over.
    continueMesh() {
        const {job, back} = this;
        const end = performance.now() + FRAME_PART;
        let done = false;
        while (!done && performance.now() < end) {
            for (let i = 0; i < 4 && !done; i++) {
                done = job.steps.next().done;
            }
            // Canvases put off what they are told: reading makes them do it.
            back.getImageData(0, 0, 1, 1);
        }
        if (done || this.drawn === null) {
            this.context.drawImage(back.canvas, 0, 0);
        }
        if (done) {
            this.drawn = job.view;
            this.job = null;
        }
    }

    // Puts the last picture where it belongs in the present view.
    stretchMesh() {
        const {view, drawn} = this;
        if (drawn !== null) {
            const [x, y] = view.toPixel(drawn.toPlan(0, 0));
            const scale = view.scale / drawn.scale;
            this.map.style.transform = scale === 1 && x === 0 && y === 0 ? ''
                : `translate(${x}px, ${y}px) scale(${scale})`;
        }
    }

    // Asks for a frame, in which the mesh is drawn as well if it is to be.
    redraw(mesh) {
        this.pending.mesh = this.pending.mesh || mesh;
        if (!this.pending.frame) {
            this.pending.frame = true;
            requestAnimationFrame(() => this.frame());
        }
    }

    frame() {
        this.pending.frame = false;
        if (this.pending.mesh && this.job === null) {
            this.beginMesh();
        }
        if (this.job !== null) {
            this.continueMesh();
        }
        this.stretchMesh();
        this.hover();
        this.overlay.draw(this.overContext, this.view, this.state,
            this.colours);
        if (this.job !== null || this.pending.mesh) {
            this.redraw(false);
        }
    }

    // Calls back when everything is drawn; for scripts that test the page.
    settled(done) {
        requestAnimationFrame(() => {
            if (this.job !== null || this.pending.mesh || this.pending.frame) {
                this.settled(done);
            } else {
                done('settled');
            }
        });
    }

    // --- What is under the cursor, or the cross ---

    // On a mesh with heights, the highest of several polygons.
    polygonAt(x, y) {
        const found = this.grid.at(x, y);
        if (found.length > 1 && this.mesh.heights) {
            const height = (p) => this.mesh.heightAt(p, x, y);
            return found.reduce((a, b) => height(b) > height(a) ? b : a);
        }
        return found.length > 0 ? found[0] : NONE;
    }

    hover() {
        const {state, view} = this;
        const at = this.cursor ||
            (state.cross ? [view.width / 2, view.height / 2] : null);
        let hovered = NONE;
        byId('place').textContent = '';
        if (at) {
            const [x, y] = view.toPlan(...at);
            hovered = this.polygonAt(x, y);
            // As many digits as pixels tell apart.
            const digits = Math.max(0, Math.ceil(Math.log10(view.scale)));
            byId('place').textContent = digits > 20 ? '' :
                `${x.toFixed(digits)}, ${y.toFixed(digits)}`;
        }
        if (hovered !== state.hovered) {
            state.hovered = hovered;
            this.describe(hovered === NONE ? state.selected : hovered);
            this.redraw(false);
        }
    }

    describe(p) {
        const card = byId('card');
        card.hidden = p === NONE;
        if (p === NONE) {
            card.replaceChildren();
            return;
        }
        const {mesh, facts} = this;
        const range = Array.from(mesh.corners.subarray(mesh.first[p],
            mesh.first[p + 1]));
        const corners = mesh.cornersOf(p).map(([x, y], i) => {
            const height = mesh.heights && mesh.heights[range[i]];
            return pointText(facts.up === 'y' ? [x, height, y] :
                facts.up === 'z' ? [x, y, height] : [x, y]);
        });
        const shown = corners.slice(0, 8).join('  ');
        const area = mesh.areas[p];
        card.replaceChildren(make('h2', {}, `Polygon ${p}`), factList([
            ['size', numberText(mesh.size(p))],
            ...(facts.areas.length > 0 ? [['area',
                area === NONE ? 'none' : facts.areas[area].name]] : []),
            ['island', String(mesh.islands[p])],
            [counted(corners.length, 'corner', 'corners'), shown +
                (corners.length > 8 ? `  and ${corners.length - 8} more` : '')]
        ]));
    }

    select(p) {
        this.state.selected = p;
        this.describe(p);
        this.redraw(false);
    }

    find(text) {
        const p = Number(text);
        const known = /^\d+$/.test(text) && p < this.mesh.polygons;
        if (!known || this.mesh.isClosed(p)) {
            byId('found').textContent = known
                ? `Polygon ${p} is closed: forbidden, or cut by an obstacle.`
                : `There is no polygon ${text}: they are numbered from 0 to ` +
                    `${this.mesh.polygons - 1}.`;
            return;
        }
        byId('found').textContent = `Polygon ${p} is in the middle of the map.`;
        this.view.show(this.mesh.box(p), 0.3);
        this.redraw(true);
        this.select(p);
    }

    // --- Paths ---

    // Heights of the floors over each other at a point, the highest first.
    floorsAt(x, y) {
        if (!this.mesh.heights) {
            return [];
        }
        const heights = this.grid.at(x, y)
            .map((p) => this.mesh.heightAt(p, x, y)).sort((a, b) => b - a);
        // Polygons that meet at the point are one floor, but for rounding.
        return heights.filter((h, i) => i === 0 ||
            heights[i - 1] - h > 1e-9 * (Math.abs(h) + 1));
    }

    // An end of a path, at a point in plan or, with three coordinates, in
    // space.
    endAt(point) {
        const {up, floor} = this.facts;
        if (point.length === 3) {
            const [x, y, height] = up === 'y'
                ? [point[0], point[2], point[1]] : point;
            return {x, y, floor: FLOOR.nearest, height,
                floors: this.floorsAt(x, y)};
        }
        const floors = this.floorsAt(...point);
        const end = {x: point[0], y: point[1], floors,
            floor: floor || FLOOR.highest};
        if (floors.length > 1) {
            end.floor = FLOOR.nearest;
            end.height = floor === FLOOR.lowest
                ? floors[floors.length - 1] : floors[0];
        }
        return end;
    }

    endText({x, y, floor, height}) {
        return pointText(floor !== FLOOR.nearest ? [x, y] :
            this.facts.up === 'y' ? [x, height, y] : [x, y, height]);
    }

    setEnd(which, end) {
        this.state[which] = end;
        byId(which).value = end ? this.endText(end) : '';
        this.drawFloors();
    }

    // A choice for each end that is on several floors.
    drawFloors() {
        const sets = ['start', 'goal'].filter((which) =>
            this.state[which] && this.state[which].floors.length > 1);
        byId('floors').replaceChildren(...sets.map((which) => {
            const end = this.state[which];
            const least = end.floors.reduce((a, b) =>
                Math.abs(b - end.height) < Math.abs(a - end.height) ? b : a);
            return make('fieldset', {}, make('legend', {},
                `Floor of the ${which}, by height`),
            ...end.floors.map((height) => make('label', {},
                make('input', {type: 'radio', name: `floor-${which}`,
                    checked: height === least, onchange: () => {
                        this.setEnd(which, {...end, floor: FLOOR.nearest,
                            height});
                        this.search();
                        document.querySelector(
                            `input[name=floor-${which}]:checked`).focus();
                    }}), numberText(height))));
        }));
    }

    ask(start, goal) {
        const begun = performance.now();
        const line = this.finder.find(start, goal);
        this.searched = performance.now() - begun;
        return line;
    }

    search() {
        const {start, goal} = this.state;
        if (!start || !goal || !this.finder) {
            this.redraw(false);
            return;
        }
        try {
            this.showAnswer(this.ask(start, goal));
        } catch (error) {
            byId('result').replaceChildren(make('p', {class: 'bad'},
                error.message));
        }
        this.list?.clear();
    }

    showAnswer(line) {
        const {answer, parts} = describeAnswer(line, this.facts);
        this.state.answer = answer;
        this.state.preview = null;
        byId('result').replaceChildren(make('h3', {}, 'Path shown'), ...parts);
        const head = headOf(line);
        byId('said').textContent = head.length === '' ? head.status :
            `${head.status}, length ${head.length}`;
        this.redraw(false);
    }

    // Shows a query of the run, and moves the view to it if it is elsewhere.
    showQuery(line) {
        this.showAnswer(line);
        const {answer} = this.state;
        for (const [which, point] of [['start', answer.start],
            ['goal', answer.end]]) {
            this.setEnd(which, point ? this.endAt(point) : null);
        }
        const points = (answer.waypoints || []).map(
            (point) => this.overlay.plan(point));
        if (points.length > 0) {
            const xs = points.map((p) => p[0]);
            const ys = points.map((p) => p[1]);
            const least = (list) => list.reduce((a, b) => Math.min(a, b));
            const most = (list) => list.reduce((a, b) => Math.max(a, b));
            const box = [least(xs), least(ys), most(xs), most(ys)];
            const seen = this.view.box();
            const size = Math.max(box[2] - box[0], box[3] - box[1]);
            if (size * this.view.scale < 60 || box[0] < seen[0] ||
                box[1] < seen[1] || box[2] > seen[2] || box[3] > seen[3]) {
                this.view.show(box, 0.7);
                this.redraw(true);
            }
        }
    }

    // The first point is the start, the second the goal, the third begins anew.
    place(point) {
        const {state} = this;
        if (!state.start || state.goal) {
            this.clearPath();
            this.setEnd('start', this.endAt(point));
            byId('said').textContent = 'Start set. Now the goal.';
        } else {
            this.setEnd('goal', this.endAt(point));
            this.search();
        }
        this.redraw(false);
    }

    // The way to the cursor, dashed, as long as searches are quick.
    lookAhead() {
        const {state} = this;
        if (!this.finder || !state.start || state.goal ||
            this.searched > QUICK) {
            return;
        }
        state.preview = null;
        if (this.cursor && state.hovered !== NONE) {
            const point = this.view.toPlan(...this.cursor);
            try {
                state.preview = JSON.parse(this.ask(state.start,
                    this.endAt(point)));
            } catch (error) {
                // It is told when the point is clicked.
            }
        }
        this.redraw(false);
    }

    clearPath() {
        this.state.answer = null;
        this.state.preview = null;
        this.setEnd('start', null);
        this.setEnd('goal', null);
        this.list?.clear();
        byId('result').replaceChildren();
        byId('said').textContent = '';
        this.redraw(false);
    }

    // --- The view ---

    zoomBy(factor) {
        this.view.zoom(factor, this.view.width / 2, this.view.height / 2);
        this.redraw(true);
    }

    showAll() {
        this.view.show(this.mesh.bounds);
        this.redraw(true);
    }

    // The cross is there for those who come with keys.
    setCross() {
        this.state.cross = this.over.matches(':focus-visible');
        this.hover();
        this.redraw(false);
    }

    // --- The panel ---

    takeEnds() {
        const axes = this.facts.up ? 3 : 2;
        for (const which of ['start', 'goal']) {
            const point = pointOf(byId(which).value, axes);
            if (point === null) {
                byId('result').replaceChildren(make('p', {class: 'bad'},
                    `The ${which} is not a point x,y` +
                    (axes === 3 ? ' or x,y,z.' : '.')));
                byId(which).focus();
                return;
            }
            this.setEnd(which, this.endAt(point));
        }
        this.search();
    }

    heightRange() {
        let [low, high] = [Infinity, -Infinity];
        for (const h of this.mesh.heights || []) {
            low = Math.min(low, h);
            high = Math.max(high, h);
        }
        return [low, high];
    }

    setColours(kind) {
        const range = this.heightRange();
        this.tiles.colourBy(kind, ...range);
        drawLegend(this.facts, this.tiles, kind, range);
        this.redraw(true);
    }

    fillColours() {
        const {facts} = this;
        const [low, high] = this.heightRange();
        const kinds = ['island'];
        if (facts.areas.length > 0) {
            kinds.unshift('area');
        }
        if (high > low) {
            kinds.unshift('height');
        }
        byId('colours').append(...kinds.map((kind) =>
            make('option', {value: kind}, kind)));
        byId('colours').addEventListener('change', () =>
            this.setColours(byId('colours').value));
        this.setColours(kinds[0]);
    }

    fillLayers(queries) {
        const names = {portals: 'portals', numbers: 'polygon numbers'};
        if (queries > 1) {
            names.others = queries > OTHERS_MOST
                ? `first ${OTHERS_MOST} paths` : 'all paths';
        }
        if (this.facts.links.length > 0) {
            names.links = 'links';
        }
        if (this.facts.obstacles.length > 0) {
            names.obstacles = 'obstacles';
        }
        byId('layers').append(...Object.entries(names).map(([key, text]) =>
            make('label', {}, make('input', {type: 'checkbox',
                checked: this.state.settings[key], onchange: (event) => {
                    this.state.settings[key] = event.target.checked;
                    this.redraw(true);
                }}), text)));
    }

    listenToTheme() {
        const system = matchMedia('(prefers-color-scheme: dark)');
        const apply = () => {
            document.documentElement.dataset.theme = byId('theme').value ||
                (system.matches ? 'dark' : 'light');
            this.readColours();
            this.redraw(true);
        };
        system.addEventListener('change', apply);
        byId('theme').addEventListener('change', apply);
        apply();
    }

    summary() {
        const {facts} = this;
        const parts = [counted(facts.polygons - facts.closed, 'polygon',
            'polygons'), counted(facts.portals, 'portal', 'portals'),
        `area ${numberText(facts.area)}`];
        if (facts.areas.length > 0) {
            parts.push(counted(facts.areas.length, 'named area',
                'named areas'));
        }
        if (facts.links.length > 0) {
            parts.push(counted(facts.links.length, 'link', 'links'));
        }
        if (facts.obstacles.length > 0) {
            parts.push(counted(facts.obstacles.length, 'obstacle',
                'obstacles'));
        }
        if (facts.agent_radius > 0) {
            parts.push(`agent radius ${numberText(facts.agent_radius)}`);
        }
        return parts.join(', ');
    }

    fillPanel() {
        document.title = `${this.facts.name} - navigation mesh`;
        byId('name').textContent = this.facts.name;
        byId('summary').textContent = this.summary();
        const lines = answerLines();
        this.fillColours();
        this.fillLayers(lines.length);
        for (const which of ['start', 'goal']) {
            byId(which).placeholder = this.facts.up ? 'x,y or x,y,z' : 'x,y';
        }
        this.state.others = lines.slice(0, OTHERS_MOST).map((line) =>
            (JSON.parse(line).waypoints || []).map(
                (point) => this.overlay.plan(point)));
        byId('queries').hidden = lines.length === 0;
        byId('queries-title').textContent =
            `Queries of this run (${lines.length.toLocaleString('en')})`;
        if (lines.length > 0) {
            this.list = new QueryList(lines, (line) => this.showQuery(line));
            this.list.pick(Math.max(0, lines.findIndex(
                (line) => headOf(line).length !== '')));
        }
        byId('ends').addEventListener('submit', (event) => {
            event.preventDefault();
            this.takeEnds();
        });
        byId('clear').addEventListener('click', () => this.clearPath());
        byId('finder').addEventListener('submit', (event) => {
            event.preventDefault();
            this.find(byId('find').value.trim());
        });
        byId('zoom-in').addEventListener('click', () => this.zoomBy(1.5));
        byId('zoom-out').addEventListener('click', () => this.zoomBy(1 / 1.5));
        byId('zoom-all').addEventListener('click', () => this.showAll());
    }

    // The library is ready a moment after the map.
    async openModule() {
        let hint = 'This page was made without the path finder: navquery was ' +
            'built where the compiler for WebAssembly was missing. It shows ' +
            'the paths of the run alone.';
        try {
            this.finder = await Pathfinder.open(this.facts);
        } catch (error) {
            hint = `The path finder does not run here: ${error.message}. ` +
                'The paths of the run can be seen.';
        }
        if (this.finder) {
            const names = ['a shortest path', 'a path by midpoints of portals',
                'a path by centroids'];
            hint = `Click two points of the map for ${this.facts.costs
                ? 'a cheap path' : names[this.facts.search]}, ` +
                'and drag them.';
        }
        byId('hint').textContent = hint;
        for (const id of ['start', 'goal', 'go']) {
            byId(id).disabled = !this.finder;
        }
    }

    async open() {
        this.listenToTheme();
        this.fillPanel();
        new Input(this);
        new ResizeObserver(() => this.resize()).observe(byId('stage'));
        this.resize();
        await this.openModule();
        document.documentElement.dataset.ready = 'yes';
    }
}

// For scripts that test the page, and for the console.
window.page = new Page();
window.page.open();
