// module.js - the library, compiled to WebAssembly: see wasm_api.c.
//
// Does to the mesh what the run did that wrote this page, and then finds paths.
const FLOOR = {only: 0, lowest: 1, highest: 2, nearest: 3};

class Pathfinder {
    // Null where the page has no module; fails when it cannot be used.
    static async open(facts) {
        const code = bytesOf('module');
        const file = bytesOf('file');
        if (code === null) {
            return null;
        }
        const module = await WebAssembly.compile(code);
        // The module asks for files, to print what cannot happen: there are
        // none.  8 is "bad file descriptor".
        const imports = {};
        for (const entry of WebAssembly.Module.imports(module)) {
            imports[entry.module] = imports[entry.module] || {};
            imports[entry.module][entry.name] = () => 8;
        }
        const instance = await WebAssembly.instantiate(module, imports);
        return new Pathfinder(instance.exports, facts, file);
    }

    constructor(calls, facts, file) {
        this.calls = calls;
        this.check(calls.page_load(this.give(file), file.length));
        facts.areas.forEach((area, i) => {
            if (area.forbidden) {
                calls.page_ban(i);
            }
            if (area.cost !== undefined) {
                calls.page_cost(i, area.cost);
            }
        });
        if (facts.obstacles.length > 0) {
            this.lay(facts);
        }
        this.check(calls.page_finish());
        calls.page_options(facts.search,
            facts.snap === null ? Infinity : facts.snap, facts.partial,
            facts.costs);
    }

    lay(facts) {
        this.check(this.calls.page_lay(facts.obstacle_cells));
        for (const {kind, values, heights} of facts.obstacles) {
            const bytes = new Uint8Array(Float64Array.from(values).buffer);
            const [low, high] = heights || [0, 0];
            this.check(this.calls.page_obstacle(kind, this.give(bytes),
                values.length, heights !== undefined, low, high));
        }
    }

    // Copies bytes to where the module can read them; it frees them.
    give(bytes) {
        const place = this.calls.page_room(bytes.length);
        if (place === 0) {
            throw new Error('out of memory');
        }
        new Uint8Array(this.calls.memory.buffer).set(bytes, place);
        return place;
    }

    text(place, size) {
        return new TextDecoder().decode(
            new Uint8Array(this.calls.memory.buffer, place, size));
    }

    check(worked) {
        if (!worked) {
            const bytes = new Uint8Array(this.calls.memory.buffer);
            const place = this.calls.page_error();
            throw new Error(
                this.text(place, bytes.indexOf(0, place) - place));
        }
    }

    // The answer as navquery -f json prints it.  An end has x, y, floor and,
    // with FLOOR.nearest, a height.
    find(start, goal) {
        [start, goal].forEach((end, i) => {
            this.calls.page_end(i, end.x, end.y, end.floor, end.height || 0);
        });
        this.check(this.calls.page_path());
        return this.text(this.calls.page_text(), this.calls.page_text_size());
    }
}
