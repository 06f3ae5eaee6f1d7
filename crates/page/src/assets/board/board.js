// @ts-check
/** @file A board in a place of the page: it knows pieces and touches, and no game. */

import { html, tell } from "./elements.js";
import { moveWords } from "./pieces.js";
import { Choice } from "./choice.js";
import { Drawing } from "./drawing.js";
import { Marks } from "./marks.js";
import { Grid } from "./grid.js";
import { listenToPointer } from "./pointer.js";
import { U } from "./sheet.js";

/**
 * @typedef {{words: Map<string, string>, own: Map<string, string>, label: string,
 *   onMove: (name: string) => void, say?: (text: string) => void, isOpen?: () => boolean,
 *   whyNot?: (move: string) => Promise<string | null>, onTouch?: () => void, onFit?: () => void,
 *   highest?: () => number}} BoardOptions
 * `own` holds the game's words, for messages from the server; `words` holds the page's words and,
 * for keys that are not among them, the game's words.
 */

/** A board that shows a position and lets a person choose a legal move. */
export class Board {
    /** The number of boards on the page. */
    static count = 0;

    /** @param {HTMLElement} place @param {BoardOptions} options */
    constructor(place, options) {
        this.options = options;
        this.frame = html("div", { class: "board", id: `board-${++Board.count}` });
        this.drawing = new Drawing(
            this.frame,
            place,
            () => options.highest?.() ?? place.clientHeight,
        );
        this.marks = new Marks(this.drawing);
        /** @type {Choice | null} */
        this.choice = null;
        /** @type {string | null} the move at which a finger aims */
        this.aimed = null;
        /**
         * Whether the server's answer will soon replace the shown position, so that screen readers
         * need not read this position.
         */
        this.isPassing = false;
        /** Whether a finger can drag pieces. */
        this.drags = false;
        this.grid = new Grid(options.label, options.words, options.own, {
            click: (i) => this.click(i, -U, -U, false),
            back: () => void this.back(),
            chooseHue: (hue) => this.touchHue(hue),
            point: (i) => this.preview(this.choice?.pointed(this.sheet, i, -U, -U) ?? null),
            say: (text) => this.say(text),
        });
        this.frame.append(this.grid.element);
        place.replaceChildren(this.frame);
        listenToPointer(this);
        new ResizeObserver(() => this.fit()).observe(place);
    }

    get sheet() {
        return this.drawing.sheet;
    }

    get flipped() {
        return this.drawing.flipped;
    }

    /** The side of a square in pixels. */
    get px() {
        return this.drawing.px;
    }

    get finger() {
        return this.drawing.finger;
    }

    /** The touches so far, of a move that needs several. */
    get touches() {
        return this.choice?.touches ?? [];
    }

    /** Whether a person has begun a move of several touches, or aims at a move. */
    get isBegun() {
        return this.touches.length > 0 || this.aimed !== null || this.choice?.held != null;
    }

    hues() {
        return this.choice?.hues() ?? [];
    }

    /** @param {string} text */
    say(text) {
        this.options.say?.(text);
    }

    /**
     * Shows a position, with a motion from the previous one unless `moving` is false.
     * @param {Position} position @param {boolean} [moving]
     */
    show(position, moving = true) {
        const letters = this.options.own.get("columns");
        if (letters)
            position = { ...position, columns: [...letters.slice(0, position.columns.length)] };
        this.choice = new Choice(position);
        this.drawing.layer("aim").replaceChildren();
        this.aimed = null;
        const isSame = this.drawing.show(position, moving);
        if (!isSame) this.grid.build(this.sheet);
        this.marks.mark(position);
        this.choose();
        if (!isSame) this.fit();
    }

    fit() {
        const box = this.drawing.fit();
        if (box === null || this.choice === null) return;
        for (const [name, px] of Object.entries(box))
            this.grid.element.style.setProperty(name, `${px}px`);
        this.options.onFit?.();
    }

    /** Marks the squares that continue a legal move. */
    choose() {
        if (this.choice === null) return;
        this.marks.legal(this.choice, this.isOpen());
        this.letDrag(this.choice);
        if (!this.isPassing) this.grid.speak(this.choice);
        this.options.onTouch?.();
    }

    /**
     * Lets fingers drag pieces, if moves have several touches. Elsewhere on the board, a finger
     * scrolls the page.
     * @param {Choice} choice
     */
    letDrag(choice) {
        const drags = this.isOpen() && choice.position.moves.some(([, { length }]) => length > 1);
        if (!drags && !this.drags) return;
        this.drags = drags;
        this.grid.squares.forEach((square, place) => {
            const { piece } = choice.look(this.sheet.seen(place));
            square.classList.toggle("drags", drags && piece !== "none");
        });
    }

    /**
     * Shows what a move would change or, if `move` is null, what the touches so far would change.
     * @param {Move | null} move
     */
    preview(move) {
        if (this.choice !== null) this.marks.preview(this.choice, this.isOpen() ? move : null);
    }

    /** Shows what this legal move would change, for a hint. @param {string} name */
    hint(name) {
        const move = this.choice?.position.moves.find(([known]) => known === name);
        if (this.choice !== null && move !== undefined) this.marks.hint(this.choice, move);
    }

    /** Adds a touch. @param {number} touch */
    touch(touch) {
        if (this.choice === null) return;
        this.choice.touch(touch);
        const whole = this.choice
            .open()
            .find(([, touches]) => touches.length === this.touches.length);
        if (whole === undefined) {
            this.choose();
            const n = this.choice.open().length;
            this.say(this.nextTouch() ?? tell(this.options.words, ["touches-left", { n }]));
        } else this.play(whole);
    }

