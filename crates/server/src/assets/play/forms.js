// @ts-check
/** @file The game as text: a move by its name, the moves, a diagram, and the link. */

/** @param {string} label @param {HTMLElement} field @param {string} [what] */
function labelled(label, field, what) {
    const row = html("label", {}, html("span", {}, label), field);
    if (what) row.append(html("small", {}, what));
    return row;
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
