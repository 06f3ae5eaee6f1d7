// @ts-check
/** @file A game on the page: who plays, which moves were made, and which position is looked at. */

import { links } from "../link.js";

/** @import { Game } from "../link.js" */

const { Board, element, moveWords, sentence, tell, words } = ludoteka;

/**
 * @typedef {{name: string, what: string, kind: string, min?: string, max?: string,
 *   words?: string[], form?: string, default: string, people: string}} Parameter
 * @typedef {{name: string, title: string, sides: [string, string], parameters: Parameter[],
 *   presets: [string, Record<string, string>][], levels: number[], words: string,
 *   position: Position}} Spec
 * @typedef {{left: [number, number], since: number, isOver: boolean}} Times
 * @typedef {Pick<BoardOptions, "onMove" | "say" | "whyNot" | "onTouch" | "onFit">} Handlers
 */

const YOU = "you";

/** The state of the page, which all its parts share. */
export class Session {
    /** @param {Spec} spec @param {string} common the page's texts @param {Handlers} handlers */
    constructor(spec, common, handlers) {
        this.spec = spec;
        this.own = words(spec.words);
        this.known = words(common, spec.words);
        this.game = this.fresh();
        /** The number of moves in the position that is shown. */
        this.view = 0;
        this.position = spec.position;
        /** Aborts the requests for the position shown, as soon as another one is asked for. */
        this.here = new AbortController();
        /** The last position of the game, whichever position is shown. */
        this.last = { turn: spec.position.turn, isOver: spec.position.margin !== null };
        /** The clocks, if the game has any. @type {Times | null} */
        this.clock = null;
        this.showsValues = false;
        /** @type {(() => void)[]} */
        this.listeners = [];
        this.board = new Board(element("board"), {
            words: this.known,
            own: this.own,
            label: this.say("board-of", { game: spec.title }),
            isOpen: () => this.isMine(),
            ...handlers,
        });
    }

    /** Calls a function whenever another position is shown. @param {() => void} listener */
    onChange(listener) {
        this.listeners.push(listener);
    }

    /** Draws everything again except the board. */
    changed() {
        for (const listener of this.listeners) listener();
    }

    /** Aborts the requests for the position shown. @returns {AbortSignal} for the next requests */
    leave() {
        this.here.abort();
        this.here = new AbortController();
        return this.here.signal;
    }

    /** @param {string} key @param {Message[1]} [filled] */
    say(key, filled = {}) {
        return tell(this.known, [key, filled]);
    }

    /** A new game on a board of usual size. @returns {Game} */
    fresh() {
        const set = Object.fromEntries(
            this.spec.parameters
                .filter((one) => this.isSeed(one) || one.people !== one.default)
                .map((one) => [one.name, this.isSeed(one) ? String(this.seed()) : one.people]),
        );
        return {
            set,
            at: null,
            moves: [],
            resigned: null,
            isLate: false,
            by: [YOU, "engine:3"],
            clock: 0,
            timeMs: links.ENGINE_MS,
            seed: this.seed(),
        };
    }

    /**
     * Whether a parameter is the number of a random board. This number is new in each game.
     * @param {Parameter} one
     */
    isSeed(one) {
        return one.kind === "integer" && one.name === "seed";
    }

    seed() {
        return 1 + Math.floor(Math.random() * 999_999);
    }

    /** Who plays each side. */
    get by() {
        return /** @type {[string, string]} */ (this.game.by);
    }

    /** The choices for a side: a person, and the levels of the engine. */
    get players() {
        return [YOU, ...this.spec.levels.map((n) => `engine:${n}`)];
    }

    /** Whether there is such a player: one of the choices, or a version of a program. @param {string} player */
    isPlayer(player) {
        return this.players.includes(player) || /^version:\d{1,9}$/.test(player);
    }

    /** The number of the version that plays a side; `null` if none does. @param {number} side */
    version(side) {
        const [kind, number] = (this.by[side] ?? "").split(":");
        return kind === "version" ? Number(number) : null;
    }

    /** @param {number} side */
    isPerson(side) {
        return this.by[side] === YOU;
    }

    /** The level of the engine that plays a side. @param {number} side */
    level(side) {
        return Number(this.by[side]?.split(":")[1] ?? this.spec.levels.length);
    }

    /** The message's value for a side: its corner, if sides have corners. @param {number} side */
    sideKey(side) {
        const key = side === 0 ? "first" : "second";
        return [this.own.has(`${key}-home`) ? `${key}-home` : key];
    }

    isOver() {
        return this.position.margin !== null;
    }

    /** Whether the last position is shown. */
    isNow() {
        return this.view === this.game.moves.length;
    }

    /**
     * Whether a person may move in the position shown. A person may not move while an engine is to
     * move. But once the engine has moved, the person may go back and replace the engine's move.
     */
    isMine() {
        return !this.isOver() && (!this.isNow() || this.isPerson(this.position.turn));
    }

    /** What the server is asked about. @param {number} [moves] @param {Game} [of] */
    question(moves = this.game.moves.length, of = this.game) {
        const { set, at, seed } = of;
        const resigned = moves === of.moves.length ? of.resigned : null;
        return { set, at, moves: of.moves.slice(0, moves), resigned, seed };
    }

    /** The side that is shown below the board. */
    below() {
        const own = this.isPerson(0) || !this.isPerson(1) ? 0 : 1;
        return this.board.flipped ? 1 - own : own;
    }

    /** Gives the keyboard's focus to the board, in place of something that is hidden now. */
    focusBoard() {
        const { squares, focused } = this.board.grid;
        squares[focused]?.focus({ preventScroll: true });
    }

    /** A move in words. @param {string} name */
    moveSaid(name) {
        return moveWords(name, this.own, this.position);
    }

    /** The legal move that needs no touch, such as a pass. */
    passing() {
        if (!this.isMine()) return undefined;
        return this.position.moves.find(([, touches]) => touches.length === 0);
    }

    /** Why the player may pass; empty if the player may not pass. */
    whyPass() {
        if (this.passing() === undefined) return "";
        const isForced = this.position.moves.length === 1;
        return isForced ? this.say("must-pass") : (this.own.get("pass-why") ?? "");
    }

    /** Whether names of moves contain spaces. */
    spaced() {
        const { position, game } = this;
        return [...position.moves.map(([name]) => name), ...game.moves].some((name) =>
            name.includes(" "),
        );
    }

    /** The result in words, seen by the person if one person plays. */
    result() {
        const { game } = this;
        const margin = this.position.margin ?? 0;
        if (margin === 0) return this.say("draw");
        const winner = margin > 0 ? 0 : 1;
        const people = [0, 1].filter((side) => this.isPerson(side));
        // If a player gave up, the message does not say by how many points the other player won.
        const how = this.hasPoints && game.resigned === null ? "-by" : "";
        const key =
            people.length !== 1 ? "side-won" : people[0] === winner ? "you-won" : "you-lost";
        const text = this.say(key + how, { n: Math.abs(margin), side: this.sideKey(winner) });
        if (game.resigned === null) return text;
        const side = this.sideKey(game.resigned === "first" ? 0 : 1);
        return `${this.say(game.isLate ? "lost-on-time" : "gave-up", { side })} ${sentence(text)}`;
    }

    /** Whether the game's margins are points. If not, its words name the unit of estimates. */
    get hasPoints() {
        return !this.own.has("worth-unit");
    }
}
