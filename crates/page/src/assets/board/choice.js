// @ts-check
/** @file How touches narrow the legal moves to one. */

/** The legal moves of a position, and the touches so far of a move that needs several. */
class Choice {
    /** @param {Position} position */
    constructor(position) {
        this.position = position;
        /** @type {number[]} */
        this.touches = [];
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
            ([, touches]) =>
                this.touches.every((touch, i) => touches[i] === touch) &&
                (this.touches.length === 0 || touches.length >= this.touches.length),
        );
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

    /** The common changes of all moves that still fit. @returns {[number, number][]} */
    common() {
        if (this.touches.length === 0) return [];
        const [first, ...others] = this.open();
        if (first === undefined) return [];
        const known = others.map(([, , changes]) => new Set(changes.map(String)));
        return first[2].filter((change) => known.every((set) => set.has(String(change))));
    }

    /**
     * The move to preview while the pointer is at this square.
     * @param {Sheet} sheet @param {number} i @param {number} x @param {number} y in units of the
     * drawing
     */
    pointed(sheet, i, x, y) {
        const touch = this.touchAt(i);
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
