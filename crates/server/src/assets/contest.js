// @ts-check
/** @file The table and the last games of a contest, which change while one looks. */

import { SmallBoard } from "./small_board.js";

const { Marks, positionAt } = ludoteka;

/** The longer side of a board in pixels. */
const BOARD_PX = 128;

/** How often the page is read again, in milliseconds. A pair takes seconds. */
const PERIOD_MS = 10_000;

/** What each part had when it was read, by its id. @type {Map<string, string>} */
const read = new Map();

/** Draws the ends of games in a part of the page. @param {Element} part */
function draw(part) {
    for (const place of part.querySelectorAll(".end")) {
        /** @type {Recording} */
        const game = JSON.parse(place.textContent ?? "");
        const position = positionAt(game, game.moves.length);
        const board = new SmallBoard();
        place.append(board.frame);
        board.show(position, false, BOARD_PX);
        new Marks(board.drawing).mark(position);
    }
}

/** Takes the parts of a page that have changed. @param {Document} page */
function take(page) {
    for (const part of page.querySelectorAll("[data-live]")) {
        const text = part.innerHTML;
        const old = document.getElementById(part.id);
        if (old === null || read.get(part.id) === text) continue;
        // Nothing goes away below somebody's fingers.
        if (old !== part && old.contains(document.activeElement)) continue;
        read.set(part.id, text);
        if (old !== part) old.replaceWith(part);
        draw(part);
    }
}

async function update() {
    if (document.hidden) return;
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    take(new DOMParser().parseFromString(await answer.text(), "text/html"));
}

take(document);
// A server that is away for a while is asked again.
setInterval(() => update().catch(() => {}), PERIOD_MS);
