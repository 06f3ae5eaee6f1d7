// @ts-check
/**
 * @file The games of a tournament's folder. A page from disk cannot read files, but it can load
 * scripts. The scripts with games call `recorded.add`.
 */

/* exported recorded */
var recorded = (() => {
    "use strict";
    /** The number of games in a file. */
    const IN_A_FILE = 100;

    /** @type {{title: string, games: number, words: string}} */
    const folder = JSON.parse(element("replay").textContent ?? "{}");
    const own = words(folder.words);
    const known = words(JSON.parse(element("words").textContent ?? '""'), folder.words);
    /** @param {string} key @param {Message[1]} [filled] */
    const say = (key, filled = {}) => tell(known, [key, filled]);
    /** The compressed texts of the files that have been loaded. @type {Map<number, string>} */
    const packed = new Map();
    /**
     * The games of the file that was read last. They are kept, since the next game that the visitor
     * opens is probably among them.
     * @type {{number: number, games: Promise<Recording[]>} | null}
     */
    let last = null;

    const replay = new Replay({
        words: known,
        own,
        game: folder.title,
        page: (participant) => `players/${participant}.html`,
        onStep: () => keepLink(),
    });

    /** The numbers in the link: the game, and the number of moves. */
    function linked() {
        const values = new URLSearchParams(location.hash.slice(1));
        const whole = (/** @type {string} */ name, /** @type {number} */ unless) =>
            /^\d{1,9}$/.test(values.get(name) ?? "") ? Number(values.get(name)) : unless;
        return { game: whole("g", 1), view: whole("m", 0) };
    }

    /** @param {number} game @param {number} [view] */
    const link = (game, view = 0) => `#g=${game}${view > 0 ? `&m=${view}` : ""}`;

    function keepLink() {
        if (replay.game !== null)
            history.replaceState(null, "", link(replay.game.number, replay.view));
    }

    /**
     * Each file of games calls this function.
     * @param {number} number @param {string} text deflated JSON in base 64
     */
    function add(number, text) {
        packed.set(number, text);
    }

    /** @param {string} text @returns {Promise<Recording[]>} */
    async function unpacked(text) {
        const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
        return new Response(
            new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")),
        ).json();
    }

    /**
     * The games of a file. Only the last file's games are kept.
     * @param {number} number @returns {Promise<Recording[]>}
     */
    function file(number) {
        if (last?.number !== number) last = { number, games: loaded(number) };
        return last.games;
    }

    /** @param {number} number */
    async function loaded(number) {
        const script = document.createElement("script");
        script.src = `games/${number}.js`;
        const came = new Promise((then, otherwise) => {
            script.onload = then;
            script.onerror = () =>
                otherwise(new Error(say("no-games-file", { file: `games/${number}.js` })));
        });
        document.head.append(script);
        await came.finally(() => script.remove());
        const text = packed.get(number) ?? "";
        packed.delete(number);
        return unpacked(text);
    }

    /** Shows the game of the link. */
    async function open() {
        const { game: number, view } = linked();
        if (replay.game?.number === number) return replay.go(view, false);
        try {
            if (number < 1 || number > folder.games)
                throw new Error(say("no-such-game", { n: number, all: folder.games }));
            const games = await file(Math.ceil(number / IN_A_FILE));
            const game = games.find((one) => one.number === number);
            if (game === undefined)
                throw new Error(say("no-such-game", { n: number, all: folder.games }));
            // The visitor has followed another link meanwhile.
            if (linked().game !== number) return;
            element("complaint").hidden = true;
            name(game);
            replay.show(game, view);
            listGames(game, games);
        } catch (error) {
            element("complaint").hidden = false;
            element("complaint").textContent = /** @type {Error} */ (error).message;
        }
    }

    /** The names of the match and the game. @param {Recording} game */
    function name({ players, place, number }) {
        document.title = `${players[0]} – ${players[1]}`;
        element("game-name").textContent = document.title;
        element("game-place").textContent =
            place === undefined
                ? ""
                : say("place-of-game", {
                      round: place.round,
                      table: place.table,
                      game: place.game,
                      games: place.games,
                  });
        const steps = element("game-steps");
        steps.replaceChildren(
            ...(number > 1
                ? [html("a", { href: link(number - 1), id: "game-before" }, say("game-before"))]
                : []),
            ...(number < folder.games
                ? [html("a", { href: link(number + 1), id: "game-after" }, say("game-after"))]
                : []),
        );
    }

    /**
     * Lists those of `games` that belong to the match of `game`, with links to the games before and
     * after them.
     * @param {Recording} game @param {Recording[]} games
     */
    function listGames(game, games) {
        const of = (/** @type {Recording} */ { place }) =>
            place && [place.round, place.table, place.extra].join();
        const own = games.filter((one) => of(one) === of(game));
        const [first, final] = [own[0], own.at(-1)];
        const item = (/** @type {Recording} */ one) => {
            const { players, number, place } = one;
            const leads = html(
                "a",
                {
                    href: link(number),
                    ...(number === game.number ? { "aria-current": "true" } : {}),
                },
                html("bdi", {}, players[0]),
                " – ",
                html("bdi", {}, players[1]),
            );
            return html(
                "li",
                { value: String(place?.game ?? number) },
                leads,
                " ",
                html("span", { class: "quiet" }, replay.result(one)),
            );
        };
        const ways = html("p", { class: "ways" });
        if (first?.place && first.place.game > 1 && first.number > 1)
            ways.append(html("a", { href: link(first.number - 1) }, say("games-before")));
        if (final?.place && final.place.game < final.place.games && final.number < folder.games)
            ways.append(html("a", { href: link(final.number + 1) }, say("games-after")));
        element("panel-games").replaceChildren(
            html("ol", { class: "records" }, ...own.map(item)),
            ways,
        );
    }

    addEventListener("hashchange", () => void open());
    void open();
    return { add, replay };
})();
