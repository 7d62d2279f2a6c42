// view.js - what part of the plan is on the screen.
//
// A view is the point in the middle and the pixels of a unit of length.  y
// points up, but for the plan of a model whose y axis points up: that is seen
// from above, with z down the screen.
class View {
    constructor(bounds, down) {
        this.bounds = bounds;
        this.flip = down ? -1 : 1;
        this.width = 1;
        this.height = 1;
        this.x = 0;
        this.y = 0;
        this.scale = 1;
    }

    longest() {
        const [x0, y0, x1, y1] = this.bounds;
        return Math.max(x1 - x0, y1 - y0);
    }

    resize(width, height) {
        this.width = width;
        this.height = height;
    }

    // Shows a box with a margin around it.
    show([x0, y0, x1, y1], part = 0.9) {
        const wide = Math.max(x1 - x0, this.longest() * 1e-6);
        const high = Math.max(y1 - y0, this.longest() * 1e-6);
        this.x = x0 + (x1 - x0) / 2;
        this.y = y0 + (y1 - y0) / 2;
        this.scale = part * Math.min(this.width / wide, this.height / high);
        this.limit();
    }

    // From a quarter of what shows all, to where doubles begin to show.
    limit() {
        const pixels = Math.min(this.width, this.height);
        const least = pixels / this.longest() / 4;
        this.scale = Math.min(Math.max(this.scale, least), least * 1e10);
        const [x0, y0, x1, y1] = this.bounds;
        this.x = Math.min(Math.max(this.x, x0), x1);
        this.y = Math.min(Math.max(this.y, y0), y1);
    }

    move(dx, dy) {
        this.x -= dx / this.scale;
        this.y += this.flip * dy / this.scale;
        this.limit();
    }

    // Zooms about a place of the screen, which stays where it is.
    zoom(factor, px, py) {
        const [x, y] = this.toPlan(px, py);
        this.scale *= factor;
        this.limit();
        const [nx, ny] = this.toPlan(px, py);
        this.x += x - nx;
        this.y += y - ny;
        this.limit();
    }

    toPlan(px, py) {
        return [this.x + (px - this.width / 2) / this.scale,
            this.y - this.flip * (py - this.height / 2) / this.scale];
    }

    toPixel([x, y]) {
        return [(x - this.x) * this.scale + this.width / 2,
            this.height / 2 - this.flip * (y - this.y) * this.scale];
    }

    // The part of the plan that is seen.
    box() {
        const [x0, ya] = this.toPlan(0, 0);
        const [x1, yb] = this.toPlan(this.width, this.height);
        return [x0, Math.min(ya, yb), x1, Math.max(ya, yb)];
    }

    sees(x0, y0, x1, y1) {
        const box = this.box();
        return x1 >= box[0] && y1 >= box[1] && x0 <= box[2] && y0 <= box[3];
    }

    copy() {
        return Object.assign(new View(this.bounds, this.flip < 0), this);
    }
}

// The part of a segment in a rectangle around the screen, or null: canvases
// calculate in single precision, and lose what ends far outside of them.
// Liang and Barsky, "A New Concept and Method for Line Clipping", 1984.
function clipSegment([ax, ay], [bx, by], view) {
    const margin = 64;
    let enter = 0;
    let leave = 1;
    const sides = [
        [ax - bx, ax + margin], [bx - ax, view.width + margin - ax],
        [ay - by, ay + margin], [by - ay, view.height + margin - ay]];
    for (const [step, room] of sides) {
        if (step === 0 && room < 0) {
            return null;
        }
        if (step < 0) {
            enter = Math.max(enter, room / step);
        } else if (step > 0) {
            leave = Math.min(leave, room / step);
        }
    }
    if (enter > leave) {
        return null;
    }
    const at = (t) => [ax + t * (bx - ax), ay + t * (by - ay)];
    return [enter > 0 ? at(enter) : [ax, ay], leave < 1 ? at(leave) : [bx, by]];
}

// Adds the seen parts of a line through points of the plan to a path.
function traceLine(context, view, points) {
    let last = null; // where the path is
    for (let i = 1; i < points.length; i++) {
        const part = clipSegment(view.toPixel(points[i - 1]),
            view.toPixel(points[i]), view);
        if (part === null) {
            last = null;
            continue;
        }
        if (last === null || last[0] !== part[0][0] || last[1] !== part[0][1]) {
            context.moveTo(...part[0]);
        }
        context.lineTo(...part[1]);
        last = part[1];
    }
}

// The seen part of a convex polygon, in pixels; cut side by side as in Ivan
// Sutherland and Gary Hodgman, "Reentrant Polygon Clipping", 1974.
function clipConvex(points, view) {
    const margin = 64;
    const keep = (list, inside) => {
        const kept = [];
        let last = list[list.length - 1];
        for (const point of list) {
            const a = inside(last);
            const b = inside(point);
            if ((a < 0) !== (b < 0)) {
                const t = a / (a - b);
                kept.push([last[0] + t * (point[0] - last[0]),
                    last[1] + t * (point[1] - last[1])]);
            }
            if (b >= 0) {
                kept.push(point);
            }
            last = point;
        }
        return kept;
    };
    let list = points.map((point) => view.toPixel(point));
    list = list.length ? keep(list, (p) => p[0] + margin) : list;
    list = list.length ? keep(list, (p) => view.width + margin - p[0]) : list;
    list = list.length ? keep(list, (p) => p[1] + margin) : list;
    return list.length ? keep(list, (p) => view.height + margin - p[1]) : list;
}

function tracePolygon(context, list) {
    list.forEach(([x, y], i) => {
        if (i === 0) {
            context.moveTo(x, y);
        } else {
            context.lineTo(x, y);
        }
    });
    context.closePath();
}
