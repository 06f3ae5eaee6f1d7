// @ts-check
/**
 * @file Steps through a recorded game: the board, who made each move and in what time, and how the
 * game ended.
 */

import { html, tell } from "../board/elements.js";
import { moveWords } from "../board/pieces.js";
import { Board } from "../board/board.js";
import {
    announce,
    buildTabs,
    element,
    listenToKeys,
    pageButton,
    sentence,
    sizeButton,
    stepButtons,
} from "../board/page.js";
import { positionAt } from "./position.js";
import { playerOf, timeText } from "./texts.js";
import { drawSides } from "./players.js";
import { buildFoul, buildMoveList, drawStderr, markMove } from "./panels.js";

/**
 * @typedef {{words: Map<string, string>, own: Map<string, string>, game: string,
 *   onStep?: (view: number) => void, page?: (participant: number) => string}} ReplayOptions
 * `own` are the game's words; `onStep` is called with the number of moves before the shown
 * position; `page` returns the address of a participant's page.
 */

/** The time between two moves while the visitor watches. */
const WATCH_MS = 800;

/** Shows a recorded game on the page that `replay_body` in Rust lays out. */
export class Replay {
    /** @param {ReplayOptions} options */
    constructor(options) {
        this.options = options;
        /** @type {Recording | null} */
        this.game = null;
        /** The number of moves before the position that is shown. */
        this.view = 0;
        this.watching = 0;
        /** Selects a tab by its place. @type {((tab: number) => void) | null} */
        this.selectTab = null;
        this.foulTab = -1;
        this.board = new Board(element("board"), {
            words: options.words,
            own: options.own,
            label: this.say("board-of", { game: options.game }),
            onMove: () => undefined,
            say: announce,
        });
        this.buildControls();
        addEventListener("resize", () => this.board.fit());
    }

    buildControls() {
        const say = (/** @type {string} */ key) => this.say(key);
        const steps = {
            first: () => this.step(-this.view),
            back: () => this.step(-1),
            next: () => this.step(1),
            last: () => this.step(Infinity),
        };
        element("controls").replaceChildren(
            stepButtons(say, steps, (view) => {
                this.stop();
                this.go(view, false);
            }),
            pageButton("watch", say("watch"), () => this.watch()),
            pageButton("flip", say("flip"), () => this.flip()),
            sizeButton(say, this.board),
        );
        listenToKeys(steps, { f: () => this.flip() });
    }

    /** @param {string} key @param {Message[1]} [filled] */
    say(key, filled = {}) {
        return tell(this.options.words, [key, filled]);
    }

    /**
     * Shows a game after this number of moves.
     * @param {Recording} game @param {number} [view]
     */
    show(game, view = 0) {
        this.stop();
        this.game = game;
        this.buildTabs(game);
        this.buildPanels(game);
        this.go(view, false);
        this.board.fit();
    }

    /**
     * Replaces the game by a later state of the same game, which has more moves or is over. If the
     * last move was shown, the new last move is shown.
     * @param {Recording} game
     */
    update(game) {
        const follows = this.game === null || this.view === this.game.moves.length;
        const view = this.view;
        const had = this.game?.moves.length ?? 0;
        this.game = game;
        if (game.foul !== undefined) this.buildTabs(game);
        this.buildPanels(game);
        this.go(follows ? game.moves.length : view, follows && game.moves.length === had + 1);
    }

    /** @param {Recording} game */
    buildTabs(game) {
        element("panel-foul").hidden = true;
        const games = document.getElementById("panel-games") ? ["games"] : [];
        const foul = game.foul === undefined ? [] : ["foul"];
        const tabs = ["moves", ...games, ...foul];
        this.selectTab = buildTabs(tabs, (key) => this.say(key));
        this.foulTab = tabs.indexOf("foul");
    }

    /** Shows what went wrong, if something did. */
    showFoul() {
        if (this.foulTab >= 0) this.selectTab?.(this.foulTab);
    }

    /** @param {Recording} game */
    buildPanels(game) {
        buildMoveList(game, this.options, (move) => this.step(move - this.view));
        buildFoul(game, this.options.words);
        // The message has room for its longest text, the end of the game, from the start.
        const { length } = game.moves;
        const end = game.margin === undefined ? "" : `${this.result(game)}\n`;
        element("message").dataset["longest"] =
            `${end}${this.where(game, length)} ${this.caption(positionAt(game, length))}`;
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
        if (this.game !== null) announce(this.news(this.game));
    }

