// @ts-check
/** @file The values of moves, and the bar beside the board. */

/** @import { HueButtons } from "./hue_buttons.js" */
/** @import { Session } from "./session.js" */
/** @import { ValueMarks } from "./value_marks.js" */
/** @import { Found, Worth, Worths } from "../worth.js" */

const { element, html } = ludoteka;

/** At most this many moves are listed with their values. */
const MOST_LISTED = 40;

/** The values of moves on the board, on the colours and in a list, and the bar. */
export class Values {
    /**
     * @param {Session} session @param {Worths} worths @param {HueButtons} hues
     * @param {ValueMarks} marks
     */
    constructor(session, worths, hues, marks) {
        this.session = session;
        this.worths = worths;
        this.hues = hues;
        this.marks = marks;
    }

    /** @param {Found} found */
    draw({ side, values }) {
        const { session, worths } = this;
        const best = values[0];
        if (best === undefined) return;
        const points = values.map(([, worth]) => worths.inPoints(worth));
        const most = worths.inPoints(best[1]) - Math.min(...points);
        const kindOf = (/** @type {Worth} */ worth) =>
            `${worths.chipKind(worth)} ${worths.givesAway(worth, best[1], most)}`;
        const chips = new Map(
            values.map(([name, worth], rank) => [
                name,
                {
                    text: worths.short(worth),
                    brief: worths.brief(worth),
                    kind: kindOf(worth),
                    best: worths.order(worth) === worths.order(best[1]),
                    rank,
                },
            ]),
        );
        this.marks.show(chips);
        this.hues.draw(chips);
        const list = values.slice(0, MOST_LISTED).map(([name, worth, depth]) => {
            const chip = html("span", { class: `chip ${kindOf(worth)}` }, worths.short(worth));
            const words = html("b", {}, session.moveSaid(name));
            return html("li", {}, words, " ", chip, " ", worths.told(worth, depth));
        });
        element("values-list").replaceChildren(...list);
        const how = worths.isProven(best[1]) ? "" : session.say("depth", { n: best[2] });
        this.drawBar(best[1], side, how);
    }

    /** Removes the values, and hides the bar unless values are shown. */
    hide() {
        element("bar").classList.toggle("off", !this.session.showsValues);
        this.marks.show(new Map());
    }

    /** Marks the values of the last position as old, since the new ones are not known yet. */
    drawUnknown() {
        element("values-list").replaceChildren();
        const bar = element("bar");
        if (bar.childElementCount === 0)
            this.fill(50, "unknown", "?", this.session.say("worth-unknown"));
        bar.classList.toggle("off", !this.session.showsValues);
        bar.classList.add("stale");
    }

    /**
     * Draws the bar beside the board. Its filled part belongs to the side below the board.
     * @param {Worth} worth
     * @param {number} side the side whose value it is @param {string} how
     */
    drawBar(worth, side, how) {
        const { session, worths } = this;
        const bar = element("bar");
        bar.classList.toggle("off", !session.showsValues);
        bar.classList.remove("stale");
        const sign = side === this.lower() ? 1 : -1;
        const turned = { ...worth, points: sign * (worth.points ?? 0) };
        if (worth.margin !== undefined) turned.margin = sign * worth.margin;
        const share = worths.share(turned);
        const kind = worths.isProven(worth) ? "exact" : "estimate";
        const lowerSide = session.say(this.lower() === 0 ? "first" : "second");
        const label = `${lowerSide}: ${worths.words(turned)}${how ? `, ${how}` : ""}`;
        this.fill(50 + 50 * share, kind, worths.short(turned), label);
    }

    /** The side at the lower end of the bar. */
    lower() {
        const below = this.session.below();
        return this.session.board.flipped === (below === 0) ? 1 - below : below;
    }

    /** @param {number} percent @param {string} kind @param {string} text @param {string} label */
    fill(percent, kind, text, label) {
        const bar = element("bar");
        const fill = html("div", { class: `fill side-${this.lower()} ${kind}` });
        fill.style.setProperty("--share", `${percent}%`);
        bar.replaceChildren(fill, html("span", { class: "text" }, text));
        bar.setAttribute("role", "img");
        bar.setAttribute("aria-label", label);
        bar.title = label;
    }
}
