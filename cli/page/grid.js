// grid.js - which polygons are near a point: a uniform grid over the bounds,
// each cell with the polygons of which the box reaches it.
//
// About one cell for two polygons; fewer where polygons are so long that most
// of them reach many cells, so that memory stays linear.
class Grid {
    constructor(mesh) {
        const [x0, y0, x1, y1] = mesh.bounds;
        let cells = Math.min(Math.max(mesh.polygons / 2, 1), 1 << 18);
        this.mesh = mesh;
        do {
            const ratio = Math.sqrt(cells);
            const wide = (x1 - x0) / (y1 - y0);
            const stretch = Math.sqrt(Math.min(Math.max(wide, 1e-4), 1e4));
            this.columns = Math.max(1, Math.round(ratio * stretch));
            this.rows = Math.max(1, Math.round(ratio / stretch));
            cells /= 4;
        } while (this.entries() > 16 * mesh.polygons + 64);
        this.fill();
    }

    column(x) {
        const [x0, , x1] = this.mesh.bounds;
        const c = Math.floor((x - x0) / (x1 - x0) * this.columns);
        return Math.min(Math.max(c, 0), this.columns - 1);
    }

    row(y) {
        const [, y0, , y1] = this.mesh.bounds;
        const r = Math.floor((y - y0) / (y1 - y0) * this.rows);
        return Math.min(Math.max(r, 0), this.rows - 1);
    }

    range(p) {
        const box = this.mesh.box(p);
        return [this.column(box[0]), this.row(box[1]),
            this.column(box[2]), this.row(box[3])];
    }

    entries() {
        let count = 0;
        for (let p = 0; p < this.mesh.polygons; p++) {
            if (!this.mesh.isClosed(p)) {
                const [c0, r0, c1, r1] = this.range(p);
                count += (c1 - c0 + 1) * (r1 - r0 + 1);
            }
        }
        return count;
    }

    // Calls for each cell that a polygon's box reaches.
    each(visit) {
        for (let p = 0; p < this.mesh.polygons; p++) {
            if (this.mesh.isClosed(p)) {
                continue;
            }
            const [c0, r0, c1, r1] = this.range(p);
            for (let r = r0; r <= r1; r++) {
                for (let c = c0; c <= c1; c++) {
                    visit(r * this.columns + c, p);
                }
            }
        }
    }

    fill() {
        this.first = new Uint32Array(this.columns * this.rows + 1);
        this.each((cell) => {
            this.first[cell + 1]++;
        });
        for (let i = 0; i < this.columns * this.rows; i++) {
            this.first[i + 1] += this.first[i];
        }
        const next = this.first.slice();
        this.polygons = new Uint32Array(this.first[this.first.length - 1]);
        this.each((cell, p) => {
            this.polygons[next[cell]++] = p;
        });
    }

    // The polygons that hold a point, in the order of their numbers.
    at(x, y) {
        const found = [];
        const [x0, y0, x1, y1] = this.mesh.bounds;
        if (!(x >= x0 && y >= y0 && x <= x1 && y <= y1)) {
            return found;
        }
        const cell = this.row(y) * this.columns + this.column(x);
        for (let i = this.first[cell]; i < this.first[cell + 1]; i++) {
            if (this.mesh.contains(this.polygons[i], x, y)) {
                found.push(this.polygons[i]);
            }
        }
        return found;
    }
}
