// @ts-check
/**
 * @file From one position to the next: people's moves, engines' moves, and moves taken back.
 */

import { links } from "../link.js";
import { Server } from "../server.js";

/** @import { Game } from "../link.js" */
/** @import { Assessor } from "./assessor.js" */
/** @import { Clock } from "./clock.js" */
/** @import { Messages } from "./messages.js" */
/** @import { Session } from "./session.js" */
/** @import { Values } from "./values.js" */

const { announce, element } = ludoteka;

/**
 * @typedef {{depth: number, nodes: number, pv: string[]}} Thought
 * What a thinking engine reports.
 * @typedef {{to?: Game, link?: "new" | "kept", form?: HTMLElement}} How
 * The other game to open, what becomes of the address, and the form for errors.
 */

/**
 * An engine's move is shown after this time at the earliest, since a faster move looks like a
 * fault.
 */
const LEAST_MS = 350;

/** A report of a thinking engine is shown for this time, so that it can be read. */
const REPORT_MS = 500;

/** Leads from one position to the next. */
export class Turns {
    /**
     * @param {Session} session
     * @param {{server: Server, messages: Messages, values: Values, assessor: Assessor,
     *   clock: Clock}} parts
     */
    constructor(session, { server, messages, values, assessor, clock }) {
        this.session = session;
        this.server = server;
        this.messages = messages;
        this.values = values;
        this.assessor = assessor;
        this.clock = clock;
        /** Whether a move is only tried. @type {((name: string) => boolean) | null} */
        this.tried = null;
    }

    /**
     * Asks the server for the position after this number of moves. When the server has answered,
     * the game continues from that position. Until then, and if the server refuses, the game is
     * unchanged. With `link: "kept"` the address is unchanged and no engine thinks.
     * @param {number} moves @param {boolean} [moving] @param {How} [how]
     * @returns {Promise<"there" | "left" | Error>} "left" if something else was asked for meanwhile
     */
    async go(moves, moving = true, how = {}) {
        const { session } = this;
        const { to = session.game, link } = how;
        const signal = session.leave();
        this.busy(true);
        this.messages.complain(null);
        try {
            const address = await links.write(to);
            const next = await this.server.position(session.question(moves, to), signal);
            if (signal.aborted) return "left";
            [session.game, session.view, session.position] = [to, moves, next];
            if (session.isNow()) session.last = { turn: next.turn, isOver: session.isOver() };
            if (link === "new") history.pushState(null, "", address);
            else if (link !== "kept") history.replaceState(null, "", address);
        } catch (error) {
            if (signal.aborted) return "left";
            // The board may already show a move that the server has not accepted, so it is drawn
            // again.
            this.draw(false);
            const again = () => void this.go(moves, moving, how);
            this.messages.complain(/** @type {Error} */ (error), again, how.form);
            if (!(error instanceof Server.Gone) && link !== "kept") this.goOn(signal);
            return /** @type {Error} */ (error);
        }
        this.draw(moving);
        if (link !== "kept") this.goOn(signal);
        return "there";
    }

    /** @param {boolean} moving */
    draw(moving) {
        this.session.board.show(this.session.position, moving);
        this.session.changed();
        this.busy(false);
    }

    /** Marks whether the board is ahead of the texts about it. @param {boolean} is */
    busy(is) {
        element("board").setAttribute("aria-busy", String(is));
    }

    /** Asks for the position shown again. */
    again() {
        void this.go(this.session.view, false);
    }

    /** Starts what the position needs: an engine's move, or values. @param {AbortSignal} signal */
    goOn(signal) {
        const { session } = this;
        const { margin, turn } = session.position;
        const version = session.version(turn);
        if (margin !== null) this.values.drawBar({ margin, exact: true }, 0, "");
        else if (session.isNow() && version !== null) void this.reply(version, signal);
        else if (session.isNow() && !session.isPerson(turn)) void this.think(signal);
        else if (session.showsValues) void this.assessor.rate(signal, () => this.again());
    }

    /** @param {string} name @param {HTMLElement} [form] where to complain */
    async play(name, form) {
        if (this.tried?.(name)) return true;
        const { session } = this;
        const { game, view } = session;
        const moves = [...game.moves.slice(0, view), name];
        const { turn } = session.position;
        this.clock.spend();
        // If this move replaces later moves, a step back in the browser's history restores them.
        const link = session.isNow() ? undefined : "new";
        const to = { ...game, moves, resigned: null, isLate: false };
        const came = await this.go(moves.length, true, { to, link, form });
        if (came === "there") this.messages.announceMove(turn);
        return came === "there";
    }