    /** The move that is shown, and the result or whose turn it is. @param {Recording} game */
    news(game) {
        const move = game.moves[this.view - 1];
        const made = move && {
            side: playerOf(game, move[1], this.options.words),
            move: moveWords(move[0], this.options.own, game),
            n: positionAt(game, this.view).last.length,
        };
        const turn = playerOf(game, game.moves[this.view]?.[1] ?? game.turn, this.options.words);
        const then = this.isOver(game) ? this.result(game) : this.say("to-move", { side: turn });
        return `${made ? `${this.say("move-made", made)} ` : ""}${then}`;
    }

    /** Whether the end of a finished game is shown. @param {Recording} game */
    isOver(game) {
        return this.view === game.moves.length && game.margin !== undefined;
    }

    /** The result, with the winner's name. @param {Recording} game */
    result(game) {
        const { margin = 0, foul } = game;
        const { words } = this.options;
        const name = playerOf(game, margin > 0 ? 0 : 1, words);
        const key = margin === 0 ? "drawn" : Math.abs(margin) > 1 ? "name-won-by" : "name-won";
        // The name is passed as a value, so that braces in a name are not read as gaps.
        const text =
            margin === 0 ? sentence(this.say(key)) : this.say(key, { name, n: Math.abs(margin) });
        if (foul === undefined) return `${text}.`;
        const by = this.say("by-foul", { name: playerOf(game, foul.side, words), what: foul.what });
        return `${text}; ${by}.`;
    }

    /** @param {Recording} game @param {Position} position */
    draw(game, position) {
        drawSides(game, position, this.view, this.board.flipped, this.options);
        const isOver = this.isOver(game);
        const status = element("status");
        status.replaceChildren(
            ...(isOver ? [html("b", { class: "result" }, this.result(game))] : []),
            html("span", {}, `${this.where(game)} ${this.caption(position)}`),
        );
        status.classList.toggle("over", isOver);
        markMove(this.view);
        drawStderr(game, this.view, this.options.words);
        this.drawControls(game);
    }

    /** @param {Recording} game */
    drawControls(game) {
        const slider = /** @type {HTMLInputElement} */ (element("slider"));
        slider.max = String(game.moves.length);
        slider.value = String(this.view);
        slider.setAttribute("aria-valuetext", this.where(game));
        const disable = (/** @type {string[]} */ ids, /** @type {boolean} */ isOff) => {
            for (const id of ids)
                /** @type {HTMLButtonElement} */ (element(id)).disabled = isOff;
        };
        disable(["first", "back"], this.view === 0);
        disable(["next", "last"], this.view === game.moves.length);
        element("size").hidden = this.board.px >= 24 && !this.board.finger;
    }

    /** What a position's caption says. @param {Position} position */
    caption({ caption }) {
        return caption === null ? "" : `${sentence(tell(this.options.own, caption))}.`;
    }

    /** A move, by default the one that is shown, and its time. @param {Recording} game */
    where(game, view = this.view) {
        const at = sentence(this.say("slider-at", { n: view, all: game.moves.length }));
        if (view === 0) return `${at}.`;
        const us = game.took_us[view - 1 - game.opening];
        const time = us === undefined ? "" : timeText(us);
        const how = view <= game.opening ? this.say("of-opening") : time;
        const name = game.moves[view - 1]?.[0] ?? "";
        const move = moveWords(name, this.options.own, game);
        return `${at}: ${move}${how && `, ${how}`}.`;
    }

    flip() {
        this.board.flip();
        if (this.game !== null) this.draw(this.game, positionAt(this.game, this.view));
    }

    /**
     * Shows one move after the other, until the visitor does something else. If the last move was
     * shown, the replay begins at the start of the game.
     */
    watch() {
        if (this.watching !== 0) return this.stop();
        if (this.view === this.game?.moves.length) this.go(0, false);
        const next = () => {
            this.go(this.view + 1);
            if (this.view === this.game?.moves.length) this.stop();
        };
        this.watching = setInterval(next, WATCH_MS);
        element("watch").textContent = this.say("stop-watching");
        next();
    }

    stop() {
        if (this.watching === 0) return;
        clearInterval(this.watching);
        this.watching = 0;
        element("watch").textContent = this.say("watch");
    }
}
