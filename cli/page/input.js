// input.js - what pointers and keys do to the page.
const NEAR = 12; // pixels: what a pointer catches
const QUICK = 20; // milliseconds: a search that a movement can wait for

class Input {
    constructor(page) {
        this.page = page;
        this.listenToPointers();
        this.listenToKeys();
    }

    // --- Pointers ---

    endNear(at) {
        const {page} = this;
        return ['goal', 'start'].find((which) => {
            const end = page.state[which];
            if (!end || !page.finder) {
                return false;
            }
            const [x, y] = page.view.toPixel([end.x, end.y]);
            return Math.hypot(x - at[0], y - at[1]) < NEAR;
        });
    }

    listenToPointers() {
        const {page} = this;
        const pointers = new Map();
        let moved = false;
        let caught; // the end that is dragged
        const place = (event) => [event.offsetX, event.offsetY];
        page.over.addEventListener('pointerdown', (event) => {
            page.over.setPointerCapture(event.pointerId);
            pointers.set(event.pointerId, place(event));
            moved = pointers.size > 1;
            caught = moved ? undefined : this.endNear(place(event));
        });
        page.over.addEventListener('pointermove', (event) => {
            const at = place(event);
            const last = pointers.get(event.pointerId);
            page.cursor = at;
            if (!last) {
                page.hover();
                page.lookAhead();
                return;
            }
            if (!moved && Math.hypot(at[0] - last[0], at[1] - last[1]) < 4) {
                return;
            }
            moved = true;
            if (caught) {
                page.setEnd(caught, page.endAt(page.view.toPlan(...at)));
                if (page.searched < QUICK) {
                    page.search();
                }
                page.redraw(false);
                return;
            }
            this.drag(pointers, event.pointerId, last, at);
        });
        const end = (event) => {
            const at = pointers.get(event.pointerId);
            pointers.delete(event.pointerId);
            page.over.classList.remove('dragging');
            if (caught && moved) {
                page.search();
            }
            caught = undefined;
            if (at && !moved && event.type === 'pointerup' &&
                event.button === 0) {
                page.place(page.view.toPlan(...place(event)));
            }
        };
        page.over.addEventListener('pointerup', end);
        page.over.addEventListener('pointercancel', end);
        page.over.addEventListener('pointerleave', () => {
            page.cursor = null;
            page.hover();
            page.lookAhead();
        });
        page.over.addEventListener('wheel', (event) => {
            const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : 30);
            page.view.zoom(Math.exp(-pixels / 400), ...place(event));
            page.redraw(true);
            event.preventDefault();
        }, {passive: false});
    }

    // One pointer moves the view, two stretch it as well.
    drag(pointers, id, last, at) {
        const {page} = this;
        const other = [...pointers].find(([key]) => key !== id);
        pointers.set(id, at);
        page.over.classList.add('dragging');
        if (other) {
            const [x, y] = other[1];
            const before = Math.hypot(last[0] - x, last[1] - y);
            const now = Math.hypot(at[0] - x, at[1] - y);
            page.view.zoom(now / Math.max(before, 1), x, y);
        } else {
            page.view.move(at[0] - last[0], at[1] - last[1]);
        }
        page.redraw(true);
    }

    // --- Keys ---

    mapKey(event) {
        const {page} = this;
        const step = 60;
        const moves = {ArrowLeft: [step, 0], ArrowRight: [-step, 0],
            ArrowUp: [0, step], ArrowDown: [0, -step]};
        if (event.key in moves) {
            page.cursor = null;
            page.setCross();
            page.view.move(...moves[event.key]);
            page.redraw(true);
        } else if (event.key === 'Enter' || event.key === ' ') {
            page.place([page.view.x, page.view.y]);
        } else {
            return;
        }
        event.preventDefault();
    }

    anyKey(event) {
        const {page} = this;
        const typing = event.target.matches('input, select');
        if (event.ctrlKey || event.altKey || event.metaKey) {
            return;
        }
        if (event.key === 'Escape') {
            page.clearPath();
            page.select(NONE);
            byId('found').textContent = '';
            byId('find').value = '';
            page.over.focus();
        } else if (typing) {
            return;
        } else if (event.key === '/') {
            byId('find').focus();
            byId('find').select();
        } else if (event.key === '+' || event.key === '=') {
            page.zoomBy(1.5);
        } else if (event.key === '-') {
            page.zoomBy(1 / 1.5);
        } else if (event.key === '0') {
            page.showAll();
        } else {
            return;
        }
        event.preventDefault();
    }

    listenToKeys() {
        const {page} = this;
        document.addEventListener('keydown', (event) => this.anyKey(event));
        page.over.addEventListener('keydown', (event) => this.mapKey(event));
        page.over.addEventListener('focus', () => page.setCross());
        page.over.addEventListener('blur', () => page.setCross());
    }
}
