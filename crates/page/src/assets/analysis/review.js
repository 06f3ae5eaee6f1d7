// @ts-check
/** @file The review of a finished game: the values of its positions, and its worst moves. */

/** @import { Worth, Worths } from "./worth.js" */

const { announce, element, html, sentence, svg } = ludoteka;

/**
 * @typedef {{at: number, side: number, worth: Worth | null, depth: number | null,
 *   best: string | null, loss: string, points: number | null, proved: boolean,
 *   mistake: boolean}} Report
 * What was found about a move, and about the position before it.
 * @typedef {{listen: (what: string, question: object, signal: AbortSignal,
 *   heard: (event: string, data: any) => void) => Promise<void>}} Finder
 * Who finds the reports: a server, or a file that has them.
 * @typedef {{server: Finder, worths: Worths, say: Say, side: (side: number) => string,
 *   move: (name: string) => string, better: (view: number, best: string) => void,
 *   done?: (reports: Report[]) => void}} Host
 * The page: names of sides and moves, and `better` shows a better move on the board. `done` gets
 * all reports at the end.
 */

/** The server may think for this time about each move, and within these bounds about a game. */
const MOVE_MS = 500;
const [LEAST_MS, MOST_MS] = [5000, 60_000];

/** So many moves of each side are listed. */
const MOST_LISTED = 3;

/** Draws the values of positions behind the slider, and lists the worst moves. */
export class Review {
    /** @param {Host} host */
    constructor(host) {
        this.host = host;
        /** The moves of the game. @type {string[]} */
        this.moves = [];
        /** @type {Report[]} */
        this.reports = [];
        this.aborter = new AbortController();
        this.graph = html("span", { class: "graph" });
        this.room = html("div", { id: "review-room" });
    }

    /**
     * Asks about a game. What is found is shown at once.
     * @param {object} question @param {string[]} moves @param {number} margin the result
     */
    async start(question, moves, margin) {
        this.clear();
        const { signal } = this.aborter;
        this.moves = moves;
        this.margin = margin;
        const slider = element("slider");
        slider.before(this.graph);
        this.graph.append(slider);
        element("panel-moves").prepend(this.room);
        this.tell(this.host.say("reviewing"));
        const time_ms = Math.min(MOST_MS, Math.max(LEAST_MS, MOVE_MS * moves.length));
        const heard = (/** @type {string} */ event, /** @type {any} */ data) => {
            if (event === "waiting") this.tell(this.host.say("waiting", { n: data.ahead + 1 }));
            if (event === "reviewed") this.reports[data.at] = data;
            if (event !== "waiting") this.draw(event === "done");
        };
        try {
            await this.host.server.listen("review", { ...question, time_ms }, signal, heard);
        } catch (error) {
            if (!signal.aborted) this.tell(/** @type {Error} */ (error).message);
        }
    }

    /** Removes what is shown, and forgets it. */
    clear() {
        this.aborter.abort();
        this.aborter = new AbortController();
        this.reports = [];
        const slider = element("slider");
        if (this.graph.contains(slider)) this.graph.replaceWith(slider);
        this.graph.replaceChildren();
        this.room.remove();
        this.room.replaceChildren();
    }

    /** @param {string} text */
    tell(text) {
        this.room.replaceChildren(html("p", { class: "quiet" }, text));
        announce(text);
    }

    /** @param {boolean} isDone */
    draw(isDone) {
        this.drawGraph();
        const lists = [0, 1].flatMap((side) => this.worst(side));
        const going = html("p", { class: "quiet" }, this.host.say("reviewing"));
        if (isDone) announce(this.host.say("reviewed"));
        // A list that is drawn again would lose the keyboard's focus.
        const focused = this.room.contains(document.activeElement)
            ? document.activeElement?.getAttribute("data-at")
            : null;
        this.room.replaceChildren(...(isDone ? [] : [going]), ...lists);
        const again = this.room.querySelector(`[data-at="${focused}"]`);
        if (again instanceof HTMLElement) again.focus({ preventScroll: true });
        this.describe();
        if (isDone) this.host.done?.(this.reports);
    }

    /** The worst moves of a side. @param {number} side */
    worst(side) {
        const { host } = this;
        const weight = (/** @type {Report} */ { points, loss }) =>
            loss === "result" ? Infinity : (points ?? 0);
        const worst = this.reports
            .filter((report) => report?.side === side && report.mistake)
            .sort((a, b) => (weight(a) === weight(b) ? 0 : weight(b) - weight(a)))
            .slice(0, MOST_LISTED);
        const items = worst.map((report) => this.item(report));
        const none = html("p", { class: "quiet" }, host.say("no-mistakes"));
        return [
            html("h2", {}, sentence(host.side(side))),
            items.length > 0 ? html("ol", { class: "mistakes" }, ...items) : none,
        ];
    }

    /** A bad move, as a link to the position before it. @param {Report} report */
    item({ at, best, loss, points, proved }) {
        const { host, moves } = this;
        const name = `${at + 1}. ${host.move(moves[at] ?? "")}`;
        const button = html("button", { type: "button", "data-at": String(at) }, name);
        button.addEventListener("click", () => host.better(at, best ?? ""));
        const lost =
            loss === "result"
                ? host.say("gives-result-away")
                : host.worths.lost(points ?? 0, proved);
        const kind = proved ? "exact" : "estimate";
        const chip = html("span", { class: `chip gives-much ${kind}` }, lost);
        const better = host.say("better-was", { move: host.move(best ?? "") });
        return html("li", {}, button, " ", chip, " ", better);
    }

    /** Draws a bar for each position: solid if its winner is proven, else light. */
    drawGraph() {
        const { reports, moves, host } = this;
        const paths = { "exact side-0": "", "exact side-1": "", "side-0": "", "side-1": "" };
        const last = { at: moves.length, side: 0, worth: { margin: this.margin, exact: true } };
        const bad = { proved: "", likely: "" };
        for (const report of [...reports, last]) {
            if (!report?.worth) continue;
            const { at, side, worth } = report;
            const share = host.worths.share(worth) * (side === 0 ? 1 : -1);
            const kind = `${host.worths.isProven(worth) ? "exact " : ""}side-${share < 0 ? 1 : 0}`;
            const height = Math.sign(share || 1) * Math.max(2, Math.abs(50 * share));
            paths[/** @type {keyof typeof paths} */ (kind)] += `M${at} 50v${-height}h1v${height}z`;
            if ("mistake" in report && report.mistake)
                bad[report.proved ? "proved" : "likely"] +=
                    `M${at} ${side === 0 ? 100 : 0}h1v${side === 0 ? -14 : 14}h-1z`;
        }
        const picture = svg("svg", {
            viewBox: `0 0 ${moves.length + 1} 100`,
            preserveAspectRatio: "none",
            "aria-hidden": "true",
        });
        for (const [kind, d] of Object.entries(paths)) svg("path", { class: kind, d }, picture);
        for (const [kind, d] of Object.entries(bad))
            svg("path", { class: `bad ${kind}`, d }, picture);
        this.graph.querySelector("svg")?.remove();
        this.graph.prepend(picture);
    }

    /** Adds the value of the position shown to what the slider tells. */
    describe() {
        const slider = /** @type {HTMLInputElement} */ (element("slider"));
        const report = this.reports[Number(slider.value)];
        const text = slider.getAttribute("aria-valuetext")?.split(" · ")[0] ?? "";
        if (!report?.worth) return;
        const worth = this.host.worths.told(report.worth, report.depth ?? 0);
        slider.setAttribute("aria-valuetext", `${text} · ${this.host.side(report.side)}: ${worth}`);
    }
}
