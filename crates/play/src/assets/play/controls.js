// @ts-check
/** @file Buttons and what they do. */

/** @import { Game } from "../link.js" */
/** @import { Assessor } from "./assessor.js" */
/** @import { Review } from "../review.js" */
/** @import { Session } from "./session.js" */
/** @import { Turns } from "./turns.js" */
/** @import { Values } from "./values.js" */

const { announce, element, isEnabled, pageButton, sizeButton, stepButtons } = ludoteka;

/** A second click on "Resign" within this time after the first click resigns. */
const SURE_MS = 4000;

/** The buttons below the board. */
export class Controls {
    /**
     * @param {Session} session
     * @param {{turns: Turns, assessor: Assessor, values: Values,
     *   openReview: () => Promise<Review>}} parts
     */
    constructor(session, { turns, assessor, values, openReview }) {
        this.session = session;
        this.turns = turns;
        this.assessor = assessor;
        this.values = values;
        this.openReview = openReview;
        /** @type {Review | null} */
        this.review = null;
        /** The game that is reviewed. @type {Game | null} */
        this.reviewed = null;
        this.resignEnds = 0;
        /** @type {Steps} */
        this.steps = {
            first: () => void turns.go(0, false),
            back: () => void turns.go(Math.max(0, session.view - 1), false),
            next: () => void turns.go(Math.min(session.game.moves.length, session.view + 1)),
            last: () => void turns.go(session.game.moves.length, false),
        };
        this.build();
        session.onChange(() => this.draw());
    }

    build() {
        const { session, turns, assessor } = this;
        const { board } = session;
        const say = (/** @type {string} */ key) => session.say(key);
        const button = (
            /** @type {string} */ id,
            /** @type {string} */ key,
            /** @type {() => unknown} */ act,
        ) => pageButton(id, say(key), () => void act());
        const values = button("show-values", "show-values", () => this.switchValues(values));
        values.setAttribute("role", "switch");
        values.setAttribute("aria-checked", "false");
        element("acts").replaceChildren(
            button("aimed", "play-aimed", () => board.playAimed()),
            button("cancel", "take-touch-back", () => board.back()),
            button("pass", "pass", () => {
                const pass = session.passing();
                if (pass !== undefined) void turns.play(pass[0]);
            }),
            button("review", "review", () => this.startReview()),
            button("rematch", "rematch", () => turns.rematch()),
        );
        element("controls").replaceChildren(
            stepButtons(say, this.steps, (view) => void turns.go(view, false)),
            button("undo", "undo", () => turns.undo()),
            button("hint", "hint", () => assessor.hint()),
            button("resign", "resign", () => this.askToResign()),
            button("flip", "flip", () => {
                board.flip();
                session.changed();
                assessor.turned();
            }),
            values,
            sizeButton(say, board),
        );
    }

    /** @param {HTMLElement} button */
    switchValues(button) {
        const { session } = this;
        session.showsValues = !session.showsValues;
        button.setAttribute("aria-checked", String(session.showsValues));
        this.reveal("values-room", session.showsValues);
        this.values.hide();
        const signal = session.leave();
        session.changed();
        this.turns.goOn(signal);
    }

    async startReview() {
        const { session } = this;
        const { game, position } = session;
        try {
            this.review ??= await this.openReview();
        } catch (error) {
            const again = () => void this.startReview();
            return this.turns.messages.fail(/** @type {Error} */ (error), again);
        }
        if (session.game !== game) return;
        this.reviewed = game;
        void this.review.start(session.question(), game.moves, position.margin ?? 0);
        this.draw();
        element("slider").focus({ preventScroll: true });
    }

    /** Resigns at the second click. */
    askToResign() {
        const isSure = this.resignEnds !== 0;
        this.forgetResign();
        if (isSure) return void this.turns.resign();
        const text = this.session.say("really-resign");
        element("resign").textContent = text;
        announce(text);
        this.resignEnds = setTimeout(() => this.forgetResign(), SURE_MS);
    }

    forgetResign() {
        clearTimeout(this.resignEnds);
        this.resignEnds = 0;
        element("resign").textContent = this.session.say("resign");
    }

    draw() {
        const { session } = this;
        const { board, game, view } = session;
        this.disable("undo", game.moves.length === 0 && game.resigned === null);
        this.disable("hint", !session.isMine());
        this.disable("resign", session.isOver() || !session.isNow());
        if (!isEnabled(element("resign"))) this.forgetResign();
        for (const id of ["first", "back"]) this.disable(id, view === 0);
        for (const id of ["next", "last"]) this.disable(id, session.isNow());
        this.reveal("pass", session.passing() !== undefined);
        element("pass").title = session.whyPass();
        element("pass").classList.toggle("main", session.position.moves.length === 1);
        this.reveal("aimed", board.aimed !== null);
        const aimed = { move: session.moveSaid(board.aimed ?? "") };
        element("aimed").textContent = session.say("play-aimed", aimed);
        this.reveal("cancel", board.isBegun && board.aimed === null);
        if (this.reviewed !== null && this.reviewed !== game) {
            this.review?.clear();
            this.reviewed = null;
        }
        const isReviewed = this.reviewed === game || game.moves.length === 0;
        this.reveal("review", session.isOver() && !isReviewed);
        this.reveal("rematch", session.isOver());
        this.reveal("size", board.px < 24 || board.finger);
        this.drawSlider();
    }

    drawSlider() {
        const { session } = this;
        const { game, view } = session;
        const slider = /** @type {HTMLInputElement} */ (element("slider"));
        slider.max = String(game.moves.length);
        slider.value = String(view);
        slider.disabled = game.moves.length === 0;
        const at = session.say("slider-at", { n: view, all: game.moves.length });
        const move = view === 0 ? "" : `, ${session.moveSaid(game.moves[view - 1] ?? "")}`;
        slider.setAttribute("aria-valuetext", at + move);
        if (this.reviewed !== null) this.review?.describe();
    }

    /**
     * Switches a button off or on. A button that is really disabled would lose the keyboard's
     * focus.
     * @param {string} id @param {boolean} off
     */
    disable(id, off) {
        const button = element(id);
        button.toggleAttribute("disabled", off && button !== document.activeElement);
        button.setAttribute("aria-disabled", String(off));
    }

    /** Hides or shows a part of the page. @param {string} id @param {boolean} shown */
    reveal(id, shown) {
        const part = element(id);
        const loses = !shown && part.contains(document.activeElement);
        part.hidden = !shown;
        if (loses) this.session.focusBoard();
    }
}
