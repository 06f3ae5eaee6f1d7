// @ts-check
/** @file Messages, on the screen and for screen readers. */

import { Server } from "../server.js";

/** @import { Session } from "./session.js" */

const { announce, element, html, pageButton, sentence, tell } = ludoteka;

/** How long the status line shows a message about a touch. */
const NOTICE_MS = 6000;

/** The message about a wrong link. */
class BadLink extends Error {}

/** The status line, and complaints. */
export class Messages {
    static BadLink = BadLink;

    /** @param {Session} session */
    constructor(session) {
        this.session = session;
        /** The text to which the status line returns. */
        this.state = "";
        this.noticeEnds = 0;
        session.onChange(() => this.draw());
    }

    /** Says whose turn it is, or how the game ended. */
    draw() {
        const { session } = this;
        const { position, view, game } = session;
        const caption = position.caption === null ? "" : this.briefly(position.caption);
        const mustPass = position.moves.length === 1 ? session.whyPass() : "";
        const where = session.isOver()
            ? session.result()
            : session.isNow()
              ? this.toMove()
              : session.say("looking-back", { n: view, all: game.moves.length });
        this.set(
            [where, caption === "" ? "" : `${caption}.`, this.firstTouch(), mustPass]
                .map(sentence)
                .filter((text) => text !== "")
                .join(" "),
        );
        element("status").classList.toggle("over", session.isOver());
    }

    /** Whose turn it is. */
    toMove() {
        const { session } = this;
        const { turn } = session.position;
        return session.isPerson(turn) && !session.isPerson(1 - turn)
            ? `${session.say("your-move")}.`
            : session.say("to-move", { side: session.sideKey(turn) });
    }

    /** A caption, without the scores that stand beside the players. @param {Message} caption */
    briefly([key, values]) {
        const { own } = this.session;
        if (key === "score" && own.has("first-score") && !own.has("score-brief")) return "";
        return tell(own, [own.has(`${key}-brief`) ? `${key}-brief` : key, values]);
    }

    /**
     * How a move begins, in words, if some move needs several touches. Before a side's first move,
     * what a move is.
     */
    firstTouch() {
        const { session } = this;
        if (!session.isMine() || !session.isNow()) return "";
        const all = session.position.moves.map(([, touches]) => touches.length);
        const most = Math.max(0, ...all);
        if (most > 1)
            return session.say(session.own.has("first-touch") ? "first-touch" : "touches-of-move", {
                n: most,
            });
        return session.view < 2 ? (session.own.get("first-move") ?? "") : "";
    }

    /** Writes the status line until the next position. @param {string} text */
    set(text) {
        this.state = text;
        this.restate();
    }

    /** Removes a message about a touch from the status line. */
    restate() {
        clearTimeout(this.noticeEnds);
        this.show(this.state);
    }

    /**
     * Announces a text, and shows it in the status line until the next touch. If no move has begun,
     * the text disappears after a while.
     * @param {string} text
     */
    notice(text) {
        announce(text);
        this.restate();
        this.show(sentence(text));
        if (!this.session.board.isBegun)
            this.noticeEnds = setTimeout(() => this.restate(), NOTICE_MS);
    }

    /** A text that is longer than its room can be scrolled by keys. @param {string} text */
    show(text) {
        const status = element("status");
        status.textContent = text;
        // Measuring waits for the next frame, so that the layout is computed only once.
        requestAnimationFrame(() =>
            status.scrollHeight > status.clientHeight + 1
                ? (status.tabIndex = 0)
                : status.removeAttribute("tabindex"),
        );
    }

    /**
     * Announces the last move: what it gained, the score, and whose turn it is or why the game is
     * over.
     * @param {number} side who made it
     */
    announceMove(side) {
        const { session } = this;
        const { position } = session;
        const move = position.played.at(-1);
        if (move === undefined) return;
        const [gained, turned] = [this.gainOf(side), this.turnedBy(side)];
        const [key, n] = /** @type {[string, number]} */ (
            gained > 0
                ? ["move-gained", gained]
                : turned > 0
                  ? ["move-turned", turned]
                  : ["move-made", position.last.length]
        );
        const score = position.caption === null ? "" : `${tell(session.own, position.caption)}.`;
        const then = session.isOver()
            ? session.result()
            : session.say("to-move", { side: session.sideKey(position.turn) });
        const made = { side: session.sideKey(side), move: session.moveSaid(move), n };
        announce([session.say(key, made), score, then].map(sentence).join(" "));
    }

    /** How many squares the last move added to a side's own. @param {number} side */
    gainOf(side) {
        const { looks, last } = this.session.position;
        const owner = (/** @type {number} */ look) => looks[look]?.owner;
        return last.filter(([, was, now]) => owner(now) === side && owner(was) !== side).length;
    }

    /** How many pieces of the other side the last move turned over. @param {number} side */
    turnedBy(side) {
        const { looks, last } = this.session.position;
        const of = (/** @type {number} */ look) => looks[look]?.side;
        return last.filter(([, was, now]) => of(now) === side && of(was) === 1 - side).length;
    }

    /**
     * Shows an error beside its form or below the board. If the server does not answer, the message
     * offers to call `again`.
     * @param {Error | null} error @param {() => void} [again] @param {HTMLElement} [form]
     */
    complain(error, again, form) {
        for (const old of document.querySelectorAll(".complaint")) old.remove();
        for (const field of document.querySelectorAll("[aria-invalid]"))
            field.removeAttribute("aria-invalid");
        if (error === null) return;
        const place = html(
            "div",
            { class: "complaint", id: "complaint", role: "alert" },
            html("span", {}, error.message),
        );
        const key =
            error instanceof Server.Gone
                ? "try-again"
                : form === undefined && error instanceof BadLink
                  ? "go-on-here"
                  : null;
        if (key !== null && again)
            place.append(" ", pageButton("again", this.session.say(key), again));
        if (form) {
            form.append(place);
            const named = /^([\w-]+)=/.exec(error.message)?.[1] ?? "";
            const field = form.querySelector(`[name="${named}"]`);
            field?.setAttribute("aria-invalid", "true");
            field?.closest("label")?.append(place);
        } else element("message").append(place);
        place.scrollIntoView({ block: "nearest" });
    }

    /** Reports that an engine has not answered. @param {Error} error @param {() => void} again */
    fail(error, again) {
        this.session.changed();
        this.complain(error, again);
    }
}
