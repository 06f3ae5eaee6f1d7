// @ts-check
/** @file The players above and below the board. */

/** @import { Session } from "./session.js" */

const { clockText, element, html, pieceOf, scoreOf, sentence } = ludoteka;

const { title } = document;

/** The names, scores and clocks of both players. */
export class Players {
    /** @param {Session} session */
    constructor(session) {
        this.session = session;
        session.onChange(() => this.draw());
    }

    draw() {
        const { session } = this;
        const below = session.below();
        this.drawSide("player-above", 1 - below);
        this.drawSide("player-below", below);
        document.title =
            session.isMine() && session.isNow() ? `${session.say("your-move")} – ${title}` : title;
    }

    /** @param {string} place @param {number} side */
    drawSide(place, side) {
        const { session } = this;
        const { by, own, clock, position } = session;
        const version = session.version(side);
        const who = session.isPerson(side)
            ? session.say(by[0] === by[1] ? "a-person" : "you")
            : version === null
              ? session.say("engine-of-level", { n: session.level(side) })
              : session.say("your-program");
        const name = session.say(side === 0 ? "first" : "second");
        // Where a corner says more than the name, the name comes last.
        const home = own.get(side === 0 ? "first-home" : "second-home");
        const [first, ...rest] =
            home === undefined
                ? [name, who]
                : by[0] === by[1]
                  ? [home, name, who]
                  : [who, name, home];
        const time = clock === null ? "" : clockText(clock.left[side] ?? 0);
        const isToMove = !session.isOver() && position.turn === side && session.isNow();
        const strip = element(place);
        strip.classList.toggle("to-move", isToMove);
        strip.replaceChildren(
            pieceOf(position, side),
            html(
                "span",
                { class: "who", title: who },
                html("b", {}, sentence(first)),
                " ",
                rest.join(", "),
            ),
            scoreOf(own, position, side),
            html("span", { class: "time" }, time),
        );
    }
}
