// @ts-check
/**
 * @file What the engine has found about the moves of positions. Hints, values and the bar have this
 * one source, so they never contradict each other.
 */

/** The least time in milliseconds for the values of a position. */
const LEAST_ASSESS_MS = 3000;

/** So many positions are remembered. */
const MOST_ASSESSED = 300;

/** The values of a position's moves, the best first. */
class Assessment {
    constructor() {
        /** @type {[string, Worth, number][]} names, values and depths */
        this.values = [];
        this.side = 0;
        this.isDone = false;
    }

    /**
     * Takes values in place of worse ones. Estimates after an odd and an even number of half-moves
     * differ, since one side has moved once more; so only the first estimates may have an odd
     * depth.
     * @param {Values} found
     */
    learn({ side, values }) {
        this.side = side;
        const known = new Map(this.values.map((value) => [value[0], value]));
        for (const value of values) {
            const [name, worth, depth] = value;
            if (!known.has(name) || isProven(worth) || depth % 2 === 0) known.set(name, value);
        }
        this.values = [...known.values()].sort(([, a], [, b]) => order(b) - order(a));
    }
}

const assessor = {
    /** @type {Map<string, Assessment>} by the positions */
    known: new Map(),
    /** @type {{signal: AbortSignal, end: Promise<Assessment>} | null} the last request */
    last: null,
    /** @type {AbortSignal | null} the signal of the position for which a hint is wanted */
    hints: null,
};

/** What is known about the position shown. */
function assessment() {
    const { set, at, moves } = question(view);
    const key = JSON.stringify([set, at, moves, game.timeMs]);
    const about = assessor.known.get(key) ?? new Assessment();
    assessor.known.delete(key);
    assessor.known.set(key, about);
    for (const oldest of assessor.known.keys())
        if (assessor.known.size > MOST_ASSESSED) assessor.known.delete(oldest);
    return about;
}

/**
 * Asks for the value of each legal move of the position shown, unless they are known or asked for
 * already. What is found is shown at once.
 * @param {AbortSignal} signal
 */
function assess(signal) {
    if (assessor.last?.signal === signal) return assessor.last.end;
    const about = assessment();
    const body = { ...question(view), time_ms: Math.max(game.timeMs, LEAST_ASSESS_MS) };
    const heard = (/** @type {string} */ event, /** @type {any} */ data) => {
        if (event === "waiting") setStatus(say("waiting", { n: data.ahead + 1 }));
        if (event !== "values" && event !== "done") return;
        about.learn(data);
        about.isDone = event === "done";
        showAssessment(about, signal);
    };
    const asked = about.isDone ? Promise.resolve() : listen("values", body, signal, heard);
    const end = asked.then(() => about);
    assessor.last = { signal, end };
    end.catch(() => (assessor.last = null));
    return end;
}

/** Shows what is wanted of it: values, a hint, or both. @param {Assessment} about @param {AbortSignal} signal */
function showAssessment(about, signal) {
    const best = about.values[0];
    if (best === undefined) return;
    if (showsValues) drawValues(about);
    if (assessor.hints === signal) board.hint(best[0]);
}

/** Shows the value of each legal move. @param {AbortSignal} signal */
async function rate(signal) {
    const about = assessment();
    if (about.values.length > 0) drawValues(about);
    else drawBar(null, 0, "");
    try {
        await assess(signal);
    } catch (error) {
        if (!signal.aborted) fail(/** @type {Error} */ (error), () => void go(view, false));
    }
}

/** Shows the best move and its value. */
async function hint() {
    const { signal } = here;
    complain(null);
    board.clear();
    setStatus(say("thinking"));
    assessor.hints = signal;
    try {
        const about = await assess(signal);
        const best = about.values[0];
        if (signal.aborted || best === undefined) return;
        const [name, worth, depth] = best;
        showAssessment(about, signal);
        const text = say("hint-is", { move: moveSaid(name), worth: worthTold(worth, depth) });
        setStatus(text);
        announce(text);
    } catch (error) {
        if (!signal.aborted) fail(/** @type {Error} */ (error), () => void hint());
    }
}
