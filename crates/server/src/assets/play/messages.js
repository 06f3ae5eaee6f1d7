// @ts-check
/** @file Messages, on the screen and for screen readers. */

/** The text to which the status line returns. */
let state = "";

let noticeEnds = 0;

/** How long the status line shows a message about a touch. */
const NOTICE_MS = 6000;

/**
 * Announces a text, and shows it in the status line until the next touch. If no move has begun, the
 * text disappears after a while.
 * @param {string} text
 */
function notice(text) {
    announce(text);
    restate();
    showStatus(sentence(text));
    if (!board.isBegun) noticeEnds = setTimeout(restate, NOTICE_MS);
}

/** Removes a message about a touch from the status line. */
function restate() {
    clearTimeout(noticeEnds);
    showStatus(state);
}

/** Writes the status line. A text that is longer than its room can be scrolled by keys. @param {string} text */
function showStatus(text) {
    const status = element("status");
    status.textContent = text;
    // Measuring waits for the next frame, so that the layout is computed only once.
    requestAnimationFrame(() =>
        status.scrollHeight > status.clientHeight + 1
            ? (status.tabIndex = 0)
            : status.removeAttribute("tabindex"),
    );
}

/** The message about a wrong link. */
class BadLink extends Error {}

/**
 * Announces the last move: what it gained, the score, and whose turn it is or why the game is over.
 * @param {number} side who made it
 */
function announceMove(side) {
    const move = position.played.at(-1);
    if (move === undefined) return;
    const [gained, turned] = [gainOf(side), turnedBy(side)];
    const [key, n] = /** @type {[string, number]} */ (
        gained > 0
            ? ["move-gained", gained]
            : turned > 0
              ? ["move-turned", turned]
              : ["move-made", position.last.length]
    );
    const score = position.caption === null ? "" : `${tell(own, position.caption)}.`;
    const then = isOver() ? result() : say("to-move", { side: sideKey(position.turn) });
    const told = say(key, { side: sideKey(side), move: moveSaid(move), n });
    announce([told, score, then].map(sentence).join(" "));
}

/** How many squares the last move added to a side's own. @param {number} side */
function gainOf(side) {
    const { looks, last } = position;
    const owner = (/** @type {number} */ look) => looks[look]?.owner;
    return last.filter(([, was, now]) => owner(now) === side && owner(was) !== side).length;
}

/** How many pieces of the other side the last move turned over. @param {number} side */
function turnedBy(side) {
    const { looks, last } = position;
    const of = (/** @type {number} */ look) => looks[look]?.side;
    return last.filter(([, was, now]) => of(now) === side && of(was) === 1 - side).length;
}

/** @param {string} text */
function setStatus(text) {
    state = text;
    restate();
}

/**
 * Shows an error beside its form or below the board. If the server does not answer, the message
 * offers to call `again`.
 * @param {Error | null} error @param {() => void} [again] @param {HTMLElement} [form]
 */
function complain(error, again, form) {
    for (const old of document.querySelectorAll(".complaint")) old.remove();
    for (const field of document.querySelectorAll("[aria-invalid]"))
        field.removeAttribute("aria-invalid");
    if (error === null) return;
    const place = html(
        "div",
        { class: "complaint", id: "complaint", role: "alert" },
        html("span", {}, error.message),
    );
    const key =
        error instanceof Gone
            ? "try-again"
            : form === undefined && error instanceof BadLink
              ? "go-on-here"
              : null;
    if (key !== null && again) place.append(" ", button("again", key, again));
    if (form) {
        form.append(place);
        const named = /^([\w-]+)=/.exec(error.message)?.[1] ?? "";
        const field = form.querySelector(`[name="${named}"]`);
        field?.setAttribute("aria-invalid", "true");
        field?.closest("label")?.append(place);
    } else element("message").append(place);
    place.scrollIntoView({ block: "nearest" });
}

function result() {
    const margin = position.margin ?? 0;
    if (margin === 0) return say("draw");
    const winner = margin > 0 ? 0 : 1;
    const n = Math.abs(margin);
    const people = [0, 1].filter(isPerson);
    // If a player gave up, the message does not say by how many points the other player won.
    const how = hasPoints && game.resigned === null ? "-by" : "";
    const key = people.length !== 1 ? "side-won" : people[0] === winner ? "you-won" : "you-lost";
    const text = say(key + how, { n, side: sideKey(winner) });
    if (game.resigned === null) return text;
    const side = sideKey(game.resigned === "first" ? 0 : 1);
    return `${say(game.isLate ? "lost-on-time" : "gave-up", { side })} ${text}`;
}

/** Marks whether the board is ahead of the texts about it. @param {boolean} is */
function busy(is) {
    element("board").setAttribute("aria-busy", String(is));
}
