// @ts-check
/** @file The page of a trial: its lines as they come, and its games on the board. */

import { ServerReview } from "./server_review.js";

const { element, Replay, words } = ludoteka;

/**
 * @typedef {{change: number, over: boolean, compiles: boolean, waiting: boolean, running: boolean,
 * games: number, foul: number | null, lines?: string}} TrialNews
 * @typedef {{trial: number, title: string, instead: string, words: string, news: TrialNews}}
 * TrialData `instead` has texts that replace those of the page.
 */

/** The time between two questions about a trial that goes on. */
const AGAIN_MS = 400;

/** A trial on its page. */
class TrialPage {
    /** @param {TrialData} data */
    constructor(data) {
        this.data = data;
        this.news = data.news;
        this.address = `/trials/${data.trial}`;
        this.replay = new Replay({
            words: words(
                data.instead,
                JSON.parse(element("words").textContent ?? '""'),
                data.words,
            ),
            own: words(data.words),
            game: data.title,
        });
        new ServerReview(this.replay);
        /** The game that the visitor chose to see. @type {number | null} */
        this.wanted = null;
        /** The number of the game on the board, and of its moves. */
        this.shown = { game: -1, moves: -1 };
        for (const button of element("deeds").querySelectorAll("button"))
            button.addEventListener("click", () => {
                this.act(button).catch(() => this.complain(this.replay.say("server-gone")));
            });
        document.body.classList.add("without-game");
    }

    /** Shows the chosen game; else the one in progress, the one with the foul, or the last. */
    async show() {
        const { news, shown } = this;
        const game = this.wanted ?? (news.running ? 0 : (news.foul ?? news.games));
        const isNew = game !== shown.game || game === 0;
        if (!isNew || (game === 0 && !news.running)) return;
        const answer = await fetch(`${this.address}/games/${game}`);
        if (!answer.ok) return;
        /** @type {Recording} */
        const recording = await answer.json();
        const moves = recording.moves.length;
        document.body.classList.remove("without-game");
        if (shown.game === 0 && game === 0 && moves >= shown.moves) this.replay.update(recording);
        else this.replay.show(recording, moves);
        if (game !== 0) this.replay.showFoul();
        this.shown = { game, moves };
    }

    /** Shows what is new. @param {TrialNews} latest */
    take(latest) {
        this.news = latest;
        if (latest.lines !== undefined) {
            // The text comes from the server, which has escaped what programs wrote.
            element("lines").innerHTML = latest.lines;
            for (const button of element("lines").querySelectorAll("[data-game]"))
                button.addEventListener("click", () => {
                    this.wanted = Number(button.getAttribute("data-game"));
                    this.show()
                        .then(() => element("board").scrollIntoView({ block: "nearest" }))
                        .catch(() => undefined);
                });
        }
        for (const offer of document.querySelectorAll("[data-runs]"))
            if (offer instanceof HTMLElement) offer.hidden = !latest.compiles;
        element("withdraw").hidden = !latest.waiting;
    }

    /** Asks for news until the trial is over. */
    async follow() {
        try {
            const seen = this.news.lines === undefined ? "" : `?seen=${this.news.change}`;
            const answer = await fetch(`${this.address}/now${seen}`);
            if (answer.status === 200) {
                this.take(await answer.json());
                await this.show();
            }
            this.complain("");
        } catch {
            this.complain(this.replay.say("server-gone"));
        }
        if (!this.news.over) setTimeout(() => this.follow(), AGAIN_MS);
    }

    /** @param {string} why */
    complain(why) {
        element("complaint").hidden = why === "";
        element("complaint").textContent = why;
    }

    /** Does what a button says, and goes to the new trial. @param {HTMLElement} button */
    async act(button) {
        const { deed, version } = button.dataset;
        const answer = await fetch(`/api${this.address}/${deed}`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(version === undefined ? {} : { version: Number(version) }),
        });
        const { trial, error } = await answer.json();
        if (!answer.ok) this.complain(error);
        else if (trial !== this.data.trial) location.assign(`/trials/${trial}`);
    }
}

const page = new TrialPage(JSON.parse(element("trial").textContent ?? "{}"));
page.follow().catch(() => undefined);
