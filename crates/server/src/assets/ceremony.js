// @ts-check
/** @file Reveals the places of a final from the last to the first, by a key or a click. */

const FORWARD = [" ", "Enter", "ArrowRight", "ArrowDown", "PageDown"];
const BACK = ["ArrowLeft", "ArrowUp", "PageUp", "Backspace"];

/** The table of places. */
class Ceremony {
    constructor() {
        this.rows = [...document.querySelectorAll(".places tbody tr")];
        this.next = /** @type {HTMLButtonElement} */ (document.getElementById("next"));
        /** The number of rows that are revealed, from the last. */
        this.revealed = 0;
        addEventListener("keydown", (event) => this.press(event));
        addEventListener("click", ({ target }) => {
            if (target instanceof Element && target.closest("a, header") === null) this.reveal(1);
        });
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        const { target, key } = event;
        const by = FORWARD.includes(key) ? 1 : BACK.includes(key) ? -1 : 0;
        // A link keeps its keys, and so do the browser's own combinations.
        const isOthers =
            target instanceof HTMLAnchorElement || event.ctrlKey || event.metaKey || event.altKey;
        if (by === 0 || isOthers) return;
        event.preventDefault();
        this.reveal(by);
    }

    /** Reveals so many rows more, or fewer. @param {number} by */
    reveal(by) {
        this.revealed = Math.min(this.rows.length, Math.max(0, this.revealed + by));
        const first = this.rows.length - this.revealed;
        this.rows.forEach((row, index) => {
            row.classList.toggle("concealed", index < first);
            row.classList.toggle("newest", index === first);
        });
        this.next.disabled = this.revealed === this.rows.length;
        this.rows[first]?.scrollIntoView({ block: "center" });
    }
}

new Ceremony();
