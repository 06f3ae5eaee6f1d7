// @ts-check
/** @file The page of one recorded game. */

(() => {
    "use strict";
    /**
     * @type {{name: string, title: string, words: string, set: Record<string, string>,
     * recording: Recording, follow: string | null}}
     */
    const {
        name,
        title,
        words: gameWords,
        set,
        recording: first,
        follow: news,
    } = JSON.parse(element("replay").textContent ?? "{}");
    let recording = first;
    const known = words(JSON.parse(element("words").textContent ?? '""'), gameWords);
    const replay = new Replay({
        words: known,
        own: words(gameWords),
        game: title,
        onStep: (view) => void keepLinks(view),
    });
    const on = html("a", { class: "button plain", id: "play-on" }, replay.say("play-on"));
    element("controls").append(on);

    /** The number of moves before the position that the address names. */
    const linked = () => Number(/^#m=(\d{1,9})$/.exec(location.hash)?.[1] ?? 0);

    /**
     * Sets the address of this position, and the link to a new game from it.
     * @param {number} view
     */
    async function keepLinks(view) {
        const isLast = recording.margin === undefined && view === recording.moves.length;
        history.replaceState(null, "", view > 0 && !isLast ? `#m=${view}` : location.pathname);
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

    /** Loads the game again if it has more moves. */
    async function update() {
        const answer = await fetch(`/games/${first.number}/recording`);
        if (!answer.ok) return;
        recording = await answer.json();
        replay.update(recording);
    }

    replay.show(recording, linked() || (news === null ? 0 : recording.moves.length));
    if (news !== null) {
        let asked = Promise.resolve();
        follow(news, (data) => {
            /** @type {{over: boolean, running: {number: number, moves: number, over: boolean}[]}} */
            const news = JSON.parse(data);
            const now = news.running.find(({ number }) => number === first.number);
            const isOver = now?.over ?? true;
            if (isOver || now?.moves !== recording.moves.length)
                asked = asked.then(update).catch(() => undefined);
            return news.over || isOver;
        });
    }
    addEventListener("hashchange", () => replay.go(linked(), false));
})();
