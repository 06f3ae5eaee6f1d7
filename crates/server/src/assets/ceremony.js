// @ts-check
/** @file Reveals the places of a final from the last to the first, by a key or a click. */

const rows = [...document.querySelectorAll(".places tbody tr")];
const next = /** @type {HTMLButtonElement} */ (document.getElementById("next"));

/** The number of rows that are revealed, from the last. */
let revealed = 0;

/** Reveals so many rows more, or fewer. @param {number} by */
function reveal(by) {
    revealed = Math.min(rows.length, Math.max(0, revealed + by));
    const first = rows.length - revealed;
    rows.forEach((row, index) => {
        row.classList.toggle("concealed", index < first);
        row.classList.toggle("newest", index === first);
    });
    next.disabled = revealed === rows.length;
    rows[first]?.scrollIntoView({ block: "center" });
}

const FORWARD = [" ", "Enter", "ArrowRight", "ArrowDown", "PageDown"];
const BACK = ["ArrowLeft", "ArrowUp", "PageUp", "Backspace"];

addEventListener("keydown", (event) => {
    const by = FORWARD.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0;
    // A link keeps its keys, and so do the browser's own combinations.
    const isMeant = !(event.target instanceof HTMLAnchorElement) && !event.ctrlKey && !event.metaKey;
    if (by === 0 || !isMeant || event.altKey) return;
    event.preventDefault();
    reveal(by);
});
addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a, header") === null) reveal(1);
});
