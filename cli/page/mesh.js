// mesh.js - the mesh, as html_out.c has written it.
//
// Polygon p has corners[first[p]] to corners[first[p + 1] - 1], across edge i
// lies neighbours[i], NONE behind the boundary.  A closed polygon has no
// corners.  Coordinates are those of the plan.
const NONE = 0xffffffff;

function bytesOf(id) {
    const element = document.getElementById(id);
    if (element === null) {
        return null;
    }
    const text = element.textContent;
    element.textContent = ''; // some megabytes that nobody asks for again
    if (Uint8Array.fromBase64) {
        return Uint8Array.fromBase64(text);
    }
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) {
        bytes[i] = binary.charCodeAt(i);
    }
    return bytes;
}

class Mesh {
    constructor(facts, bytes) {
        let offset = 0;
        const take = (type, count) => {
            const array = new type(bytes.buffer, offset, count);
            offset += array.byteLength;
            return array;
        };
        this.polygons = facts.polygons;
        this.bounds = facts.bounds;
        this.xy = take(Float64Array, 2 * facts.vertices);
        this.heights = facts.up ? take(Float64Array, facts.vertices) : null;
        this.counts = take(Uint32Array, facts.polygons);
        this.islands = take(Uint32Array, facts.polygons);
        this.areas = take(Uint32Array, facts.polygons);
        this.first = new Uint32Array(facts.polygons + 1);
        for (let p = 0; p < facts.polygons; p++) {
            this.first[p + 1] = this.first[p] + this.counts[p];
        }
        this.corners = take(Uint32Array, this.first[facts.polygons]);
        this.neighbours = take(Uint32Array, this.first[facts.polygons]);
        this.boxes = this.measure();
    }

    // Least and greatest x and y of each polygon.
    measure() {
        const boxes = new Float64Array(4 * this.polygons);
        for (let p = 0; p < this.polygons; p++) {
            let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
            for (let i = this.first[p]; i < this.first[p + 1]; i++) {
                const x = this.xy[2 * this.corners[i]];
                const y = this.xy[2 * this.corners[i] + 1];
                x0 = x < x0 ? x : x0;
                y0 = y < y0 ? y : y0;
                x1 = x > x1 ? x : x1;
                y1 = y > y1 ? y : y1;
            }
            boxes.set([x0, y0, x1, y1], 4 * p);
        }
        return boxes;
    }

    isClosed(p) {
        return this.counts[p] === 0;
    }

    box(p) {
        return this.boxes.subarray(4 * p, 4 * p + 4);
    }

    cornersOf(p) {
        const points = [];
        for (let i = this.first[p]; i < this.first[p + 1]; i++) {
            const v = this.corners[i];
            points.push([this.xy[2 * v], this.xy[2 * v + 1]]);
        }
        return points;
    }

    heightsOf(p) {
        const range = this.corners.subarray(this.first[p], this.first[p + 1]);
        return Array.from(range, (v) => this.heights[v]);
    }

    // Planar, from the first corner for the sake of rounding, as --info does.
    size(p) {
        const points = this.cornersOf(p);
        const [ox, oy] = points[0];
        let sum = 0;
        for (let i = 1; i + 1 < points.length; i++) {
            const [ax, ay] = points[i];
            const [bx, by] = points[i + 1];
            sum += (ax - ox) * (by - oy) - (ay - oy) * (bx - ox);
        }
        return sum / 2;
    }

    // What is under the cursor need not be decided exactly.
    contains(p, x, y) {
        const box = 4 * p;
        if (x < this.boxes[box] || y < this.boxes[box + 1] ||
            x > this.boxes[box + 2] || y > this.boxes[box + 3]) {
            return false;
        }
        let last = this.first[p + 1] - 1;
        for (let i = this.first[p]; i < this.first[p + 1]; last = i++) {
            const a = 2 * this.corners[last];
            const b = 2 * this.corners[i];
            const turn =
                (this.xy[b] - this.xy[a]) * (y - this.xy[a + 1]) -
                (this.xy[b + 1] - this.xy[a + 1]) * (x - this.xy[a]);
            if (turn < 0) {
                return false;
            }
        }
        return true;
    }

    // The height of a polygon at a point of it, on the fan from its first
    // corner; some corner's where rounding leaves the point outside of all.
    heightAt(p, x, y) {
        const points = this.cornersOf(p);
        const heights = this.heightsOf(p);
        const [ox, oy] = points[0];
        for (let i = 1; i + 1 < points.length; i++) {
            const [ax, ay] = [points[i][0] - ox, points[i][1] - oy];
            const [bx, by] = [points[i + 1][0] - ox, points[i + 1][1] - oy];
            const whole = ax * by - ay * bx;
            const a = ((x - ox) * by - (y - oy) * bx) / whole;
            const b = (ax * (y - oy) - ay * (x - ox)) / whole;
            if (a >= 0 && b >= 0 && a + b <= 1) {
                return heights[0] + a * (heights[i] - heights[0]) +
                    b * (heights[i + 1] - heights[0]);
            }
        }
        return heights[0];
    }
}
