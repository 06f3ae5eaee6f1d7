// @ts-check
/** @file The page that checks results: a tournament's folder, or a file of recorded games. */

import { Checker } from "./checker.js";
import { given } from "./given.js";

/** @import { Named } from "./zip.js" */

/**
 * @typedef {{games: number, title: string}} Whole
 * @typedef {{why: string, line?: number | null}} Wrong
 */

const { element, html, tell, words, Replay } = ludoteka;

const common = JSON.parse(element("words").textContent ?? '""');
const known = words(common);
/** @type {{checker: string}} */
const { checker: address } = JSON.parse(element("check").textContent ?? "{}");

/** @param {string} key @param {Message[1]} [filled] */
const say = (key, filled = {}) => tell(known, [key, filled]);

/** @param {string} state @param {...(Node | string)} parts */
function report(state, ...parts) {
    const verdict = element("verdict");
    verdict.className = state;
    verdict.replaceChildren(...parts);
}

/** The files that are checked; a page checks only once, since its board is of one game. */
class Checked {
    /** @param {Named[]} files */
    constructor(files) {
        this.checker = new Checker(address, files);
        this.language = document.documentElement.lang;
        /** @type {InstanceType<typeof Replay> | null} */
        this.replay = null;
        this.games = 0;
        const number = /** @type {HTMLInputElement} */ (element("game-number"));
        number.addEventListener("change", () => void this.show(Number(number.value)));
    }

    async check() {
        report("busy", say("check-busy", { n: 0 }));
        await this.checker.ask({ language: this.language }, (event, data) => {
            if (event === "checked") report("busy", say("check-busy", { n: data.games }));
            else if (event === "done") this.fits(data);
            else this.differs(data);
        });
    }

    /** @param {Whole} whole */
    fits({ games, title }) {
        report("right", html("b", {}, say("check-fits", { n: games, title })));
        this.offer(games, 1);
    }

    /** @param {Wrong} wrong */
    differs({ why, line }) {
        report("wrong", html("b", {}, say("check-differs")), ` ${why}`);
        if (line) this.offer(line, line);
    }

    /** Shows a game, and lets the visitor choose others. @param {number} games @param {number} first */
    offer(games, first) {
        this.games = games;
        const number = /** @type {HTMLInputElement} */ (element("game-number"));
        [number.max, number.value] = [String(games), String(first)];
        void this.show(first);
    }

    /** @param {number} line */
    async show(line) {
        if (!Number.isInteger(line) || line < 1 || line > this.games) return;
        await this.checker.ask({ language: this.language, line }, (event, data) => {
            if (event !== "game") return;
            document.body.classList.remove("no-game");
            this.replay ??= new Replay({
                words: words(common, data.words),
                own: words(data.words),
                game: data.title,
            });
            this.replay.show(data.recording);
        });
    }
}

/** @param {Promise<Named[]>} files */
async function begin(files) {
    try {
        const all = await files;
        if (all.length === 0) return;
        document.body.classList.add("given");
        await new Checked(all).check();
    } catch (error) {
        report("wrong", error instanceof Error ? error.message : String(error));
    }
}

for (const id of ["choose-folder", "choose-file"]) {
    const input = /** @type {HTMLInputElement} */ (element(id));
    input.addEventListener("change", () => void begin(given.chosen(input.files ?? [])));
}
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
    event.preventDefault();
    const isFirst = !document.body.classList.contains("given");
    if (isFirst && event.dataTransfer !== null) void begin(given.dropped(event.dataTransfer));
});
element("check-again").addEventListener("click", () => location.reload());