    /** What the next touch chooses, in the game's words. */
    nextTouch() {
        return this.options.own.get(`touch-${this.touches.length + 1}`);
    }

    /**
     * Chooses a piece before its touch, or releases it.
     * @param {number} i @returns {boolean} whether some move uses the piece
     */
    hold(i) {
        if (this.choice?.hold(i) !== true) return false;
        this.choose();
        const square = this.grid.name(i);
        if (this.choice.held !== null)
            this.say(this.nextTouch() ?? tell(this.options.words, ["touched-later", { square }]));
        return true;
    }

    /**
     * Drags a piece: to the other square, or to the one where it stops in this direction.
     * @param {number} from @param {number} to @param {number} x @param {number} y where the pointer
     * is released, in units of the drawing
     */
    drag(from, to, x, y) {
        const { choice, sheet } = this;
        if (choice === null || !this.isOpen()) return;
        const start = choice.touchAt(from);
        if (start !== undefined) this.touch(start);
        else if (choice.held !== from) this.hold(from);
        // A piece that moves later is only held; the square is not where another piece goes.
        if (choice.held === from && !choice.isMoved(from)) return;
        const next = choice.touchAt(to) ?? choice.toward(sheet, from, x, y);
        if (next !== undefined && this.choice === choice) this.touch(next);
    }

    /** Chooses a hue, as its button does. @param {number} hue */
    touchHue(hue) {
        if (this.choice?.next().has(-1 - hue)) this.touch(-1 - hue);
    }

    /** @param {Move} move */
    play([name, , changes]) {
        if (this.choice === null) return;
        const { position } = this.choice;
        // The move is shown at once; the server's answer brings the rest of the position.
        const cells = [...position.cells];
        const last = changes.map(
            ([i, now]) =>
                /** @type {[number, number, number]} */ ([i, position.cells[i] ?? 0, now]),
        );
        for (const [i, now] of changes) cells[i] = now;
        this.isPassing = true;
        this.show({ ...position, cells, last, moves: [] });
        this.isPassing = false;
        this.options.onMove(name);
    }

    /** Forgets all touches. */
    clear() {
        this.drawing.layer("aim").replaceChildren();
        this.aimed = null;
        if (this.choice !== null) [this.choice.touches, this.choice.held] = [[], null];
        this.choose();
    }

    /** Takes a touch back. @returns {boolean} whether there was one */
    back() {
        this.drawing.layer("aim").replaceChildren();
        const was = this.isBegun;
        this.aimed = null;
        if (this.choice?.held != null) this.choice.held = null;
        else this.touches.pop();
        this.choose();
        const next = this.nextTouch();
        if (this.touches.length > 0 && next !== undefined) this.say(next);
        return was;
    }

    /**
     * Handles a click or a tap on a square.
     * @param {number} i @param {number} x @param {number} y where, in units of the drawing @param
     * {boolean} aims
     */
    click(i, x, y, aims) {
        const { choice, sheet } = this;
        if (choice === null || choice.position.moves.length === 0 || !this.isOpen()) return;
        const touch = choice.touchAt(i) ?? choice.along(sheet, i);
        const move = choice.pointed(sheet, i, x, y);
        if (aims && move !== undefined && this.aimed !== move[0]) {
            this.aimed = move[0];
            this.hint(move[0]);
            this.options.onTouch?.();
            const words = moveWords(move[0], this.options.own, choice.position);
            this.say(tell(this.options.words, ["aimed", { move: words }]));
        } else if (touch !== undefined) {
            this.touch(touch);
        } else if (move !== undefined) {
            this.play(move);
        } else if (this.hold(i)) {
            return;
        } else if (new Choice(choice.position).touchAt(i) !== undefined && this.touches[0] !== i) {
            // The person begins another move.
            this.clear();
            this.click(i, x, y, aims);
        } else if (this.isBegun) {
            // Another square in place of the last touch.
            const last = this.touches.at(-1);
            this.back();
            const other = choice.touchAt(i);
            if (other !== undefined && other !== last) this.touch(other);
        } else {
            this.frame.classList.add("no");
            setTimeout(() => this.frame.classList.remove("no"), 200);
            void this.refuse(choice, i);
        }
    }

    /**
     * Says why no move fits a square, and crosses the square out.
     * @param {Choice} choice @param {number} i
     */
    async refuse(choice, i) {
        this.marks.bar(i);
        const square = this.grid.name(i);
        const hasSteps = choice.open().some(([, touches]) => touches.length > 1);
        // Where squares have colours, a move is named by its colour.
        const { hue, glyph } = choice.look(i);
        const why = hasSteps ? null : this.options.whyNot?.(hue === undefined ? square : glyph);
        const key = hasSteps ? "no-step-here" : "no-move-here";
        const text = (await why) ?? tell(this.options.words, [key, { square }]);
        if (this.choice === choice) this.say(text);
    }

    isOpen() {
        return this.options.isOpen?.() !== false;
    }

    /** Plays the move at which a finger has aimed. */
    playAimed() {
        const move = this.choice?.position.moves.find(([name]) => name === this.aimed);
        if (move !== undefined) this.play(move);
    }

    /** Turns the board around. */
    flip() {
        this.drawing.flipped = !this.drawing.flipped;
        if (this.choice === null) return;
        const { position, touches, held } = this.choice;
        this.show(position, false);
        [this.choice.touches, this.choice.held] = [touches, held];
        this.choose();
    }

    /** Shows squares of a finger's size, or the whole board. @param {boolean} finger */
    size(finger) {
        this.drawing.finger = finger;
        this.fit();
    }
}
