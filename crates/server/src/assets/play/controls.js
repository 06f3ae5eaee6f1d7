// @ts-check
/** @file Buttons and what they do. */

/** @param {string} id @param {string} key @param {() => void} act */
const button = (id, key, act) => pageButton(id, say(key), act);

/** @type {Steps} */
const steps = {
    first: () => void go(0, false),
    back: () => void go(Math.max(0, view - 1), false),
    next: () => void go(Math.min(game.moves.length, view + 1)),
    last: () => void go(game.moves.length, false),
};

function buildControls() {
    const values = html(
        "button",
        { type: "button", id: "show-values", role: "switch", "aria-checked": "false" },
        say("show-values"),
    );
    values.addEventListener("click", () => {
        showsValues = !showsValues;
        values.setAttribute("aria-checked", String(showsValues));
        reveal("values-room", showsValues);
        element("bar").classList.toggle("off", !showsValues);
        board.rate(new Map());
        here.abort();
        here = new AbortController();
        draw();
        goOn(here.signal);
    });
    element("acts").replaceChildren(
        button("aimed", "play-aimed", () => board.playAimed()),
        button("cancel", "take-touch-back", () => void board.back()),
        button("pass", "pass", () => {
            const name = element("pass").dataset["move"];
            if (name) playMove(name);
        }),
        button("rematch", "rematch", rematch),
    );
    element("controls").replaceChildren(
        stepButtons(say, steps, (view) => void go(view, false)),
        button("undo", "undo", undo),
        button("hint", "hint", () => void hint()),
        button("resign", "resign", askToResign),
        button("flip", "flip", () => {
            board.flip();
            draw();
        }),
        values,
        sizeButton(say, board),
    );
}

/** A second click on "Resign" within this time after the first click resigns. */
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

function buildMoves() {
    const unit = own.get("worth-unit") ?? say("worth-points");
    element("panel-moves").replaceChildren(
        html(
            "div",
            { id: "moves-room", tabindex: "0" },
            html("p", { id: "no-moves", class: "quiet" }, say("no-moves-yet")),
            html("ol", { id: "moves-list", class: "moves" }),
        ),
        html(
            "div",
            { id: "values-room", tabindex: "0", hidden: "" },
            html("p", { id: "worth-unit", class: "quiet" }, unit),
            html("ul", { id: "values-list", class: "values" }),
        ),
    );
}
