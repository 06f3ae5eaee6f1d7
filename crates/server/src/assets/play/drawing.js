// @ts-check
/** @file Everything on the page except the board. */

const { title } = document;

/** The side that is shown below the board. */
function below() {
    const own = isPerson(0) || !isPerson(1) ? 0 : 1;
    return board.flipped ? 1 - own : own;
}

function draw() {
    drawPlayers();
    drawMoves();
    drawButtons();
    drawHues(new Map());
    const caption = position.caption === null ? "" : briefly(position.caption);
    const where = isOver()
        ? result()
        : isNow()
          ? toMove()
          : say("looking-back", { n: view, all: game.moves.length });
    setStatus(
        [where, caption === "" ? "" : `${caption}.`, firstTouch(), whyPass()]
            .map(sentence)
            .filter((text) => text !== "")
            .join(" "),
    );
    document.title = isMine() && isNow() ? `${say("your-move")} – ${title}` : title;
    element("status").classList.toggle("over", isOver());
    fillArea("diagram", position.diagram);
    fillArea("moves-text", game.moves.join(spaced() ? "\n" : " "));
}

/** Whose turn it is. */
function toMove() {
    return isPerson(position.turn) && !isPerson(1 - position.turn)
        ? `${say("your-move")}.`
        : say("to-move", { side: sideKey(position.turn) });
}

/** A caption, without the scores that stand beside the players. @param {Message} caption */
function briefly([key, values]) {
    return tell(own, [own.has(`${key}-brief`) ? `${key}-brief` : key, values]);
}

/** A move in words. @param {string} name */
function moveSaid(name) {
    return moveWords(name, own, position);
}

/**
 * Shows a text in a field, unless the visitor has typed another text.
 * @param {string} id @param {string} text
 */
function fillArea(id, text) {
    const area = /** @type {HTMLTextAreaElement} */ (element(id));
    if (document.activeElement !== area && area.dataset["typed"] === undefined) area.value = text;
}

/**
 * How a move begins, in words, if some move needs several touches. Before a side's first move, what
 * a move is.
 */
function firstTouch() {
    if (!isMine() || !isNow()) return "";
    const all = position.moves.map(([, touches]) => touches.length);
    const most = Math.max(0, ...all);
    if (most > 1)
        return say(own.has("first-touch") ? "first-touch" : "touches-of-move", { n: most });
    return view < 2 ? (own.get("first-move") ?? "") : "";
}

/** The legal move that needs no touch, such as a pass. */
function passing() {
    return isMine() ? position.moves.find(([, touches]) => touches.length === 0) : undefined;
}

/** Why the player may pass; empty if the player may not pass. */
function whyPass() {
    if (passing() === undefined) return "";
    return position.moves.length === 1 ? say("must-pass") : (own.get("pass-why") ?? "");
}

/** Whether names of moves contain spaces. */
function spaced() {
    return [...position.moves.map(([name]) => name), ...game.moves].some((name) =>
        name.includes(" "),
    );
}

function drawPlayers() {
    for (const [place, side] of /** @type {[string, number][]} */ ([
        ["player-above", 1 - below()],
        ["player-below", below()],
    ])) {
        const who = isPerson(side)
            ? say(by()[0] === by()[1] ? "a-person" : "you")
            : say("engine-of-level", { n: level(side) });
        const home = own.get(side === 0 ? "first-home" : "second-home");
        const time = clock === null ? "" : clockText(clock.left[side] ?? 0);
        const strip = element(place);
        strip.classList.toggle("to-move", !isOver() && position.turn === side && isNow());
        strip.replaceChildren(
            pieceOf(position, side),
            html(
                "span",
                { class: "who", title: who },
                html("b", {}, sentence(say(side === 0 ? "first" : "second"))),
                " ",
                home === undefined ? who : `${home}: ${who}`,
            ),
            scoreOf(own, position, side),
            html("span", { class: "time" }, time),
        );
    }
}

/** The side that made a move. Sides take turns where the position does not say. @param {number} i */
function moverOf(i) {
    const { movers } = position;
    const known = Math.min(i, movers.length - 1);
    return known < 0 ? i % 2 : ((movers[known] ?? 0) + i - known) % 2;
}

