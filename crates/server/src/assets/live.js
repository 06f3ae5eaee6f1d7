// @ts-check
/** @file The page of recorded games, which follows the server's events while games are played. */

import { follow } from "./follow.js";
import { SmallBoard } from "./small_board.js";

const { element, html, Marks, pieceOf, positionAt, scoreOf } = ludoteka;

/**
 * @typedef {{number: number, names: [string, string], scores: [string | null, string | null],
 *   about: string, moves: number, over: boolean, board: Recording | null}} RunningGame
 * A game in progress. Its board has the position before the last move, and the last move. `scores`
 * are the game's words for the score of each side.
 * @typedef {{games: number, progress: string, newest: string, running: RunningGame[],
 * over: boolean, published: boolean, rows?: [number, number, string][], tables?: string}} News
 * News has the changed rows by table and row, or all tables. Tables, rows and `newest` are HTML.
 */

const main = /** @type {HTMLElement} */ (document.querySelector("main[data-follow]"));

/** The items of games in progress, by the numbers of the games. @type {Map<number, Card>} */
const cards = new Map();

/** A small board with the names of the players. It leads to the page of the game. */
class Card {
    constructor() {
        this.board = new SmallBoard();
        this.players = html("span");
        this.about = html("span", { class: "quiet" });
        this.link = html("a", {}, this.board.frame, this.players, " ", this.about);
        this.item = html("li", {}, this.link);
        this.moves = -1;
        this.px = 0;
    }

    /** @param {RunningGame} game @param {number} px the longer side of the board in pixels */
    show({ number, names, scores, about, moves, over, board }, px) {
        this.link.setAttribute("href", `/games/${number}${over ? `#m=${moves}` : ""}`);
        this.about.textContent = about;
        if (board === null) {
            this.players.textContent = names.join(" – ");
            return;
        }
        if (moves === this.moves && px === this.px) return;
        const isNext = moves === this.moves + 1 && px === this.px;
        [this.moves, this.px] = [moves, px];
        const position = positionAt(board, board.moves.length);
        this.players.replaceChildren(...this.sides(position, names, scores));
        this.board.show(position, isNext, px);
        new Marks(this.board.drawing).mark(position);
    }

    /**
     * The name of each side beside its piece, with its score.
     * @param {Position} position @param {[string, string]} names
     * @param {RunningGame["scores"]} scores
     */
    sides(position, names, scores) {
        /** @type {Map<string, string>} */
        const own = new Map();
        scores.forEach((text, side) => {
            if (text !== null) own.set(side === 0 ? "first-score" : "second-score", text);
        });
        return names.flatMap((name, side) => [
            side === 0 ? "" : " – ",
            pieceOf(position, side),
            html("bdi", {}, name),
            " ",
            scoreOf(own, position, side),
        ]);
    }
}

/** The longer side of a small board in pixels. */
const BOARD_PX = 144;

/** At this address the first board is large, for a projector. */
const LARGE = "#large";

/** The room below a large board for the names of its players, in pixels. */
const NAMES_PX = 90;

/** The longer side of the board of the game at this place of the list. @param {number} place */
function boardPx(place) {
    if (place > 0 || location.hash !== LARGE) return BOARD_PX;
    const { top } = element("running").getBoundingClientRect();
    const high = innerHeight - (top + scrollY) - NAMES_PX;
    return Math.round(Math.max(BOARD_PX, Math.min(high, innerWidth * 0.5)));
}

/** @param {RunningGame[]} games */
function showRunning(games) {
    // The first board is large: that of a game whose pair goes on is of less interest.
    const isLarge = location.hash === LARGE;
    const running = isLarge ? games.toSorted((a, b) => Number(a.over) - Number(b.over)) : games;
    const list = /** @type {HTMLElement} */ (element("running").querySelector("ol"));
    const numbers = running.map(({ number }) => number);
    for (const number of cards.keys()) if (!numbers.includes(number)) cards.delete(number);
    for (const number of numbers) if (!cards.has(number)) cards.set(number, new Card());
    const items = numbers.map((number) => /** @type {Card} */ (cards.get(number)).item);
    // An item that is inserted again would lose the focus, and its motion.
    if (items.length !== list.children.length || items.some((one, i) => one !== list.children[i]))
        list.replaceChildren(...items);
    for (const [place, game] of running.entries())
        cards.get(game.number)?.show(game, boardPx(place));
    element("running").hidden = running.length === 0;
}

/** @param {string} id @param {string} text */
function setText(id, text) {
    if (element(id).textContent !== text) element(id).textContent = text;
}

/** Changes the page, and gives the focus back to the same link. @param {() => void} change */
function keepFocus(change) {
    const focused = document.activeElement?.getAttribute("href");
    change();
    const link = focused && main.querySelector(`a[href="${CSS.escape(focused)}"]`);
    if (link instanceof HTMLElement && document.activeElement !== link) link.focus();
}

/** @param {News} news */
function show({ games, progress, running, newest, over, published, rows, tables }) {
    setText("progress", progress);
    document.getElementById("share")?.setAttribute("value", String(games));
    if (tables !== undefined) element("tables").innerHTML = tables;
    const drawn = [...element("tables").querySelectorAll("tbody")];
    for (const [t, r, row] of rows ?? []) {
        const old = drawn[t]?.rows[r];
        if (old) old.outerHTML = row;
    }
    showRunning(running);
    /** @type {HTMLElement} */ (element("newest").querySelector("ol")).innerHTML = newest;
    element("newest").hidden = over || newest === "";
    element("published").hidden = !published;
}

addEventListener("hashchange", () => location.reload());
main.classList.toggle("large", location.hash === LARGE);
showRunning(JSON.parse(element("games-running").textContent ?? "[]"));
const state = element("follow-state");
follow(
    main.dataset["follow"] ?? "",
    (data) => {
        /** @type {News} */
        const news = JSON.parse(data);
        keepFocus(() => show(news));
        return news.over;
    },
    (isGone) => {
        state.hidden = !isGone;
        if (isGone) state.textContent = state.dataset["gone"] ?? "";
    },
);
