// @ts-check
/** @file Who plays, and the time of each player. */

import { html, tell } from "../board/elements.js";
import { clockText, element, pieceOf, scoreOf } from "../board/page.js";
import { timeText } from "./texts.js";

/**
 * The total time of a side's answers before the shown position, and the number of these answers.
 * @param {Recording} game @param {number} view @param {number} side
 */
function used(game, view, side) {
    let [us, answers] = [0, 0];
    const isEnd = view === game.moves.length;
    game.took_us.forEach((took, i) => {
        const move = game.opening + i;
        const mover = game.moves[move]?.[1] ?? game.turn;
        if (mover !== side || (move >= view && !isEnd)) return;
        us += took;
        answers += 1;
    });
    return { us, answers };
}

/**
 * The time that is left on a side's clock. If the side has no clock: the time that it has used.
 * @param {Recording} game @param {number} view @param {number} side
 */
function sideTime(game, view, side) {
    const { us, answers } = used(game, view, side);
    const game_ms = game.time[side]?.game_ms;
    const increment_ms = game.time[side]?.increment_ms ?? 0;
    return game_ms === undefined
        ? { key: "time-used", text: timeText(us) }
        : { key: "time-left", text: clockText(game_ms + increment_ms * answers - us / 1000) };
}

/**
 * @param {Recording} game @param {Position} position @param {number} view
 * @param {boolean} isFlipped @param {ReplayOptions} options
 */
export function drawSides(game, position, view, isFlipped, { words, own, page }) {
    const below = isFlipped ? 1 : 0;
    for (const [id, side] of /** @type {[string, number][]} */ ([
        ["player-above", 1 - below],
        ["player-below", below],
    ])) {
        const participant = game.place?.participants[side];
        const name = html("bdi", {}, game.players[side] ?? "");
        const who =
            participant !== undefined && page ? html("a", { href: page(participant) }, name) : name;
        const time = sideTime(game, view, side);
        const wins = Math.sign(position.margin ?? 0) === (side === 0 ? 1 : -1);
        const strip = element(id);
        strip.classList.toggle("to-move", position.margin === null && position.turn === side);
        strip.classList.toggle("winner", wins);
        strip.replaceChildren(
            pieceOf(position, side),
            html(
                "span",
                { class: "who" },
                html("b", {}, who),
                " ",
                tell(words, [side === 0 ? "first" : "second", {}]),
            ),
            scoreOf(own, position, side),
            html("span", { class: "time", title: tell(words, [time.key, {}]) }, time.text),
        );
    }
}