function drawMoves() {
    const list = element("moves-list");
    const items = position.played.length < game.moves.length ? game.moves : position.played;
    while (list.children.length > items.length) list.lastElementChild?.remove();
    for (const [i, name] of items.entries()) {
        const item = /** @type {HTMLElement} */ (list.children[i] ?? html("li"));
        if (item.dataset["move"] !== name) {
            const button = html(
                "button",
                { type: "button", title: name },
                ...moveName(name, own, position),
            );
            button.addEventListener("click", () => void go(i + 1, false));
            item.dataset["move"] = name;
            item.replaceChildren(button);
            placeMove(item, moverOf(i), i === 0 ? undefined : moverOf(i - 1));
            if (!item.isConnected) list.append(item);
        }
    }
    element("no-moves").hidden = items.length > 0;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = list.children[view - 1]?.firstElementChild;
    current?.setAttribute("aria-current", "true");
    // The scrolling waits for the next layout. `scrollIntoView` would scroll the page as well.
    requestAnimationFrame(() => {
        const panel = element("moves-room");
        if (!(current instanceof HTMLElement) || panel.scrollHeight <= panel.clientHeight) return;
        panel.scrollTop = current.offsetTop - panel.offsetTop - panel.clientHeight / 2;
    });
}

/** @param {Map<string, Chip>} chips */
function drawHues(chips) {
    const hues = board.hues();
    const place = element("hues");
    const focused = [...place.children].findIndex((button) => button === document.activeElement);
    place.replaceChildren(
        ...hues.map(({ look, message, move, gain }) => {
            const name = tell(own, message);
            const chip = move === undefined ? undefined : chips.get(move[0]);
            const button = html(
                "button",
                { type: "button", class: "hue-button" },
                icon({ ...look, owner: undefined }),
                html("span", { class: "name" }, name),
                html("span", { class: "gain" }, gain === undefined ? "" : `+${gain}`),
            );
            if (chip)
                button.append(
                    html(
                        "span",
                        { class: `chip ${chip.kind}${chip.best ? " best" : ""}` },
                        chip.text,
                    ),
                );
            // A button that is really disabled would lose the keyboard's focus.
            button.setAttribute("aria-disabled", String(move === undefined || !isMine()));
            button.addEventListener("click", () => {
                if (isEnabled(button)) board.touchHue(/** @type {number} */ (look.hue));
            });
            for (const kind of ["pointerenter", "focus"])
                button.addEventListener(kind, () => board.preview(move ?? null));
            for (const kind of ["pointerleave", "blur"])
                button.addEventListener(kind, () => board.preview(null));
            return button;
        }),
    );
    const again = place.children[focused];
    if (again instanceof HTMLElement) again.focus();
}

/** Hides or shows a part of the page. @param {string} id @param {boolean} shown */
function reveal(id, shown) {
    const part = element(id);
    const loses = !shown && part.contains(document.activeElement);
    part.hidden = !shown;
    if (loses) focusBoard();
}

/** Gives the keyboard's focus to the board, in place of something that is hidden now. */
function focusBoard() {
    const { squares, focused } = board.grid;
    squares[focused]?.focus({ preventScroll: true });
}

function drawButtons() {
    if (document.getElementById("undo") === null) return;
    const mine = isMine();
    const disable = (/** @type {string} */ id, /** @type {boolean} */ off) => {
        const button = element(id);
        // A button that is really disabled would lose the keyboard's focus.
        button.toggleAttribute("disabled", off && button !== document.activeElement);
        button.setAttribute("aria-disabled", String(off));
    };
    disable("undo", game.moves.length === 0 && game.resigned === null);
    disable("hint", !mine);
    disable("resign", isOver() || !isNow());
    if (!isEnabled(element("resign"))) forgetResign();
    drawSlider();
    for (const id of ["first", "back"]) disable(id, view === 0);
    for (const id of ["next", "last"]) disable(id, isNow());
    const pass = passing();
    reveal("pass", pass !== undefined);
    element("pass").dataset["move"] = pass?.[0] ?? "";
    element("pass").title = whyPass();
    element("pass").classList.toggle("main", position.moves.length === 1);
    reveal("aimed", board.aimed !== null);
    element("aimed").textContent = say("play-aimed", { move: moveSaid(board.aimed ?? "") });
    reveal("cancel", board.isBegun && board.aimed === null);
    reveal("rematch", isOver());
    reveal("size", board.px < 24 || board.finger);
}

function drawSlider() {
    const slider = /** @type {HTMLInputElement} */ (element("slider"));
    slider.max = String(game.moves.length);
    slider.value = String(view);
    slider.disabled = game.moves.length === 0;
    const at = say("slider-at", { n: view, all: game.moves.length });
    slider.setAttribute(
        "aria-valuetext",
        view === 0 ? at : `${at}, ${moveSaid(game.moves[view - 1] ?? "")}`,
    );
}
