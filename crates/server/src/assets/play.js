// @ts-check
/** @file A game on the page: who plays, whose turn it is, what an engine thinks, and what is said. */

/**
 * @typedef {{name: string, what: string, kind: string, min?: string, max?: string, words?: string[], form?: string,
 *   default: string, people: string}} Parameter
 * @typedef {{name: string, title: string, sides: [string, string], parameters: Parameter[], levels: number[], words: string,
 *   position: Position, record?: Recorded}} Spec
 * @typedef {{set: Record<string, string>, moves: string[], opening: number, took_us: number[], players: [string, string],
 *   result: string}} Recorded
 * A recorded game, which is only looked at; to move in it begins another game from there.
 * @typedef {{side: number, move: string, pv: string[], depth: number, nodes: number, worth: Worth}} Found
 * @typedef {{side: number, values: [string, Worth, number][]}} Values
 */

(() => {
    "use strict";
    const { Board, words, tell, icon, html } = ludoteka;

    /** @param {string} id @returns {HTMLElement} */
    const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
    /** @type {Spec} */
    const spec = JSON.parse(element("game").textContent ?? "");
    const own = words(spec.words);
    const known = words(JSON.parse(element("words").textContent ?? '""'), spec.words);
    /** @param {string} key @param {Message[1]} [filled] */
    const say = (key, filled = {}) => tell(known, [key, filled]);
    const sideKey = (/** @type {number} */ side) => [side === 0 ? "first" : "second"];

    const YOU = "you";
    const { record } = spec;
    /** An engine's thought shorter than this looks like a fault. */
    const LEAST_MS = 350;

    /** @type {Game} */
    let game = fresh();
    /** How many of the moves are looked at. */
    let view = 0;
    /** @type {Position} */
    let position = spec.position;
    /** Everything that belongs to one position ends with it. */
    let here = new AbortController();
    let showsValues = false;
    let timeMs = 1000;
    /** @type {{left: [number, number], since: number, whole: number, isOver: boolean} | null} */
    let clock = null;
    /** The last position of the game, whichever is looked at. */
    let last = { turn: spec.position.turn, isOver: spec.position.margin !== null };
    /** What the status line goes back to. */
    let state = "";
    let noticeEnds = 0;
    /** How long the status line shows what was said about a touch. */
    const NOTICE_MS = 6000;

    function fresh() {
        const set = Object.fromEntries(spec.parameters.filter((one) => one.people !== one.default).map((one) => [one.name, one.people]));
        return /** @type {Game} */ ({ set, at: null, moves: [], resigned: null, isLate: false, by: [YOU, "engine:3"], seed: seed() });
    }

    function seed() {
        return 1 + Math.floor(Math.random() * 999_999);
    }

    const board = new Board(element("board"), {
        words: known,
        own,
        label: say("board-of", { game: spec.title }),
        onMove: (name) => playMove(name),
        say: notice,
        // Nobody moves for an engine that is to move.
        isOpen: () => record !== undefined || !isNow() || isPerson(position.turn),
        onTouch: () => {
            restate();
            drawButtons();
        },
        highest: () => Math.max(280, innerHeight - (element("hues").hidden ? 330 : 390) - (record ? 40 : 0)),
    });

    /** Says it to whoever listens; the same text twice is a new one. @param {string} text */
    function announce(text) {
        const live = element("live");
        live.textContent = live.textContent === text ? `${text}\u00a0` : text;
    }

    /** Says it, and shows it: until the next touch, or for a while where none has begun. @param {string} text */
    function notice(text) {
        announce(text);
        restate();
        element("status").textContent = sentence(text);
        if (board.touches.length === 0 && board.aimed === null) noticeEnds = setTimeout(restate, NOTICE_MS);
    }

    /** The status line without what was said about a touch. */
    function restate() {
        clearTimeout(noticeEnds);
        element("status").textContent = state;
    }

    /** The server is not there, or went away before the end of its answer. */
    class Gone extends Error {
        constructor() {
            super(say("server-gone"));
        }
    }

    /** A link that makes no sense, or only in part. */
    class BadLink extends Error {}

    const by = () => /** @type {[string, string]} */ (game.by);
    const isPerson = (/** @type {number} */ side) => by()[side] === YOU;
    const level = (/** @type {number} */ side) => Number(by()[side]?.split(":")[1] ?? 5);
    const isOver = () => position.margin !== null;
    const isNow = () => view === game.moves.length;

    /** @param {number} [moves] @param {Game} [of] */
    function question(moves = game.moves.length, of = game) {
        const { set, at, seed } = of;
        const resigned = moves === of.moves.length ? of.resigned : null;
        return { set, at, moves: of.moves.slice(0, moves), resigned, seed };
    }

    /** @param {string} what @param {object} body @param {AbortSignal} signal */
    async function ask(what, body, signal) {
        const headers = { "content-type": "application/json" };
        const answer = await fetch(`/api/${spec.name}/${what}`, { method: "POST", headers, body: JSON.stringify(body), signal })
            .catch(() => Promise.reject(new Gone()));
        if (!answer.ok) {
            const why = await answer.json().catch(() => Promise.reject(new Gone()));
            throw new Error(why.objection ? say("not-legal", { why: tell(own, why.objection) }) : why.error);
        }
        return answer;
    }

    /**
     * Hears all events of a stream; without a last one the server has gone.
     * @param {string} what @param {object} body @param {AbortSignal} signal @param {(event: string, data: any) => void} heard
     */
    async function listen(what, body, signal, heard) {
        const answer = await ask(what, body, signal);
        const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
        const decoder = new TextDecoder();
        let text = "";
        let isWhole = false;
        for (;;) {
            const { done, value } = await reader.read().catch(() => Promise.reject(new Gone()));
            if (done && !isWhole) throw new Gone();
            if (done) return;
            text += decoder.decode(value, { stream: true });
            const events = text.split("\n\n");
            text = events.pop() ?? "";
            for (const event of events) {
                const name = /^event: ?(.*)$/m.exec(event)?.[1];
                const data = /^data: ?(.*)$/m.exec(event)?.[1];
                isWhole ||= name === "move" || name === "done";
                if (name !== undefined && data !== undefined && !signal.aborted) heard(name, JSON.parse(data));
            }
        }
    }

    /**
     * Goes to the position after so many moves, and on from there, once the server has answered; until then, and where it refuses,
     * the game is what it was. A link that is kept stays in the address, and no engine thinks.
     * @param {number} moves
     * @param {boolean} [moving]
     * @param {{to?: Game, link?: "new" | "kept", form?: HTMLElement}} [how] to another game, and where to complain
     * @returns {Promise<"there" | "left" | Error>} "left" where something else was asked for meanwhile
     */
    async function go(moves, moving = true, how = {}) {
        const { to = game, link, form } = how;
        here.abort();
        here = new AbortController();
        const { signal } = here;
        busy(true);
        complain(null);
        try {
            const address = record ? `#m=${moves}` : await links.write(to);
            const answer = await ask("position", question(moves, to), signal);
            const next = await answer.json().catch(() => Promise.reject(new Gone()));
            if (signal.aborted) return "left";
            [game, view, position] = [to, moves, next];
            if (isNow()) last = { turn: position.turn, isOver: isOver() };
            if (link === "new") history.pushState(null, "", address);
            else if (link !== "kept") history.replaceState(null, "", address);
        } catch (error) {
            if (signal.aborted) return "left";
            // What the board shows is no longer true.
            board.show(position, false);
            draw();
            busy(false);
            const isGone = error instanceof Gone;
            complain(/** @type {Error} */ (error), () => void go(moves, moving, how), form);
            if (!isGone && link !== "kept") goOn(signal);
            return /** @type {Error} */ (error);
        }
        board.show(position, moving);
        draw();
        busy(false);
        if (link !== "kept") goOn(signal);
        return "there";
    }

    /** Whatever the position asks for: an engine's move, or values. @param {AbortSignal} signal */
    function goOn(signal) {
        if (isOver() || !(record || isNow())) {
            drawBar(isOver() ? { margin: /** @type {number} */ (position.margin), exact: true } : null, 0, "");
            return;
        }
        if (!isPerson(position.turn)) void think(signal);
        else if (showsValues) void rate(signal);
        else drawBar(null, 0, "");
    }

    /** @param {string} name @param {HTMLElement} [form] where to complain */
    async function playMove(name, form) {
        const moves = [...game.moves.slice(0, view), name];
        if (record) {
            /** @type {[string, string]} */
            const players = position.turn === 0 ? [YOU, "engine:3"] : ["engine:3", YOU];
            location.href = `/play/${spec.name}${await links.write({ ...game, moves, by: players })}`;
            return false;
        }
        const turn = position.turn;
        spend();
        // The line that this one leaves stays a step back in the browser's history.
        const link = isNow() ? undefined : "new";
        const came = await go(moves.length, true, { to: { ...game, moves, resigned: null, isLate: false }, link, form });
        if (came === "there") announceMove(turn);
        return came === "there";
    }

    /** @param {number} side who made it */
    function announceMove(side) {
        const move = position.played.at(-1);
        if (move === undefined) return;
        const changed = say("move-made", { side: sideKey(side), move, n: position.last.length });
        announce(`${changed} ${isOver() ? result() : say("to-move", { side: sideKey(position.turn) })}`);
    }

    /** The engine's turn. @param {AbortSignal} signal */
    async function think(signal) {
        const began = performance.now();
        const side = position.turn;
        const body = { ...question(), level: level(side), time_ms: timeMs };
        status(say("thinking"));
        try {
            await listen("best", body, signal, (event, data) => {
                if (event === "waiting") status(say("waiting", { n: data.ahead + 1 }));
                if (event === "thinking") {
                    status(described(data));
                    if (showsValues) drawBar(data.worth, data.side, say("depth", { n: data.depth }));
                }
                if (event === "move") {
                    const rest = LEAST_MS - (performance.now() - began);
                    setTimeout(() => {
                        if (!signal.aborted && data.move !== undefined) playMove(data.move);
                    }, Math.max(0, rest));
                }
            });
        } catch (error) {
            if (!signal.aborted) fail(/** @type {Error} */ (error), () => void go(view, false));
        }
    }

    /** @param {Found} found */
    function described(found) {
        return say("thought", { n: found.depth, nodes: found.nodes.toLocaleString("en"), line: found.pv.slice(0, 4).join(", ") });
    }

    /** What each legal move is worth. @param {AbortSignal} signal */
    async function rate(signal) {
        drawBar(null, 0, "");
        try {
            await listen("values", { ...question(view), time_ms: Math.max(timeMs, 3000) }, signal, (event, data) => {
                if (event === "waiting") status(say("waiting", { n: data.ahead + 1 }));
                if (event === "values" || event === "done") drawValues(data);
            });
        } catch (error) {
            if (!signal.aborted) fail(/** @type {Error} */ (error), () => void go(view, false));
        }
    }

    /** What an engine was asked is not answered. @param {Error} error @param {() => void} again */
    function fail(error, again) {
        draw();
        complain(error, again);
    }

    async function hint() {
        const { signal } = here;
        complain(null);
        status(say("thinking"));
        try {
            await listen("best", { ...question(view), level: 5, time_ms: Math.max(timeMs, 1000) }, signal, (event, data) => {
                if (event === "thinking") board.hint(data.move);
                if (event !== "move") return;
                board.hint(data.move);
                status(say("hint-is", { move: data.move, worth: worthTold(data.worth, data.depth) }));
                announce(say("hint-is", { move: data.move, worth: worthTold(data.worth, data.depth) }));
            });
        } catch (error) {
            if (!signal.aborted) fail(/** @type {Error} */ (error), () => void hint());
        }
    }

    /** Points with a sign, one place behind the point where there are few. @param {number} points */
    function signed(points) {
        const round = Math.abs(points) >= 10 ? Math.round(points) : Math.round(points * 10) / 10;
        return round > 0 ? `+${round}` : round < 0 ? `−${-round}` : "0";
    }

    /** Whether the margins of the game are points; its words name what estimates count otherwise. */
    const hasPoints = !own.has("worth-unit");

    /** @param {Worth} worth */
    function isProven(worth) {
        return worth.exact || (!hasPoints && Math.abs(worth.margin ?? 2) === 1);
    }

    /** How a chip looks. @param {Worth} worth */
    function chipKind(worth) {
        if (!isProven(worth)) return "estimate";
        return `exact ${["loss", "even", "win"][1 + Math.sign(worth.margin ?? 0)]}`;
    }

    /** As short as a square. @param {Worth} worth */
    function worthShort(worth) {
        if (worth.margin === undefined) return `≈${signed(worth.points ?? 0)}`;
        if (worth.margin === 0) return say("draw-short");
        if (!hasPoints) return say(worth.margin > 0 ? "win-short" : "loss-short");
        return `${worth.exact ? "" : "≈"}${signed(worth.margin)}`;
    }

    /** @param {Worth} worth */
    function worthWords(worth) {
        if (worth.margin === undefined) return say("worth-estimate", { points: signed(worth.points ?? 0) });
        const key = worth.margin === 0 ? "worth-draw" : worth.margin > 0 ? "worth-win" : "worth-loss";
        let text = say(key);
        if (hasPoints && worth.margin !== 0) text += ` ${say("worth-by", { n: Math.abs(worth.margin) })}`;
        if (worth.in !== undefined) text += ` ${say("worth-in", { n: worth.in })}`;
        return `${text}, ${say(isProven(worth) ? "exact" : "proven")}`;
    }

    /** With the depth of an estimate. @param {Worth} worth @param {number} depth */
    function worthTold(worth, depth) {
        return isProven(worth) ? worthWords(worth) : `${worthWords(worth)}, ${say("depth", { n: depth })}`;
    }

    /** Worth as a number to sort by. @param {Worth} worth */
    function order(worth) {
        if (worth.margin === undefined) return worth.points ?? 0;
        return Math.sign(worth.margin) * (1e9 + 1e4 * Math.abs(worth.margin) - (worth.in ?? 5000));
    }

    /** @param {Values} values */
    function drawValues({ side, values }) {
        const sorted = [...values].sort(([, a], [, b]) => order(b) - order(a));
        const best = sorted[0];
        if (best === undefined) return;
        const chips = new Map(sorted.map(([name, worth], rank) => [name, {
            text: worthShort(worth), kind: chipKind(worth), best: order(worth) === order(best[1]), rank,
        }]));
        board.rate(chips);
        drawHues(chips);
        const list = sorted.slice(0, 40).map(([name, worth, depth]) => {
            const chip = html("span", { class: `chip ${chipKind(worth)}` }, worthShort(worth));
            return html("li", {}, html("b", {}, name), " ", chip, " ", worthTold(worth, depth));
        });
        element("values-list").replaceChildren(...list);
        drawBar(best[1], side, isProven(best[1]) ? say("exact") : say("depth", { n: best[2] }));
    }

    /**
     * The bar beside the board: how much of it is the side's below.
     * @param {Worth | null} worth @param {number} side whose worth it is @param {string} how
     */
    function drawBar(worth, side, how) {
        const bar = element("bar");
        bar.hidden = !showsValues;
        if (worth === null) element("values-list").replaceChildren();
        const lower = board.flipped === (below() === 0) ? 1 - below() : below();
        const sign = worth === null || side === lower ? 1 : -1;
        const points = worth === null ? 0 : sign * (worth.margin === undefined ? Math.tanh((worth.points ?? 0) / 12) * 0.9 : Math.sign(worth.margin));
        const fill = html("div", { class: `fill side-${lower} ${worth === null ? "unknown" : isProven(worth) ? "exact" : "estimate"}` });
        fill.style.height = `${50 + 50 * points}%`;
        const turned = worth === null ? null : sign > 0 ? worth : { ...worth, margin: worth.margin === undefined ? undefined : -worth.margin, points: -(worth.points ?? 0) };
        const text = turned === null ? "?" : worthShort(/** @type {Worth} */ (turned));
        bar.replaceChildren(fill, html("span", { class: "text" }, text));
        bar.setAttribute("role", "img");
        bar.setAttribute("aria-label", turned === null ? say("worth-unknown")
            : `${say(lower === 0 ? "first" : "second")}: ${worthWords(/** @type {Worth} */ (turned))}${how ? `, ${how}` : ""}`);
        bar.title = bar.getAttribute("aria-label") ?? "";
    }

    /** The side that sits below the board. */
    function below() {
        const own = isPerson(0) || !isPerson(1) ? 0 : 1;
        return board.flipped ? 1 - own : own;
    }

    /** Whether the board is ahead of what is written about it. @param {boolean} is */
    function busy(is) {
        element("board").setAttribute("aria-busy", String(is));
    }

    /** @param {string} text */
    function sentence(text) {
        return text.slice(0, 1).toUpperCase() + text.slice(1);
    }

    /** @param {string} text */
    function status(text) {
        state = text;
        restate();
    }

    /**
     * Shows what is wrong, beside the form that it is about or below the board; `again` is offered where the server has gone.
     * @param {Error | null} error @param {() => void} [again] @param {HTMLElement} [form]
     */
    function complain(error, again, form) {
        for (const old of document.querySelectorAll(".complaint")) old.remove();
        if (error === null) return;
        const place = html("div", { class: "complaint", id: "complaint", role: "alert" }, html("span", {}, error.message));
        const key = error instanceof Gone ? "try-again" : form === undefined && error instanceof BadLink ? "go-on-here" : null;
        if (key !== null && again) place.append(" ", button("again", key, again));
        if (form) form.append(place);
        else element("slider").before(place);
        place.scrollIntoView({ block: "nearest" });
    }

    function result() {
        const margin = position.margin ?? 0;
        if (margin === 0) return say("draw");
        const winner = margin > 0 ? 0 : 1;
        const n = Math.abs(margin);
        const people = [0, 1].filter(isPerson);
        const how = hasPoints ? "-by" : "";
        const key = people.length !== 1 ? "side-won" : people[0] === winner ? "you-won" : "you-lost";
        const text = say(key + how, { n, side: sideKey(winner) });
        return game.resigned === null ? text : `${say(game.isLate ? "lost-on-time" : "gave-up", { side: sideKey(game.resigned === "first" ? 0 : 1) })} ${text}`;
    }

    function draw() {
        drawPlayers();
        drawMoves();
        drawButtons();
        const hadHues = !element("hues").hidden;
        drawHues(new Map());
        if (hadHues === element("hues").hidden) board.fit();
        const caption = position.caption === null ? "" : tell(own, position.caption);
        const where = record ? recordedState(record) : isOver() ? result() : isNow() ? say("to-move", { side: sideKey(position.turn) }) : say("looking-back", { n: view, all: game.moves.length });
        status([where, caption === "" ? "" : `${caption}.`, firstTouch()].map(sentence).filter((text) => text !== "").join(" "));
        element("status").classList.toggle("over", isOver() || (record !== undefined && isNow()));
        show("diagram", position.diagram);
        show("moves-text", game.moves.join(spaced() ? "\n" : " "));
    }

    /** Shows a text, unless somebody has typed another. @param {string} id @param {string} text */
    function show(id, text) {
        const area = /** @type {HTMLTextAreaElement} */ (element(id));
        if (document.activeElement !== area && area.dataset["typed"] === undefined) area.value = text;
    }

    /** Where a move goes step by step: what its first touch means. */
    function firstTouch() {
        const isMine = isPerson(position.turn) && isNow() && !isOver() && record === undefined;
        const all = position.moves.map(([, touches]) => touches.length).filter((length) => length > 0);
        if (!isMine || all.length === 0 || Math.min(...all) === Math.max(...all) && all[0] === 1) return "";
        return say(own.has("first-touch") ? "first-touch" : "touches-of-move", { n: Math.max(...all) });
    }

    /** Where one is in a recorded game. @param {Recorded} recorded */
    function recordedState({ result, opening, took_us }) {
        const at = say("slider-at", { n: view, all: game.moves.length });
        if (view === 0) return `${at}.`;
        const us = took_us[view - 1 - opening];
        const how = view <= opening ? say("of-opening") : us === undefined ? "" : say("took", { ms: String(us < 10_000 ? us / 1000 : Math.round(us / 1000)) });
        const name = `${sentence(at)}: ${game.moves[view - 1]}${how && `, ${how}`}.`;
        return isNow() ? `${name} ${say("recorded-result", { result })}` : name;
    }

    /** Whether names of moves have spaces in them. */
    function spaced() {
        return [...position.moves.map(([name]) => name), ...game.moves].some((name) => name.includes(" "));
    }

    /** What a side's pieces look like. @param {number} side */
    function pieceOf(side) {
        const { looks, legend, cells } = position;
        const own = legend.map(([look]) => /** @type {Look} */ (looks[look])).find((look) => look.side === side);
        const owned = cells.map((look) => /** @type {Look} */ (looks[look])).find((look) => look.owner === side);
        const plain = own ?? owned ?? { piece: "none", glyph: "", owner: side };
        return icon(own ? { ...plain, edges: plain.piece === "block" ? 0 : undefined } : plain);
    }

    function drawPlayers() {
        for (const [place, side] of /** @type {[string, number][]} */ ([["player-above", 1 - below()], ["player-below", below()]])) {
            const who = record ? record.players[side] ?? "" : isPerson(side) ? say(by()[0] === by()[1] ? "a-person" : "you") : say("engine-of-level", { n: level(side) });
            const time = clock === null ? "" : clockText(clock.left[side] ?? 0);
            const strip = element(place);
            strip.classList.toggle("to-move", !isOver() && position.turn === side && (record !== undefined || isNow()));
            strip.replaceChildren(
                pieceOf(side),
                html("span", { class: "who" }, html("b", {}, say(side === 0 ? "first" : "second")), " ", who),
                html("span", { class: "time" }, time),
            );
        }
    }

    function drawMoves() {
        const list = element("moves-list");
        const items = position.played.length < game.moves.length ? game.moves : position.played;
        list.replaceChildren(...items.map((name, i) => {
            const button = html("button", { type: "button" }, name);
            if (i + 1 === view) button.setAttribute("aria-current", "true");
            button.addEventListener("click", () => void go(i + 1, false));
            const item = html("li", {}, button);
            return item;
        }));
        element("no-moves").hidden = items.length > 0;
        list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    }

    /** @param {Map<string, Chip>} chips */
    function drawHues(chips) {
        const hues = board.hues();
        const place = element("hues");
        place.hidden = hues.length === 0;
        place.replaceChildren(...hues.map(({ look, message, move, gain }) => {
            const name = tell(own, message);
            const chip = move === undefined ? undefined : chips.get(move[0]);
            const button = html("button", { type: "button", class: "hue-button" },
                icon({ ...look, owner: undefined }),
                html("span", { class: "name" }, name),
                html("span", { class: "gain" }, gain === undefined ? "" : `+${gain}`));
            if (chip) button.append(html("span", { class: `chip ${chip.kind}${chip.best ? " best" : ""}` }, chip.text));
            const mine = move !== undefined && isPerson(position.turn) && (record !== undefined || isNow());
            /** @type {HTMLButtonElement} */ (button).disabled = !mine;
            button.addEventListener("click", () => board.touchHue(/** @type {number} */ (look.hue)));
            for (const kind of ["pointerenter", "focus"]) button.addEventListener(kind, () => board.preview(move ?? null));
            for (const kind of ["pointerleave", "blur"]) button.addEventListener(kind, () => board.preview(null));
            return button;
        }));
    }

    /** @param {string} id @param {boolean} shown */
    function reveal(id, shown) {
        element(id).hidden = !shown;
    }

    function drawButtons() {
        if (document.getElementById("undo") === null) return;
        const now = (record !== undefined || isNow()) && !isOver();
        const mine = now && isPerson(position.turn);
        const disable = (/** @type {string} */ id, /** @type {boolean} */ off) => (/** @type {HTMLButtonElement} */ (element(id)).disabled = off);
        disable("undo", game.moves.length === 0 && game.resigned === null);
        disable("hint", !mine);
        disable("resign", !now);
        for (const id of ["undo", "resign"]) reveal(id, record === undefined);
        drawSlider();
        for (const id of ["first", "back"]) disable(id, view === 0);
        for (const id of ["next", "last"]) disable(id, isNow());
        const pass = mine ? position.moves.find(([, touches]) => touches.length === 0) : undefined;
        reveal("pass", pass !== undefined);
        element("pass").dataset["move"] = pass?.[0] ?? "";
        element("pass").classList.toggle("main", position.moves.length === 1);
        reveal("aimed", board.aimed !== null);
        element("aimed").textContent = say("play-aimed", { move: board.aimed ?? "" });
        reveal("cancel", board.touches.length > 0);
        reveal("rematch", isOver() && record === undefined);
        reveal("size", board.px < 24 || board.finger);
    }

    function drawSlider() {
        const slider = /** @type {HTMLInputElement} */ (element("slider"));
        slider.max = String(game.moves.length);
        slider.value = String(view);
        slider.hidden = game.moves.length === 0;
        const at = say("slider-at", { n: view, all: game.moves.length });
        slider.setAttribute("aria-valuetext", view === 0 ? at : `${at}, ${game.moves[view - 1]}`);
    }

    /** Back to a person's turn. */
    async function undo() {
        let keep = game.moves.length;
        if (game.resigned === null) {
            const { movers } = position;
            keep = Math.max(0, Math.min(view, game.moves.length) - 1);
            while (keep > 0 && !isPerson(movers[keep] ?? 0) && [0, 1].some(isPerson)) keep -= 1;
        }
        const to = { ...game, moves: game.moves.slice(0, keep), resigned: null, isLate: false };
        // Whoever takes moves back plays without a clock.
        if (await go(keep, true, { to }) === "there") startClock(0);
    }

    async function resign() {
        const loser = isPerson(position.turn) || !isPerson(1 - position.turn) ? position.turn : 1 - position.turn;
        const to = { ...game, resigned: /** @type {"first" | "second"} */ (loser === 0 ? "first" : "second") };
        if (await go(game.moves.length, true, { to }) === "there") announce(result());
    }

    /** The same again, with the sides exchanged. */
    function rematch() {
        const [first, second] = by();
        void begin({ ...game, by: [second, first], moves: [], resigned: null, isLate: false, seed: seed() }, clock?.whole ?? 0);
    }

    // The clock: what is left runs while its side is to move in the last position, from the first move on, until the game ends.

    /** @param {number} whole milliseconds for each side, 0 for none */
    function startClock(whole) {
        clock = whole === 0 ? null : { left: [whole, whole], since: performance.now(), whole, isOver: false };
        drawPlayers();
    }

    function spend() {
        if (clock === null) return;
        const now = performance.now();
        if (game.moves.length > 0 && !last.isOver) clock.left[/** @type {0 | 1} */ (last.turn)] -= now - clock.since;
        clock.since = now;
    }

    /** @param {number} ms */
    function clockText(ms) {
        const seconds = Math.max(0, Math.ceil(ms / 1000));
        return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }

    setInterval(async () => {
        if (clock === null || clock.isOver || last.isOver) return;
        spend();
        drawPlayers();
        const late = clock.left.findIndex((left) => left <= 0);
        if (late < 0) return;
        const ended = clock;
        ended.isOver = true;
        const to = { ...game, resigned: /** @type {"first" | "second"} */ (late === 0 ? "first" : "second"), isLate: true };
        const came = await go(game.moves.length, false, { to });
        // Who meanwhile asks for something else has no more time than before.
        ended.isOver = came !== "left";
        if (came === "there") announce(result());
    }, 250);

    // What stands on the page besides the board.

    /** @param {string} id @param {string} key @param {() => void} act @param {string} [sign] */
    function button(id, key, act, sign) {
        const made = html("button", { type: "button", id, ...(sign ? { "aria-label": say(key), title: say(key) } : {}) }, sign ?? say(key));
        made.addEventListener("click", act);
        return made;
    }

    function buildControls() {
        const values = html("button", { type: "button", id: "show-values", role: "switch", "aria-checked": "false" }, say("show-values"));
        values.addEventListener("click", () => {
            showsValues = !showsValues;
            values.setAttribute("aria-checked", String(showsValues));
            reveal("worth-unit", showsValues);
            board.rate(new Map());
            void go(view, false);
        });
        const steps = html("span", { class: "steps" },
            button("first", "to-start", () => void go(0, false), "«"),
            button("back", "step-back", () => void go(Math.max(0, view - 1), false), "‹"),
            button("next", "step-on", () => void go(Math.min(game.moves.length, view + 1)), "›"),
            button("last", "to-end", () => void go(game.moves.length, false), "»"));
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
            button("resign", "resign", resign),
            button("flip", "flip", () => {
                board.flip();
                draw();
            }),
            size,
            values,
            html("p", { id: "worth-unit", class: "quiet", hidden: "" }, own.get("worth-unit") ?? say("worth-points")),
        );
        const slider = /** @type {HTMLInputElement} */ (html("input", { type: "range", id: "slider", min: "0", "aria-label": say("slider") }));
        slider.addEventListener("input", () => void go(Number(slider.value), false));
        element("controls").before(slider);
    }

    function buildTabs() {
        const names = record ? ["moves", "text", "rules"] : ["moves", "new", "text", "rules"];
        const tabs = names.map((name) => html("button", {
            type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
        }, say(`tab-${name}`)));
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

    /** @param {string} label @param {HTMLElement} field @param {string} [what] */
    function labelled(label, field, what) {
        const row = html("label", {}, html("span", {}, label), field);
        if (what) row.append(html("small", {}, what));
        return row;
    }

    /** @param {Parameter} one */
    function fieldFor(one) {
        const value = game.set[one.name] ?? one.default;
        if (one.kind === "choice") {
            const field = html("select", { name: one.name }, ...(one.words ?? []).map((word) => html("option", { value: word }, word)));
            /** @type {HTMLSelectElement} */ (field).value = value;
            return field;
        }
        /** @type {Record<string, string>} */
        const kind = one.kind === "integer" ? { type: "text", inputmode: "numeric" } : { type: "text", placeholder: one.form ?? "" };
        return html("input", { name: one.name, value, autocomplete: "off", ...kind });
    }

    /** @param {string} id @param {[string, string][]} options @param {string} value */
    function choice(id, options, value) {
        const field = /** @type {HTMLSelectElement} */ (html("select", { id }, ...options.map(([key, text]) => html("option", { value: key }, text))));
        field.value = value;
        return field;
    }

    function buildNew() {
        /** @type {[string, string][]} */
        const players = [[YOU, say("a-person")], ...spec.levels.map((n) => /** @type {[string, string]} */ ([`engine:${n}`, say(`level-${n}`)]))];
        const seconds = [300, 1000, 3000, 10_000, 30_000].map((ms) => /** @type {[string, string]} */ ([String(ms), say("seconds", { seconds: String(ms / 1000) })]));
        const minutes = [0, 1, 3, 10, 30].map((n) => /** @type {[string, string]} */ ([String(n * 60_000), n === 0 ? say("no-clock") : say("minutes", { n })]));
        const first = choice("first-player", players, by()[0]);
        const second = choice("second-player", players, by()[1]);
        const time = choice("engine-time", seconds, String(timeMs));
        const clocks = choice("clock", minutes, String(clock?.whole ?? 0));
        const fields = spec.parameters.map((one) => ({ one, field: /** @type {HTMLInputElement} */ (fieldFor(one)) }));
        const rows = fields.map(({ one, field }) => {
            const range = one.kind === "integer" && (one.max ?? "").length < 7 ? say("from-to", { least: one.min ?? "", most: one.max ?? "" }) : one.form ?? "";
            const row = labelled(one.name, field, `${one.what}${range ? ` (${range})` : ""}`);
            if (one.kind === "integer" && (one.max ?? "").length > 9) {
                const dice = html("button", { type: "button" }, say("another"));
                dice.addEventListener("click", () => (field.value = String(seed())));
                row.append(dice);
            }
            return row;
        });
        const form = html("form", { class: "new" },
            labelled(say("first"), first), labelled(say("second"), second),
            labelled(say("engine-thinks"), time), labelled(say("clock"), clocks),
            ...rows,
            html("button", { type: "submit", class: "main" }, say("start")));
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            const set = Object.fromEntries(fields.filter(({ one, field }) => field.value.trim() !== one.default).map(({ one, field }) => [one.name, field.value.trim()]));
            timeMs = Number(time.value);
            begin({ set, at: null, moves: [], resigned: null, isLate: false, by: [first.value, second.value], seed: seed() }, Number(clocks.value), form);
        });
        time.addEventListener("change", () => (timeMs = Number(time.value)));
        element("panel-new").replaceChildren(form);
    }

    /**
     * Another game, if it can be played; otherwise the one before goes on. That one stays a step back in the browser's history.
     * @param {Game} to @param {number} whole milliseconds of the clock @param {HTMLElement} [form] where to complain
     */
    async function begin(to, whole, form) {
        if (await go(to.moves.length, false, { to, link: "new", form }) !== "there") return false;
        startClock(whole);
        scrollTo({ top: 0 });
        return true;
    }

    /** @param {string} label @param {string} id @param {number} rows */
    function area(label, id, rows) {
        return labelled(label, html("textarea", { id, rows: String(rows), spellcheck: "false", autocomplete: "off" }));
    }

    function buildText() {
        const name = /** @type {HTMLInputElement} */ (html("input", { type: "text", id: "move-name", autocomplete: "off" }));
        const move = html("form", { class: "line" }, labelled(say("move-by-name"), name), html("button", { type: "submit" }, say("play")));
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
        for (const one of areas) one.addEventListener("input", () => (one.value === "" ? delete one.dataset["typed"] : (one.dataset["typed"] = "")));
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
            const names = text.value.split(spaced() ? /[,\n]+/ : /[\s,]+/).map((one) => one.trim()).filter((one) => one !== "");
            if (await begin({ ...game, moves: names, resigned: null, isLate: false }, 0, wrong.moves)) untype();
        });
        const useDiagram = html("button", { type: "button", id: "use-diagram" }, say("start-there"));
        useDiagram.addEventListener("click", async () => {
            const at = /** @type {HTMLTextAreaElement} */ (element("diagram")).value;
            const to = { ...game, at: at.endsWith("\n") ? at : `${at}\n`, moves: [], resigned: null, isLate: false };
            if (await begin(to, 0, wrong.diagram)) untype();
        });
        element("panel-text").replaceChildren(
            ...(record ? [moves, diagram] : [move, wrong.move, moves, useMoves, wrong.moves, diagram, useDiagram, wrong.diagram]),
            html("p", {}, copy, " ", copied),
            html("h2", {}, say("keys")), html("p", { class: "quiet" }, say("keys-of-board")),
        );
    }

    function listenToKeys() {
        document.addEventListener("keydown", (event) => {
            const target = /** @type {HTMLElement} */ (event.target);
            if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input:not([type=range]), textarea, select, [role=tablist]")) return;
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

    async function open() {
        if (record) {
            const to = /** @type {Game} */ ({ set: record.set, at: null, moves: record.moves, resigned: null, isLate: false, by: [YOU, YOU], seed: 1 });
            const at = Number(/^#m=(\d+)$/.exec(location.hash)?.[1] ?? 0);
            await go(Math.min(at, record.moves.length), false, { to });
            return;
        }
        startClock(0);
        const { to, wrong } = await linked();
        const came = await go(to.moves.length, false, { to, link: wrong === null ? undefined : "kept" });
        if (came === "left") return;
        let refusal = wrong;
        if (came instanceof Error && !(came instanceof Gone)) {
            refusal = came.message;
            const most = await legalMoves(to, here.signal);
            const rest = most < 0 ? fresh() : { ...to, moves: to.moves.slice(0, most), resigned: null, isLate: false };
            if (await go(rest.moves.length, false, { to: rest, link: "kept" }) !== "there") return;
        }
        buildNew();
        if (refusal !== null) complain(new BadLink(refusal), () => void go(view, false));
    }

    /** The game of the address, and what of the address makes no sense. */
    async function linked() {
        const given = await links.read(location.hash).catch(() => null);
        if (given === null) return { to: fresh(), wrong: location.hash.length > 1 ? say("link-unreadable") : null };
        let wrong = given.wrong ? tell(known, given.wrong) : null;
        const players = [YOU, ...spec.levels.map((n) => `engine:${n}`)];
        const named = given.by ?? [YOU, "engine:3"];
        const stranger = named.find((player) => !players.includes(player));
        if (stranger !== undefined) wrong ??= say("link-player", { player: stranger, players: players.join(", ") });
        const by = named.map((player) => (players.includes(player) ? player : "engine:3"));
        return { to: /** @type {Game} */ ({ ...given, by: by }), wrong };
    }

    /** How many of the moves make sense; below 0 where not even the start does. @param {Game} of @param {AbortSignal} signal */
    async function legalMoves(of, signal) {
        let [legal, refused] = [-1, of.moves.length];
        while (refused - legal > 1) {
            const middle = (legal + refused + 1) >> 1;
            const isLegal = await ask("position", question(middle, of), signal).then(() => true, (error) => error instanceof Gone);
            if (isLegal) legal = middle;
            else refused = middle;
        }
        return legal;
    }

    buildControls();
    buildMoves();
    buildText();
    buildTabs();
    listenToKeys();
    addEventListener("pagehide", () => here.abort());
    addEventListener("pageshow", (event) => {
        if (event.persisted) void go(view, false);
    });
    addEventListener("hashchange", () => void open());
    addEventListener("resize", () => board.fit());
    board.show(position, false);
    void open();
})();
