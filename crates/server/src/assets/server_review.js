// @ts-check
/** @file The review of a recorded game by the engines of the server. */

import { Server } from "./server.js";
import { ReplayReview } from "./review_replay.js";

/** Asks the server about the game that is reviewed. */
export class ServerReview extends ReplayReview {
    /** @param {Replay} replay */
    constructor(replay) {
        const server = new Server({
            spec: { name: "" },
            own: replay.options.own,
            say: (key, filled = {}) => replay.say(key, filled),
            position: { moves: [], played: [] },
        });
        super(replay, server);
        this.server = server;
    }

    /** @override */
    start() {
        this.server.session.spec.name = this.replay.game?.game ?? "";
        super.start();
    }

    /** @override @param {Recording} game @param {number} view */
    position(game, view) {
        const { signal } = this.review.aborter;
        return this.server.position(this.question(game, view), signal).catch(() => null);
    }
}
