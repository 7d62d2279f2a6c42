// tiles.js - draws the mesh itself.
//
// Polygons are sorted into square tiles by the middle of their boxes.  What a
// tile draws is kept as paths in coordinates of the tile; a view then costs a
// transformation for each tile that is on the screen, and nothing for others.
//
// Canvases calculate in single precision, so paths are in units of 1/4096 of
// the mesh from the corner of their tile; of a tile that is many screens large
// the few polygons that are seen are drawn one by one instead, cut to the
// screen in double precision.
//
// Two shapes that share an edge let the background shine through along it,
// since each covers its pixels in part.  Within a path this does not happen;
// edges to another path are drawn over with a thin line of the fill: seams.
const TILE_POLYGONS = 400;
const TILE_PIXELS_MOST = 8192;
// Colours of islands, areas and heights, and behind them that of polygons without
// an area where others have one: the same as in pictures (svg_out.c).
const CLASSES = 8;
const NO_AREA = CLASSES;

class Tiles {
    constructor(mesh) {
        const [x0, y0, x1, y1] = mesh.bounds;
        this.mesh = mesh;
        this.unit = Math.max(x1 - x0, y1 - y0) / 4096;
        const side = Math.max(x1 - x0, y1 - y0) /
            Math.ceil(Math.sqrt(mesh.polygons / TILE_POLYGONS));
        this.columns = Math.max(1, Math.ceil((x1 - x0) / side));
        const rows = Math.max(1, Math.ceil((y1 - y0) / side));
        this.tileOf = new Uint32Array(mesh.polygons);
        const lists = new Map();
        for (let p = 0; p < mesh.polygons; p++) {
            if (mesh.isClosed(p)) {
                continue;
            }
            const box = mesh.box(p);
            const c = Math.floor((box[0] + (box[2] - box[0]) / 2 - x0) / side);
            const r = Math.floor((box[1] + (box[3] - box[1]) / 2 - y0) / side);
            const tile = Math.min(r, rows - 1) * this.columns +
                Math.min(c, this.columns - 1);
            this.tileOf[p] = tile;
            if (!lists.has(tile)) {
                lists.set(tile, []);
            }
            lists.get(tile).push(p);
        }
        this.tiles = [...lists.values()].map((list) => this.tile(list));
        this.colourBy('island', 0, 1);
    }

    tile(polygons) {
        const box = [Infinity, Infinity, -Infinity, -Infinity];
        for (const p of polygons) {
            const b = this.mesh.box(p);
            box[0] = Math.min(box[0], b[0]);
            box[1] = Math.min(box[1], b[1]);
            box[2] = Math.max(box[2], b[2]);
            box[3] = Math.max(box[3], b[3]);
        }
        return {polygons, box, fills: null, seams: null, walls: null,
            portals: null};
    }

    // Sets what the colour of a polygon stands for: island, area or height.
    colourBy(kind, low, high) {
        const mesh = this.mesh;
        this.classOf = new Uint8Array(mesh.polygons);
        for (let p = 0; p < mesh.polygons; p++) {
            if (mesh.isClosed(p)) {
                continue;
            }
            if (kind === 'island') {
                this.classOf[p] = mesh.islands[p] % CLASSES;
            } else if (kind === 'area') {
                this.classOf[p] = mesh.areas[p] === NONE
                    ? NO_AREA : mesh.areas[p] % CLASSES;
            } else {
                const heights = mesh.heightsOf(p);
                const mean =
                    heights.reduce((a, b) => a + b, 0) / heights.length;
                const step = Math.floor((mean - low) / (high - low) * CLASSES);
                this.classOf[p] = Math.min(Math.max(step, 0), CLASSES - 1);
            }
        }
        this.names = kind === 'height' ? 'step' : 'fill';
        for (const tile of this.tiles) {
            tile.fills = null;
        }
    }

    // Adds the edges of a polygon that `wanted` picks to a path; those that
    // follow each other as one line.
    traceEdges(path, p, box, wanted) {
        const {first, corners, xy} = this.mesh;
        let open = false;
        for (let i = first[p]; i < first[p + 1]; i++) {
            if (!wanted(i)) {
                open = false;
                continue;
            }
            const next = i + 1 < first[p + 1] ? i + 1 : first[p];
            const a = 2 * corners[i];
            const b = 2 * corners[next];
            if (!open) {
                path.moveTo((xy[a] - box[0]) / this.unit,
                    (xy[a + 1] - box[1]) / this.unit);
            }
            path.lineTo((xy[b] - box[0]) / this.unit,
                (xy[b + 1] - box[1]) / this.unit);
            open = true;
        }
    }

