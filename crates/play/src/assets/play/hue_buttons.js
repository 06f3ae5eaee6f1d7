// @ts-check
/** @file The buttons of colours, in games whose moves choose a colour. */

/** @import { Session } from "./session.js" */
/** @import { Chip } from "./value_marks.js" */

const { element, html, icon, isEnabled, tell } = ludoteka;

/** The buttons of colours, with what each gains and its value. */
export class HueButtons {
    /** @param {Session} session */
    constructor(session) {
        this.session = session;
        session.onChange(() => this.draw(new Map()));
    }

    /** @param {Map<string, Chip>} chips the values of moves */
    draw(chips) {
        const place = element("hues");
        const all = [...place.children];
        const focused = all.findIndex((button) => button === document.activeElement);
        place.replaceChildren(...this.session.board.hues().map((hue) => this.button(hue, chips)));
        const again = place.children[focused];
        if (again instanceof HTMLElement) again.focus();
    }

    /** @param {ReturnType<Board["hues"]>[number]} hue @param {Map<string, Chip>} chips */
    button({ look, message, move, gain }, chips) {
        const { board, own } = this.session;
        const chip = move === undefined ? undefined : chips.get(move[0]);
        const button = html(
            "button",
            { type: "button", class: "hue-button" },
            icon({ ...look, owner: undefined }),
            html("span", { class: "name" }, tell(own, message)),
            html("span", { class: "gain" }, gain === undefined ? "" : `+${gain}`),
        );
        if (chip) {
            const best = chip.best ? " best" : "";
            button.append(html("span", { class: `chip ${chip.kind}${best}` }, chip.text));
        }
        // A button that is really disabled would lose the keyboard's focus.
        const isOff = move === undefined || !this.session.isMine();
        button.setAttribute("aria-disabled", String(isOff));
        button.addEventListener("click", () => {
            if (isEnabled(button)) board.touchHue(/** @type {number} */ (look.hue));
        });
        for (const kind of ["pointerenter", "focus"])
            button.addEventListener(kind, () => board.preview(move ?? null));
        for (const kind of ["pointerleave", "blur"])
            button.addEventListener(kind, () => board.preview(null));
        return button;
    }
}
