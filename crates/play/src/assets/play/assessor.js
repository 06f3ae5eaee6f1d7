// @ts-check
/**
 * @file What the engine has found about the moves of positions. Hints, values and the bar have this
 * one source, so they never contradict each other.
 */

/** @import { Messages } from "./messages.js" */
/** @import { Server } from "../server.js" */
/** @import { Session } from "./session.js" */
/** @import { Values } from "./values.js" */
/** @import { Found, Worths } from "../worth.js" */

const { announce } = ludoteka;

/** The least time in milliseconds for the values of a position. */
const LEAST_ASSESS_MS = 3000;

/** So many positions are remembered. */
const MOST_ASSESSED = 300;

/** The values of a position's moves, the best first. */
class Known {
    constructor() {
        /** @type {Found["values"]} */
        this.values = [];
        this.side = 0;
        this.isDone = false;
    }

    /**
     * Takes values in place of worse ones. Estimates after an odd and an even number of half-moves
     * differ, since one side has moved once more; so only the first estimates may have an odd
     * depth.
     * @param {Found} found @param {Worths} worths
     */
    learn({ side, values }, worths) {
        this.side = side;
        const known = new Map(this.values.map((value) => [value[0], value]));
        for (const value of values) {
            const [name, worth, depth] = value;
            if (!known.has(name) || worths.isProven(worth) || depth % 2 === 0)
                known.set(name, value);
        }
        this.values = [...known.values()].sort(([, a], [, b]) => worths.order(b) - worths.order(a));
    }
}

/** Asks for the values of moves, and shows them. */
export class Assessor {
    /**
     * @param {Session} session
     * @param {{server: Server, messages: Messages, worths: Worths, values: Values}} parts
     */
    constructor(session, { server, messages, worths, values }) {
        this.session = session;
        this.server = server;
        this.messages = messages;
        this.worths = worths;
        this.values = values;
        /** By the positions. @type {Map<string, Known>} */
        this.known = new Map();
        /** The last request. @type {{signal: AbortSignal, end: Promise<Known>} | null} */
        this.last = null;
        /** The signal of the position for which a hint is wanted. @type {AbortSignal | null} */
        this.hints = null;
    }

    /** What is known about the position shown. */
    now() {
        const { session, known } = this;
        const { set, at, moves } = session.question(session.view);
        const key = JSON.stringify([set, at, moves, session.game.timeMs]);
        const about = known.get(key) ?? new Known();
        known.delete(key);
        known.set(key, about);
        for (const oldest of known.keys()) if (known.size > MOST_ASSESSED) known.delete(oldest);
        return about;
    }

    /**
     * Asks for the value of each legal move of the position shown, unless they are known or asked
     * for already. What is found is shown at once.
     * @param {AbortSignal} signal
     */
    assess(signal) {
        if (this.last?.signal === signal) return this.last.end;
        const { session, messages } = this;
        const about = this.now();
        const time_ms = Math.max(session.game.timeMs, LEAST_ASSESS_MS);
        const body = { ...session.question(session.view), time_ms };
        const heard = (/** @type {string} */ event, /** @type {any} */ data) => {
            if (event === "waiting") messages.set(session.say("waiting", { n: data.ahead + 1 }));
            if (event !== "values" && event !== "done") return;
            about.learn(data, this.worths);
            about.isDone = event === "done";
            this.show(about, signal);
        };
        const asked = about.isDone
            ? Promise.resolve()
            : this.server.listen("values", body, signal, heard);
        const end = asked.then(() => about);
        this.last = { signal, end };
        end.catch(() => (this.last = null));
        return end;
    }

    /**
     * Shows what is wanted: values, a hint, or both.
     * @param {Known} about @param {AbortSignal} signal
     */
    show(about, signal) {
        const best = about.values[0];
        if (best === undefined) return;
        if (this.session.showsValues) this.values.draw(about);
        if (this.hints === signal) this.session.board.hint(best[0]);
    }

    /** Shows the hint again, on a board that was turned around. */
    turned() {
        const best = this.now().values[0];
        if (best !== undefined && this.hints === this.session.here.signal)
            this.session.board.hint(best[0]);
    }

    /**
     * Shows the value of each legal move.
     * @param {AbortSignal} signal @param {() => void} again
     */
    async rate(signal, again) {
        const about = this.now();
        if (about.values.length > 0) this.values.draw(about);
        else this.values.drawUnknown();
        try {
            await this.assess(signal);
        } catch (error) {
            if (!signal.aborted) this.messages.fail(/** @type {Error} */ (error), again);
        }
    }

    /** Shows the best move and its value. */
    async hint() {
        const { session, messages } = this;
        const { signal } = session.here;
        messages.complain(null);
        session.board.clear();
        messages.set(session.say("thinking"));
        this.hints = signal;
        try {
            const about = await this.assess(signal);
            const best = about.values[0];
            if (signal.aborted || best === undefined) return;
            const [name, worth, depth] = best;
            this.show(about, signal);
            const found = { move: session.moveSaid(name), worth: this.worths.told(worth, depth) };
            const text = session.say("hint-is", found);
            messages.set(text);
            announce(text);
        } catch (error) {
            if (!signal.aborted)
                messages.fail(/** @type {Error} */ (error), () => void this.hint());
        }
    }
}
