// @ts-check
/** @file Draws a position in SVG, with a motion from the previous position. */

import { svg } from "./elements.js";
import { Sheet, U } from "./sheet.js";
import { drawSquares, isFigure, keyOf } from "./pieces.js";
import { Hues } from "./hues.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

const LAYERS = [
    "ground",
    "lines",
    "deciding",
    "flat",
    "owners",
    "last",
    "pieces",
    "fade",
    "decided",
    "legal",
    "ghost",
    "aim",
    "values",
    "labels",
];

/** The room right of and below the squares, in pixels, for the marks at the edge. */
const RIM_PX = 4;

/** The largest side of a square in pixels, on boards of fewer than 64 squares. */
const LARGEST_PX = 110;

/** The drawing of a board, scaled to its place on the page. */
export class Drawing {
    /**
     * @param {HTMLElement} frame around the drawing
     * @param {HTMLElement} place @param {() => number} highest
     */
    constructor(frame, place, highest) {
        this.frame = frame;
        this.place = place;
        this.highest = highest;
        /** @type {Position | null} */
        this.position = null;
        this.sheet = new Sheet(1, 1, false);
        this.flipped = false;
        /** Whether squares have a finger's size. */
        this.finger = false;
        /** The side of a square in pixels. */
        this.px = 40;
        /** @type {Map<number, Element>} */
        this.nodes = new Map();
        /** Whether the board has been built, but no position has been drawn on it yet. */
        this.isNew = true;
        /** @type {string[]} */
        this.keys = [];
        this.svg = svg("svg", { class: "drawing", "aria-hidden": "true", focusable: "false" });
        this.layers = Object.fromEntries(
            LAYERS.map((name) => [name, svg("g", { class: name }, this.svg)]),
        );
        this.hues = new Hues(this);
        frame.append(this.svg);
    }

    /** @param {string} name */
    layer(name) {
        return /** @type {Element} */ (this.layers[name]);
    }

    /** @param {number} i @returns {Look} */
    look(i) {
        const position = /** @type {Position} */ (this.position);
        return /** @type {Look} */ (position.looks[/** @type {number} */ (position.cells[i])]);
    }

    /**
     * Draws a position. If `moving` is true, the change from the previous position is animated.
     * @param {Position} position @param {boolean} moving @returns {boolean} whether the board is as
     * large as before
     */
    show(position, moving) {
        const before = this.position;
        const same =
            before !== null &&
            before.columns.length === position.columns.length &&
            before.rows.length === position.rows.length &&
            this.sheet.flipped === this.flipped;
        const old =
            before === null
                ? []
                : before.cells.map((look) => /** @type {Look} */ (before.looks[look]));
        const oldKeys = this.keys;
        this.position = position;
        const names = position.looks.map(keyOf);
        this.keys = position.cells.map((look) => /** @type {string} */ (names[look]));
        if (!same) this.build(position);
        const changed = same ? this.keys.flatMap((key, i) => (key === oldKeys[i] ? [] : [i])) : [];
        this.paint(position, changed, old, moving && same && !still.matches);
        return same;
    }

    /** Draws the parts that depend only on the size of the board. @param {Position} position */
    build(position) {
        const [columns, rows] = [position.columns.length, position.rows.length];
        this.sheet = new Sheet(columns, rows, this.flipped);
        const legend = position.legend.map(([look]) => position.looks[look]);
        const theme = legend.find(isFigure)?.figure?.theme ?? "wood";
        const hues = legend.some((look) => look?.hue !== undefined) ? " has-hue" : "";
        this.frame.className = `board on-${theme}${hues}`;
        const [w, h] = [columns * U, rows * U];
        this.layer("ground").replaceChildren(svg("rect", { class: "ground", width: w, height: h }));
        let lines = "";
        for (let c = 0; c <= columns; c++) lines += `M${c * U} 0v${h}`;
        for (let r = 0; r <= rows; r++) lines += `M0 ${r * U}h${w}`;
        this.layer("lines").replaceChildren(svg("path", { class: "lines", d: lines }));
        for (const name of ["pieces", "flat", "owners"]) this.layer(name).replaceChildren();
        this.nodes = new Map();
        this.hues.clear();
        this.isNew = true;
    }

    /**
     * Scales the drawing to its place on the page. The labels have the same size for all sizes of
     * boards.
     * @returns {{left: number, top: number, width: number, height: number} | null} where the
     * squares are in the frame, in pixels
     */
    fit() {
        const position = this.position;
        if (position === null) return null;
        const [columns, rows] = [position.columns.length, position.rows.length];
        const wide = this.place.clientWidth;
        const high = this.highest();
        if (wide === 0) return null;
        const letters = (/** @type {string[]} */ labels) =>
            Math.max(...labels.map((label) => label.length));
        const [aside, above] = [10 + 7 * letters(position.rows), 20];
        const most = columns * rows < 64 ? LARGEST_PX : Infinity;
        const fit = Math.min(
            (wide - aside - RIM_PX) / columns,
            (high - above - RIM_PX - 1) / rows,
            most,
        );
        this.px = this.finger ? Math.max(32, fit) : Math.max(fit, 3);
        const unit = this.px / U;
        const [w, h] = [columns * this.px + aside + RIM_PX, rows * this.px + above + RIM_PX];
        this.frame.style.width = `${w}px`;
        this.frame.style.height = `${h}px`;
        this.svg.setAttribute(
            "viewBox",
            `${-aside / unit} ${-above / unit} ${w / unit} ${h / unit}`,
        );
        this.frame.classList.toggle("small", this.px < 15);
        this.frame.classList.toggle("tiny", this.px < 9);
        this.label(position, aside, unit);
        this.hues.fit(aside, above);
        return { left: aside, top: above, width: columns * this.px, height: rows * this.px };
    }