    next(p, i) {
        return i + 1 < this.mesh.first[p + 1] ? i + 1 : this.mesh.first[p];
    }

    // Whether a fill needs not go along edge i of polygon p: the same edge the
    // other way round belongs to a neighbour in the same path.  Where floors
    // fold back or branch it may not.
    isInner(p, i) {
        const {first, corners, neighbours} = this.mesh;
        const q = neighbours[i];
        if (q === NONE || this.classOf[q] !== this.classOf[p] ||
            this.tileOf[q] !== this.tileOf[p]) {
            return false;
        }
        const a = corners[i];
        const b = corners[this.next(p, i)];
        for (let k = first[q]; k < first[q + 1]; k++) {
            if (corners[k] === b && corners[this.next(q, k)] === a) {
                return neighbours[k] === p;
            }
        }
        return false;
    }

    // The outline of some polygons of a tile, as closed lines.  Edges that are
    // not inner come in and go out of each vertex equally often, so following
    // them leads back, and which one is followed makes no difference to what is
    // inside.
    traceOutline(path, polygons, box) {
        const {first, corners, xy} = this.mesh;
        const leaving = new Map(); // vertex -> vertices that edges lead to
        for (const p of polygons) {
            for (let i = first[p]; i < first[p + 1]; i++) {
                if (!this.isInner(p, i)) {
                    const list = leaving.get(corners[i]);
                    const to = corners[this.next(p, i)];
                    if (list) {
                        list.push(to);
                    } else {
                        leaving.set(corners[i], [to]);
                    }
                }
            }
        }
        for (const [start, list] of leaving) {
            while (list.length > 0) {
                let v = start;
                let move = true;
                while (leaving.get(v).length > 0) {
                    const x = (xy[2 * v] - box[0]) / this.unit;
                    const y = (xy[2 * v + 1] - box[1]) / this.unit;
                    if (move) {
                        path.moveTo(x, y);
                    } else {
                        path.lineTo(x, y);
                    }
                    move = false;
                    v = leaving.get(v).pop();
                }
                path.closePath();
            }
        }
    }

    makeFills(tile) {
        const {neighbours} = this.mesh;
        const lists = Array.from({length: CLASSES + 1}, () => []);
        for (const p of tile.polygons) {
            lists[this.classOf[p]].push(p);
        }
        tile.fills = new Array(CLASSES + 1).fill(null);
        tile.seams = new Array(CLASSES + 1).fill(null);
        lists.forEach((list, kind) => {
            if (list.length === 0) {
                return;
            }
            tile.fills[kind] = new Path2D();
            tile.seams[kind] = new Path2D();
            this.traceOutline(tile.fills[kind], list, tile.box);
            for (const p of list) {
                this.traceEdges(tile.seams[kind], p, tile.box, (i) =>
                    neighbours[i] !== NONE && !this.isInner(p, i));
            }
        });
    }

    makeLines(tile) {
        const {neighbours} = this.mesh;
        tile.walls = new Path2D();
        tile.portals = new Path2D();
        for (const p of tile.polygons) {
            this.traceEdges(tile.walls, p, tile.box,
                (i) => neighbours[i] === NONE);
            this.traceEdges(tile.portals, p, tile.box,
                (i) => neighbours[i] !== NONE && neighbours[i] > p);
        }
    }

    isDeep(tile, view) {
        const wide = tile.box[2] - tile.box[0];
        const high = tile.box[3] - tile.box[1];
        return Math.max(wide, high) * view.scale > TILE_PIXELS_MOST;
    }

    // Lets paths of a tile be drawn where it is on the screen.
    place(context, view, tile) {
        const size = this.unit * view.scale * view.ratio;
        const [e, f] = view.toPixel(tile.box);
        context.setTransform(size, 0, 0, -view.flip * size,
            e * view.ratio, f * view.ratio);
        return this.unit * view.scale; // pixels of a unit of the path
    }

