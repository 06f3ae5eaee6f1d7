// @ts-check
/** @file The list of all games of a tournament's folder, with filters. */

import { html, tell, words } from "../board/elements.js";
import { element } from "../board/page.js";
import { loadPacked } from "../replay/packed.js";

/**
 * @typedef {{names: string[], margins: boolean, boards: number, runs: number[][], first: string,
 *   margin: number[], moves: number[], kinds: string[], fouls: [number, number][]}} Listed
 * The results of all games; see `Listed` in Rust.
 * @typedef {{line: number, round: number, players: [number, number], margin: number,
 *   moves: number, foul: string}} ListedGame
 * A game from the view of the player who moved first. `foul` is empty if there was none.
 * @typedef {{p: number, vs: number, result: string, foul: string}} Filter
 * The participants' numbers, or 0 for any. Without participants, results are those of the player
 * who moved first.
 */

/** The list grows by this many games at a time. */
const AT_ONCE = 100;

const known = words(JSON.parse(element("words").textContent ?? '""'));
/** @param {string} key @param {Record<string, any>} filled */
const say = (key, filled = {}) => tell(known, [key, filled]);

/** @param {Listed} listed @returns {Generator<ListedGame>} */
function* gamesOf({ runs, first, margin, moves, kinds, fouls }) {
    const foulOf = new Map(fouls);
    for (const [i, [start = 0, round = 0, , , one = 0, other = 0]] of runs.entries()) {
        const end = runs[i + 1]?.[0] ?? margin.length + 1;
        for (let line = start; line < end; line++) {
            const turned = first[line - 1] === "1";
            const won = margin[line - 1] ?? 0;
            yield {
                line,
                round,
                players: turned ? [other, one] : [one, other],
                margin: turned ? -won : won,
                moves: moves[line - 1] ?? 0,
                foul: kinds[foulOf.get(line) ?? -1] ?? "",
            };
        }
    }
}

/** @param {ListedGame} game @param {Filter} filter */
function fits({ players, margin, foul: kind }, { p, vs, result, foul }) {
    if ((p > 0 && !players.includes(p)) || (vs > 0 && !players.includes(vs))) return false;
    const own = (p > 0 ? players[1] === p : vs > 0 && players[0] === vs) ? -margin : margin;
    const ended = own > 0 ? "won" : own < 0 ? "lost" : "drawn";
    if (result !== "" && result !== ended) return false;
    return (
        foul === "" ||
        (foul === "any" ? kind !== "" : foul === "none" ? kind === "" : kind === foul)
    );
}

/** The list on its page. The address has the filter. */
class ListPage {
    /** @param {Listed} listed */
    constructor(listed) {
        this.listed = listed;
        this.games = [...gamesOf(listed)];
        /** The number of games that are shown. */
        this.most = AT_ONCE;
        this.form = /** @type {HTMLFormElement} */ (element("filter"));
        const participants = listed.names.map(
            (name, i) => /** @type {const} */ ([`${i + 1}`, name]),
        );
        this.offer("p", participants);
        this.offer("vs", participants);
        this.offer("foul", [
            ["any", say("a-foul")],
            ["none", say("no-foul")],
            ...listed.kinds.map((kind) => /** @type {const} */ ([kind, kind])),
        ]);
        this.offer("result", [
            ["won", say("list-won")],
            ["drawn", say("list-drawn")],
            ["lost", say("list-lost")],
        ]);
        this.form.addEventListener("change", () => this.keepLink());
        this.form.addEventListener("submit", (event) => event.preventDefault());
        element("more").addEventListener("click", () => this.showMore());
        addEventListener("hashchange", () => this.followLink());
        this.followLink();
    }

    /** @param {string} name */
    select(name) {
        return /** @type {HTMLSelectElement} */ (this.form.elements.namedItem(name));
    }

    /** @param {string} name @param {(readonly [string, string])[]} choices values and texts */
    offer(name, choices) {
        this.select(name).append(
            ...choices.map(([value, text]) => html("option", { value }, text)),
        );
    }

    /** Sets the filter to the one of the address. */
    followLink() {
        const given = new URLSearchParams(location.hash.slice(1));
        for (const name of ["p", "vs", "result", "foul"]) {
            this.select(name).value = given.get(name) ?? "";
            // What cannot be chosen is any.
            if (this.select(name).selectedIndex < 0) this.select(name).value = "";
        }
        this.most = AT_ONCE;
        this.draw();
    }

    keepLink() {
        const chosen = new URLSearchParams();
        for (const name of ["p", "vs", "result", "foul"])
            if (this.select(name).value !== "") chosen.set(name, this.select(name).value);
        history.replaceState(null, "", `#${chosen}`);
        this.most = AT_ONCE;
        this.draw();
    }

    showMore() {
        const first = this.most;
        this.most += AT_ONCE;
        this.draw();
        element("list").querySelectorAll("tbody tr")[first]?.querySelector("a")?.focus();
    }

    /** @returns {Filter} */
    filter() {
        const value = (/** @type {string} */ name) => this.select(name).value;
        const [p, vs] = [Number(value("p")), Number(value("vs"))];
        return { p, vs, result: value("result"), foul: value("foul") };
    }

    draw() {
        const filter = this.filter();
        const { p, vs } = filter;
        const whose = p > 0 ? "" : vs > 0 ? "-by-others" : "-by-first";
        for (const name of ["won", "lost"])
            /** @type {HTMLOptionElement} */ (
                this.select("result").querySelector(`[value=${name}]`)
            ).text = say(`list-${name}${whose}`);
        const games = this.games.filter((game) => fits(game, filter));
        element("count").textContent = say("list-games", { n: games.length });
        element("list").hidden = games.length === 0;
        element("more").hidden = games.length <= this.most;
        element("list")
            .querySelector("tbody")
            ?.replaceChildren(...games.slice(0, this.most).map((game) => this.row(game)));
    }

    /** @param {ListedGame} game */
    row({ line, round, players, margin, moves, foul }) {
        const { boards, margins, names } = this.listed;
        const player = (/** @type {0 | 1} */ side) => {
            const wins = side === 0 ? margin > 0 : margin < 0;
            const name = html("bdi", {}, names[players[side] - 1] ?? "");
            const link = html("a", { href: `players/${players[side]}.html` }, name);
            return html("td", { class: wins ? "name winner" : "name" }, link);
        };
        const number =
            line > boards ? `${line}` : html("a", { href: `replay.html#g=${line}` }, `▸ ${line}`);
        const result = margin > 0 ? "1 : 0" : margin < 0 ? "0 : 1" : "½ : ½";
        const signed = margin > 0 ? `+${margin}` : `${margin}`.replace("-", "\u2212");
        return html(
            "tr",
            {},
            html("td", { class: "games" }, number),
            html("td", { class: "place more" }, `${round}`),
            player(0),
            html("td", { class: "points" }, result, ...(foul ? [html("small", {}, foul)] : [])),
            player(1),
            ...(margins ? [html("td", {}, signed)] : []),
            html("td", {}, `${moves}`),
        );
    }
}

loadPacked("list", say).then(
    (listed) => new ListPage(listed),
    (/** @type {Error} */ error) => {
        element("complaint").hidden = false;
        element("complaint").textContent = error.message;
    },
);
