// @ts-check
/** @file Requests to the server, and its answers. */

import { Answers } from "./answers.js";

/** The server that knows the rules and has the engines. */
export class Server extends Answers {
    /** @param {string} what @param {{moves?: string[]}} body @param {AbortSignal} signal */
    async ask(what, body, signal) {
        const answer = await fetch(`/api/${this.session.spec.name}/${what}`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
            signal,
        }).catch(() => this.gone());
        if (answer.ok) return answer;
        const why = await answer.json().catch(() => this.gone());
        throw this.refused(why, body);
    }

    /**
     * The position after these moves.
     * @param {{moves?: string[]}} question @param {AbortSignal} signal @returns {Promise<Position>}
     */
    async position(question, signal) {
        const answer = await this.ask("position", question, signal);
        return answer.json().catch(() => this.gone());
    }

    /**
     * Reads all events of a stream. If the last event is missing, the server has gone.
     * @param {string} what @param {object} body @param {AbortSignal} signal
     * @param {(event: string, data: any) => void} heard
     */
    async listen(what, body, signal, heard) {
        const answer = await this.ask(what, body, signal);
        const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
        const decoder = new TextDecoder();
        let text = "";
        let isWhole = false;
        for (;;) {
            const { done, value } = await reader.read().catch(() => this.gone());
            if (done && !isWhole) return this.gone();
            if (done) return;
            text += decoder.decode(value, { stream: true });
            const events = text.split("\n\n");
            text = events.pop() ?? "";
            for (const event of events) {
                const name = /^event: ?(.*)$/m.exec(event)?.[1];
                const data = /^data: ?(.*)$/m.exec(event)?.[1];
                isWhole ||= name === "move" || name === "done";
                if (name !== undefined && data !== undefined && !signal.aborted)
                    heard(name, JSON.parse(data));
            }
        }
    }
}
