// @ts-check
/**
 * @file Steps through a recorded game: the board, who made each move and in what time, and how the
 * game ended.
 */

/**
 * @typedef {[string, number, 0 | (number | string | string[])[] | {whole: Message | null}, ...number[][]]} Step
 * A move: its name, its side, the new caption, and its changes. Each change is a new look and the
 * squares that now have it, as distances from the previous square; `-1 - n` stands for all squares
 * of look `n`.
 * @typedef {{ended: string, input: string, output: string, stderr: string, hint?: string, reproduce: string}} FoulReport
 * @typedef {{participants: [number, number], round: number, table: number, extra: number, game: number, games: number}} Place
 * @typedef {{number: number, players: [string, string], place?: Place, opening: number, took_us: number[],
 *   time: {game_ms?: number, increment_ms?: number, move_ms?: number}, stderr?: [number, string][], margin?: number,
 *   foul?: {side: number, what: string, report?: FoulReport}, columns: string[], rows: string[], looks: Look[], cells: number[],
 *   legend: [number, Message][], caption: Message | null, moves: Step[], decided?: number[], turn: number}} Recording
 * A recorded game as one message; see `Recording` in Rust.
 * @typedef {{words: Map<string, string>, own: Map<string, string>, game: string, onStep?: (view: number) => void,
 * page?: (participant: number) => string}} ReplayOptions `own` are the game's words; `onStep` is
 * called with the position that is shown; `page` returns the address of a participant's page.
 */

