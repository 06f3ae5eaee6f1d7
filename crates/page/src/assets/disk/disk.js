// @ts-check
/** @file The page of a tournament's folder that shows any of the games. */

import { html, tell, words } from "../board/elements.js";
import { element } from "../board/page.js";
import { loadPacked } from "../replay/packed.js";
import { Replay } from "../replay/replay.js";

/** The number of games in a file. */
const IN_A_FILE = 100;

/** @param {number} game @param {number} [view] */
const link = (game, view = 0) => `#g=${game}${view > 0 ? `&m=${view}` : ""}`;

/** The numbers in the link: the game, and the number of moves. */
function linked() {
    const values = new URLSearchParams(location.hash.slice(1));
    const whole = (/** @type {string} */ name, /** @type {number} */ unless) =>
        /^\d{1,9}$/.test(values.get(name) ?? "") ? Number(values.get(name)) : unless;
    return { game: whole("g", 1), view: whole("m", 0) };
}

/** The games of a folder, one of which is shown. */
class Published {
    /** @param {{title: string, games: number, words: string}} folder */
    constructor({ title, games, words: own }) {
        this.games = games;
        this.known = words(JSON.parse(element("words").textContent ?? '""'), own);
        /**
         * The games of the file that was read last. They are kept, since the next game that the
         * visitor opens is probably among them.
         * @type {{number: number, games: Promise<Recording[]>} | null}
         */
        this.last = null;
        this.replay = new Replay({
            words: this.known,
            own: words(own),
            game: title,
            page: (participant) => `players/${participant}.html`,
            onStep: () => this.keepLink(),
        });
        // The script is there if the games were analysed.
        if (ludoteka.ReplayReview !== undefined) new ludoteka.ReplayReview(this.replay, this);
        addEventListener("hashchange", () => void this.open());
        void this.open();
    }

    /**
     * Passes on the reports of the game shown, in place of a server.
     * @param {string} _what @param {object} _question @param {AbortSignal} _signal
     * @param {(event: string, data: any) => void} heard
     */
    async listen(_what, _question, _signal, heard) {
        for (const report of this.replay.game?.review ?? []) heard("reviewed", report);
        heard("done", {});
    }

    /** @type {Say} */
    say(key, filled = {}) {
        return tell(this.known, [key, filled]);
    }

    keepLink() {
        const { game, view } = this.replay;
        if (game !== null) history.replaceState(null, "", link(game.number, view));
    }

    /** The games of a file. @param {number} number @returns {Promise<Recording[]>} */
    file(number) {
        if (this.last?.number !== number)
            this.last = {
                number,
                games: loadPacked(number, (key, filled) => this.say(key, filled)),
            };
        return this.last.games;
    }

    /** Shows the game of the link. */
    async open() {
        const { replay } = this;
        const { game: number, view } = linked();
        if (replay.game?.number === number) return replay.go(view, false);
        try {
            const missing = () =>
                new Error(this.say("no-such-game", { n: number, all: this.games }));
            if (number < 1 || number > this.games) throw missing();
            const games = await this.file(Math.ceil(number / IN_A_FILE));
            const game = games.find((one) => one.number === number);
            if (game === undefined) throw missing();
            // The visitor has followed another link meanwhile.
            if (linked().game !== number) return;
            element("complaint").hidden = true;
            this.name(game);
            replay.show(game, view);
            this.listGames(game, games);
        } catch (error) {
            element("complaint").hidden = false;
            element("complaint").textContent = /** @type {Error} */ (error).message;
        }
    }

    /** The names of the match and the game. @param {Recording} game */
    name({ players, place, number }) {
        document.title = `${players[0]} – ${players[1]}`;
        element("game-name").textContent = document.title;
        element("game-place").textContent =
            place === undefined
                ? ""
                : this.say("place-of-game", {
                      round: place.round,
                      table: place.table,
                      game: place.game,
                      games: place.games,
                  });
        const leads = (/** @type {number} */ to, /** @type {string} */ id) =>
            html("a", { href: link(to), id }, this.say(id));
        element("game-steps").replaceChildren(
            ...(number > 1 ? [leads(number - 1, "game-before")] : []),
            ...(number < this.games ? [leads(number + 1, "game-after")] : []),
        );
    }

    /**
     * Lists those of `games` that belong to the match of `game`, with links to the games before and
     * after them.
     * @param {Recording} game @param {Recording[]} games
     */
    listGames(game, games) {
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
                html("span", { class: "quiet" }, this.replay.result(one)),
            );
        };
        const ways = html("p", { class: "ways" });
        if (first?.place && first.place.game > 1 && first.number > 1)
            ways.append(html("a", { href: link(first.number - 1) }, this.say("games-before")));
        if (final?.place && final.place.game < final.place.games && final.number < this.games)
            ways.append(html("a", { href: link(final.number + 1) }, this.say("games-after")));
        element("panel-games").replaceChildren(
            html("ol", { class: "records" }, ...own.map(item)),
            ways,
        );
    }
}

const { replay } = new Published(JSON.parse(element("replay").textContent ?? "{}"));
/** A server that lets visitors play adds a link to the replay. */
export const ofDisk = { replay };
Object.assign(ludoteka, ofDisk);
