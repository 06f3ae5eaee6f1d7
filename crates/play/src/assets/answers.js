// @ts-check
/** @file What a page makes of refusals, whoever answers its questions. */

/**
 * @typedef {{own: Map<string, string>, say: Say, spec: {name: string, engine?: string | null},
 *   position: Pick<Position, "moves" | "played">}} Asker
 * Who asks: the game's name and words, and the position shown.
 * @typedef {{error: string, objection?: Message | null, move?: number | null}} Refusal
 */

const { tell } = ludoteka;

/** There is no answer, or the answer is incomplete. */
class Gone extends Error {}

/** A move that the rules do not allow. */
class Barred extends Error {}

/** The refusals of whoever knows the rules and has the engines. */
export class Answers {
    static Gone = Gone;
    static Barred = Barred;

    /** @param {Asker} session */
    constructor(session) {
        this.session = session;
    }

    gone() {
        return Promise.reject(new Gone(this.session.say("server-gone")));
    }

    /** The error for a refusal. @param {Refusal} why @param {{moves?: string[]}} body */
    refused(why, body) {
        const { objection, move } = why;
        if (objection) return new Barred(this.barred({ objection, move }, body.moves ?? []));
        return new Error(typeof move === "number" ? this.unknown(move, body) : why.error);
    }

    /**
     * Why a move or a diagram is not allowed. The text names the move unless it is the last one.
     * @param {{objection: Message, move?: number | null}} refusal @param {string[]} moves
     */
    barred({ objection, move }, moves) {
        const { session } = this;
        const why = tell(session.own, objection);
        return typeof move === "number" && move < moves.length
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
}
