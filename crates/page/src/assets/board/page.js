// @ts-check
/** @file What the page of a game to play and the page of a recorded game share. */

import { html, tell } from "./elements.js";
import { icon } from "./pieces.js";

/** @param {string} id @returns {HTMLElement} */
export const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A text with a capital letter. @param {string} text */
export const sentence = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Announces a text to screen readers, even if it is the same text again. @param {string} text */
export function announce(text) {
    const live = element("live");
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Minutes and seconds, with tenths if less than ten seconds are left. @param {number} ms */
export function clockText(ms) {
    const tenths = Math.ceil(Math.max(0, ms) / 100);
    if (tenths < 100) return (tenths / 10).toFixed(1);
    const seconds = Math.ceil(tenths / 10);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A picture of a side's pieces. @param {Position} position @param {number} side */
export function pieceOf({ looks, legend, cells }, side) {
    const own = legend
        .map(([look]) => /** @type {Look} */ (looks[look]))
        .find((look) => look.side === side);
    const owned = looks[cells.find((look) => looks[look]?.owner === side) ?? -1];
    const plain = own ?? owned ?? { piece: "none", glyph: "", owner: side };
    return icon(own ? { ...plain, edges: plain.piece === "block" ? 0 : undefined } : plain);
}

/**
 * Puts a move of a list into the column of its side.
 * @param {HTMLElement} item @param {number} side @param {number} [before] the side of the move
 * before it
 */
export function placeMove(item, side, before) {
    item.classList.toggle("row", before === undefined || side === 0 || side === before);
    item.classList.toggle("reply", side === 1);
}

/**
 * The score of a side in words, made from the values in the position's caption. It is empty if the
 * game counts nothing.
 * @param {Map<string, string>} own the game's words @param {Position} position @param {number} side
 */
export function scoreOf(own, { caption }, side) {
    const key = side === 0 ? "first-score" : "second-score";
    const text = caption !== null && own.has(key) ? tell(own, [key, caption[1]]) : "";
    return html("span", { class: "score" }, text.includes("{") ? "" : text);
}

/**
 * @param {string} id @param {string} text @param {() => void} act
 * @param {string} [sign] what the button shows in place of the text
 */
export function pageButton(id, text, act, sign) {
    /** @type {Record<string, string>} */
    const named = sign ? { "aria-label": text, title: text } : {};
    const button = html("button", { type: "button", id, ...named }, sign ?? text);
    button.addEventListener("click", () => {
        if (isEnabled(button)) act();
    });
    return button;
}

/** Whether a button does something now. @param {HTMLElement} button */
export const isEnabled = (button) => button.getAttribute("aria-disabled") !== "true";

/**
 * @typedef {(key: string, filled?: Message[1]) => string} Say
 * @typedef {{first: () => void, back: () => void, next: () => void, last: () => void}} Steps
 * The functions that lead to another position of the game.
 */

/**
 * The buttons and the slider that lead to another position of the game.
 * @param {Say} say @param {Steps} steps @param {(view: number) => void} go
 */
export function stepButtons(say, { first, back, next, last }, go) {
    const slider = /** @type {HTMLInputElement} */ (
        html("input", { type: "range", id: "slider", min: "0", "aria-label": say("slider") })
    );
    slider.addEventListener("input", () => go(Number(slider.value)));
    return html(
        "span",
        { class: "steps" },
        pageButton("first", say("to-start"), first, "«"),
        pageButton("back", say("step-back"), back, "‹"),
        slider,
        pageButton("next", say("step-on"), next, "›"),
        pageButton("last", say("to-end"), last, "»"),
    );
}

/**
 * Switches between the whole board and squares that are large enough for a finger.
 * @param {Say} say @param {Board} board
 */
export function sizeButton(say, board) {
    const button = pageButton("size", say("finger-size"), () => {
        board.size(!board.finger);
        button.textContent = say(board.finger ? "fit-size" : "finger-size");
    });
    return button;
}

/**
 * Lets keys step through the positions, unless the visitor types or chooses something.
 * @param {Steps} steps @param {Record<string, () => void>} [more] other keys and their actions
 */
export function listenToKeys({ first, back, next, last }, more = {}) {
    const keys = { ArrowLeft: back, ArrowRight: next, Home: first, End: last, ...more };
    document.addEventListener("keydown", (event) => {
        const target = /** @type {HTMLElement} */ (event.target);
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (target.closest("input:not([type=range]), textarea, select, [role=tablist], pre"))
            return;
        const act = /** @type {Record<string, () => void>} */ (keys)[event.key];
        if (act === undefined) return;
        event.preventDefault();
        act();
    });
}

/**
 * Builds a tab for each panel, and opens the first panel.
 * @param {string[]} names the names of the panels @param {Say} say
 * @returns {(chosen: number) => void} opens the panel with this number
 */
export function buildTabs(names, say) {
    const tabs = names.map((name) => {
        const id = `tab-${name}`;
        const controls = { role: "tab", id, "aria-controls": `panel-${name}` };
        return html("button", { type: "button", ...controls }, say(id));
    });
    const select = (/** @type {number} */ chosen) =>
        tabs.forEach((tab, i) => {
            tab.setAttribute("aria-selected", String(i === chosen));
            tab.setAttribute("tabindex", i === chosen ? "0" : "-1");
            element(`panel-${names[i]}`).hidden = i !== chosen;
        });
    tabs.forEach((tab, i) => {
        tab.addEventListener("click", () => {
            select(i);
            const { bottom } = element(`panel-${names[i]}`).getBoundingClientRect();
            if (bottom > innerHeight + 1) element("tabs").scrollIntoView();
        });
        tab.addEventListener("keydown", (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (step === undefined) return;
            event.preventDefault();
            const to = (i + step + tabs.length) % tabs.length;
            select(to);
            tabs[to]?.focus();
        });
        element(`panel-${names[i]}`).setAttribute("aria-labelledby", tab.id);
    });
    element("tabs").replaceChildren(...tabs);
    select(0);
    return select;
}
