// @ts-check
/** @file What a move or a position is worth, in words. */

/**
 * @typedef {{margin?: number, in?: number, points?: number, exact: boolean}} Worth
 * The margin, and in how many half-moves, where it is proven; otherwise points of the engine's.
 */

/** Points with a sign, one place behind the point where there are few. @param {number} points */
function signed(points) {
    const round = Math.abs(points) >= 10 ? Math.round(points) : Math.round(points * 10) / 10;
    return round > 0 ? `+${round}` : round < 0 ? `−${-round}` : "0";
}

/** Whether the margins of the game are points; its words name what estimates count otherwise. */
const hasPoints = !own.has("worth-unit");

/**
 * Whether it is certain who wins. The margin of a win that is proven may still grow: then it is a
 * bound.
 * @param {Worth} worth
 */
function isProven(worth) {
    return worth.exact || (worth.margin ?? 0) !== 0;
}

/** Whether the margin is only the least by which the winner wins. @param {Worth} worth */
function isBound(worth) {
    return hasPoints && !worth.exact && (worth.margin ?? 0) !== 0;
}

/** How a chip looks. @param {Worth} worth */
function chipKind(worth) {
    if (!isProven(worth)) return "estimate";
    return `exact ${["loss", "even", "win"][1 + Math.sign(worth.margin ?? 0)]}`;
}

/** As short as a square. @param {Worth} worth */
function worthShort(worth) {
    if (worth.margin === undefined) return `≈${signed(worth.points ?? 0)}`;
    if (worth.margin === 0) return say("draw-short");
    if (!hasPoints) return say(worth.margin > 0 ? "win-short" : "loss-short");
    const bound = worth.margin > 0 ? "≥" : "≤";
    return `${isBound(worth) ? bound : ""}${signed(worth.margin)}`;
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

/** With the depth of an estimate. @param {Worth} worth @param {number} depth */
function worthTold(worth, depth) {
    return isProven(worth)
        ? worthWords(worth)
        : `${worthWords(worth)}, ${say("depth", { n: depth })}`;
}

/** Worth as a number to sort by. @param {Worth} worth */
function order(worth) {
    if (worth.margin === undefined) return worth.points ?? 0;
    return Math.sign(worth.margin) * (1e9 + 1e4 * Math.abs(worth.margin) - (worth.in ?? 5000));
}
