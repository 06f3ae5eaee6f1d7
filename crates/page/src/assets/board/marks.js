// @ts-check
/**
 * @file Marks on a drawing: the last move, legal touches, and the changes of a move.
 */

import { svg } from "./elements.js";
import { U } from "./sheet.js";
import { drawSquares } from "./pieces.js";

/** Marks on a drawing. */
export class Marks {
    /** @param {Drawing} drawing */
    constructor(drawing) {
        this.drawing = drawing;
    }

    /** @param {string} name */
    layer(name) {
        return this.drawing.layer(name);
    }

    get sheet() {
        return this.drawing.sheet;
    }

    /** Marks what the last move changed. @param {Position} position */
    mark(position) {
        const layer = this.layer("last");
        layer.replaceChildren();
        const [placed, gained, turned, left] = [new Set(), new Set(), new Set(), new Set()];
        for (const [i, was, now] of position.last) {
            const [before, after] = [
                /** @type {Look} */ (position.looks[was]),
                /** @type {Look} */ (position.looks[now]),
            ];
            if (after.piece === "hue") {
                if (before.owner !== after.owner) gained.add(i);
            } else if (
                before.side !== undefined &&
                after.side !== undefined &&
                before.side !== after.side
            )
                turned.add(i);
            else if (after.piece === "none") left.add(i);
            else placed.add(i);
        }
        this.markDecided(new Set(position.decided));
        const over = this.layer("legal");
        over.querySelectorAll(".turned").forEach((node) => node.remove());
        if (left.size > 0) svg("path", { class: "left", d: this.sheet.dots(left, 3.4) }, layer);
        if (gained.size > 0) {
            let corners = "";
            for (const i of gained) {
                const [x, y] = this.sheet.corner(i);
                corners += `M${x + 1} ${y + 1}h6l-6 6z`;
            }
            svg("path", { class: "gain", d: corners }, layer);
        }
        if (placed.size > 0) {
            svg("path", { class: "placed", d: this.sheet.outline(placed, 0.9) }, layer);
            let corners = "";
            for (const i of placed) {
                const [x, y] = this.sheet.corner(i);
                const [c, r] = [x / U, y / U];
                const before = [
                    [c - 1, r],
                    [c, r - 1],
                ].map(([c = 0, r = 0]) => this.sheet.seen(r * this.sheet.columns + c));
                if ((c === 0 || !placed.has(before[0])) && (r === 0 || !placed.has(before[1])))
                    corners += `M${x + 0.4} ${y + 0.4}h5.4l-5.4 5.4z`;
            }
            svg("path", { class: "corner", d: corners }, layer);
        }
        if (turned.size > 0)
            svg("path", { class: "turned", d: this.sheet.dots(turned, 1.6) }, over);
    }

    /**
     * Marks the squares that decided the game: fills them below their pieces, and outlines them.
     * @param {Set<number>} squares
     */
    markDecided(squares) {
        const [below, layer] = [this.layer("deciding"), this.layer("decided")];
        below.replaceChildren();
        layer.replaceChildren();
        if (squares.size === 0) return;
        svg("path", { d: this.sheet.squares(squares) }, below);
        for (const name of ["under", "over"])
            svg("path", { class: `decisive ${name}`, d: this.sheet.outline(squares, 1) }, layer);
    }

    /**
     * Marks the squares that continue a legal move, and shows what the touches so far would change.
     * @param {Choice} choice @param {boolean} isOpen whether the person may move
     */
    legal(choice, isOpen) {
        const layer = this.layer("legal");
        layer.querySelectorAll(".dot, .ring, .touched").forEach((node) => node.remove());
        if (!isOpen) return this.preview(choice, null);
        const squares = [...choice.next()].filter((touch) => touch >= 0);
        const bare = squares.filter((i) => choice.look(i).piece === "none");
        // If one touch is enough and every free square is legal, dots would tell nothing.
        const single = choice.open().every(([, touches]) => touches.length < 2);
        const all = choice.position.cells.filter((_, i) => choice.look(i).piece === "none").length;
        if (bare.length > 0 && !(single && bare.length === all))
            svg("path", { class: "dot", d: this.sheet.dots(bare, 2.4) }, layer);
        const taken = new Set(squares.filter((i) => choice.look(i).piece !== "none"));
        for (const i of taken)
            svg("path", { class: "ring", d: this.sheet.outline(new Set([i]), 1.4) }, layer);
        const touched = choice.position.cells.flatMap((_, i) => (choice.isChosen(i) ? [i] : []));
        for (const i of touched)
            svg("path", { class: "touched", d: this.sheet.outline(new Set([i]), 0.8) }, layer);
        this.preview(choice, null);
    }

    /**
     * Shows what a move would change or, if `move` is null, what the touches so far would change.
     * @param {Choice} choice @param {Move | null} move
     */
    preview(choice, move) {
        const layer = this.layer("ghost");
        layer.replaceChildren();
        const { position } = choice;
        const changes = move === null ? choice.common() : move[2];
        layer.classList.toggle("sure", move === null);
        if (changes.length === 0) return;
        const looks = changes.map(
            ([i, now]) =>
                /** @type {[number, Look]} */ ([i, /** @type {Look} */ (position.looks[now])]),
        );
        const left = looks
            .filter(([i, look]) => look.piece === "none" && choice.look(i).piece !== "none")
            .map(([i]) => i);
        if (left.length > 0) svg("path", { class: "veil", d: this.sheet.squares(left) }, layer);
        const group = svg("g", { class: "would" }, layer);
        drawSquares(
            this.sheet,
            group,
            looks.filter(([, look]) => look.piece !== "none"),
        );
        const gained = new Set(
            looks
                .filter(([i, look]) => look.piece === "hue" && look.owner !== choice.look(i).owner)
                .map(([i]) => i),
        );
        if (gained.size > 0) {
            svg("path", { class: "gained under", d: this.sheet.outline(gained, 0.6) }, layer);
            svg("path", { class: "gained over", d: this.sheet.outline(gained, 0.6) }, layer);
        }
    }

    /**
     * Shows which squares this move would change, and marks the squares to touch for it.
     * @param {Choice} choice @param {Move} move
     */
    hint(choice, move) {
        this.preview(choice, move);
        const layer = this.layer("aim");
        layer.replaceChildren();
        for (const touch of move[1]) {
            if (touch >= 0)
                svg("path", { class: "hint", d: this.sheet.outline(new Set([touch]), 0.5) }, layer);
        }
    }

    /**
     * Crosses out a square that fits no move, until the pointer is elsewhere.
     * @param {number} i
     */
    bar(i) {
        const [x, y] = this.sheet.corner(i);
        const cross = svg("path", { d: `M${x + 6} ${y + 6}l8 8m0-8l-8 8` });
        cross.setAttribute("class", "barred");
        this.layer("ghost").replaceChildren(cross);
    }
}
