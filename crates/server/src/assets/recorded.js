// @ts-check
/** @file The page of one recorded game. */

import { follow } from "./follow.js";
import { PlayOn } from "./play_on.js";
import { ServerReview } from "./server_review.js";

const { element, Replay, words } = ludoteka;

/**
 * @typedef {{title: string, words: string, recording: Recording, follow: string | null}} Data
 * @typedef {{over: boolean, running: {number: number, moves: number, over: boolean}[]}} News
 */

/** A recorded game on its page, with a link to a new game from each position. */
class RecordedGame {
    /** @param {Data} data */
    constructor(data) {
        this.data = data;
        this.recording = data.recording;
        this.replay = new Replay({
            words: words(JSON.parse(element("words").textContent ?? '""'), data.words),
            own: words(data.words),
            game: data.title,
            onStep: (view) => this.keepAddress(view),
        });
        new PlayOn(this.replay);
        new ServerReview(this.replay);
        const first = data.follow === null ? 0 : this.recording.moves.length;
        this.replay.show(this.recording, this.linked() || first);
        addEventListener("hashchange", () => this.replay.go(this.linked(), false));
        if (data.follow !== null) this.follow(data.follow);
    }

    /** The number of moves before the position that the address names. */
    linked() {
        return Number(/^#m=(\d{1,9})$/.exec(location.hash)?.[1] ?? 0);
    }

    /** Sets the address of this position. @param {number} view */
    keepAddress(view) {
        const { recording } = this;
        const isLast = recording.margin === undefined && view === recording.moves.length;
        history.replaceState(null, "", view > 0 && !isLast ? `#m=${view}` : location.pathname);
    }

    /** Loads the game again whenever it has more moves. @param {string} news */
    follow(news) {
        let asked = Promise.resolve();
        const { number } = this.recording;
        follow(news, (data) => {
            /** @type {News} */
            const { over, running } = JSON.parse(data);
            const now = running.find((game) => game.number === number);
            const isOver = now?.over ?? true;
            if (isOver || now?.moves !== this.recording.moves.length)
                asked = asked.then(() => this.update()).catch(() => undefined);
            return over || isOver;
        });
    }

    async update() {
        const answer = await fetch(`/games/${this.recording.number}/recording`);
        if (!answer.ok) return;
        this.recording = await answer.json();
        this.replay.update(this.recording);
    }
}

new RecordedGame(JSON.parse(element("replay").textContent ?? "{}"));
