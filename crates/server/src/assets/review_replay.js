// @ts-check
/** @file The review of a recorded game, on a server that also has engines. */

import { Server } from "./server.js";
import { Worths } from "./worth.js";
import { Review } from "./review.js";

const { element, moveWords, pageButton } = ludoteka;

/** The button "Review" of a replay, and what it shows. */
export class ReplayReview {
    /** @param {Replay} replay */
    constructor(replay) {
        this.replay = replay;
        /** The game that is reviewed. @type {Recording | null} */
        this.of = null;
        const { own } = replay.options;
        const say = (/** @type {string} */ key, /** @type {Message[1]} */ filled = {}) =>
            replay.say(key, filled);
        const hasPoints = !own.has("worth-unit");
        this.server = new Server({
            spec: { name: "" },
            own,
            say,
            position: { moves: [], played: [] },
        });
        this.review = new Review({
            server: this.server,
            worths: new Worths({ say, hasPoints }),
            say,
            side: (side) => replay.game?.players[side] ?? "",
            move: (name) => (replay.game === null ? name : moveWords(name, own, replay.game)),
            better: (view, best) => void this.better(view, best),
        });
        this.button = pageButton("review", replay.say("review"), () => this.start());
        element("watch").before(this.button);
        // The better moves that the board shows are not for playing.
        replay.board.options.isOpen = () => false;
        const { onStep } = replay.options;
        replay.options.onStep = (view) => {
            onStep?.(view);
            this.draw();
        };
        this.draw();
    }

    /** What the server is asked about the first moves. @param {Recording} game @param {number} n */
    question({ set, moves }, n) {
        return { set, moves: moves.slice(0, n).map(([name]) => name) };
    }

    start() {
        const { game } = this.replay;
        if (game?.margin === undefined) return;
        this.of = game;
        this.server.session.spec.name = game.game;
        const { moves, set } = this.question(game, game.moves.length);
        // Nobody chose the moves of the opening.
        void this.review.start({ set, moves, from: game.opening }, moves, game.margin);
        this.draw();
        element("slider").focus({ preventScroll: true });
    }

    /** Another game on the board has no review yet. */
    draw() {
        const { game } = this.replay;
        if (this.of !== null && game !== this.of) {
            this.review.clear();
            this.of = null;
        }
        // Folders of an earlier version do not say which game was played.
        const isKnown = game?.game !== undefined && game.margin !== undefined;
        this.button.hidden = !isKnown || game.moves.length === 0 || this.of === game;
        if (this.of !== null) this.review.describe();
    }

    /** Shows a better move on the board. @param {number} view @param {string} best */
    async better(view, best) {
        const { replay, server } = this;
        const { game } = replay;
        if (game === null) return;
        replay.step(view - replay.view);
        const { signal } = this.review.aborter;
        const position = await server.position(this.question(game, view), signal).catch(() => null);
        if (position === null || replay.game !== game || replay.view !== view) return;
        replay.board.show(position, false);
        replay.board.hint(best);
    }
}
