// @ts-check
/** @file Opens the game of the address, and prepares the page. */

const board = new Board(element("board"), {
    words: known,
    own,
    label: say("board-of", { game: spec.title }),
    onMove: (name) => playMove(name),
    say: notice,
    isOpen: isMine,
    whyNot,
    onTouch: () => {
        restate();
        drawButtons();
    },
});

async function openLink() {
    startClock(0);
    const { to: given, wrong } = await linked();
    // A link does not say how much time was left, so a game in progress gets no clock.
    const to = given.moves.length > 0 && given.resigned === null ? { ...given, clock: 0 } : given;
    const came = await go(to.moves.length, false, {
        to,
        link: wrong === null ? undefined : "kept",
    });
    if (came === "left") return;
    let refusal = wrong;
    if (came instanceof Error && !(came instanceof Gone)) {
        refusal = came.message;
        const most = await legalMoves(to, here.signal);
        const rest =
            most < 0
                ? fresh()
                : { ...to, moves: to.moves.slice(0, most), resigned: null, isLate: false };
        if ((await go(rest.moves.length, false, { to: rest, link: "kept" })) !== "there") return;
    }
    if (!isOver()) startClock(game.clock);
    buildNew();
    if (to.clock !== given.clock && !isOver()) notice(say("clock-dropped"));
    if (refusal !== null) complain(new BadLink(refusal), () => void go(view, false));
}

/** The game of the address, and what is wrong in the address. */
async function linked() {
    const given = await links.read(location.hash).catch(() => null);
    if (given === null)
        return { to: fresh(), wrong: location.hash.length > 1 ? say("link-unreadable") : null };
    let wrong = given.wrong ? tell(known, given.wrong) : null;
    const players = [YOU, ...spec.levels.map((n) => `engine:${n}`)];
    const named = given.by ?? [YOU, "engine:3"];
    const stranger = named.find((player) => !players.includes(player));
    if (stranger !== undefined)
        wrong ??= say("link-player", { player: stranger, players: players.join(", ") });
    const by = named.map((player) => (players.includes(player) ? player : "engine:3"));
    return { to: /** @type {Game} */ ({ ...given, by: by }), wrong };
}

/**
 * The number of legal moves before the first illegal one; below 0 if the start itself is invalid.
 * @param {Game} of @param {AbortSignal} signal
 */
async function legalMoves(of, signal) {
    let [legal, refused] = [-1, of.moves.length];
    while (refused - legal > 1) {
        const middle = (legal + refused + 1) >> 1;
        const isLegal = await ask("position", question(middle, of), signal).then(
            () => true,
            (error) => error instanceof Gone,
        );
        if (isLegal) legal = middle;
        else refused = middle;
    }
    return legal;
}

buildControls();
buildMoves();
buildText();
const selectTab = buildTabs(["moves", "new", "text", "rules"], say);
listenToKeys(steps);
addEventListener("pagehide", () => here.abort());
addEventListener("pageshow", (event) => {
    if (event.persisted) void go(view, false);
});
addEventListener("hashchange", () => void openLink());
addEventListener("resize", () => board.fit());
// A board that the game of the link replaces at once would only flicker.
if (!location.hash.startsWith("#v1")) board.show(position, false);
void openLink();
