// @ts-check
/** @file Requests to the server, and its answers. */

/**
 * @typedef {{own: Map<string, string>, say: Say, spec: {name: string},
 *   position: Pick<Position, "moves" | "played">}} Asker
 * Who asks: the game's name and words, and the position shown.
 */

const { tell } = ludoteka;

/** The server does not answer, or its answer is incomplete. */
class Gone extends Error {}

/** A move that the rules do not allow. */
class Barred extends Error {}

/** The server that knows the rules and has the engines. */
export class Server {
    static Gone = Gone;
    static Barred = Barred;

    /** @param {Asker} session */
    constructor(session) {
        this.session = session;
    }

    gone() {
        return Promise.reject(new Gone(this.session.say("server-gone")));
    }

    /**
     * Why a move or a diagram is not allowed. The text names the move unless it is the last one.
     * @param {{objection: Message, move?: number}} refusal @param {string[]} moves
     */
    barred({ objection, move }, moves) {
        const { session } = this;
        const why = tell(session.own, objection);
        return move !== undefined && move < moves.length
            ? session.say("move-not-legal", { n: move, move: moves[move - 1] ?? "", why })
            : session.say("not-legal", { why });
    }

    /**
     * The message about a text that is not the name of a move, with an example of a name.
     * @param {number} number of the move, from 1 @param {{moves?: string[]}} body
     */
    unknown(number, { moves = [] }) {
        const { position } = this.session;
        const example = position.moves[0]?.[0] ?? position.played[0] ?? "";
        return this.session.say("no-such-move", { move: moves[number - 1] ?? "", example });
    }

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
        if (why.objection) throw new Barred(this.barred(why, body.moves ?? []));
        throw new Error(typeof why.move === "number" ? this.unknown(why.move, body) : why.error);
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
