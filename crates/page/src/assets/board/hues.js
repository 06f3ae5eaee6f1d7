// @ts-check
/**
 * @file The hues of a board, as a bitmap under the drawing. A move can change a thousand squares.
 * Painting the squares on the bitmap is a few times faster than drawing their signs as paths.
 */

import { html, svg } from "./elements.js";
import { Sheet, U } from "./sheet.js";
import { drawSquares } from "./pieces.js";

/** Above this size, a bitmap would be too large for the memory of a telephone. */
const MOST_PX = 3200;

const darkScheme = matchMedia("(prefers-color-scheme: dark)");

/** The squares of a drawing that have a hue. */
export class Hues {
    /** @param {Drawing} drawing */
    constructor(drawing) {
        this.drawing = drawing;
        this.canvas = /** @type {HTMLCanvasElement} */ (
            html("canvas", { class: "bitmap", "aria-hidden": "true" })
        );
        this.context = /** @type {CanvasRenderingContext2D} */ (
            this.canvas.getContext("2d", { alpha: false })
        );
        /** The side of a square in pixels of the bitmap. */
        this.side = 0;
        /** A picture of a square of each hue. @type {Map<number, ImageBitmap>} */
        this.stamps = new Map();
        darkScheme.addEventListener("change", () => this.redraw());
    }

    /** @param {Position} position */
    isNeeded(position) {
        return position.legend.some(([look]) => position.looks[look]?.hue !== undefined);
    }

    /** Forgets the old board. */
    clear() {
        this.side = 0;
        this.canvas.remove();
    }

    /** Gives the bitmap its place on the frame. @param {number} left @param {number} top */
    fit(left, top) {
        const { drawing, canvas } = this;
        if (drawing.position === null || !this.isNeeded(drawing.position)) return;
        const { columns, rows } = drawing.sheet;
        const [w, h] = [columns * drawing.px, rows * drawing.px];
        canvas.style.inset = `${top}px auto auto ${left}px`;
        canvas.style.width = `${w}px`;
        canvas.style.height = `${h}px`;
        const scale = Math.min(devicePixelRatio, MOST_PX / Math.max(w, h));
        if (this.side === drawing.px * scale && canvas.isConnected) return;
        this.side = drawing.px * scale;
        canvas.width = Math.round(w * scale);
        canvas.height = Math.round(h * scale);
        drawing.frame.prepend(canvas);
        this.redraw();
    }

    redraw() {
        const { position } = this.drawing;
        if (position === null || this.side === 0) return;
        for (const stamp of this.stamps.values()) stamp.close();
        this.stamps.clear();
        this.draw(position.cells.keys());
    }

    /** Draws these squares. @param {Iterable<number>} squares */
    draw(squares) {
        if (this.side === 0) return;
        const { drawing, context } = this;
        const edge = (/** @type {number} */ at) => Math.round((at / U) * this.side);
        for (const i of squares) {
            const look = drawing.look(i);
            if (look.hue === undefined) continue;
            const [x, y] = drawing.sheet.corner(i);
            const [left, top] = [edge(x), edge(y)];
            const [w, h] = [edge(x + U) - left, edge(y + U) - top];
            context.drawImage(this.stamp(look, look.hue), 0, 0, w, h, left, top, w, h);
        }
    }

    /**
     * The picture of a hue, painted as the style sheet says.
     * @param {Look} look @param {number} hue
     */
    stamp(look, hue) {
        const known = this.stamps.get(hue);
        if (known !== undefined) return known;
        const side = Math.ceil(this.side);
        const sheet = new OffscreenCanvas(side, side);
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (sheet.getContext("2d"));
        context.scale(side / U, side / U);
        const model = svg("g", {}, this.drawing.svg);
        drawSquares(new Sheet(1, 1, false), model, [[0, { ...look, owner: undefined }]]);
        for (const node of model.children) paintNode(context, node);
        model.remove();
        const stamp = sheet.transferToImageBitmap();
        this.stamps.set(hue, stamp);
        return stamp;
    }
}

/**
 * Paints a path or a letter of a drawing with its style.
 * @param {OffscreenCanvasRenderingContext2D} context @param {Element} node
 */
function paintNode(context, node) {
    const style = getComputedStyle(node);
    if (style.display === "none") return;
    const value = (/** @type {string} */ name) => node.getAttribute(name) ?? "";
    context.fillStyle = style.fill;
    if (node.tagName === "text") {
        context.font = `${style.fontWeight} ${value("font-size")}px ${style.fontFamily}`;
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.fillText(node.textContent ?? "", Number(value("x")), Number(value("y")));
        return;
    }
    const path = new Path2D(value("d"));
    if (style.fill !== "none") context.fill(path);
    if (style.stroke === "none") return;
    context.strokeStyle = style.stroke;
    context.lineWidth = parseFloat(style.strokeWidth);
    context.lineCap = /** @type {CanvasLineCap} */ (style.strokeLinecap);
    context.globalAlpha = Number(style.strokeOpacity);
    context.stroke(path);
    context.globalAlpha = 1;
}
