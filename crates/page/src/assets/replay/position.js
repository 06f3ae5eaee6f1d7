// @ts-check
/** @file A recorded game, and its positions. */

/**
 * @typedef {[string, number, 0 | (number | string | string[])[] | {whole: Message | null},
 *   ...number[][]]} Step
 * A move: its name, its side, the new caption, and its changes. Each change is a new look and the
 * squares that now have it. The first square is written as its number, and each later one as its
 * distance from the square before it; `-1 - n` stands for all squares of look `n`.
 * @typedef {{ended: string, input: string, output: string, stderr: string, hint?: string,
 *   reproduce: string, unconfined?: string}} FoulReport
 * @typedef {{participants: [number, number], round: number, table: number, extra: number,
 *   game: number, games: number}} Place
 * @typedef {{number: number, game: string, set: Record<string, string>,
 *   players: [string, string], place?: Place, opening: number,
 *   took_us: number[], time: {game_ms?: number, increment_ms?: number, move_ms?: number}[],
 *   stderr?: [number, string][], margin?: number, review?: import("../analysis/review.js").Report[],
 *   foul?: {side: number, what: string, report?: FoulReport}, columns: string[], rows: string[],
 *   looks: Look[], cells: number[], legend: [number, Message][], caption: Message | null,
 *   moves: Step[], decided?: number[], turn: number, better?: Record<number, Move>}} Recording
 * A recorded game as one message; see `Recording` in Rust.
 */

/**
 * The changes of a move: squares with their looks before and after.
 * @param {number[]} cells @param {number[][]} groups
 */
function changesOf(cells, groups) {
    /** @type {[number, number, number][]} */
    const changes = [];
    for (const [now = 0, ...rest] of groups) {
        let at = 0;
        for (const number of rest) {
            if (number < 0) {
                cells.forEach((look, i) => look === -1 - number && changes.push([i, look, now]));
            } else {
                at += number;
                changes.push([at, cells[at] ?? 0, now]);
            }
        }
    }
    return changes;
}

/** @param {Message | null} before @param {Step[2]} news @returns {Message | null} */
function captionAfter(before, news) {
    if (news === 0) return before;
    if (!Array.isArray(news)) return news.whole;
    if (before === null) return null;
    const gaps = Object.keys(before[1]);
    return [before[0], Object.fromEntries(gaps.map((gap, i) => [gap, news[i] ?? ""]))];
}

/**
 * The position after this number of moves, in the form that `Board` takes.
 * @param {Recording} game @param {number} view @returns {Position}
 */
export function positionAt(game, view) {
    const cells = [...game.cells];
    let caption = game.caption;
    /** @type {[number, number, number][]} */
    let last = [];
    for (const [, , news, ...groups] of game.moves.slice(0, view)) {
        last = changesOf(cells, groups);
        for (const [i, , now] of last) cells[i] = now;
        caption = captionAfter(caption, news);
    }
    const isEnd = view === game.moves.length;
    return {
        columns: game.columns,
        rows: game.rows,
        looks: game.looks,
        cells,
        legend: game.legend,
        caption,
        decided: isEnd ? (game.decided ?? []) : [],
        last,
        turn: isEnd ? game.turn : (game.moves[view]?.[1] ?? 0),
        moves: [],
        played: game.moves.slice(0, view).map(([name]) => name),
        movers: game.moves.map(([, side]) => side),
        margin: isEnd ? (game.margin ?? null) : null,
        diagram: "",
    };
}
