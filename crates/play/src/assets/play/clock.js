// @ts-check
/**
 * @file The clock. From the first move to the end of the game, it runs for the side to move in the
 * last position.
 */

/** @import { Players } from "./players.js" */
/** @import { Session } from "./session.js" */

/** How often the clock is read. */
const TICK_MS = 250;

/** The clocks of both players. */
export class Clock {
    /**
     * @param {Session} session @param {Players} players
     * @param {(side: number) => Promise<boolean>} onLate ends the game, since a side was late;
     * returns whether the game has ended
     */
    constructor(session, players, onLate) {
        this.session = session;
        this.players = players;
        this.onLate = onLate;
        setInterval(() => void this.tick(), TICK_MS);
    }

    /** @param {number} whole milliseconds for each side, 0 for none */
    start(whole) {
        const since = performance.now();
        this.session.clock = whole === 0 ? null : { left: [whole, whole], since, isOver: false };
        this.players.draw();
    }

    /** Takes the time since the last call from the clock of the side to move. */
    spend() {
        const { clock, game, last } = this.session;
        if (clock === null) return;
        const now = performance.now();
        if (game.moves.length > 0 && !last.isOver)
            clock.left[/** @type {0 | 1} */ (last.turn)] -= now - clock.since;
        clock.since = now;
    }

    async tick() {
        const { clock, last } = this.session;
        if (clock === null || clock.isOver || last.isOver) return;
        this.spend();
        this.players.draw();
        const late = clock.left.findIndex((left) => left <= 0);
        if (late < 0) return;
        clock.isOver = true;
        // If the player has asked for another position in the meantime, the clock continues to run,
        // so that nobody gains time.
        clock.isOver = await this.onLate(late);
    }
}
