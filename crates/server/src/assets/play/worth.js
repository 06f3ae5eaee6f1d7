// @ts-check
/** @file The value of a move or a position, in words. */

/**
 * @typedef {{margin?: number, in?: number, points?: number, exact: boolean}} Worth
 * A proven value has a margin and, if it is known, the number of half-moves to the end of the game.
 * Any other value has the engine's points.
 */

/** Points with a sign, with one decimal if they are few. @param {number} points */
function signed(points) {
    const round = Math.abs(points) >= 10 ? Math.round(points) : Math.round(points * 10) / 10;
    return round > 0 ? `+${round}` : round < 0 ? `−${-round}` : "0";
}

/** Whether the game's margins are points. If not, the game's words name the unit of estimates. */
const hasPoints = !own.has("worth-unit");

/**
 * Whether the winner is certain. If the value is not exact, the margin of a proven win is a bound
 * and may still grow.
 * @param {Worth} worth
 */
function isProven(worth) {
    return worth.exact || (worth.margin ?? 0) !== 0;
}

/** Whether the margin is only a lower bound. @param {Worth} worth */
function isBound(worth) {
    return hasPoints && !worth.exact && (worth.margin ?? 0) !== 0;
}

/** The class of a chip, which decides its look. @param {Worth} worth */
function chipKind(worth) {
    if (!isProven(worth)) return "estimate";
    return `exact ${["loss", "even", "win"][1 + Math.sign(worth.margin ?? 0)]}`;
}

/** A text that fits into a square of usual size. @param {Worth} worth */
function worthShort(worth) {
    if (worth.margin === undefined) return `≈${signed(worth.points ?? 0)}`;
    if (worth.margin === 0) return say("draw-short");
    if (!hasPoints) return say(worth.margin > 0 ? "win-short" : "loss-short");
    const bound = worth.margin > 0 ? "≥" : "≤";
    return `${isBound(worth) ? bound : ""}${signed(worth.margin)}`;
}

/**
 * A short text for a small square: it has a decimal only below 1, and no plus after `≈` and `≥`.
 * @param {Worth} worth
 */
function worthBrief(worth) {
    const text =
        worth.margin === undefined && Math.abs(worth.points ?? 0) >= 1
            ? `≈${signed(Math.round(worth.points ?? 0))}`
            : worthShort(worth);
    return text.replace(/([≈≥])\+/, "$1").replace("0.", ".");
}

/** @param {Worth} worth */
function worthWords(worth) {
    if (worth.margin === undefined)
        return say("worth-estimate", { points: signed(worth.points ?? 0) });
    const key = worth.margin === 0 ? "worth-draw" : worth.margin > 0 ? "worth-win" : "worth-loss";
    let text = say(key);
    const by = isBound(worth) ? "worth-by-least" : "worth-by";
    if (hasPoints && worth.margin !== 0) text += ` ${say(by, { n: Math.abs(worth.margin) })}`;
    if (worth.in !== undefined) text += ` ${say("worth-in", { n: worth.in })}`;
    return `${text}, ${say(isProven(worth) && !isBound(worth) ? "exact" : "proven")}`;
}

/** The value in words, with the depth of an estimate. @param {Worth} worth @param {number} depth */
function worthTold(worth, depth) {
    return isProven(worth)
        ? worthWords(worth)
        : `${worthWords(worth)}, ${say("depth", { n: depth })}`;
}

/** The value as a number to sort by. @param {Worth} worth */
function order(worth) {
    if (worth.margin === undefined) return worth.points ?? 0;
    return Math.sign(worth.margin) * (1e9 + 1e4 * Math.abs(worth.margin) - (worth.in ?? 5000));
}
