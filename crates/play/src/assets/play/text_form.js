// @ts-check
/** @file The game as text: a move by its name, the moves, a diagram, and the link. */

import { labelled } from "./labelled.js";

/** @import { Game } from "../link.js" */
/** @import { Session } from "./session.js" */
/** @import { Turns } from "./turns.js" */

const { element, html, pageButton } = ludoteka;

/** The forms of the game as text. */
export class TextForm {
    /** @param {Session} session @param {Turns} turns */
    constructor(session, turns) {
        this.session = session;
        this.turns = turns;
        const say = (/** @type {string} */ key) => session.say(key);
        this.moves = area(say("moves-as-text"), "moves-text", 4);
        this.diagram = area(say("diagram"), "diagram", 8);
        element("panel-text").replaceChildren(
            ...this.moveForm(),
            this.moves.label,
            ...this.useButton("use-moves", "play-moves", () => ({
                moves: this.movesIn(this.moves.field.value),
            })),
            this.diagram.label,
            ...this.useButton("use-diagram", "start-there", () => ({
                at: this.diagram.field.value.replace(/\n?$/, "\n"),
                moves: [],
            })),
            this.copyLine(),
            html("h2", {}, say("keys")),
            html("p", { class: "quiet" }, say("keys-of-board")),
        );
        session.onChange(() => this.draw());
    }

    draw() {
        const { position, game } = this.session;
        fill(this.diagram.field, position.diagram);
        fill(this.moves.field, game.moves.join(this.session.spaced() ? "\n" : " "));
    }

    /** The form for a move by its name. @returns {HTMLElement[]} */
    moveForm() {
        const { session } = this;
        const attributes = { type: "text", id: "move-name", autocomplete: "off" };
        const name = /** @type {HTMLInputElement} */ (html("input", attributes));
        const wrong = html("div");
        const form = html(
            "form",
            { class: "line" },
            labelled(session.say("move-by-name"), name),
            html("button", { type: "submit" }, session.say("play")),
        );
        form.addEventListener("submit", async (event) => {
            event.preventDefault();
            const typed = name.value;
            if (typed.trim() === "" || !session.isNow()) return;
            const isPlayed = await this.turns.play(typed.trim(), wrong);
            if (isPlayed && name.value === typed) name.value = "";
        });
        return [form, wrong];
    }

    /**
     * A button that begins a game, and the place for its complaints.
     * @param {string} id @param {string} key @param {() => Partial<Game>} typed
     */
    useButton(id, key, typed) {
        const wrong = html("div");
        const button = pageButton(id, this.session.say(key), async () => {
            const to = { ...this.turns.restarted(), clock: 0, ...typed() };
            if (!(await this.turns.begin(to, wrong))) return;
            for (const { field } of [this.moves, this.diagram]) delete field.dataset["typed"];
            this.draw();
        });
        return [button, wrong];
    }

    copyLine() {
        const copied = html("span", { class: "quiet" });
        const copy = html("button", { type: "button" }, this.session.say("copy-link"));
        copy.addEventListener("click", async () => {
            await navigator.clipboard?.writeText(location.href).catch(() => undefined);
            copied.textContent = this.session.say("copied");
        });
        return html("p", {}, copy, " ", copied);
    }

    /**
     * The names of the moves in a text. Numbers of moves, such as `1.`, are left out. Squares may
     * stand together, as in `f5d6c3`, and have capital letters.
     * @param {string} text
     */
    movesIn(text) {
        const names = text
            .split(this.session.spaced() ? /[,\n]+/ : /[\s,]+/)
            .map((one) => one.trim())
            .filter((one) => one !== "" && !/^\d+\.+$/.test(one));
        const squares = /^(?:[a-z]+\d+)+$/i;
        return names.flatMap((name) =>
            squares.test(name) ? (name.toLowerCase().match(/[a-z]+\d+/g) ?? []) : [name],
        );
    }
}

/**
 * A field for several lines. It is marked while it holds a text that the visitor has typed.
 * @param {string} label @param {string} id @param {number} rows
 */
function area(label, id, rows) {
    const attributes = { id, rows: String(rows), spellcheck: "false", autocomplete: "off" };
    const field = /** @type {HTMLTextAreaElement} */ (html("textarea", attributes));
    field.addEventListener("input", () =>
        field.value === "" ? delete field.dataset["typed"] : (field.dataset["typed"] = ""),
    );
    return { field, label: labelled(label, field) };
}

/**
 * Shows a text in a field, unless the visitor has typed another text.
 * @param {HTMLTextAreaElement} field @param {string} text
 */
function fill(field, text) {
    if (document.activeElement !== field && field.dataset["typed"] === undefined)
        field.value = text;
}
