// @ts-check
/** @file The values of moves on the board. */

/** @import { Session } from "./session.js" */

const { svg, U } = ludoteka;

/**
 * @typedef {{text: string, brief: string, kind: string, best: boolean, rank: number}} Chip
 * The value of a move, as it is written on the board; `brief` is for small squares.
 */

/** On squares below this size in pixels, only the best three values are shown. */
const FEW_PX = 30;

/** A value whose text would be smaller than this is written briefly. */
const PLAIN_TEXT_PX = 10;

/** A value whose brief text would be smaller than this is only a mark. */
const LEAST_TEXT_PX = 6;

/** The room beside the text of a value, as a part of its size. */
const PAD = 0.5;

/** The values of moves, written on the squares to touch. */
export class ValueMarks {
    /** @param {Session} session */
    constructor(session) {
        this.session = session;
        /** @type {Map<string, Chip>} */
        this.chips = new Map();
        /** The position to which the values belong. @type {Position | null} */
        this.position = null;
    }

    /** @param {Map<string, Chip>} chips by the names of moves */
    show(chips) {
        this.chips = chips;
        this.position = this.session.board.choice?.position ?? null;
        this.draw();
    }

    /** Writes the values, each within its square. */
    draw() {
        const { choice, drawing } = this.session.board;
        const layer = drawing.layer("values");
        layer.replaceChildren();
        if (choice === null || choice.position !== this.position || this.chips.size === 0) return;
        const few = drawing.px < FEW_PX;
        const shown = [...bestByTouch(choice, this.chips)]
            .sort(([, a], [, b]) => a.rank - b.rank)
            .slice(0, few ? 3 : undefined)
            .map(([touch, chip]) => {
                const best = chip.best ? " best" : "";
                const group = svg("g", { class: `chip ${chip.kind}${best}` }, layer);
                const rect = svg("rect", {}, group);
                const text = /** @type {SVGTextElement} */ (svg("text", {}, group));
                return { touch, chip, rect, text };
            });
        // All values are written in the same size. If one of them has to be brief, all are brief.
        let size = this.write(shown.map(({ text, chip }) => [text, chip.text]));
        const px = drawing.px / U;
        if (few || size * px < PLAIN_TEXT_PX)
            size = this.write(shown.map(({ text, chip }) => [text, chip.brief]));
        for (const { touch, rect, text } of shown) {
            const [x, y] = drawing.sheet.corner(touch);
            const [width, height] = [
                Math.max(size * 1.5, text.getComputedTextLength() + size * PAD),
                size * 1.5,
            ];
            // A value below a piece leaves the upper part of the piece visible.
            const isTaken = choice.look(touch).piece !== "none";
            const middle = isTaken ? y + U * 0.95 - height / 2 : y + U / 2;
            for (const [key, value] of Object.entries({
                x: x + U / 2 - width / 2,
                y: middle - height / 2,
                width,
                height,
                rx: size * 0.5,
            }))
                rect.setAttribute(key, String(value));
            text.setAttribute("x", String(x + U / 2));
            text.setAttribute("y", String(middle));
            if (size * px < LEAST_TEXT_PX) text.remove();
        }
    }

    /**
     * Writes texts in the largest size at which each text, with some room around it, fits into a
     * square.
     * @param {[SVGTextElement, string][]} texts @returns {number} the size
     */
    write(texts) {
        const measured = 10;
        for (const [node, text] of texts) {
            node.textContent = text;
            node.setAttribute("font-size", String(measured));
        }
        const longest = Math.max(...texts.map(([node]) => node.getComputedTextLength()));
        // The text of a value may be as wide as 92 % of its square, less 1.1 units for the border
        // of the best value.
        const fits = (0.92 * U - 1.1) / (longest / measured + PAD);
        const { px } = this.session.board.drawing;
        const most = px < FEW_PX ? 0.5 * U : Math.min(0.34, 20 / px) * U;
        const size = Math.min(fits, most);
        for (const [node] of texts) node.setAttribute("font-size", String(size));
        return size;
    }
}

/**
 * For each touch, the best value among the moves that continue with this touch.
 * @param {Choice} choice @param {Map<string, Chip>} chips @returns {Map<number, Chip>}
 */
function bestByTouch(choice, chips) {
    /** @type {Map<number, Chip>} */
    const best = new Map();
    for (const [name, touches] of choice.open()) {
        const [touch, chip] = [touches[choice.touches.length], chips.get(name)];
        if (touch === undefined || touch < 0 || chip === undefined) continue;
        const known = best.get(touch);
        if (known === undefined || chip.rank < known.rank) best.set(touch, chip);
    }
    return best;
}
