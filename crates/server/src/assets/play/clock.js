// @ts-check
/**
 * @file The clock. From the first move to the end of the game, it runs for the side to move in the
 * last position.
 */

/** @type {{left: [number, number], since: number, isOver: boolean} | null} */
let clock = null;

/** @param {number} whole milliseconds for each side, 0 for none */
function startClock(whole) {
    clock = whole === 0 ? null : { left: [whole, whole], since: performance.now(), isOver: false };
    drawPlayers();
}

function spend() {
    if (clock === null) return;
    const now = performance.now();
    if (game.moves.length > 0 && !last.isOver)
        clock.left[/** @type {0 | 1} */ (last.turn)] -= now - clock.since;
    clock.since = now;
}

setInterval(async () => {
    if (clock === null || clock.isOver || last.isOver) return;
    spend();
    drawPlayers();
    const late = clock.left.findIndex((left) => left <= 0);
    if (late < 0) return;
    const ended = clock;
    ended.isOver = true;
    const to = {
        ...game,
        resigned: /** @type {"first" | "second"} */ (late === 0 ? "first" : "second"),
        isLate: true,
    };
    const came = await go(game.moves.length, false, { to });
    // If the player has asked for another position in the meantime, the clock continues to run, so
    // that nobody gains time.
    ended.isOver = came !== "left";
    if (came === "there") announce(result());
}, 250);
