// @ts-check
/** @file Another try at the moves that a review calls mistakes. */

/** @import { Game } from "../link.js" */
/** @import { Report, Review } from "../review.js" */
/** @import { Server } from "../server.js" */
/** @import { Worths } from "../worth.js" */
/** @import { Messages } from "./messages.js" */
/** @import { Session } from "./session.js" */
/** @import { Turns } from "./turns.js" */

const { announce, html, pageButton } = ludoteka;

/** The server looks at a tried move for this time. */
const TRY_MS = 3000;

/** A tried move that gives away fewer points is as good as the best. */
const LITTLE = 0.5;

/** Puts a person before each of the person's mistakes, and says how good another move is. */
export class Retry {
    /**
     * @param {Session} session
     * @param {{turns: Turns, server: Server, messages: Messages, worths: Worths, review: Review}}
     * parts
     */
    constructor(session, { turns, server, messages, worths, review }) {
        this.session = session;
        this.turns = turns;
        this.server = server;
        this.messages = messages;
        this.worths = worths;
        this.review = review;
        /** The mistakes that are left, the one on the board first. @type {Report[]} */
        this.left = [];
        /** @type {Game | null} */
        this.of = null;
        turns.tried = (name) => this.takes(name);
        review.host.done = (reports) => this.offer(reports);
    }

    /** Offers to try again, if people made mistakes. @param {Report[]} reports */
    offer(reports) {
        const own = reports.filter(({ side, mistake }) => mistake && this.session.isPerson(side));
        if (own.length === 0) return;
        const text = this.session.say("try-again");
        const button = pageButton("try-again", text, () => this.begin(own));
        this.review.room.append(html("p", {}, button));
    }

    /** @param {Report[]} mistakes */
    begin(mistakes) {
        this.left = mistakes;
        this.of = this.session.game;
        const room = this.review.room;
        // The list would tell the better moves.
        for (const part of room.children) /** @type {HTMLElement} */ (part).hidden = true;
        const next = pageButton("next-mistake", this.session.say("next-mistake"), () => {
            this.left = this.left.slice(1);
            void this.pose();
        });
        this.said = html("p", {});
        this.trying = html("div", {}, this.said, next);
        room.append(this.trying);
        void this.pose();
    }

    /** Shows the position before the next mistake; after the last one, the lists again. */
    async pose() {
        const [mistake] = this.left;
        if (mistake === undefined) {
            this.trying?.remove();
            for (const part of this.review.room.children)
                /** @type {HTMLElement} */ (part).hidden = false;
            return void this.turns.go(this.session.game.moves.length, false);
        }
        if ((await this.turns.go(mistake.at, false)) !== "there") return;
        const move = this.session.moveSaid(this.session.game.moves[mistake.at] ?? "");
        this.tell(this.session.say("find-better", { move }));
        this.session.focusBoard();
    }

    /** @param {string} text */
    tell(text) {
        if (this.said) this.said.textContent = text;
        this.messages.set(text);
        announce(text);
    }

    /** Whether a move on the board is only tried. @param {string} name */
    takes(name) {
        const { session, left, of } = this;
        if (of !== session.game || left[0]?.at !== session.view) return false;
        void this.judge(name, left[0]);
        return true;
    }

    /** @param {string} name @param {Report} mistake */
    async judge(name, mistake) {
        const { session } = this;
        const { signal } = session.here;
        session.board.show(session.position, false);
        this.tell(session.say("thinking"));
        const before = session.question(mistake.at);
        const moves = [...before.moves, name];
        const body = { ...before, moves, from: mistake.at, time_ms: TRY_MS };
        /** @type {Report | null} */
        let found = null;
        const heard = (/** @type {string} */ event, /** @type {any} */ data) => {
            if (event === "reviewed") found = data;
        };
        try {
            await this.server.listen("review", body, signal, heard);
            if (found !== null)
                this.tell(`${session.moveSaid(name)}: ${this.verdict(found, name)}`);
        } catch (error) {
            if (!signal.aborted) this.tell(/** @type {Error} */ (error).message);
        }
    }

    /** How good a tried move is. @param {Report} found @param {string} name */
    verdict({ loss, points, proved, best }, name) {
        const { session, worths } = this;
        if (loss === "result") return session.say("gives-result-away");
        if (loss === "points" && (points ?? 0) >= LITTLE)
            return session.say("gives-points-away", { points: worths.lost(points ?? 0, proved) });
        if (loss === "unsure" || loss === "unknown") return session.say("nobody-knows");
        const isBest = name === this.left[0]?.best || name === best;
        return session.say(isBest ? "is-best" : "is-as-good");
    }
}
