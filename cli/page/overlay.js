// overlay.js - draws what lies over the mesh: links, obstacles, the polygon
// under the cursor, the path that is shown, and its ends.  These are few, or
// change often; the mesh below is not drawn again for them.
const OBSTACLE = {polygon: 0, circle: 1, box: 2, orientedBox: 3};

class Overlay {
    constructor(mesh, facts) {
        this.mesh = mesh;
        this.facts = facts;
    }

    // A point of an answer, which on a mesh with heights has the axes of the
    // model, in the plan.
    plan(point) {
        return this.facts.up === 'y' ? [point[0], point[2]] :
            [point[0], point[1]];
    }

    outline({kind, values: v}) {
        if (kind === OBSTACLE.box) {
            return [[v[0], v[1]], [v[2], v[1]], [v[2], v[3]], [v[0], v[3]]];
        }
        if (kind === OBSTACLE.orientedBox) {
            const turn = v[4] % 360 * Math.PI / 180;
            const [c, s] = [Math.cos(turn), Math.sin(turn)];
            return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) =>
                [v[0] + a * v[2] * c - b * v[3] * s,
                    v[1] + a * v[2] * s + b * v[3] * c]);
        }
        const points = [];
        for (let i = 0; i + 1 < v.length; i += 2) {
            points.push([v[i], v[i + 1]]);
        }
        return points;
    }

    drawObstacles(context, view, colours) {
        context.lineWidth = 1.5;
        context.strokeStyle = colours.obstacle;
        context.fillStyle = colours.obstacle;
        for (const obstacle of this.facts.obstacles) {
            context.beginPath();
            if (obstacle.kind === OBSTACLE.circle) {
                const [x, y] = view.toPixel(obstacle.values);
                context.arc(x, y, obstacle.values[2] * view.scale, 0,
                    2 * Math.PI);
            } else {
                tracePolygon(context, this.outline(obstacle).map(
                    (point) => view.toPixel(point)));
            }
            context.globalAlpha = 0.35;
            context.fill('evenodd');
            context.globalAlpha = 1;
            context.stroke();
        }
    }

    arrow(context, [ax, ay], [bx, by]) {
        const length = Math.hypot(bx - ax, by - ay);
        if (length < 8) {
            return;
        }
        const [ux, uy] = [(bx - ax) / length * 10, (by - ay) / length * 10];
        context.beginPath();
        context.moveTo(bx, by);
        context.lineTo(bx - ux - uy / 2, by - uy + ux / 2);
        context.lineTo(bx - ux + uy / 2, by - uy - ux / 2);
        context.closePath();
        context.fill();
    }

    drawLinks(context, view, colours) {
        context.strokeStyle = colours.link;
        context.fillStyle = colours.link;
        context.lineWidth = 2;
        for (const {ends, oneway} of this.facts.links) {
            const from = ends.slice(0, 2);
            const to = ends.slice(2);
            context.setLineDash([6, 4]);
            context.beginPath();
            traceLine(context, view, [from, to]);
            context.stroke();
            context.setLineDash([]);
            this.arrow(context, view.toPixel(from), view.toPixel(to));
            if (!oneway) {
                this.arrow(context, view.toPixel(to), view.toPixel(from));
            }
        }
    }

    drawPolygon(context, view, p, colour, alpha) {
        const list = clipConvex(this.mesh.cornersOf(p), view);
        if (list.length < 3) {
            return;
        }
        context.beginPath();
        tracePolygon(context, list);
        context.fillStyle = colour;
        context.strokeStyle = colour;
        context.lineWidth = 2;
        context.globalAlpha = alpha;
        context.fill();
        context.globalAlpha = 1;
        context.stroke();
    }

    dot(context, view, point, radius, colour, rim) {
        const [x, y] = view.toPixel(point);
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.fillStyle = colour;
        context.fill();
        context.lineWidth = 2;
        context.strokeStyle = rim;
        context.stroke();
    }

    drawPath(context, view, answer, colours, isPreview) {
        const points = (answer.waypoints || []).map((p) => this.plan(p));
        if (!isPreview) {
            context.strokeStyle = colours.crossed;
            context.lineWidth = 3;
            context.beginPath();
            for (const {left, right, link} of answer.portals || []) {
                if (link === undefined) {
                    traceLine(context, view,
                        [this.plan(left), this.plan(right)]);
                }
            }
            context.stroke();
        }
        // A rim keeps the path apart from whatever is below.
        context.setLineDash(isPreview ? [8, 6] : []);
        for (const [width, colour] of [[6, colours.panel], [3, colours.path]]) {
            context.strokeStyle = colour;
            context.lineWidth = width;
            context.beginPath();
            traceLine(context, view, points);
            context.stroke();
        }
        context.setLineDash([]);
        for (const point of isPreview ? [] : points.slice(1, -1)) {
            this.dot(context, view, point, 4, colours.path, colours.panel);
        }
    }

    // The paths of the run, thinly.
    drawOthers(context, view, paths, colours) {
        context.strokeStyle = colours.path;
        context.lineWidth = 1.5;
        context.globalAlpha = 0.6;
        context.beginPath();
        paths.forEach((points) => traceLine(context, view, points));
        context.stroke();
        context.globalAlpha = 1;
    }

    drawCross(context, view, colours) {
        const x = Math.round(view.width / 2);
        const y = Math.round(view.height / 2);
        context.strokeStyle = colours.mark;
        context.lineWidth = 2;
        context.beginPath();
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
            context.moveTo(x + 5 * dx, y + 5 * dy);
            context.lineTo(x + 14 * dx, y + 14 * dy);
        }
        context.stroke();
    }

    draw(context, view, state, colours) {
        context.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
        context.clearRect(0, 0, view.width, view.height);
        context.lineJoin = 'round';
        context.lineCap = 'round';
        if (state.settings.obstacles) {
            this.drawObstacles(context, view, colours);
        }
        if (state.selected !== NONE) {
            this.drawPolygon(context, view, state.selected, colours.mark, 0.3);
        }
        if (state.hovered !== NONE && state.hovered !== state.selected) {
            this.drawPolygon(context, view, state.hovered, colours.mark, 0.15);
        }
        if (state.settings.links) {
            this.drawLinks(context, view, colours);
        }
        if (state.settings.others) {
            this.drawOthers(context, view, state.others, colours);
        }
        const shown = state.answer || state.preview;
        if (shown) {
            this.drawPath(context, view, shown, colours,
                shown === state.preview);
        }
        for (const [end, colour] of [[state.start, colours.start],
            [state.goal, colours.goal]]) {
            if (end) {
                this.dot(context, view, [end.x, end.y], 7, colour,
                    colours.panel);
            }
        }
        if (state.cross) {
            this.drawCross(context, view, colours);
        }
    }
}
