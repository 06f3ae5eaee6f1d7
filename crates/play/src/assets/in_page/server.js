// @ts-check
/** @file What answers a page without a server: the engine in the page. */

import { Answers } from "../answers.js";
import { Engine } from "./engine.js";

/** @import { Asker } from "../answers.js" */

/** Takes the place of the server. */
export class Server extends Answers {
    /** @param {Asker} session */
    constructor(session) {
        super(session);
        const { name, engine } = session.spec;
        this.engine = new Engine(name, engine ?? "");
    }

    /** @override */
    gone() {
        return Promise.reject(new Answers.Gone(this.session.say("engine-gone")));
    }

    /** Programs are not here. @returns {Promise<never>} */
    ask() {
        return Promise.reject(new Error(this.session.say("needs-program")));
    }

    /**
     * The position after these moves.
     * @param {{moves?: string[]}} question @param {AbortSignal} _signal
     * @returns {Promise<Position>}
     */
    async position(question, _signal) {
        const { event, data } = await this.engine
            .answer("position", question)
            .catch(() => this.gone());
        if (event === "refused") throw this.refused(data, question);
        return data;
    }

    /**
     * Hears all events about a question.
     * @param {string} what @param {{moves?: string[]}} body @param {AbortSignal} signal
     * @param {(event: string, data: any) => void} heard
     */
    async listen(what, body, signal, heard) {
        /** @type {Error | null} */
        let refused = null;
        await this.engine
            .listen(what, body, signal, ({ event, data }) => {
                if (event === "refused") refused = this.refused(data, body);
                else if (!signal.aborted) heard(event, data);
            })
            .catch(() => this.gone());
        if (refused !== null) throw refused;
    }
}
