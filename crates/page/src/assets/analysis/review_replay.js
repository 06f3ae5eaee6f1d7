// @ts-check
/** @file The review of a recorded game. */

/** @import { Finder } from "./review.js" */

import { Worths } from "./worth.js";
import { Review } from "./review.js";

/** The button "Review" of a replay, and what it shows. */
export class ReplayReview {
    /** @param {Replay} replay @param {Finder} finder */
    constructor(replay, finder) {
        this.replay = replay;
        /** The game that is reviewed. @type {Recording | null} */
        this.of = null;
        const { own } = replay.options;
        const say = (/** @type {string} */ key, /** @type {Message[1]} */ filled = {}) =>
            replay.say(key, filled);
        const hasPoints = !own.has("worth-unit");
        this.review = new Review({
            server: finder,
            worths: new Worths({ say, hasPoints }),
            say,
            side: (side) => replay.game?.players[side] ?? "",
            move: (name) =>
                replay.game === null ? name : ludoteka.moveWords(name, own, replay.game),
            better: (view, best) => void this.better(view, best),
        });
        this.button = ludoteka.pageButton("review", replay.say("review"), () => this.start());
        ludoteka.element("watch").before(this.button);
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
        const { moves, set } = this.question(game, game.moves.length);
        // Nobody chose the moves of the opening.
        void this.review.start({ set, moves, from: game.opening }, moves, game.margin);
        this.draw();
        ludoteka.element("slider").focus({ preventScroll: true });
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
        const { replay } = this;
        const { game } = replay;
        if (game === null) return;
        replay.step(view - replay.view);
        const position = await this.position(game, view);
        if (position === null || replay.game !== game || replay.view !== view) return;
        replay.board.show(position, false);
        replay.board.hint(best);
    }

    /**
     * The position after this number of moves with a better move, if somebody knows it.
     * @param {Recording} game @param {number} view @returns {Promise<Position | null>}
     */
    position(game, view) {
        const better = game.better?.[view];
        return Promise.resolve(
            better ? { ...ludoteka.positionAt(game, view), moves: [better] } : null,
        );
    }
}