    /** Lets the engine move. @param {AbortSignal} signal */
    async think(signal) {
        const { session, messages } = this;
        const began = performance.now();
        const level = session.level(session.position.turn);
        const body = { ...session.question(), level, time_ms: session.game.timeMs };
        let shown = began;
        messages.set(session.say("thinking"));
        try {
            await this.server.listen("best", body, signal, (event, data) => {
                if (event === "waiting")
                    messages.set(session.say("waiting", { n: data.ahead + 1 }));
                if (event === "thinking" && performance.now() - shown >= REPORT_MS) {
                    shown = performance.now();
                    messages.set(this.described(data));
                }
                if (event !== "move" || data.move === undefined) return;
                const rest = LEAST_MS - (performance.now() - began);
                setTimeout(
                    () => {
                        if (!signal.aborted) void this.play(data.move);
                    },
                    Math.max(0, rest),
                );
            });
        } catch (error) {
            if (!signal.aborted) messages.fail(/** @type {Error} */ (error), () => this.again());
        }
    }

    /** Lets a version of a program move. @param {number} version @param {AbortSignal} signal */
    async reply(version, signal) {
        const { session, messages } = this;
        messages.set(session.say("thinking"));
        try {
            const answer = await this.server.ask(`reply/${version}`, session.question(), signal);
            const { move, foul } = await answer.json().catch(() => this.server.gone());
            if (signal.aborted) return;
            if (move !== undefined) void this.play(move);
            else messages.fail(new Error(foul), () => this.again());
        } catch (error) {
            if (!signal.aborted) messages.fail(/** @type {Error} */ (error), () => this.again());
        }
    }

    /** @param {Thought} found */
    described({ depth, nodes, pv }) {
        const moves = pv.slice(0, 4).map((name) => this.session.moveSaid(name));
        return this.session.say("thought", {
            n: depth,
            nodes: nodes.toLocaleString(document.documentElement.lang),
            line: moves.join(", "),
        });
    }

    /** Goes back to a person's turn. */
    async undo() {
        const { session } = this;
        const { game, view } = session;
        let keep = game.moves.length;
        if (game.resigned === null) {
            const { movers } = session.position;
            const hasPerson = [0, 1].some((side) => session.isPerson(side));
            keep = Math.max(0, Math.min(view, game.moves.length) - 1);
            while (keep > 0 && !session.isPerson(movers[keep] ?? 0) && hasPerson) keep -= 1;
        }
        this.clock.spend();
        const isLost = session.clock?.isOver ?? true;
        const to = {
            ...game,
            moves: game.moves.slice(0, keep),
            resigned: null,
            isLate: false,
            clock: isLost ? 0 : game.clock,
        };
        // The time of moves that are taken back is not given back. A step back in the browser's
        // history restores the moves.
        const came = await this.go(keep, true, { to, link: "new" });
        if (came === "there" && isLost) this.clock.start(0);
    }

    /**
     * Why a move is not legal, in games that name a move by its square or colour.
     * @param {string} name @returns {Promise<string | null>}
     */
    async whyNot(name) {
        const { session } = this;
        const { signal } = session.here;
        const moves = [...session.game.moves.slice(0, session.view), name];
        const asked = this.server.ask(
            "position",
            { ...session.question(session.view), moves },
            signal,
        );
        return asked.then(
            () => null,
            (error) => (error instanceof Server.Barred && !signal.aborted ? error.message : null),
        );
    }

    /** The side to move gives up, or the only person. */
    resign() {
        const { session } = this;
        const { turn } = session.position;
        const isTurn = session.isPerson(turn) || !session.isPerson(1 - turn);
        return this.lose(isTurn ? turn : 1 - turn, false);
    }

    /**
     * Ends the game, since a side gives up or was late.
     * @param {number} side @param {boolean} isLate
     * @returns whether nothing else was asked for meanwhile
     */
    async lose(side, isLate) {
        const { game } = this.session;
        const resigned = /** @type {Game["resigned"]} */ (side === 0 ? "first" : "second");
        const came = await this.go(game.moves.length, !isLate, {
            to: { ...game, resigned, isLate },
        });
        if (came === "there") announce(this.session.result());
        return came !== "left";
    }

    /** Starts the same game again with the sides exchanged. */
    rematch() {
        const { session } = this;
        const [first, second] = session.by;
        void this.begin({ ...this.restarted(), by: [second, first], seed: session.seed() });
    }

    /** The same game without its moves. @returns {Game} */
    restarted() {
        return { ...this.session.game, moves: [], resigned: null, isLate: false };
    }

    /**
     * Starts another game, if it can be played; otherwise the current game continues. One step back
     * in the browser's history leads to the current game again.
     * @param {Game} to @param {HTMLElement} [form] where to complain
     */
    async begin(to, form) {
        const came = await this.go(to.moves.length, false, { to, link: "new", form });
        if (came !== "there") return false;
        this.clock.start(to.clock);
        scrollTo({ top: 0 });
        return true;
    }
}
