// @ts-check
/** @file A small picture of a board, without labels. */

const { Drawing, html, U } = ludoteka;

/** A picture of a board, which nobody can touch. */
export class SmallBoard {
    constructor() {
        this.frame = html("div", { class: "board", "aria-hidden": "true" });
        this.drawing = new Drawing(this.frame, this.frame, () => 0);
    }

    /**
     * Draws a position, with a motion from the previous one if `moving` is true.
     * @param {Position} position @param {boolean} moving @param {number} longest the length of the
     * longer side in pixels
     */
    show(position, moving, longest) {
        this.drawing.show(position, moving);
        const [wide, high] = [position.columns.length, position.rows.length];
        const px = longest / Math.max(wide, high);
        this.drawing.px = px;
        this.frame.style.width = `${wide * px}px`;
        this.frame.style.height = `${high * px}px`;
        this.drawing.svg.setAttribute("viewBox", `0 0 ${wide * U} ${high * U}`);
        this.frame.classList.toggle("tiny", px < 9);
        this.drawing.hues.fit(0, 0);
    }
}
