// @ts-check
/**
 * @file From one position to the next: people's moves, engines' moves, and moves taken back.
 */

/**
 * An engine's move is shown after this time at the earliest, since a faster move looks like a
 * fault.
 */
const LEAST_MS = 350;

/** A report of a thinking engine is shown for this time, so that it can be read. */
const REPORT_MS = 500;

/**
 * Asks the server for the position after this number of moves. When the server has answered, the
 * game continues from that position. Until then, and if the server refuses, the game is unchanged.
 * With `link: "kept"` the address is unchanged and no engine thinks.
 * @param {number} moves
 * @param {boolean} [moving]
 * @param {{to?: Game, link?: "new" | "kept", form?: HTMLElement}} [how] the other game to open,
 * and the form for errors
 * @returns {Promise<"there" | "left" | Error>} "left" if something else was asked for meanwhile
 */
async function go(moves, moving = true, how = {}) {
    const { to = game, link, form } = how;
    here.abort();
    here = new AbortController();
    const { signal } = here;
    busy(true);
    complain(null);
    try {
        const address = await links.write(to);
        const answer = await ask("position", question(moves, to), signal);
        const next = await answer.json().catch(() => Promise.reject(new Gone()));
        if (signal.aborted) return "left";
        [game, view, position] = [to, moves, next];
        if (isNow()) last = { turn: position.turn, isOver: isOver() };
        if (link === "new") history.pushState(null, "", address);
        else if (link !== "kept") history.replaceState(null, "", address);
    } catch (error) {
        if (signal.aborted) return "left";
        // The board may already show a move that the server has not accepted, so it is drawn again.
        board.show(position, false);
        draw();
        busy(false);
        const isGone = error instanceof Gone;
        complain(/** @type {Error} */ (error), () => void go(moves, moving, how), form);
        if (!isGone && link !== "kept") goOn(signal);
        return /** @type {Error} */ (error);
    }
    board.show(position, moving);
    draw();
    busy(false);
    if (link !== "kept") goOn(signal);
    return "there";
}

/** Starts what the position needs: an engine's move, or values. @param {AbortSignal} signal */
function goOn(signal) {
    if (isOver()) {
        drawBar({ margin: /** @type {number} */ (position.margin), exact: true }, 0, "");
        return;
    }
    if (isNow() && !isPerson(position.turn)) void think(signal);
    else if (showsValues) void rate(signal);
}

/** @param {string} name @param {HTMLElement} [form] where to complain */
async function playMove(name, form) {
    const moves = [...game.moves.slice(0, view), name];
    const turn = position.turn;
    spend();
    // If this move replaces later moves, a step back in the browser's history restores them.
    const link = isNow() ? undefined : "new";
    const came = await go(moves.length, true, {
        to: { ...game, moves, resigned: null, isLate: false },
        link,
        form,
    });
    if (came === "there") announceMove(turn);
    return came === "there";
}

/** Lets the engine move. @param {AbortSignal} signal */
async function think(signal) {
    const began = performance.now();
    const side = position.turn;
    const body = { ...question(), level: level(side), time_ms: game.timeMs };
    let shown = began;
    setStatus(say("thinking"));
    try {
        await listen("best", body, signal, (event, data) => {
            if (event === "waiting") setStatus(say("waiting", { n: data.ahead + 1 }));
            if (event === "thinking" && performance.now() - shown >= REPORT_MS) {
                shown = performance.now();
                setStatus(described(data));
            }
            if (event === "move") {
                const rest = LEAST_MS - (performance.now() - began);
                setTimeout(
                    () => {
                        if (!signal.aborted && data.move !== undefined) playMove(data.move);
                    },
                    Math.max(0, rest),
                );
            }
        });
    } catch (error) {
        if (!signal.aborted) fail(/** @type {Error} */ (error), () => void go(view, false));
    }
}

/** @param {Found} found */
function described(found) {
    return say("thought", {
        n: found.depth,
        nodes: found.nodes.toLocaleString(document.documentElement.lang),
        line: found.pv.slice(0, 4).map(moveSaid).join(", "),
    });
}

/** Reports that an engine has not answered. @param {Error} error @param {() => void} again */
function fail(error, again) {
    draw();
    complain(error, again);
}

/** Goes back to a person's turn. */
async function undo() {
    let keep = game.moves.length;
    if (game.resigned === null) {
        const { movers } = position;
        keep = Math.max(0, Math.min(view, game.moves.length) - 1);
        while (keep > 0 && !isPerson(movers[keep] ?? 0) && [0, 1].some(isPerson)) keep -= 1;
    }
    spend();
    const isLost = clock?.isOver ?? true;
    const to = {
        ...game,
        moves: game.moves.slice(0, keep),
        resigned: null,
        isLate: false,
        clock: isLost ? 0 : game.clock,
    };
    // The time of moves that are taken back is not given back. A step back in the browser's history
    // restores the moves.
    if ((await go(keep, true, { to, link: "new" })) === "there" && isLost) startClock(0);
}

/**
 * Why no move can be made at a square, in games that name a move by its square.
 * @param {string} square @returns {Promise<string | null>}
 */
async function whyNot(square) {
    const { signal } = here;
    const moves = [...game.moves.slice(0, view), square];
    const asked = ask("position", { ...question(view), moves }, signal);
    return asked.then(
        () => null,
        (error) => (error instanceof Barred && !signal.aborted ? error.message : null),
    );
}

async function resign() {
    const loser =
        isPerson(position.turn) || !isPerson(1 - position.turn) ? position.turn : 1 - position.turn;
    const to = {
        ...game,
        resigned: /** @type {"first" | "second"} */ (loser === 0 ? "first" : "second"),
    };
    if ((await go(game.moves.length, true, { to })) === "there") announce(result());
}

/** Starts the same game again with the sides exchanged. */
function rematch() {
    const [first, second] = by();
    void begin({
        ...game,
        by: [second, first],
        moves: [],
        resigned: null,
        isLate: false,
        seed: seed(),
    });
}

/**
 * Starts another game, if it can be played; otherwise the current game continues. One step back in
 * the browser's history leads to the current game again.
 * @param {Game} to @param {HTMLElement} [form] where to complain
 */
async function begin(to, form) {
    if ((await go(to.moves.length, false, { to, link: "new", form })) !== "there") return false;
    startClock(to.clock);
    scrollTo({ top: 0 });
    return true;
}
