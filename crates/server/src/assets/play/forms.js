// @ts-check
/** @file Forms: a new game, and a game as text. */

/** @param {string} label @param {HTMLElement} field @param {string} [what] */
function labelled(label, field, what) {
    const row = html("label", {}, html("span", {}, label), field);
    if (what) row.append(html("small", {}, what));
    return row;
}

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

function buildNew() {
    /** @type {[string, string][]} */
    const players = [
        [YOU, say("a-person")],
        ...spec.levels.map(
            (n) => /** @type {[string, string]} */ ([`engine:${n}`, say(`level-${n}`)]),
        ),
    ];
    const seconds = [300, 1000, 3000, 10_000, 30_000].map(
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
    const first = chooser("first-player", players, by()[0]);
    const second = chooser("second-player", players, by()[1]);
    const time = chooser("engine-time", seconds, String(timeMs));
    const clocks = chooser("clock", minutes, String(game.clock));
    const fields = spec.parameters.map((one) => ({
        one,
        field: /** @type {HTMLInputElement} */ (fieldFor(one)),
    }));
    const rows = fields.map(({ one, field }) => {
        const range =
            one.kind === "integer" && (one.max ?? "").length < 7
                ? say("from-to", { least: one.min ?? "", most: one.max ?? "" })
                : (one.form ?? "");
        const row = labelled(
            sentence(own.get(`set-${one.name}`) ?? one.what),
            field,
            `${one.name}${range ? `: ${range}` : ""}`,
        );
        if (isSeed(one)) {
            const dice = html("button", { type: "button" }, say("another"));
            dice.addEventListener("click", () => (field.value = String(seed())));
            row.append(dice);
        }
        return row;
    });
    const form = html(
        "form",
        { class: "new" },
        labelled(sentence(say("first")), first),
        labelled(sentence(say("second")), second),
        labelled(say("engine-thinks"), time),
        labelled(say("clock"), clocks),
        ...rows,
        html("button", { type: "submit", class: "main" }, say("start")),
    );
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const set = Object.fromEntries(
            fields
                .filter(({ one, field }) => field.value.trim() !== one.default)
                .map(({ one, field }) => [one.name, field.value.trim()]),
        );
        timeMs = Number(time.value);
        const wrong = fields
            .map(({ one, field }) => outside(one, field.value.trim()))
            .find((text) => text !== null);
        if (wrong) return complain(new Error(wrong), undefined, form);
        const isBegun = await begin(
            {
                set,
                at: null,
                moves: [],
                resigned: null,
                isLate: false,
                by: [first.value, second.value],
                clock: Number(clocks.value),
                seed: seed(),
            },
            form,
        );
        if (!isBegun) return;
        selectTab(0);
        for (const { one, field } of fields) if (isSeed(one)) field.value = String(seed());
    });
    time.addEventListener("change", () => (timeMs = Number(time.value)));
    element("panel-new").replaceChildren(form);
}

/** @param {string} label @param {string} id @param {number} rows */
function area(label, id, rows) {
    return labelled(
        label,
        html("textarea", { id, rows: String(rows), spellcheck: "false", autocomplete: "off" }),
    );
}

/**
 * The names of the moves in a text. Numbers of moves, such as `1.`, are left out. Squares may stand
 * together, as in `f5d6c3`, and have capital letters.
 * @param {string} text
 */
function movesIn(text) {
    const names = text
        .split(spaced() ? /[,\n]+/ : /[\s,]+/)
        .map((one) => one.trim())
        .filter((one) => one !== "" && !/^\d+\.+$/.test(one));
    const squares = /^(?:[a-z]+\d+)+$/i;
    return names.flatMap((name) =>
        squares.test(name) ? (name.toLowerCase().match(/[a-z]+\d+/g) ?? []) : [name],
    );
}

function buildText() {
    const name = /** @type {HTMLInputElement} */ (
        html("input", { type: "text", id: "move-name", autocomplete: "off" })
    );
    const move = html(
        "form",
        { class: "line" },
        labelled(say("move-by-name"), name),
        html("button", { type: "submit" }, say("play")),
    );
    move.addEventListener("submit", (event) => {
        event.preventDefault();
        const typed = name.value;
        if (typed.trim() === "" || !isNow()) return;
        playMove(typed.trim(), wrong.move).then((isPlayed) => {
            if (isPlayed && name.value === typed) name.value = "";
        });
    });
    const moves = area(say("moves-as-text"), "moves-text", 4);
    const diagram = area(say("diagram"), "diagram", 8);
    const wrong = { move: html("div"), moves: html("div"), diagram: html("div") };
    const areas = [moves, diagram].flatMap((label) => [...label.querySelectorAll("textarea")]);
    for (const one of areas)
        one.addEventListener("input", () =>
            one.value === "" ? delete one.dataset["typed"] : (one.dataset["typed"] = ""),
        );
    const untype = () => {
        for (const one of areas) delete one.dataset["typed"];
        draw();
    };
    const copied = html("span", { class: "quiet" });
    const copy = html("button", { type: "button" }, say("copy-link"));
    copy.addEventListener("click", async () => {
        await navigator.clipboard?.writeText(location.href).catch(() => undefined);
        copied.textContent = say("copied");
    });
    const useMoves = html("button", { type: "button", id: "use-moves" }, say("play-moves"));
    useMoves.addEventListener("click", async () => {
        const text = /** @type {HTMLTextAreaElement} */ (element("moves-text"));
        const to = { ...game, moves: movesIn(text.value), resigned: null, isLate: false, clock: 0 };
        if (await begin(to, wrong.moves)) untype();
    });
    const useDiagram = html("button", { type: "button", id: "use-diagram" }, say("start-there"));
    useDiagram.addEventListener("click", async () => {
        const at = /** @type {HTMLTextAreaElement} */ (element("diagram")).value;
        const to = {
            ...game,
            at: at.endsWith("\n") ? at : `${at}\n`,
            moves: [],
            resigned: null,
            isLate: false,
            clock: 0,
        };
        if (await begin(to, wrong.diagram)) untype();
    });
    element("panel-text").replaceChildren(
        move,
        wrong.move,
        moves,
        useMoves,
        wrong.moves,
        diagram,
        useDiagram,
        wrong.diagram,
        html("p", {}, copy, " ", copied),
        html("h2", {}, say("keys")),
        html("p", { class: "quiet" }, say("keys-of-board")),
    );
}
