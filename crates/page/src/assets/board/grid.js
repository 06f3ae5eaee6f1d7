// @ts-check
/** @file The grid over a board, for the keyboard, screen readers and exploring fingers. */

import { html, tell } from "./elements.js";
import { Sheet } from "./sheet.js";
import { moveWords } from "./pieces.js";

/**
 * @typedef {{click: (i: number) => void, back: () => void, chooseHue: (hue: number) => void,
 * point: (i: number) => void, say: (text: string) => void}} Acts The actions of keys on the board.
 */

/** The squares as elements, one of which the tab key reaches. */
export class Grid {
    /**
     * @param {string} label @param {Map<string, string>} words the page's
     * @param {Map<string, string>} own the game's, for the server's messages @param {Acts} acts
     */
    constructor(label, words, own, acts) {
        this.words = words;
        this.own = own;
        this.acts = acts;
        this.sheet = new Sheet(1, 1, false);
        /** @type {Choice | null} */
        this.choice = null;
        /** The focused square, by its place on the screen. */
        this.focused = 0;
        /** @type {HTMLElement[]} by their places on the screen */
        this.squares = [];
        /**
         * The description of each square for screen readers, without the square's name.
         * @type {string[]} by the squares' places on the screen
         */
        this.spoken = [];
        this.element = html("div", { class: "grid", role: "grid", "aria-label": label });
        this.listen();
    }

    /** Squares for a board of this size. @param {Sheet} sheet */
    build(sheet) {
        this.sheet = sheet;
        const { columns, rows } = sheet;
        this.squares = [];
        this.spoken = [];
        this.focused = Math.min(this.focused, columns * rows - 1);
        const lined = [];
        for (let r = 0; r < rows; r++) {
            const row = html("div", { role: "row" });
            for (let c = 0; c < columns; c++) {
                const cell = html("div", { role: "gridcell", tabindex: "-1" });
                this.squares.push(cell);
                row.append(cell);
            }
            lined.push(row);
        }
        this.element.replaceChildren(...lined);
        this.element.style.setProperty("--columns", String(columns));
        this.element.style.setProperty("--rows", String(rows));
        this.squares[this.focused]?.setAttribute("tabindex", "0");
    }

    listen() {
        const placeOf = (/** @type {Event} */ event) =>
            this.squares.indexOf(/** @type {HTMLElement} */ (event.target));
        // Screen readers send clicks without a pointer.
        this.element.addEventListener("click", (event) => {
            const place = placeOf(event);
            if (event.detail === 0 && place >= 0) this.acts.click(this.sheet.seen(place));
        });
        this.element.addEventListener("keydown", (event) => this.key(event));
        this.element.addEventListener("focusin", (event) => {
            const place = placeOf(event);
            if (place >= 0 && place !== this.focused) this.focus(place, false);
            const isSeen = this.element.matches(":focus-visible, :has(:focus-visible)");
            if (place >= 0 && isSeen) this.acts.point(this.sheet.seen(place));
        });
    }

