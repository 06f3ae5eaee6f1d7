// @ts-check
/** @file How touches narrow the legal moves to one. */

import { U } from "./sheet.js";

/** Whether two looks show pieces of the same kind and side. @param {Look} one @param {Look} other */
const isAlike = (one, other) => one.piece === other.piece && one.side === other.side;

/** The legal moves of a position, and the touches so far of a move that needs several. */
export class Choice {
    /** @param {Position} position */
    constructor(position) {
        this.position = position;
        /** @type {number[]} */
        this.touches = [];
        /**
         * A piece that the person has chosen before its touch: the piece that the next touch moves,
         * or a later touch of a move.
         * @type {number | null}
         */
        this.held = null;
    }

    /** @param {number} i @returns {Look} */
    look(i) {
        return /** @type {Look} */ (
            this.position.looks[/** @type {number} */ (this.position.cells[i])]
        );
    }

    /** The moves that the touches so far allow. */
    open() {
        return this.position.moves.filter(
            (move) =>
                this.touches.every((touch, i) => move[1][i] === touch) &&
                (this.touches.length === 0 || move[1].length >= this.touches.length) &&
                (this.held === null || this.isUsed(move, this.held)),
        );
    }

    /**
     * The square from which a move takes a piece to one of its touches, if it moves a piece there.
     * @param {Move} move @param {number} step the number of the touch, from 0
     */
    origin([, touches, changes], step) {
        const { looks } = this.position;
        const come = looks[changes.find(([i]) => i === touches[step])?.[1] ?? -1];
        if (come === undefined || come.piece === "none") return undefined;
        return changes.find(([i, now]) => {
            const gone = this.look(i);
            return looks[now]?.piece === "none" && isAlike(gone, come);
        })?.[0];
    }

    /**
     * Whether the next touch of a move takes the piece on this square elsewhere, or a later touch
     * is this square.
     * @param {Move} move @param {number} i
     */
    isUsed(move, i) {
        const step = this.touches.length;
        return move[1].includes(i, step) || this.origin(move, step) === i;
    }

    /**
     * Whether the next touch of some move takes the piece on this square elsewhere.
     * @param {number} i
     */
    isMoved(i) {
        return this.open().some((move) => this.origin(move, this.touches.length) === i);
    }

    /**
     * Holds the piece on a square, or releases it. @param {number} i
     * @returns {boolean} whether some move uses the piece
     */
    hold(i) {
        const before = this.held;
        this.held = null;
        const can =
            this.look(i).piece !== "none" && this.open().some((move) => this.isUsed(move, i));
        this.held = can && before !== i ? i : null;
        return can;
    }

    /** Adds a touch and, if it comes next, the square of the held piece. @param {number} touch */
    touch(touch) {
        const { held } = this;
        this.held = null;
        this.touches.push(touch);
        if (held !== null && this.next().has(held)) this.touches.push(held);
    }

    /**
     * The next touch that takes the piece on a square in the direction of a place.
     * @param {Sheet} sheet @param {number} from @param {number} x @param {number} y in units of the
     * drawing
     */
    toward(sheet, from, x, y) {
        const step = this.touches.length;
        const [left, top] = sheet.corner(from);
        const wanted = Math.atan2(y - top - U / 2, x - left - U / 2);
        let [best, least] = [/** @type {number | undefined} */ (undefined), Math.PI / 8];
        for (const move of this.open()) {
            const to = move[1][step];
            if (to === undefined || to < 0 || this.origin(move, step) !== from) continue;
            const [toLeft, toTop] = sheet.corner(to);
            const angle = Math.abs(Math.atan2(toTop - top, toLeft - left) - wanted);
            const apart = Math.min(angle, 2 * Math.PI - angle);
            if (apart < least) [best, least] = [to, apart];
        }
        return best;
    }

    /** Whether a square is among the touches or holds the held piece. @param {number} i */
    isChosen(i) {
        return this.held === i || this.touches.includes(i);
    }

    /** The touches that may come next. @returns {Set<number>} */
    next() {
        const step = this.touches.length;
        return new Set(
            this.open()
                .filter(([, touches]) => touches.length > step)
                .map(([, touches]) => /** @type {number} */ (touches[step])),
        );
    }

