// @ts-check
/** @file The form for a new game: presets, who plays each side, times, and every parameter. */

/** @param {Parameter} one */
function fieldFor(one) {
    const value = isSeed(one) ? String(seed()) : (game.set[one.name] ?? one.default);
    if (one.kind === "choice") {
        const field = html(
            "select",
            { name: one.name },
            ...(one.words ?? []).map((word) => html("option", { value: word }, word)),
        );
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
function outside({ name, kind, min = "0", max = "0" }, value) {
    const fits = /^\d{1,20}$/.test(value) && BigInt(min) <= BigInt(value);
    if (kind !== "integer" || (fits && BigInt(value) <= BigInt(max))) return null;
    return say("bad-number", { name, value, least: min, most: max });
}

/** @param {string} id @param {[string, string][]} options @param {string} value */
function chooser(id, options, value) {
    const field = /** @type {HTMLSelectElement} */ (
        html(
            "select",
            { id },
            ...options.map(([key, text]) => html("option", { value: key }, text)),
        )
    );
    field.value = value;
    return field;
}

/** The choices for a side: a person, and the levels of the engine. @returns {string[]} */
const players = () => [YOU, ...spec.levels.map((n) => `engine:${n}`)];

/** The name of a choice for a side. @param {string} player */
function playerWords(player) {
    return player === YOU ? say("a-person") : say(`level-${player.split(":")[1]}`);
}

/**
 * Tiles to choose who plays a side. A line below them says what the chosen level does.
 * @param {string} name @param {string} legend @param {string} chosen
 */
function sideTiles(name, legend, chosen) {
    const told = html("small", { class: "quiet" }, playerWords(chosen));
    const tiles = players().map((player) => {
        const words = { title: playerWords(player), "aria-label": playerWords(player) };
        const input = html("input", { type: "radio", name, value: player, ...words });
        if (player === chosen) input.setAttribute("checked", "");
        input.addEventListener("change", () => (told.textContent = playerWords(player)));
        const short = player === YOU ? say("person-short") : (player.split(":")[1] ?? "");
        return html("label", { title: playerWords(player) }, input, html("span", {}, short));
    });
    return html(
        "fieldset",
        {},
        html("legend", {}, legend),
        html("div", { class: "tiles levels" }, ...tiles),
        told,
    );
}

/**
 * A fieldset of fields side by side.
 * @param {string} key of its name @param {HTMLElement[]} rows
 */
function fieldPairs(key, rows) {
    return html(
        "fieldset",
        {},
        html("legend", {}, say(key)),
        html("div", { class: "pairs" }, ...rows),
    );
}

/** A parameter and its field. @typedef {{one: Parameter, field: HTMLInputElement}} Field */

/** A field of a parameter, with its label in words. @param {Field} of */
function parameterRow({ one, field }) {
    const range =
        one.kind === "integer" && (one.max ?? "").length < 7
            ? say("from-to", { least: one.min ?? "", most: one.max ?? "" })
            : (one.form ?? "");
    const row = labelled(sentence(own.get(`set-${one.name}`) ?? one.what), field, range);
    if (isSeed(one)) {
        const dice = html("button", { type: "button" }, say("another"));
        dice.addEventListener("click", () => (field.value = String(seed())));
        row.append(dice);
    }
    return row;
}

/**
 * Tiles that fill the fields with the parameters of boards that people look for. The tile of the
 * board that the fields describe is pressed.
 * @param {Field[]} fields
 */
function presetTiles(fields) {
    const valueIn = (/** @type {Record<string, string>} */ set, /** @type {Parameter} */ one) =>
        set[one.name] ?? one.default;
    const tiles = spec.presets.map(([key, set]) => {
        const tile = html("button", { type: "button" }, own.get(key) ?? key);
        tile.addEventListener("click", () => {
            for (const { one, field } of fields) if (!isSeed(one)) field.value = valueIn(set, one);
            press();
        });
        return { tile, set };
    });
    const press = () => {
        for (const { tile, set } of tiles) {
            const isSame = fields.every(
                ({ one, field }) => isSeed(one) || field.value.trim() === valueIn(set, one),
            );
            tile.setAttribute("aria-pressed", String(isSame));
        }
    };
    for (const { field } of fields) field.addEventListener("input", press);
    press();
    return html(
        "fieldset",
        {},
        html("legend", {}, say("presets")),
        html("div", { class: "tiles" }, ...tiles.map(({ tile }) => tile)),
    );
}

/** Selects of the engine's time for a move, and of the clock. */
function timeFields() {
    const known = [300, 1000, 3000, 10_000, 30_000];
    const all = known.includes(game.timeMs) ? known : [...known, game.timeMs];
    const seconds = all.map(
        (ms) =>
            /** @type {[string, string]} */ ([
                String(ms),
                say("seconds", { seconds: String(ms / 1000) }),
            ]),
    );
    const minutes = [0, 1, 3, 10, 30].map(
        (n) =>
            /** @type {[string, string]} */ ([
                String(n * 60_000),
                n === 0 ? say("no-clock") : say("minutes", { n }),
            ]),
    );
    return {
        time: chooser("engine-time", seconds, String(game.timeMs)),
        clocks: chooser("clock", minutes, String(game.clock)),
    };
}

function buildNew() {
    const { time, clocks } = timeFields();
    const fields = spec.parameters.map((one) => ({
        one,
        field: /** @type {HTMLInputElement} */ (fieldFor(one)),
    }));
    const legend = (/** @type {number} */ side) => {
        const home = own.get(side === 0 ? "first-home" : "second-home");
        const name = sentence(say(sideKey(side)[0] ?? ""));
        return home === undefined ? name : `${name}, ${home}`;
    };
    const form = /** @type {HTMLFormElement} */ (
        html(
            "form",
            { class: "new" },
            ...(spec.presets.length > 0 ? [presetTiles(fields)] : []),
            sideTiles("first-player", legend(0), by()[0]),
            sideTiles("second-player", legend(1), by()[1]),
            fieldPairs("time-settings", [
                labelled(say("engine-thinks"), time),
                labelled(say("clock"), clocks),
            ]),
            fieldPairs("board-settings", fields.map(parameterRow)),
            html("button", { type: "submit", class: "main" }, say("start")),
        )
    );
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const wrong = fields
            .map(({ one, field }) => outside(one, field.value.trim()))
            .find((text) => text !== null);
        if (wrong) return complain(new Error(wrong), undefined, form);
        const chosen = new FormData(form);
        const side = (/** @type {string} */ name) => String(chosen.get(name));
        const set = Object.fromEntries(
            fields
                .filter(({ one, field }) => field.value.trim() !== one.default)
                .map(({ one, field }) => [one.name, field.value.trim()]),
        );
        const to = {
            set,
            at: null,
            moves: [],
            resigned: null,
            isLate: false,
            by: /** @type {[string, string]} */ ([side("first-player"), side("second-player")]),
            clock: Number(clocks.value),
            timeMs: Number(time.value),
            seed: seed(),
        };
        if (!(await begin(to, form))) return;
        selectTab(0);
        focusBoard();
        for (const { one, field } of fields) if (isSeed(one)) field.value = String(seed());
    });
    element("panel-new").replaceChildren(form);
}
