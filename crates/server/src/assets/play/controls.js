// @ts-check
/** @file Buttons, tabs and keys. */

/** @param {string} id @param {string} key @param {() => void} act @param {string} [sign] */
function button(id, key, act, sign) {
    const made = html(
        "button",
        { type: "button", id, ...(sign ? { "aria-label": say(key), title: say(key) } : {}) },
        sign ?? say(key),
    );
    made.addEventListener("click", act);
    return made;
}

function buildControls() {
    const values = html(
        "button",
        { type: "button", id: "show-values", role: "switch", "aria-checked": "false" },
        say("show-values"),
    );
    values.addEventListener("click", () => {
        showsValues = !showsValues;
        values.setAttribute("aria-checked", String(showsValues));
        reveal("worth-unit", showsValues);
        board.rate(new Map());
        void go(view, false);
    });
    const steps = html(
        "span",
        { class: "steps" },
        button("first", "to-start", () => void go(0, false), "«"),
        button("back", "step-back", () => void go(Math.max(0, view - 1), false), "‹"),
        button("next", "step-on", () => void go(Math.min(game.moves.length, view + 1)), "›"),
        button("last", "to-end", () => void go(game.moves.length, false), "»"),
    );
    const size = button("size", "finger-size", () => {
        board.size(!board.finger);
        size.textContent = say(board.finger ? "fit-size" : "finger-size");
    });
    element("controls").replaceChildren(
        button("aimed", "play-aimed", () => board.playAimed()),
        button("cancel", "take-touch-back", () => void board.back()),
        button("pass", "pass", () => {
            const name = element("pass").dataset["move"];
            if (name) playMove(name);
        }),
        button("rematch", "rematch", rematch),
        steps,
        button("undo", "undo", undo),
        button("hint", "hint", () => void hint()),
        button("resign", "resign", askToResign),
        button("flip", "flip", () => {
            board.flip();
            draw();
        }),
        size,
        values,
        html(
            "p",
            { id: "worth-unit", class: "quiet", hidden: "" },
            own.get("worth-unit") ?? say("worth-points"),
        ),
    );
    const slider = /** @type {HTMLInputElement} */ (
        html("input", { type: "range", id: "slider", min: "0", "aria-label": say("slider") })
    );
    slider.addEventListener("input", () => void go(Number(slider.value), false));
    element("controls").before(slider);
}

/** How long a second click on "Resign" resigns. */
const SURE_MS = 4000;

let resignEnds = 0;

/** Resigns at the second click. */
function askToResign() {
    const isSure = resignEnds !== 0;
    forgetResign();
    if (isSure) return void resign();
    element("resign").textContent = say("really-resign");
    announce(say("really-resign"));
    resignEnds = setTimeout(forgetResign, SURE_MS);
}

function forgetResign() {
    clearTimeout(resignEnds);
    resignEnds = 0;
    element("resign").textContent = say("resign");
}

function buildTabs() {
    const names = ["moves", "new", "text", "rules"];
    const tabs = names.map((name) =>
        html(
            "button",
            {
                type: "button",
                role: "tab",
                id: `tab-${name}`,
                "aria-controls": `panel-${name}`,
            },
            say(`tab-${name}`),
        ),
    );
    const select = (/** @type {number} */ chosen, /** @type {boolean} */ focus) => {
        tabs.forEach((tab, i) => {
            tab.setAttribute("aria-selected", String(i === chosen));
            tab.setAttribute("tabindex", i === chosen ? "0" : "-1");
            reveal(`panel-${names[i]}`, i === chosen);
        });
        if (focus) tabs[chosen]?.focus();
    };
    tabs.forEach((tab, i) => {
        tab.addEventListener("click", () => select(i, false));
        tab.addEventListener("keydown", (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (step === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            select((i + step + tabs.length) % tabs.length, true);
        });
        element(`panel-${names[i]}`).setAttribute("aria-labelledby", tab.id);
    });
    element("tabs").replaceChildren(...tabs);
    select(0, false);
    return select;
}

function buildMoves() {
    element("panel-moves").replaceChildren(
        html("p", { id: "no-moves", class: "quiet" }, say("no-moves-yet")),
        html("ol", { id: "moves-list", class: "moves" }),
        html("ul", { id: "values-list", class: "values" }),
    );
}

function listenToKeys() {
    document.addEventListener("keydown", (event) => {
        const target = /** @type {HTMLElement} */ (event.target);
        if (
            event.altKey ||
            event.ctrlKey ||
            event.metaKey ||
            target.closest("input:not([type=range]), textarea, select, [role=tablist]")
        )
            return;
        /** @type {Record<string, () => void>} */
        const keys = {
            ArrowLeft: () => void go(Math.max(0, view - 1), false),
            ArrowRight: () => void go(Math.min(game.moves.length, view + 1)),
            Home: () => void go(0, false),
            End: () => void go(game.moves.length, false),
        };
        const act = keys[event.key];
        if (act === undefined) return;
        event.preventDefault();
        act();
    });
}
