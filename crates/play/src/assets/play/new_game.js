// @ts-check
/** @file The form for a new game: presets, who plays each side, times, and every parameter. */

import { labelled } from "./labelled.js";

/** @import { Messages } from "./messages.js" */
/** @import { Parameter, Session } from "./session.js" */
/** @import { Turns } from "./turns.js" */

const { element, html, sentence } = ludoteka;

/** A parameter and its field. @typedef {{one: Parameter, field: HTMLInputElement}} Field */

/** The times of an engine's move that can be chosen, in milliseconds. */
const TIMES_MS = [300, 1000, 3000, 10_000, 30_000];

/** The clocks that can be chosen, in minutes. */
const MINUTES = [0, 1, 3, 10, 30];

/** The form for a new game. */
export class NewGame {
    /**
     * @param {Session} session @param {Turns} turns @param {Messages} messages
     * @param {() => void} onStart is called when the game has begun
     */
    constructor(session, turns, messages, onStart) {
        this.session = session;
        this.turns = turns;
        this.messages = messages;
        this.onStart = onStart;
    }

    /** Builds the form with the settings of the game that is played. */
    build() {
        const { session } = this;
        const fields = session.spec.parameters.map((one) => ({
            one,
            field: /** @type {HTMLInputElement} */ (this.fieldFor(one)),
        }));
        const { time, clocks } = this.timeFields();
        const form = /** @type {HTMLFormElement} */ (
            html(
                "form",
                { class: "new" },
                ...(session.spec.presets.length > 0 ? [this.presetTiles(fields)] : []),
                this.sideTiles("first-player", 0),
                this.sideTiles("second-player", 1),
                this.fieldPairs("time-settings", [
                    labelled(session.say("engine-thinks"), time),
                    labelled(session.say("clock"), clocks),
                ]),
                this.fieldPairs(
                    "board-settings",
                    fields.map((field) => this.parameterRow(field)),
                ),
                html("button", { type: "submit", class: "main" }, session.say("start")),
            )
        );
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            void this.start(form, fields, Number(time.value), Number(clocks.value));
        });
        element("panel-new").replaceChildren(form);
    }

    /**
     * @param {HTMLFormElement} form @param {Field[]} fields
     * @param {number} timeMs @param {number} clock
     */
    async start(form, fields, timeMs, clock) {
        const { session } = this;
        const wrong = fields
            .map(({ one, field }) => this.outside(one, field.value.trim()))
            .find((text) => text !== null);
        if (wrong) return this.messages.complain(new Error(wrong), undefined, form);
        const chosen = new FormData(form);
        const side = (/** @type {string} */ name) => String(chosen.get(name));
        const set = Object.fromEntries(
            fields
                .filter(({ one, field }) => field.value.trim() !== one.default)
                .map(({ one, field }) => [one.name, field.value.trim()]),
        );
        const by = /** @type {[string, string]} */ ([side("first-player"), side("second-player")]);
        const to = { ...session.fresh(), set, by, clock, timeMs };
        if (!(await this.turns.begin(to, form))) return;
        this.onStart();
        for (const { one, field } of fields)
            if (session.isSeed(one)) field.value = String(session.seed());
    }

    /** @param {Parameter} one */
    fieldFor(one) {
        const { session } = this;
        const value = session.isSeed(one)
            ? String(session.seed())
            : (session.game.set[one.name] ?? one.default);
        if (one.kind === "choice") {
            const options = (one.words ?? []).map((word) => html("option", { value: word }, word));
            const field = html("select", { name: one.name }, ...options);
            /** @type {HTMLSelectElement} */ (field).value = value;
            return field;
        }
        /** @type {Record<string, string>} */
        const kind =
            one.kind === "integer"
                ? { type: "text", inputmode: "numeric" }
                : { type: "text", placeholder: one.form ?? "" };
        return html("input", { name: one.name, value, autocomplete: "off", ...kind });
    }

    /**
     * The message about a value that is not a whole number in the parameter's range, or null.
     * @param {Parameter} one @param {string} value
     */
    outside({ name, kind, min = "0", max = "0" }, value) {
        const fits = /^\d{1,20}$/.test(value) && BigInt(min) <= BigInt(value);
        if (kind !== "integer" || (fits && BigInt(value) <= BigInt(max))) return null;
        return this.session.say("bad-number", { name, value, least: min, most: max });
    }

    /** The name of a choice for a side. @param {string} player */
    playerWords(player) {
        const [kind, number] = player.split(":");
        if (kind === "version") return this.session.say("your-program");
        if (number === undefined) return this.session.say("a-person");
        const weak = this.session.spec.levels.length - 1;
        if (Number(number) > weak) return this.session.say("full-strength");
        const step = Math.ceil((4 * Number(number)) / weak);
        return this.session.say(`weak-${step}`, { n: number });
    }

    /**
     * Tiles to choose who plays a side. The legend says what the chosen level does.
     * @param {string} name @param {number} side
     */
    sideTiles(name, side) {
        const { session } = this;
        const home = session.own.get(side === 0 ? "first-home" : "second-home");
        const legend = sentence(session.say(side === 0 ? "first" : "second"));
        const chosen = session.by[side] ?? "";
        const told = html("small", { class: "quiet" }, this.playerWords(chosen));
        const tiles = session.players.map((player) => {
            const title = this.playerWords(player);
            const named = { title, "aria-label": title };
            const input = html("input", { type: "radio", name, value: player, ...named });
            if (player === chosen) input.setAttribute("checked", "");
            input.addEventListener("change", () => (told.textContent = title));
            const short = player.split(":")[1] ?? session.say("person-short");
            return html("label", { title }, input, html("span", {}, short));
        });
        return html(
            "fieldset",
            {},
            html("legend", {}, home === undefined ? legend : `${legend}, ${home}`, " ", told),
            html("div", { class: "tiles levels" }, ...tiles),
        );
    }

    /**
     * A fieldset of fields side by side.
     * @param {string} key of its name @param {HTMLElement[]} rows
     */
    fieldPairs(key, rows) {
        return html(
            "fieldset",
            {},
            html("legend", { class: "unseen" }, this.session.say(key)),
            html("div", { class: "pairs" }, ...rows),
        );
    }

    /** A field of a parameter, with its label in words. @param {Field} of */
    parameterRow({ one, field }) {
        const { session } = this;
        const range =
            one.kind === "integer" && (one.max ?? "").length < 7
                ? session.say("from-to", { least: one.min ?? "", most: one.max ?? "" })
                : (one.form ?? "");
        const name = sentence(session.own.get(`set-${one.name}`) ?? one.what);
        const row = labelled(name, field, range);
        if (session.isSeed(one)) {
            const dice = html("button", { type: "button" }, session.say("another"));
            dice.addEventListener("click", () => (field.value = String(session.seed())));
            row.append(dice);
        }
        return row;
    }

    /**
     * Tiles that fill the fields with the parameters of boards that people look for. The tile of
     * the board that the fields describe is pressed.
     * @param {Field[]} fields
     */
    presetTiles(fields) {
        const { session } = this;
        const valueIn = (/** @type {Record<string, string>} */ set, /** @type {Parameter} */ one) =>
            set[one.name] ?? one.default;
        const tiles = session.spec.presets.map(([key, set]) => {
            const tile = html("button", { type: "button" }, session.own.get(key) ?? key);
            tile.addEventListener("click", () => {
                for (const { one, field } of fields)
                    if (!session.isSeed(one)) field.value = valueIn(set, one);
                press();
            });
            return { tile, set };
        });
        const press = () => {
            for (const { tile, set } of tiles) {
                const isSame = fields.every(
                    ({ one, field }) =>
                        session.isSeed(one) || field.value.trim() === valueIn(set, one),
                );
                tile.setAttribute("aria-pressed", String(isSame));
            }
        };
        for (const { field } of fields) field.addEventListener("input", press);
        press();
        return html(
            "fieldset",
            {},
            html("legend", {}, session.say("presets")),
            html("div", { class: "tiles" }, ...tiles.map(({ tile }) => tile)),
        );
    }

    /** Selects of the engine's time for a move, and of the clock. */
    timeFields() {
        const { session } = this;
        const { timeMs, clock } = session.game;
        const times = TIMES_MS.includes(timeMs) ? TIMES_MS : [...TIMES_MS, timeMs];
        const seconds = times.map((ms) => {
            const text = session.say("seconds", { seconds: String(ms / 1000) });
            return /** @type {[string, string]} */ ([String(ms), text]);
        });
        const minutes = MINUTES.map((n) => {
            const text = n === 0 ? session.say("no-clock") : session.say("minutes", { n });
            return /** @type {[string, string]} */ ([String(n * 60_000), text]);
        });
        return {
            time: chooser("engine-time", seconds, String(timeMs)),
            clocks: chooser("clock", minutes, String(clock)),
        };
    }
}

/** @param {string} id @param {[string, string][]} options @param {string} value */
function chooser(id, options, value) {
    const items = options.map(([key, text]) => html("option", { value: key }, text));
    const field = /** @type {HTMLSelectElement} */ (html("select", { id }, ...items));
    field.value = value;
    return field;
}
