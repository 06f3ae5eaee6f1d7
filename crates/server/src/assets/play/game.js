// @ts-check
/** @file A game on the page: who plays, which moves were made, and which position is looked at. */
"use strict";

/**
 * @typedef {{name: string, what: string, kind: string, min?: string, max?: string, words?:
 * string[], form?: string,
 *   default: string, people: string}} Parameter
 * @typedef {{name: string, title: string, sides: [string, string], parameters: Parameter[], presets: [string, Record<string, string>][], levels:
 * number[], words: string,
 *   position: Position}} Spec
 * @typedef {{side: number, move: string, pv: string[], depth: number, nodes: number, worth: Worth}}
 * Found
 * @typedef {{side: number, values: [string, Worth, number][]}} Values
 */

/** @type {Spec} */
const spec = JSON.parse(element("game").textContent ?? "");

const own = words(spec.words);

const known = words(JSON.parse(element("words").textContent ?? '""'), spec.words);

/** @param {string} key @param {Message[1]} [filled] */
const say = (key, filled = {}) => tell(known, [key, filled]);

const sideKey = (/** @type {number} */ side) => [side === 0 ? "first" : "second"];

const YOU = "you";

/** @type {Game} */
let game = fresh();

/** The number of moves in the position that is shown. */
let view = 0;

/** @type {Position} */
let position = spec.position;

/** Aborts the requests for the position shown, as soon as another position is asked for. */
let here = new AbortController();

/** The last position of the game, whichever position is shown. */
let last = { turn: spec.position.turn, isOver: spec.position.margin !== null };

function fresh() {
    const set = Object.fromEntries(
        spec.parameters
            .filter((one) => isSeed(one) || one.people !== one.default)
            .map((one) => [one.name, isSeed(one) ? String(seed()) : one.people]),
    );
    return /** @type {Game} */ ({
        set,
        at: null,
        moves: [],
        resigned: null,
        isLate: false,
        by: [YOU, "engine:3"],
        clock: 0,
        timeMs: links.ENGINE_MS,
        seed: seed(),
    });
}

/**
 * Whether a parameter is the number of a random board. This number is new in each game.
 * @param {Parameter} one
 */
function isSeed(one) {
    return one.kind === "integer" && one.name === "seed";
}

function seed() {
    return 1 + Math.floor(Math.random() * 999_999);
}

const by = () => /** @type {[string, string]} */ (game.by);

const isPerson = (/** @type {number} */ side) => by()[side] === YOU;

const level = (/** @type {number} */ side) => Number(by()[side]?.split(":")[1] ?? 5);

const isOver = () => position.margin !== null;

const isNow = () => view === game.moves.length;

/**
 * Whether a person may move in the position shown. A person may not move while an engine is to
 * move. But once the engine has moved, the person may go back and replace the engine's move.
 */
const isMine = () => !isOver() && (!isNow() || isPerson(position.turn));

/** @param {number} [moves] @param {Game} [of] */
function question(moves = game.moves.length, of = game) {
    const { set, at, seed } = of;
    const resigned = moves === of.moves.length ? of.resigned : null;
    return { set, at, moves: of.moves.slice(0, moves), resigned, seed };
}
