// @ts-check
/** @file Requests to the server, and its answers. */

/** The server does not answer, or its answer is incomplete. */
class Gone extends Error {
    constructor() {
        super(say("server-gone"));
    }
}

/** A move that the rules do not allow. */
class Barred extends Error {}

/**
 * Why a move or a diagram is not allowed. The text names the move unless it is the last one.
 * @param {{objection: Message, move?: number}} refusal @param {string[]} moves
 */
function barred({ objection, move }, moves) {
    const why = tell(own, objection);
    return move !== undefined && move < moves.length
        ? say("move-not-legal", { n: move, move: moves[move - 1] ?? "", why })
        : say("not-legal", { why });
}

/**
 * The message about a text that is not the name of a move, with an example of a name.
 * @param {number} number of the move, from 1 @param {{moves?: string[]}} body
 */
function unknown(number, { moves = [] }) {
    const example = position.moves[0]?.[0] ?? position.played[0] ?? "";
    return say("no-such-move", { move: moves[number - 1] ?? "", example });
}

/**
 * @param {string} what @param {{moves?: string[]}} body @param {AbortSignal} signal
 */
async function ask(what, body, signal) {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`/api/${spec.name}/${what}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        signal,
    }).catch(() => Promise.reject(new Gone()));
    if (!answer.ok) {
        const why = await answer.json().catch(() => Promise.reject(new Gone()));
        if (why.objection) throw new Barred(barred(why, body.moves ?? []));
        throw new Error(typeof why.move === "number" ? unknown(why.move, body) : why.error);
    }
    return answer;
}

/**
 * Reads all events of a stream. If the last event is missing, the server has gone.
 * @param {string} what @param {object} body @param {AbortSignal} signal @param {(event: string,
 * data: any) => void} heard
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
            if (name !== undefined && data !== undefined && !signal.aborted)
                heard(name, JSON.parse(data));
        }
    }
}