    /**
     * The touch that a click on this square stands for; `undefined` if the click stands for no
     * touch.
     * @param {number} i @returns {number | undefined}
     */
    touchAt(i) {
        const next = this.next();
        if (next.has(i)) return i;
        const look = this.look(i);
        return look.hue !== undefined && next.has(-1 - look.hue) ? -1 - look.hue : undefined;
    }

    /**
     * The move that a person means by pointing at an empty square, if this square is not the next
     * touch of any move. The move would put a piece on this square, and needs only one more touch.
     * Of several such moves, the person means the one whose new piece is nearest to the pointer,
     * measured from the middle of the piece.
     * @param {Sheet} sheet @param {number} i @param {number} x @param {number} y in units of the
     * drawing
     * @returns {Move | undefined}
     */
    nearest(sheet, i, x, y) {
        if (this.look(i).piece !== "none") return undefined;
        /** @type {Move | undefined} */
        let best;
        let least = Infinity;
        for (const move of this.open()) {
            const [, touches, changes] = move;
            const placed = changes.filter(
                ([at, now]) =>
                    this.look(at).piece === "none" && this.position.looks[now]?.piece !== "none",
            );
            if (touches.length !== this.touches.length + 1 || !placed.some(([at]) => at === i))
                continue;
            const middles = placed.map(([at]) => sheet.corner(at));
            const mx = middles.reduce((sum, [mx]) => sum + mx + U / 2, 0) / middles.length;
            const my = middles.reduce((sum, [, my]) => sum + my + U / 2, 0) / middles.length;
            const distance = (mx - x) ** 2 + (my - y) ** 2;
            if (distance < least) [best, least] = [move, distance];
        }
        return best;
    }

    /**
     * The common changes of all moves that still fit. A piece stays on its square until it is known
     * where the piece goes.
     * @returns {[number, number][]}
     */
    common() {
        if (this.touches.length === 0) return [];
        const [first, ...others] = this.open();
        if (first === undefined) return [];
        const known = others.map(([, , changes]) => new Set(changes.map(String)));
        const sure = first[2].filter((change) => known.every((set) => set.has(String(change))));
        const { looks } = this.position;
        const come = sure.map(([, now]) => /** @type {Look} */ (looks[now]));
        return sure.filter(
            ([i], n) =>
                come[n]?.piece !== "none" || come.some((look) => isAlike(look, this.look(i))),
        );
    }

    /**
     * The next touch in the direction of an empty square, if the next touch of every move takes the
     * same piece elsewhere.
     * @param {Sheet} sheet @param {number} i
     */
    along(sheet, i) {
        if (this.look(i).piece !== "none") return undefined;
        const step = this.touches.length;
        const [from, ...others] = new Set(this.open().map((move) => this.origin(move, step)));
        if (from === undefined || others.length > 0) return undefined;
        const [[x, y], [fromX, fromY]] = [sheet.corner(i), sheet.corner(from)];
        const [across, down] = [Math.abs(x - fromX), Math.abs(y - fromY)];
        if (across > 0 && down > 0 && across !== down) return undefined;
        return this.toward(sheet, from, x + U / 2, y + U / 2);
    }

    /**
     * The move to preview while the pointer is at this square.
     * @param {Sheet} sheet @param {number} i @param {number} x @param {number} y in units of the
     * drawing
     */
    pointed(sheet, i, x, y) {
        const touch = this.touchAt(i) ?? this.along(sheet, i);
        if (touch === undefined) return this.nearest(sheet, i, x, y);
        const fitting = this.open().filter(([, touches]) => touches[this.touches.length] === touch);
        return fitting.length === 1 ? fitting[0] : undefined;
    }

    /**
     * The hues of the legend. Each has its look, its words, the move that chooses the hue, and the
     * gain of this move in squares. The move and the gain are `undefined` if no legal move chooses
     * the hue.
     */
    hues() {
        const { position } = this;
        return position.legend.flatMap(([number, message]) => {
            const look = /** @type {Look} */ (position.looks[number]);
            if (look.hue === undefined) return [];
            const move = position.moves.find(
                ([, touches]) =>
                    touches.length === 1 && touches[0] === -1 - /** @type {number} */ (look.hue),
            );
            const gains = move?.[2].filter(
                ([i, now]) =>
                    position.looks[now]?.owner === position.turn &&
                    this.look(i).owner !== position.turn,
            );
            return [{ look, message, move, gain: gains?.length }];
        });
    }
}
