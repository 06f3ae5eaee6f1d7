// @ts-check
/** @file The values of moves, and the bar beside the board. */

let showsValues = false;

/** @param {Values} values */
function drawValues({ side, values }) {
    const sorted = [...values].sort(([, a], [, b]) => order(b) - order(a));
    const best = sorted[0];
    if (best === undefined) return;
    const chips = new Map(
        sorted.map(([name, worth], rank) => [
            name,
            {
                text: worthShort(worth),
                brief: worthBrief(worth),
                kind: chipKind(worth),
                best: order(worth) === order(best[1]),
                rank,
            },
        ]),
    );
    board.rate(chips);
    drawHues(chips);
    const list = sorted.slice(0, 40).map(([name, worth, depth]) => {
        const chip = html("span", { class: `chip ${chipKind(worth)}` }, worthShort(worth));
        return html(
            "li",
            {},
            html("b", {}, moveSaid(name)),
            " ",
            chip,
            " ",
            worthTold(worth, depth),
        );
    });
    element("values-list").replaceChildren(...list);
    drawBar(best[1], side, isProven(best[1]) ? "" : say("depth", { n: best[2] }));
}

/**
 * Draws the bar beside the board. Its filled part belongs to the side below the board.
 * @param {Worth | null} worth
 * @param {number} side the side whose value it is @param {string} how
 */
function drawBar(worth, side, how) {
    const bar = element("bar");
    bar.classList.toggle("off", !showsValues);
    if (worth === null) element("values-list").replaceChildren();
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
