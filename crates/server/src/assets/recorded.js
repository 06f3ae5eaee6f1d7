// @ts-check
/** @file The page of one recorded game. */

(() => {
    "use strict";
    const { words, html } = ludoteka;
    const { Replay, element } = replays;

    /** @type {{name: string, title: string, words: string, set: Record<string, string>, recording: Recording}} */
    const {
        name,
        title,
        words: gameWords,
        set,
        recording,
    } = JSON.parse(element("replay").textContent ?? "{}");
    const known = words(JSON.parse(element("words").textContent ?? '""'), gameWords);
    const replay = new Replay({
        words: known,
        own: words(gameWords),
        game: title,
        onStep: (view) => void keepLinks(view),
    });
    const on = html("a", { class: "button plain", id: "play-on" }, replay.say("play-on"));
    element("controls").append(on);

    /** How many moves the address asks for. */
    const linked = () => Number(/^#m=(\d{1,9})$/.exec(location.hash)?.[1] ?? 0);

    /** The address of this position, and of a game that goes on from it. @param {number} view */
    async function keepLinks(view) {
        history.replaceState(null, "", view > 0 ? `#m=${view}` : location.pathname);
        const { moves, turn } = recording;
        on.hidden = view === moves.length;
        const mover = moves[view]?.[1] ?? turn;
        const by = /** @type {[string, string]} */ (
            mover === 0 ? ["you", "engine:3"] : ["engine:3", "you"]
        );
        const link = await links.write({
            set,
            by,
            moves: moves.slice(0, view).map(([name]) => name),
        });
        if (replay.view === view) on.setAttribute("href", `/play/${name}${link}`);
    }

    replay.show(recording, linked());
    addEventListener("hashchange", () => replay.go(linked(), false));
})();