    // False when there is nothing of this colour.
    fillTile(context, view, tile, kind) {
        if (tile.fills === null) {
            this.makeFills(tile);
        }
        if (tile.fills[kind] === null) {
            return false;
        }
        context.lineWidth = 1 / this.place(context, view, tile);
        context.fill(tile.fills[kind]);
        context.stroke(tile.seams[kind]);
        return true;
    }

    // The polygons of a tile that are seen, cut to the screen.
    traceDeep(context, view, tile, kind) {
        context.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
        context.beginPath();
        for (const p of tile.polygons) {
            if (this.classOf[p] === kind && view.sees(...this.mesh.box(p))) {
                const list = clipConvex(this.mesh.cornersOf(p), view);
                if (list.length > 2) {
                    tracePolygon(context, list);
                }
            }
        }
    }

    fillDeep(context, view, tile, kind) {
        this.traceDeep(context, view, tile, kind);
        context.lineWidth = 1;
        context.fill();
        context.stroke();
    }

    strokeDeep(context, view, tile, walls) {
        const {neighbours, first} = this.mesh;
        context.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
        context.beginPath();
        for (const p of tile.polygons) {
            if (!view.sees(...this.mesh.box(p))) {
                continue;
            }
            const points = this.mesh.cornersOf(p);
            points.forEach((point, i) => {
                const q = neighbours[first[p] + i];
                if (walls ? q === NONE : q !== NONE && q > p) {
                    traceLine(context, view,
                        [point, points[(i + 1) % points.length]]);
                }
            });
        }
        context.stroke();
    }

    stroke(context, view, tile, walls, pixels) {
        if (this.isDeep(tile, view)) {
            context.lineWidth = pixels;
            this.strokeDeep(context, view, tile, walls);
            return;
        }
        if (tile.walls === null) {
            this.makeLines(tile);
        }
        context.lineWidth = pixels / this.place(context, view, tile);
        context.stroke(walls ? tile.walls : tile.portals);
    }

    // Pixels of a side of a polygon, on the average.
    detail(view) {
        const [x0, y0, x1, y1] = this.mesh.bounds;
        return Math.sqrt((x1 - x0) / this.mesh.polygons) *
            Math.sqrt(y1 - y0) * view.scale;
    }

    // Draws tile by tile, and yields behind each.
    *draw(context, view, settings, colours) {
        const seen = this.tiles.filter((tile) => view.sees(...tile.box));
        const detail = this.detail(view);
        context.lineJoin = 'round';
        context.lineCap = 'round';
        for (let kind = 0; kind <= CLASSES; kind++) {
            context.fillStyle = colours[`${this.names}-${kind}`];
            context.strokeStyle = context.fillStyle;
            for (const tile of seen) {
                if (this.isDeep(tile, view)) {
                    this.fillDeep(context, view, tile, kind);
                    yield;
                } else if (this.fillTile(context, view, tile, kind)) {
                    yield;
                }
            }
        }
        // Lines closer than some pixels would be a grey sheet.
        const fade = Math.min(Math.max((detail - 4) / 6, 0), 1);
        if (settings.portals && fade > 0) {
            context.globalAlpha = 0.75 * fade;
            context.strokeStyle = colours.portal;
            for (const tile of seen) {
                this.stroke(context, view, tile, false, 1);
                yield;
            }
            context.globalAlpha = 1;
        }
        context.strokeStyle = colours.wall;
        for (const tile of seen) {
            this.stroke(context, view, tile, true, detail > 10 ? 2 : 1);
            yield;
        }
        if (settings.numbers && detail > 12) {
            this.drawNumbers(context, view, seen, colours);
        }
    }

    // The numbers of polygons that have room for them.
    drawNumbers(context, view, seen, colours) {
        context.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
        context.fillStyle = colours.ink;
        context.font = '11px ui-monospace, monospace';
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        for (const tile of seen) {
            for (const p of tile.polygons) {
                const box = this.mesh.box(p);
                const text = String(p);
                if (Math.min(box[2] - box[0], box[3] - box[1]) * view.scale <
                        7 * text.length + 14 || !view.sees(...box)) {
                    continue;
                }
                const list = clipConvex(this.mesh.cornersOf(p), view);
                if (list.length > 2) {
                    const sum = list.reduce(
                        ([x, y], q) => [x + q[0], y + q[1]], [0, 0]);
                    context.fillText(text, sum[0] / list.length,
                        sum[1] / list.length);
                }
            }
        }
    }
}
