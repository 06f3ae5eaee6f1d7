// @ts-check
/** @file Boards on pages about games. A move on a live board begins a game from there. */

import { links } from "./link.js";
import { SmallBoard } from "./small_board.js";

const { Board, sentence, words } = ludoteka;

const common = JSON.parse(document.getElementById("words")?.textContent ?? '""');
for (const live of document.querySelectorAll(".live")) {
    const place = /** @type {HTMLElement} */ (live.querySelector(".board-place"));
    /**
     * @type {{play: string, set: Record<string, string>, position: Position,
     * at: string | null, words: string}}
     */
    const {
        play,
        set,
        position,
        at,
        words: own,
    } = JSON.parse(live.querySelector("script")?.textContent ?? "{}");
    const status = /** @type {HTMLElement} */ (live.querySelector(".live-status"));
    const board = new Board(place, {
        words: words(common, own),
        own: words(own),
        label: live.getAttribute("aria-label") ?? "",
        highest: () => 420,
        say: (text) => (status.textContent = sentence(text)),
        onMove: async (name) => {
            location.href = `${play}${await links.write({ set, at, moves: [name] })}`;
            // A visitor who returns with "Back" finds the board without this move.
            setTimeout(() => board.show(position, false), 1000);
        },
    });
    board.show(position, false);
}
for (const place of document.querySelectorAll(".still")) {
    /** @type {Position} */
    const position = JSON.parse(place.textContent ?? "");
    const board = new SmallBoard();
    place.append(board.frame);
    new ResizeObserver(() => board.show(position, false, place.clientWidth)).observe(place);
}