/* exported replays */
var replays = (() => {
    "use strict";
    const { Board, tell, icon, moveName, html } = ludoteka;

    /** On a lower screen than this needs, the page scrolls. */
    const LEAST_PX = 200;

    /** The room between the controls and the end of the screen. */
    const BELOW_PX = 10;

    /** @param {string} id @returns {HTMLElement} */
    const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

    /** @param {string} text */
    const sentence = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

    /**
     * The changes of a move: squares with their looks before and after.
     * @param {number[]} cells @param {number[][]} groups
     */
    function changesOf(cells, groups) {
        /** @type {[number, number, number][]} */
        const changes = [];
        for (const [now = 0, ...rest] of groups) {
            let at = 0;
            for (const number of rest) {
                if (number < 0) {
                    cells.forEach(
                        (look, i) => look === -1 - number && changes.push([i, look, now]),
                    );
                } else {
                    at += number;
                    changes.push([at, cells[at] ?? 0, now]);
                }
            }
        }
        return changes;
    }

    /** @param {Message | null} before @param {Step[2]} news @returns {Message | null} */
    function captionAfter(before, news) {
        if (news === 0) return before;
        if (!Array.isArray(news)) return news.whole;
        if (before === null) return null;
        const gaps = Object.keys(before[1]);
        return [before[0], Object.fromEntries(gaps.map((gap, i) => [gap, news[i] ?? ""]))];
    }

    /**
     * The position after this number of moves, in the form that a board draws.
     * @param {Recording} game @param {number} view @returns {Position}
     */
    function positionAt(game, view) {
        const cells = [...game.cells];
        let caption = game.caption;
        /** @type {[number, number, number][]} */
        let last = [];
        for (const [, , news, ...groups] of game.moves.slice(0, view)) {
            last = changesOf(cells, groups);
            for (const [i, , now] of last) cells[i] = now;
            caption = captionAfter(caption, news);
        }
        const isEnd = view === game.moves.length;
        return {
            columns: game.columns,
            rows: game.rows,
            looks: game.looks,
            cells,
            legend: game.legend,
            caption,
            decided: isEnd ? (game.decided ?? []) : [],
            last,
            turn: isEnd ? game.turn : (game.moves[view]?.[1] ?? 0),
            moves: [],
            played: game.moves.slice(0, view).map(([name]) => name),
            movers: game.moves.map(([, side]) => side),
            margin: isEnd ? (game.margin ?? null) : null,
            diagram: "",
        };
    }

    /** Minutes and seconds, with tenths if little time is left. @param {number} ms */
    function clockText(ms) {
        const tenths = Math.ceil(Math.max(0, ms) / 100);
        if (tenths < 100) return (tenths / 10).toFixed(1);
        const seconds = Math.ceil(tenths / 10);
        return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }

    /** A duration with a unit. @param {number} us */
    function timeText(us) {
        if (us < 10_000) return `${us / 1000} ms`;
        return us < 1_000_000 ? `${Math.round(us / 1000)} ms` : `${(us / 1e6).toFixed(1)} s`;
    }

    /**
     * A text from a program, with visible characters in place of invisible ones other than blanks
     * and ends of lines.
     * @param {string} text
     */
    function seen(text) {
        return text
            .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (char) =>
                char === "\u007f" ? "\u2421" : String.fromCharCode(0x2400 + char.charCodeAt(0)),
            )
            .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
    }

    /** Shows a recorded game on the page that `replay_body` in Rust lays out. */
    class Replay {
        /** @param {ReplayOptions} options */
        constructor(options) {
            this.options = options;
            /** @type {Recording | null} */
            this.game = null;
            this.view = 0;
            this.watching = 0;
            this.board = new Board(element("board"), {
                words: options.words,
                own: options.own,
                label: this.say("board-of", { game: options.game }),
                onMove: () => undefined,
                say: (text) => this.announce(text),
                highest: () => this.highest(),
            });
            this.buildControls();
            this.listen();
        }

        /** The height that is left for the board, so that what is below it needs no scrolling. */
        highest() {
            const board = element("board").getBoundingClientRect();
            const table = element("controls").parentElement?.getBoundingClientRect() ?? board;
            const others = board.top + scrollY + table.bottom - board.bottom;
            return Math.max(LEAST_PX, innerHeight - others - BELOW_PX);
        }

        /** @param {string} key @param {Message[1]} [filled] */
        say(key, filled = {}) {
            return tell(this.options.words, [key, filled]);
        }

        /**
         * Announces a text to screen readers, even if it is the same text again.
         * @param {string} text
         */
        announce(text) {
            const live = element("live");
            live.textContent = live.textContent === text ? `${text}\u00a0` : text;
        }

        /**
         * Shows a game after this number of moves.
         * @param {Recording} game @param {number} [view]
         */
        show(game, view = 0) {
            this.stop();
            this.game = game;
            this.buildTabs(game);
            this.buildMoves(game);
            this.buildFoul(game);
            this.go(view, false);
            this.board.fit();
        }

        /**
         * Replaces the game by the same game with more moves, or with its end. If the last move was
         * shown, the new last move is shown.
         * @param {Recording} game
         */
        update(game) {
            const follows = this.game === null || this.view === this.game.moves.length;
            const view = this.view;
            const had = this.game?.moves.length ?? 0;
            this.game = game;
            if (game.foul !== undefined) this.buildTabs(game);
            this.buildMoves(game);
            this.buildFoul(game);
            this.go(follows ? game.moves.length : view, follows && game.moves.length === had + 1);
        }

        /**
         * Goes to the position after this number of moves.
         * @param {number} to @param {boolean} [moving]
         */
        go(to, moving = true) {
            const game = this.game;
            if (game === null) return;
            this.view = Math.max(0, Math.min(to, game.moves.length));
            const position = positionAt(game, this.view);
            this.board.show(position, moving);
            this.draw(game, position);
            this.options.onStep?.(this.view);
        }

        /** @param {number} by */
        step(by) {
            this.stop();
            this.go(this.view + by, by > 0);
            const game = this.game;
            if (game === null) return;
            const move = game.moves[this.view - 1];
            const made =
                move === undefined
                    ? ""
                    : `${this.say("move-made", { side: this.side(move[1]), move: move[0], n: positionAt(game, this.view).last.length })} `;
            const isEnd = this.view === game.moves.length && game.margin !== undefined;
            this.announce(
                made +
                    (isEnd
                        ? this.result(game)
                        : this.say("to-move", {
                              side: this.side(game.moves[this.view]?.[1] ?? game.turn),
                          })),
            );
        }

        /** @param {number} side */
        side(side) {
            return [side === 0 ? "first" : "second"];
        }

        /** The result, with the winner's name. @param {Recording} game */
        result(game) {
            const { margin = 0, foul, players } = game;
            const name = players[margin > 0 ? 0 : 1];
            const key = margin === 0 ? "drawn" : Math.abs(margin) > 1 ? "name-won-by" : "name-won";
            // A name is data, so its braces are not gaps.
            const text =
                margin === 0
                    ? sentence(this.say(key))
                    : this.say(key, { name, n: Math.abs(margin) });
            return foul === undefined
                ? `${text}.`
                : `${text}; ${this.say("by-foul", { name: players[foul.side] ?? "", what: foul.what })}.`;
        }

        /** @param {Recording} game @param {Position} position */
        draw(game, position) {
            this.drawPlayers(game, position);
            const caption =
                position.caption === null
                    ? ""
                    : `${sentence(tell(this.options.own, position.caption))}.`;
            const isEnd = this.view === game.moves.length && game.margin !== undefined;
            const status = element("status");
            status.replaceChildren(
                html("span", {}, `${this.where(game)} ${caption}`),
                ...(isEnd ? [html("b", { class: "result" }, this.result(game))] : []),
            );
            status.classList.toggle("over", isEnd);
            // A text that is cut off can be scrolled by keys.
            status.tabIndex = status.scrollHeight > status.clientHeight ? 0 : -1;
            const list = element("moves-list");
            list.querySelector("[aria-current]")?.removeAttribute("aria-current");
            const current = list.children[this.view - 1]?.firstElementChild;
            current?.setAttribute("aria-current", "true");
            this.drawStderr(game);
            const panel = element("panel-moves");
            // `scrollIntoView` would scroll the page as well.
            if (current instanceof HTMLElement)
                panel.scrollTop = current.offsetTop - panel.offsetTop - panel.clientHeight / 2;
            const slider = /** @type {HTMLInputElement} */ (element("slider"));
            slider.max = String(game.moves.length);
            slider.value = String(this.view);
            slider.setAttribute("aria-valuetext", this.where(game));
            const disable = (/** @type {string} */ id, /** @type {boolean} */ off) => {
                const button = /** @type {HTMLButtonElement} */ (element(id));
                button.disabled = off;
            };
            for (const id of ["first", "back"]) disable(id, this.view === 0);
            for (const id of ["next", "last"]) disable(id, this.view === game.moves.length);
            element("size").hidden = this.board.px >= 24 && !this.board.finger;
        }

        /**
         * What programs wrote to standard error before the shown move, and at the end before an
         * answer that was no move.
         * @param {Recording} game
         */
        drawStderr({ stderr = [], moves, turn, players }) {
            const isEnd = this.view === moves.length;
            const texts = stderr.filter(([n]) => n === this.view || (isEnd && n > this.view));
            element("stderr").replaceChildren(
                ...texts.flatMap(([n, text]) => {
                    const name = players[moves[n - 1]?.[1] ?? turn] ?? "";
                    return [
                        html("p", { class: "quiet" }, this.say("stderr-of", { name })),
                        html("pre", { tabindex: "0" }, seen(text)),
                    ];
                }),
            );
        }

        /** The move that is shown, and its time. @param {Recording} game */
        where(game) {
            const at = sentence(this.say("slider-at", { n: this.view, all: game.moves.length }));
            if (this.view === 0) return `${at}.`;
            const us = game.took_us[this.view - 1 - game.opening];
            const how =
                this.view <= game.opening
                    ? this.say("of-opening")
                    : us === undefined
                      ? ""
                      : timeText(us);
            return `${at}: ${game.moves[this.view - 1]?.[0]}${how && `, ${how}`}.`;
        }

        /**
         * The milliseconds of a side's answers before the position that is shown.
         * @param {Recording} game @param {number} side
         */
        used(game, side) {
            let [us, answers] = [0, 0];
            const isEnd = this.view === game.moves.length;
            game.took_us.forEach((took, i) => {
                const move = game.opening + i;
                const mover = game.moves[move]?.[1] ?? game.turn;
                if (mover !== side || (move >= this.view && !isEnd)) return;
                us += took;
                answers += 1;
            });
            return { ms: us / 1000, answers };
        }

        /** @param {Recording} game @param {Position} position */
        drawPlayers(game, position) {
            const below = this.board.flipped ? 1 : 0;
            for (const [id, side] of /** @type {[string, number][]} */ ([
                ["player-above", 1 - below],
                ["player-below", below],
            ])) {
                const { ms, answers } = this.used(game, side);
                const { game_ms, increment_ms = 0 } = game.time;
                const time =
                    game_ms === undefined
                        ? timeText(Math.round(ms * 1000))
                        : clockText(game_ms + increment_ms * answers - ms);
                const participant = game.place?.participants[side];
                const name = game.players[side] ?? "";
                const who =
                    participant !== undefined && this.options.page
                        ? html("a", { href: this.options.page(participant) }, html("bdi", {}, name))
                        : html("bdi", {}, name);
                const strip = element(id);
                const isOver = position.margin !== null;
                strip.classList.toggle("to-move", !isOver && position.turn === side);
                strip.classList.toggle(
                    "winner",
                    isOver && Math.sign(position.margin ?? 0) === (side === 0 ? 1 : -1),
                );
                strip.replaceChildren(
                    this.pieceOf(position, side),
                    html(
                        "span",
                        { class: "who" },
                        html("b", {}, who),
                        " ",
                        this.say(side === 0 ? "first" : "second"),
                    ),
                    html(
                        "span",
                        {
                            class: "time",
                            title: this.say(game_ms === undefined ? "time-used" : "time-left"),
                        },
                        time,
                    ),
                );
            }
        }

        /** A picture of a side's pieces. @param {Position} position @param {number} side */
        pieceOf({ looks, legend, cells }, side) {
            const own = legend
                .map(([look]) => /** @type {Look} */ (looks[look]))
                .find((look) => look.side === side);
            const plain = own ??
                looks[cells.find((look) => looks[look]?.owner === side) ?? -1] ?? {
                    piece: "none",
                    glyph: "",
                    owner: side,
                };
            return icon(own ? { ...plain, edges: plain.piece === "block" ? 0 : undefined } : plain);
        }

        /** @param {string} id @param {string} key @param {() => void} act @param {string} [sign] */
        button(id, key, act, sign) {
            const text = this.say(key);
            const button = html(
                "button",
                { type: "button", id, ...(sign ? { "aria-label": text, title: text } : {}) },
                sign ?? text,
            );
            button.addEventListener("click", act);
            return button;
        }

        buildControls() {
            const size = this.button("size", "finger-size", () => {
                this.board.size(!this.board.finger);
                size.textContent = this.say(this.board.finger ? "fit-size" : "finger-size");
            });
            element("controls").replaceChildren(
                html(
                    "span",
                    { class: "steps" },
                    this.button("first", "to-start", () => this.step(-this.view), "«"),
                    this.button("back", "step-back", () => this.step(-1), "‹"),
                    this.button("next", "step-on", () => this.step(1), "›"),
                    this.button("last", "to-end", () => this.step(Infinity), "»"),
                ),
                this.button("watch", "watch", () => this.watch()),
                this.button("flip", "flip", () => this.flip()),
                size,
            );
            const slider = /** @type {HTMLInputElement} */ (
                html("input", {
                    type: "range",
                    id: "slider",
                    min: "0",
                    "aria-label": this.say("slider"),
                })
            );
            slider.addEventListener("input", () => {
                this.stop();
                this.go(Number(slider.value), false);
            });
            element("controls").before(slider);
        }

        flip() {
            this.board.flip();
            if (this.game !== null) this.draw(this.game, positionAt(this.game, this.view));
        }

        /**
         * Shows move after move, from the start if the last move was shown, until the visitor does
         * anything else.
         */
        watch() {
            if (this.watching !== 0) return this.stop();
            if (this.view === this.game?.moves.length) this.go(0, false);
            const next = () => {
                this.go(this.view + 1);
                if (this.view === this.game?.moves.length) this.stop();
            };
            this.watching = setInterval(next, 800);
            element("watch").textContent = this.say("stop-watching");
            next();
        }

        stop() {
            if (this.watching === 0) return;
            clearInterval(this.watching);
            this.watching = 0;
            element("watch").textContent = this.say("watch");
        }

        listen() {
            document.addEventListener("keydown", (event) => {
                const target = /** @type {HTMLElement} */ (event.target);
                if (
                    event.altKey ||
                    event.ctrlKey ||
                    event.metaKey ||
                    target.closest("input:not([type=range]), textarea, select, [role=tablist], pre")
                )
                    return;
                /** @type {Record<string, () => void>} */
                const keys = {
                    ArrowLeft: () => this.step(-1),
                    ArrowRight: () => this.step(1),
                    Home: () => this.step(-this.view),
                    End: () => this.step(Infinity),
                    f: () => this.flip(),
                };
                const act = keys[event.key];
                if (act === undefined) return;
                event.preventDefault();
                act();
            });
            addEventListener("resize", () => this.board.fit());
        }

        /** @param {Recording} game */
        buildTabs(game) {
            const names = [
                "moves",
                ...(document.getElementById("panel-games") ? ["games"] : []),
                ...(game.foul === undefined ? [] : ["foul"]),
            ];
            const tabs = names.map((name) =>
                html(
                    "button",
                    {
                        type: "button",
                        role: "tab",
                        id: `tab-${name}`,
                        "aria-controls": `panel-${name}`,
                    },
                    this.say(`tab-${name}`),
                ),
            );
            const select = (/** @type {number} */ chosen) => {
                tabs.forEach((tab, i) => {
                    tab.setAttribute("aria-selected", String(i === chosen));
                    tab.setAttribute("tabindex", i === chosen ? "0" : "-1");
                });
                for (const name of ["moves", "games", "foul"]) {
                    const panel = document.getElementById(`panel-${name}`);
                    if (panel) panel.hidden = names[chosen] !== name;
                }
            };
            tabs.forEach((tab, i) => {
                tab.addEventListener("click", () => select(i));
                tab.addEventListener("keydown", (event) => {
                    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
                    if (step === undefined) return;
                    event.preventDefault();
                    const to = (i + step + tabs.length) % tabs.length;
                    select(to);
                    tabs[to]?.focus();
                });
                element(`panel-${names[i]}`).setAttribute("aria-labelledby", tab.id);
            });
            element("tabs").replaceChildren(...tabs);
            select(0);
        }

        /** @param {Recording} game */
        buildMoves(game) {
            element("panel-moves").replaceChildren(
                ...(game.moves.length > 0
                    ? []
                    : [html("p", { class: "quiet" }, this.say("no-moves-yet"))]),
                html(
                    "ol",
                    { id: "moves-list", class: "moves" },
                    ...game.moves.map(([name], i) => {
                        const button = html(
                            "button",
                            {
                                type: "button",
                                ...(i < game.opening
                                    ? { class: "quiet", title: this.say("of-opening") }
                                    : {}),
                            },
                            ...moveName(name, this.options.own, game),
                        );
                        button.addEventListener("click", () => this.step(i + 1 - this.view));
                        return html("li", {}, button);
                    }),
                ),
                html("div", { id: "stderr" }),
            );
        }

        /** The report about a program that lost by a foul. @param {Recording} game */
        buildFoul({ foul, players }) {
            const panel = element("panel-foul");
            if (foul === undefined) return panel.replaceChildren();
            const parts = [
                html(
                    "p",
                    {},
                    html(
                        "b",
                        {},
                        `${this.say("by-foul", { name: players[foul.side] ?? "", what: foul.what })}.`,
                    ),
                ),
            ];
            const { report } = foul;
            if (report !== undefined) {
                parts.push(html("p", {}, `${sentence(seen(report.ended))}.`));
                if (report.hint !== undefined) parts.push(html("p", {}, seen(report.hint)));
                for (const [key, text] of /** @type {[string, string][]} */ ([
                    ["was-told", report.input],
                    ["wrote", report.output],
                    ["complained", report.stderr],
                    ["see-again", report.reproduce],
                ])) {
                    if (text === "") continue;
                    parts.push(
                        html("h2", {}, this.say(key)),
                        html("pre", { tabindex: "0" }, seen(text)),
                    );
                }
            }
            panel.replaceChildren(...parts);
        }
    }

    return { Replay, element, sentence };
})();
