// @ts-check
/** @file The list of moves. */

/** @import { Session } from "./session.js" */

const { element, html, moveName, placeMove } = ludoteka;

/** The list of moves, each of which leads to its position. */
export class MoveList {
    /** @param {Session} session @param {(moves: number) => void} go */
    constructor(session, go) {
        this.session = session;
        this.go = go;
        const unit = session.own.get("worth-unit") ?? session.say("worth-points");
        element("panel-moves").replaceChildren(
            html(
                "div",
                { id: "moves-room", tabindex: "0" },
                html("p", { id: "no-moves", class: "quiet" }, session.say("no-moves-yet")),
                html("ol", { id: "moves-list", class: "moves" }),
            ),
            html(
                "div",
                { id: "values-room", tabindex: "0", hidden: "" },
                html("p", { id: "worth-unit", class: "quiet" }, unit),
                html("ul", { id: "values-list", class: "values" }),
            ),
        );
        session.onChange(() => this.draw());
    }

    draw() {
        const { position, game, view } = this.session;
        const list = element("moves-list");
        const items = position.played.length < game.moves.length ? game.moves : position.played;
        while (list.children.length > items.length) list.lastElementChild?.remove();
        items.forEach((name, i) => this.place(list, name, i));
        element("no-moves").hidden = items.length > 0;
        list.querySelector("[aria-current]")?.removeAttribute("aria-current");
        const current = list.children[view - 1]?.firstElementChild;
        current?.setAttribute("aria-current", "true");
        // The scrolling waits for the next layout. `scrollIntoView` would scroll the page as well.
        requestAnimationFrame(() => {
            const panel = element("moves-room");
            if (!(current instanceof HTMLElement) || panel.scrollHeight <= panel.clientHeight)
                return;
            panel.scrollTop = current.offsetTop - panel.offsetTop - panel.clientHeight / 2;
        });
    }

    /**
     * Writes a move into its item, unless it is there.
     * @param {HTMLElement} list @param {string} name @param {number} i
     */
    place(list, name, i) {
        const item = /** @type {HTMLElement} */ (list.children[i] ?? html("li"));
        if (item.dataset["move"] === name) return;
        const { own, position } = this.session;
        const title = { type: "button", title: name };
        const button = html("button", title, ...moveName(name, own, position));
        button.addEventListener("click", () => this.go(i + 1));
        item.dataset["move"] = name;
        item.replaceChildren(button);
        placeMove(item, this.moverOf(i), i === 0 ? undefined : this.moverOf(i - 1));
        if (!item.isConnected) list.append(item);
    }

    /**
     * The side that made a move. Sides take turns where the position does not say.
     * @param {number} i
     */
    moverOf(i) {
        const { movers } = this.session.position;
        const known = Math.min(i, movers.length - 1);
        return known < 0 ? i % 2 : ((movers[known] ?? 0) + i - known) % 2;
    }
}
