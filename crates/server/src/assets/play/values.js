// @ts-check
/** @file The values of moves, and the bar beside the board. */

let showsValues = false;

/** Moves that give away less than this many points are as good as the best. */
const LITTLE = 0.5;

/** A move that gives away at least this many points, and half of what moves can give away, is bad. */
const MUCH = 3;

/**
 * The class of a value by what its move gives away against the best move: nothing, some, or much.
 * Much is also a proven win, or a draw, that is given away.
 * @param {Worth} worth @param {Worth} best @param {number} most the most points that a move gives
 * away
 */
function givesAway(worth, best, most) {
    const result = (/** @type {Worth} */ one) =>
        isProven(one) ? Math.sign(one.margin ?? 0) : null;
    if (result(worth) === -1 && result(best) !== -1) return "gives-much";
    if (result(best) === 1 && result(worth) !== 1) return "gives-much";
    const lost = inPoints(best) - inPoints(worth);
    return lost < LITTLE
        ? "gives-nothing"
        : lost < Math.max(MUCH, most / 2)
          ? "gives-some"
          : "gives-much";
}

/** A value in points. @param {Worth} worth */
function inPoints(worth) {
    return worth.margin ?? worth.points ?? 0;
}

/** @param {Assessment} about */
function drawValues({ side, values }) {
    const best = values[0];
    if (best === undefined) return;
    const most = inPoints(best[1]) - Math.min(...values.map(([, worth]) => inPoints(worth)));
    const kindOf = (/** @type {Worth} */ worth) =>
        `${chipKind(worth)} ${givesAway(worth, best[1], most)}`;
    const chips = new Map(
        values.map(([name, worth], rank) => [
            name,
            {
                text: worthShort(worth),
                brief: worthBrief(worth),
                kind: kindOf(worth),
                best: order(worth) === order(best[1]),
                rank,
            },
        ]),
    );
    board.rate(chips);
    drawHues(chips);
    const list = values.slice(0, 40).map(([name, worth, depth]) => {
        const chip = html("span", { class: `chip ${kindOf(worth)}` }, worthShort(worth));
        const words = html("b", {}, moveSaid(name));
        return html("li", {}, words, " ", chip, " ", worthTold(worth, depth));
    });
    element("values-list").replaceChildren(...list);
    drawBar(best[1], side, isProven(best[1]) ? "" : say("depth", { n: best[2] }));
}

/**
 * Draws the bar beside the board. Its filled part belongs to the side below the board. Without a
 * value, the last value stays, but paler.
 * @param {Worth | null} worth
 * @param {number} side the side whose value it is @param {string} how
 */
function drawBar(worth, side, how) {
    const bar = element("bar");
    bar.classList.toggle("off", !showsValues);
    bar.classList.toggle("stale", worth === null);
    if (worth === null) element("values-list").replaceChildren();
    if (worth === null && bar.childElementCount > 0) return;
    const lower = board.flipped === (below() === 0) ? 1 - below() : below();
    const sign = worth === null || side === lower ? 1 : -1;
    const points =
        worth === null
            ? 0
            : sign *
              (worth.margin === undefined
                  ? Math.tanh((worth.points ?? 0) / 12) * 0.9
                  : Math.sign(worth.margin));
    const kind = worth === null ? "unknown" : isProven(worth) ? "exact" : "estimate";
    const fill = html("div", { class: `fill side-${lower} ${kind}` });
    fill.style.setProperty("--share", `${50 + 50 * points}%`);
    const turned =
        worth === null
            ? null
            : sign > 0
              ? worth
              : {
                    ...worth,
                    margin: worth.margin === undefined ? undefined : -worth.margin,
                    points: -(worth.points ?? 0),
                };
    const text = turned === null ? "?" : worthShort(/** @type {Worth} */ (turned));
    bar.replaceChildren(fill, html("span", { class: "text" }, text));
    bar.setAttribute("role", "img");
    const lowerSide = say(lower === 0 ? "first" : "second");
    const label =
        turned === null
            ? say("worth-unknown")
            : `${lowerSide}: ${worthWords(/** @type {Worth} */ (turned))}${how ? `, ${how}` : ""}`;
    bar.setAttribute("aria-label", label);
    bar.title = label;
}
