// @ts-check
/** @file The page on which a game is played: makes its parts, and opens the game of the address. */

import { links } from "../link.js";
import { Assessor } from "./assessor.js";
import { Clock } from "./clock.js";
import { Controls } from "./controls.js";
import { HueButtons } from "./hue_buttons.js";
import { Messages } from "./messages.js";
import { MoveList } from "./move_list.js";
import { NewGame } from "./new_game.js";
import { Players } from "./players.js";
import { Server } from "../server.js";
import { Session } from "./session.js";
import { TextForm } from "./text_form.js";
import { Turns } from "./turns.js";
import { ValueMarks } from "./value_marks.js";
import { Values } from "./values.js";
import { Worths } from "../worth.js";

/** @import { Game } from "../link.js" */
/** @import { Spec } from "./session.js" */

const { buildTabs, element, listenToKeys, tell } = ludoteka;

/** @type {Spec} */
const spec = JSON.parse(element("game").textContent ?? "");
const session = new Session(spec, JSON.parse(element("words").textContent ?? '""'), {
    onMove: (name) => void turns.play(name),
    say: (text) => messages.notice(text),
    whyNot: (name) => turns.whyNot(name),
    onFit: () => marks.draw(),
    onTouch: () => {
        marks.draw();
        messages.restate();
        controls.draw();
    },
});
const server = new Server(session);
const worths = new Worths(session);
const players = new Players(session);
new MoveList(session, (moves) => void turns.go(moves, false));
const hues = new HueButtons(session);
const messages = new Messages(session);
const marks = new ValueMarks(session);
const values = new Values(session, worths, hues, marks);
const assessor = new Assessor(session, { server, messages, worths, values });
const clock = new Clock(session, players, (side) => turns.lose(side, true));
const turns = new Turns(session, { server, messages, values, assessor, clock });
const controls = new Controls(session, { turns, assessor, values, openReview });
new TextForm(session, turns);
const newGame = new NewGame(session, turns, messages, () => {
    selectTab(0);
    session.focusBoard();
});
const selectTab = buildTabs(["moves", "new", "text", "rules"], (key) => session.say(key));

/** The parts that only the review of a finished game needs are loaded then. */
async function openReview() {
    const [{ Review }, { Retry }] = await Promise.all([
        import("../review.js"),
        import("./retry.js"),
    ]);
    const review = new Review({
        server,
        worths,
        say: (key, filled) => session.say(key, filled),
        side: (side) => session.say(side === 0 ? "first" : "second"),
        move: (name) => session.moveSaid(name),
        better: async (view, best) => {
            if ((await turns.go(view, false)) === "there") session.board.hint(best);
        },
    });
    new Retry(session, { turns, server, messages, worths, review });
    return review;
}

async function openLink() {
    clock.start(0);
    const { to: given, wrong } = await linked();
    // A link does not say how much time was left, so a game in progress gets no clock.
    const to = given.moves.length > 0 && given.resigned === null ? { ...given, clock: 0 } : given;
    const link = wrong === null ? undefined : "kept";
    const came = await turns.go(to.moves.length, false, { to, link });
    if (came === "left") return;
    let refusal = wrong;
    if (came instanceof Error && !(came instanceof Server.Gone)) {
        refusal = came.message;
        const most = await legalMoves(to, session.here.signal);
        const rest =
            most < 0
                ? session.fresh()
                : { ...to, moves: to.moves.slice(0, most), resigned: null, isLate: false };
        const opened = await turns.go(rest.moves.length, false, { to: rest, link: "kept" });
        if (opened !== "there") return;
    }
    if (!session.isOver()) clock.start(session.game.clock);
    newGame.build();
    if (to.clock !== given.clock && !session.isOver())
        messages.notice(session.say("clock-dropped"));
    if (refusal !== null) messages.complain(new Messages.BadLink(refusal), () => turns.again());
}

/** The game of the address, and what is wrong in the address. */
async function linked() {
    const given = await links.read(location.hash).catch(() => null);
    const fresh = session.fresh();
    if (given === null)
        return {
            to: fresh,
            wrong: location.hash.length > 1 ? session.say("link-unreadable") : null,
        };
    let wrong = given.wrong ? tell(session.known, given.wrong) : null;
    const named = given.by ?? fresh.by ?? [];
    const stranger = named.find((player) => !session.isPlayer(player));
    if (stranger !== undefined)
        wrong ??= session.say("link-player", {
            player: stranger,
            players: session.players.join(", "),
        });
    const by = named.map((player) => (session.isPlayer(player) ? player : "engine:3"));
    return { to: { ...given, by: /** @type {[string, string]} */ (by) }, wrong };
}

/**
 * The number of legal moves before the first illegal one; below 0 if the start itself is invalid.
 * @param {Game} of @param {AbortSignal} signal
 */
async function legalMoves(of, signal) {
    let [legal, refused] = [-1, of.moves.length];
    while (refused - legal > 1) {
        const middle = (legal + refused + 1) >> 1;
        const isLegal = await server.position(session.question(middle, of), signal).then(
            () => true,
            (error) => error instanceof Server.Gone,
        );
        if (isLegal) legal = middle;
        else refused = middle;
    }
    return legal;
}

listenToKeys(controls.steps);
addEventListener("pagehide", () => session.here.abort());
addEventListener("pageshow", (event) => {
    if (event.persisted) turns.again();
});
addEventListener("hashchange", () => void openLink());
addEventListener("resize", () => session.board.fit());
// A board that the game of the link replaces at once would only flicker.
if (!location.hash.startsWith("#v1")) session.board.show(session.position, false);
void openLink();