    /**
     * @param {number} place on the screen
     * @param {boolean} moves whether the keyboard focus moves too
     */
    focus(place, moves = true) {
        this.squares[this.focused]?.setAttribute("tabindex", "-1");
        this.focused = place;
        const square = this.squares[place];
        square?.setAttribute("tabindex", "0");
        if (moves) square?.focus({ preventScroll: false });
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const { columns, rows } = this.sheet;
        const [c, r] = [this.focused % columns, Math.floor(this.focused / columns)];
        const to = (/** @type {number} */ column, /** @type {number} */ row) =>
            this.focus(
                Math.max(0, Math.min(rows - 1, row)) * columns +
                    Math.max(0, Math.min(columns - 1, column)),
            );
        const control = event.ctrlKey || event.metaKey;
        if (event.altKey || (control && event.key !== "Home" && event.key !== "End")) return;
        /** @type {Record<string, () => void>} */
        const keys = {
            ArrowLeft: () => to(c - 1, r),
            ArrowRight: () => to(c + 1, r),
            ArrowUp: () => to(c, r - 1),
            ArrowDown: () => to(c, r + 1),
            Home: () => to(0, control ? 0 : r),
            End: () => to(columns - 1, control ? rows - 1 : r),
            PageUp: () => to(c, r - 5),
            PageDown: () => to(c, r + 5),
            Enter: () => this.acts.click(this.sheet.seen(this.focused)),
            " ": () => this.acts.click(this.sheet.seen(this.focused)),
            Escape: () => this.acts.back(),
            n: () => this.nextLegal(),
            m: () => this.sayMoves(),
            l: () => this.sayLast(),
        };
        const act = keys[event.key] ?? keys[event.key.toLowerCase()] ?? this.hueKey(event.key);
        if (act === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        act();
    }

    /**
     * The action of a key that chooses a hue by the hue's sign or number.
     * @param {string} key @returns {(() => void) | undefined}
     */
    hueKey(key) {
        const hues = this.choice?.hues() ?? [];
        const hue = hues.find(({ look }) => look.glyph === key) ?? hues[Number(key) - 1];
        return hue === undefined
            ? undefined
            : () => this.acts.chooseHue(/** @type {number} */ (hue.look.hue));
    }

    /** Goes to the next square that continues a legal move. */
    nextLegal() {
        const places = [...(this.choice?.next() ?? [])]
            .filter((touch) => touch >= 0)
            .map((i) => this.sheet.seen(i))
            .sort((a, b) => a - b);
        const place = places.find((one) => one > this.focused) ?? places[0];
        if (place !== undefined) this.focus(place);
    }

    /** A move in words. @param {string} name */
    moveSaid(name) {
        return moveWords(name, this.own, /** @type {Choice} */ (this.choice).position);
    }

    sayMoves() {
        const i = this.sheet.seen(this.focused);
        const names = (this.choice?.open() ?? [])
            .filter(([, touches]) => touches.includes(i))
            .map(([name]) => this.moveSaid(name));
        const count = names.length;
        this.acts.say(
            count === 0
                ? tell(this.words, ["no-move-here", { square: this.name(i) }])
                : tell(this.words, [
                      "moves-here",
                      { n: count, moves: names.slice(0, 12).join(", ") },
                  ]),
        );
    }

    sayLast() {
        const last = this.choice?.position.played.at(-1);
        this.acts.say(
            tell(
                this.words,
                last === undefined
                    ? ["no-last-move", {}]
                    : ["last-move", { move: this.moveSaid(last) }],
            ),
        );
    }

    /** The name of a square. @param {number} i */
    name(i) {
        const { position } = /** @type {Choice} */ (this.choice);
        const columns = position.columns.length;
        const [column, row] = [
            position.columns[i % columns] ?? "",
            position.rows[Math.floor(i / columns)] ?? "",
        ];
        return /\d$/.test(column) && /^\d/.test(row) ? `${column} ${row}` : column + row;
    }

    /**
     * Updates the descriptions of squares for screen readers.
     * @param {Choice} choice
     */
    speak(choice) {
        this.choice = choice;
        const { words } = this;
        const { position } = choice;
        const called = new Map(
            position.legend.map(([look, message]) => {
                const { piece, side, hue } = /** @type {Look} */ (position.looks[look]);
                return [[piece, side, hue].join(), tell(this.own, message)];
            }),
        );
        const next = choice.next();
        const changed = new Set(position.last.map(([i]) => i));
        const deciding = new Set(position.decided);
        const said = position.looks.map((look) => {
            const what =
                called.get([look.piece, look.side, look.hue].join()) ?? tell(words, ["empty", {}]);
            if (look.owner === undefined) return what;
            const side = [look.owner === 0 ? "first" : "second"];
            return `${what}, ${tell(words, ["owned-by", { side }])}`;
        });
        const [legal, last, touched, decided] = ["legal", "just-changed", "touched", "decided"].map(
            (key) => tell(words, [key, {}]),
        );
        this.squares.forEach((square, place) => {
            const i = this.sheet.seen(place);
            let text = /** @type {string} */ (said[position.cells[i] ?? 0]);
            if (changed.has(i)) text += `, ${last}`;
            if (deciding.has(i)) text += `, ${decided}`;
            if (choice.isChosen(i)) text += `, ${touched}`;
            if (next.has(i)) text += `, ${legal}`;
            if (this.spoken[place] === text) return;
            this.spoken[place] = text;
            square.setAttribute("aria-label", `${this.name(i)}, ${text}`);
        });
    }
}
