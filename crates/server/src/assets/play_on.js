// @ts-check
/** @file The link from a position of a recorded game to a new game. */

import { links } from "./link.js";

/** The link to a game that goes on from the position shown, against an engine. */
export class PlayOn {
    /** @param {Replay} replay */
    constructor(replay) {
        const { element, html } = ludoteka;
        this.replay = replay;
        const attributes = { class: "button plain", id: "play-on", hidden: "" };
        this.link = html("a", attributes, replay.say("play-on"));
        element("controls").append(this.link);
        const { onStep } = replay.options;
        replay.options.onStep = (view) => {
            onStep?.(view);
            void this.draw();
        };
        void this.draw();
    }

    async draw() {
        const { game, view } = this.replay;
        // Folders of an earlier version do not say which game was played.
        const isKnown = game?.game !== undefined && view < game.moves.length;
        this.link.hidden = !isKnown;
        if (!isKnown) return;
        const address = await links.from(game, view);
        if (this.replay.game === game && this.replay.view === view)
            this.link.setAttribute("href", address);
    }
}