    /** @param {Position} position @param {number} aside @param {number} unit */
    label(position, aside, unit) {
        const size = Math.min(13, Math.max(10, this.px * 0.36)) / unit;
        const room = (/** @type {string[]} */ labels, /** @type {number} */ each) => {
            const needed = Math.max(...labels.map((label) => label.length)) * each;
            return [1, 2, 5, 10, 25, 50, 100].find((step) => step * this.px >= needed) ?? 100;
        };
        const layer = this.layer("labels");
        layer.replaceChildren();
        const [columns, rows] = [position.columns, position.rows];
        const write = (
            /** @type {string} */ text,
            /** @type {number} */ x,
            /** @type {number} */ y,
        ) => {
            svg("text", { class: "label", x, y, "font-size": size }, layer).textContent = text;
        };
        const shown = (/** @type {number} */ i, /** @type {number} */ step) =>
            (i + 1) % step === 0 || (i === 0 && step > 2);
        const across = room(columns, 11);
        columns.forEach((text, c) => {
            const place = this.flipped ? columns.length - 1 - c : c;
            if (shown(c, across)) write(text, (place + 0.5) * U, -9 / unit);
        });
        const down = room(["0"], 12);
        rows.forEach((text, r) => {
            const place = this.flipped ? rows.length - 1 - r : r;
            if (shown(r, down)) write(text, -aside / 2 / unit, (place + 0.5) * U);
        });
    }

    /**
     * @param {Position} position @param {number[]} changed @param {Look[]} old the looks before
     * @param {boolean} moving
     */
    paint(position, changed, old, moving) {
        const isNew = this.isNew;
        this.isNew = false;
        const all = position.cells.map((_, i) => /** @type {[number, Look]} */ ([i, this.look(i)]));
        this.hues.draw(changed.filter((i) => old[i]?.hue !== this.look(i).hue));
        if (isNew || changed.length > 0) {
            const flat = all.filter(([, look]) => look.piece === "block");
            this.layer("flat").replaceChildren();
            drawSquares(this.sheet, this.layer("flat"), flat);
            this.owners(all);
        }
        this.paintAlone(all, changed, old, moving);
        const fade = this.layer("fade");
        fade.replaceChildren();
        if (!moving || changed.length === 0) return;
        const veiled = changed.filter((i) => !isFigure(this.look(i)) && !isFigure(old[i]));
        if (veiled.length === 0) return;
        svg("path", { class: "ground", d: this.sheet.squares(veiled) }, fade);
        drawSquares(
            this.sheet,
            fade,
            veiled.map((i) => [i, /** @type {Look} */ (old[i])]),
        );
        const motion = fade.animate([{ opacity: 1 }, { opacity: 0 }], {
            duration: 180,
            easing: "ease-out",
        });
        motion.onfinish = () => fade.replaceChildren();
    }

    /**
     * Draws figures. A piece that has moved glides to its new square, and a piece that has
     * changed sides turns over.
     * @param {[number, Look][]} all @param {number[]} changed @param {Look[]} old @param {boolean}
     * moving
     */
    paintAlone(all, changed, old, moving) {
        const layer = this.layer("pieces");
        if (this.nodes.size === 0 || changed.length === 0) {
            if (changed.length === 0 && this.nodes.size > 0) return;
            layer.replaceChildren();
            this.nodes = drawSquares(
                this.sheet,
                layer,
                all.filter(([, look]) => isFigure(look)),
            );
            return;
        }
        const gone = changed.filter((i) => this.nodes.has(i));
        for (const i of gone) {
            this.nodes.get(i)?.remove();
            this.nodes.delete(i);
        }
        const come = changed.filter((i) => isFigure(this.look(i)));
        const fresh = drawSquares(
            this.sheet,
            layer,
            come.map((i) => [i, this.look(i)]),
        );
        for (const [i, node] of fresh) {
            this.nodes.set(i, node);
            if (!moving) continue;
            const look = this.look(i);
            const same = (/** @type {number} */ from) =>
                old[from]?.piece === look.piece &&
                old[from]?.side === look.side &&
                from !== i &&
                !come.includes(from);
            const from = gone.find(same);
            const inner = node.firstElementChild ?? node;
            if (from !== undefined) {
                const [[x, y], [fx, fy]] = [this.sheet.corner(i), this.sheet.corner(from)];
                const start = `translate(${fx + U / 2}px, ${fy + U / 2}px)`;
                const end = `translate(${x + U / 2}px, ${y + U / 2}px)`;
                node.animate([{ transform: start }, { transform: end }], {
                    duration: 220,
                    easing: "ease-in-out",
                });
            } else if (old[i]?.piece === look.piece) {
                inner.animate([{ transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }], {
                    duration: 180,
                    easing: "ease-out",
                });
            } else {
                inner.animate(
                    [
                        { transform: "scale(0.5)", opacity: 0.3 },
                        { transform: "scale(1)", opacity: 1 },
                    ],
                    { duration: 160, easing: "ease-out" },
                );
            }
        }
    }

    /** Draws borders around the squares of each side. @param {[number, Look][]} all */
    owners(all) {
        const layer = this.layer("owners");
        layer.replaceChildren();
        for (const side of [0, 1]) {
            const owned = new Set(all.filter(([, look]) => look.owner === side).map(([i]) => i));
            if (owned.size === 0) continue;
            const bare = [...owned].filter((i) => this.look(i).piece !== "hue");
            if (bare.length > 0)
                svg("path", { class: `park owner-${side}`, d: this.sheet.squares(bare) }, layer);
            const outline = this.sheet.outline(owned, 1.5);
            svg("path", { class: `border under owner-${side}`, d: outline }, layer);
            svg("path", { class: `border over owner-${side}`, d: outline }, layer);
        }
    }
}
