// @ts-check
/** @file The panels beside the board: the moves, what programs wrote, and the report on a foul. */

import { html, tell } from "../board/elements.js";
import { element, placeMove, sentence } from "../board/page.js";
import { moveName } from "../board/pieces.js";
import { playerOf, seen } from "./texts.js";

/**
 * The list of moves. A click on a move calls `go` with its number, from 1.
 * @param {Recording} game @param {ReplayOptions} options @param {(move: number) => void} go
 */
export function buildMoveList(game, { words, own }, go) {
    const items = game.moves.map(([name], i) => {
        const opening = { class: "quiet", title: tell(words, ["of-opening", {}]) };
        const button = html(
            "button",
            { type: "button", title: name, ...(i < game.opening ? opening : {}) },
            ...moveName(name, own, game),
        );
        button.addEventListener("click", () => go(i + 1));
        const item = html("li", {}, button);
        placeMove(item, game.moves[i]?.[1] ?? 0, game.moves[i - 1]?.[1]);
        return item;
    });
    const none = html("p", { class: "quiet" }, tell(words, ["no-moves-yet", {}]));
    element("panel-moves").replaceChildren(
        ...(items.length > 0 ? [] : [none]),
        html("ol", { id: "moves-list", class: "moves" }, ...items),
        html("div", { id: "stderr" }),
    );
}

/** Marks a move in the list and scrolls to it. @param {number} move its number, from 1 */
export function markMove(move) {
    const list = element("moves-list");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = list.children[move - 1]?.firstElementChild;
    current?.setAttribute("aria-current", "true");
    const panel = element("panel-moves");
    // `scrollIntoView` would also scroll the whole page.
    if (current instanceof HTMLElement)
        panel.scrollTop = current.offsetTop - panel.offsetTop - panel.clientHeight / 2;
}

/**
 * Shows the text that programs wrote to standard error before the shown move. At the end of the
 * game it also shows the text written before an answer that was no move.
 * @param {Recording} game @param {number} view @param {Map<string, string>} words
 */
export function drawStderr(game, view, words) {
    const { stderr = [], moves, turn } = game;
    const isEnd = view === moves.length;
    const texts = stderr.filter(([n]) => n === view || (isEnd && n > view));
    element("stderr").replaceChildren(
        ...texts.flatMap(([n, text]) => {
            const name = playerOf(game, moves[n - 1]?.[1] ?? turn, words);
            return [
                html("p", { class: "quiet" }, tell(words, ["stderr-of", { name }])),
                html("pre", { tabindex: "0" }, seen(text)),
            ];
        }),
    );
}

/**
 * The report on a program that lost by a foul.
 * @param {Recording} game @param {Map<string, string>} words
 */
export function buildFoul(game, words) {
    const { foul } = game;
    const panel = element("panel-foul");
    if (foul === undefined) return panel.replaceChildren();
    const { what, side, report } = foul;
    const lost = tell(words, ["by-foul", { name: playerOf(game, side, words), what }]);
    const parts = [html("p", {}, html("b", {}, `${lost}.`))];
    if (report !== undefined) {
        parts.push(html("p", {}, `${sentence(seen(report.ended))}.`));
        if (report.hint !== undefined) parts.push(html("p", {}, seen(report.hint)));
        for (const [key, text] of /** @type {[string, string][]} */ ([
            ["see-again", report.reproduce],
            ["see-unconfined", report.unconfined ?? ""],
            ["was-told", report.input],
            ["wrote", report.output],
            ["complained", report.stderr],
        ])) {
            if (text === "") continue;
            parts.push(
                html("h2", {}, tell(words, [key, {}])),
                html("pre", { tabindex: "0" }, seen(text)),
            );
        }
    }
    panel.replaceChildren(...parts);
}
