// @ts-check
/** @file The value of a move or a position, in words. */

/**
 * @typedef {{margin?: number, in?: number, points?: number, exact: boolean}} Worth
 * A proven value has a margin and, if it is known, the number of half-moves to the end of the game.
 * Any other value has the engine's points.
 * @typedef {{side: number, values: [string, Worth, number][]}} Found
 * What the engine has found about moves: names, values and depths, the best move first.
 */

/** Points with a sign, with one decimal if they are few. @param {number} points */
function signed(points) {
    const round = Math.abs(points) >= 10 ? Math.round(points) : Math.round(points * 10) / 10;
    return round > 0 ? `+${round}` : round < 0 ? `−${-round}` : "0";
}

/** Moves that give away less than this many points are as good as the best. */
const LITTLE = 0.5;

/** A bad move gives away at least this many points, and half of what moves can give away. */
const MUCH = 3;

/** How values are told. */
export class Worths {
    /** @param {{say: Say, hasPoints: boolean}} session */
    constructor(session) {
        this.session = session;
    }

    /**
     * Whether the winner is certain. If the value is not exact, the margin of a proven win is a
     * bound and may still grow.
     * @param {Worth} worth
     */
    isProven(worth) {
        return worth.exact || (worth.margin ?? 0) !== 0;
    }

    /** Whether the margin is only a lower bound. @param {Worth} worth */
    isBound(worth) {
        return this.session.hasPoints && !worth.exact && (worth.margin ?? 0) !== 0;
    }

    /** The class of a chip, which decides its look. @param {Worth} worth */
    chipKind(worth) {
        if (!this.isProven(worth)) return "estimate";
        return `exact ${["loss", "even", "win"][1 + Math.sign(worth.margin ?? 0)]}`;
    }

    /** A text that fits into a square of usual size. @param {Worth} worth */
    short(worth) {
        if (worth.margin === undefined) return `≈${signed(worth.points ?? 0)}`;
        if (worth.margin === 0) return this.session.say("draw-short");
        if (!this.session.hasPoints)
            return this.session.say(worth.margin > 0 ? "win-short" : "loss-short");
        const bound = worth.margin > 0 ? "≥" : "≤";
        return `${this.isBound(worth) ? bound : ""}${signed(worth.margin)}`;
    }

    /**
     * A short text for a small square: it has a decimal only below 1, and no plus after `≈` and
     * `≥`.
     * @param {Worth} worth
     */
    brief(worth) {
        const text =
            worth.margin === undefined && Math.abs(worth.points ?? 0) >= 1
                ? `≈${signed(Math.round(worth.points ?? 0))}`
                : this.short(worth);
        return text.replace(/([≈≥])\+/, "$1").replace("0.", ".");
    }

    /** @param {Worth} worth */
    words(worth) {
        if (worth.margin === undefined)
            return this.session.say("worth-estimate", { points: signed(worth.points ?? 0) });
        const key =
            worth.margin === 0 ? "worth-draw" : worth.margin > 0 ? "worth-win" : "worth-loss";
        let text = this.session.say(key);
        const by = this.isBound(worth) ? "worth-by-least" : "worth-by";
        if (this.session.hasPoints && worth.margin !== 0)
            text += ` ${this.session.say(by, { n: Math.abs(worth.margin) })}`;
        if (worth.in !== undefined) text += ` ${this.session.say("worth-in", { n: worth.in })}`;
        const isExact = this.isProven(worth) && !this.isBound(worth);
        return `${text}, ${this.session.say(isExact ? "exact" : "proven")}`;
    }

    /**
     * The value in words, with the depth of an estimate.
     * @param {Worth} worth @param {number} depth
     */
    told(worth, depth) {
        return this.isProven(worth)
            ? this.words(worth)
            : `${this.words(worth)}, ${this.session.say("depth", { n: depth })}`;
    }

    /**
     * The part of a bar for a value, from -1 to 1. Only a proven win fills it.
     * @param {Worth} worth
     */
    share(worth) {
        return worth.margin === undefined
            ? Math.tanh((worth.points ?? 0) / 12) * 0.9
            : Math.sign(worth.margin);
    }

    /** What a move gave away. @param {number} points @param {boolean} isProven */
    lost(points, isProven) {
        return `${isProven ? "" : "≈"}${signed(-points)}`;
    }

    /** The value as a number to sort by. @param {Worth} worth */
    order(worth) {
        if (worth.margin === undefined) return worth.points ?? 0;
        return Math.sign(worth.margin) * (1e9 + 1e4 * Math.abs(worth.margin) - (worth.in ?? 5000));
    }

    /**
     * The class of a value by what its move gives away against the best move: nothing, some, or
     * much. Much is also a proven win, or a draw, that is given away.
     * @param {Worth} worth @param {Worth} best @param {number} most the most points that a move
     * gives away
     */
    givesAway(worth, best, most) {
        const result = (/** @type {Worth} */ one) =>
            this.isProven(one) ? Math.sign(one.margin ?? 0) : null;
        if (result(worth) === -1 && result(best) !== -1) return "gives-much";
        if (result(best) === 1 && result(worth) !== 1) return "gives-much";
        const lost = this.inPoints(best) - this.inPoints(worth);
        return lost < LITTLE
            ? "gives-nothing"
            : lost < Math.max(MUCH, most / 2)
              ? "gives-some"
              : "gives-much";
    }

    /** A value in points. @param {Worth} worth */
    inPoints(worth) {
        return worth.margin ?? worth.points ?? 0;
    }
}
