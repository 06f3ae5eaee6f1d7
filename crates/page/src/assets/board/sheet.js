// @ts-check
/** @file Where the squares of a board lie, and outlines around them. */

/**
 * @typedef {{piece: string, glyph: string, side?: number, edges?: number, hue?: number,
 *   owner?: number}} Look
 * What a square looks like; `edges` says where a block goes on: 1 up, 2 right, 4 down, 8 left.
 * @typedef {[string, number[], [number, number][]]} Move
 * A name; its touches, squares from 0 and hues from -1 downwards; squares and their new looks.
 * @typedef {{columns: string[], rows: string[], looks: Look[], cells: number[],
 *   legend: [number, Message][], caption: Message | null, turn: number, moves: Move[],
 *   last: [number, number, number][], played: string[], movers: number[], margin: number | null,
 *   diagram: string}} Position
 * A position as the server tells it.
 */

/** Units of the drawing along a square. */
const U = 20;

/** From a square to its neighbours. @type {[number, number][]} */
const EDGES = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
];

/** Where squares lie, and how they are drawn. */
class Sheet {
    /** @param {number} columns @param {number} rows @param {boolean} flipped */
    constructor(columns, rows, flipped) {
        this.columns = columns;
        this.rows = rows;
        this.flipped = flipped;
    }

    /** The square at a place, or the place of a square, counted as seen. @param {number} i */
    seen(i) {
        return this.flipped ? this.columns * this.rows - 1 - i : i;
    }

    /** @param {number} i @returns {[number, number]} the upper left corner of a square */
    corner(i) {
        const place = this.seen(i);
        return [(place % this.columns) * U, Math.floor(place / this.columns) * U];
    }

    /** @param {Look} look where a block goes on, as seen */
    edges(look) {
        const edges = look.edges ?? 0;
        return this.flipped ? ((edges << 2) | (edges >> 2)) & 15 : edges;
    }

    /**
     * The outline of some squares, so far inside their edge.
     * @param {Set<number>} squares @param {number} inset
     */
    outline(squares, inset) {
        const { columns, rows } = this;
        const has = (/** @type {number} */ c, /** @type {number} */ r) =>
            c >= 0 && r >= 0 && c < columns && r < rows && squares.has(this.seen(r * columns + c));
        /** @type {string[]} */
        const parts = [];
        for (const i of squares) {
            const [x, y] = this.corner(i);
            const [c, r] = [x / U, y / U];
            // Each edge with the directions to its neighbour and along it.
            for (const [dx, dy] of EDGES) {
                if (has(c + dx, r + dy)) continue;
                const [ax, ay] = [Math.abs(dy), Math.abs(dx)];
                const end = (/** @type {number} */ way) => {
                    if (!has(c + way * ax, r + way * ay)) return U / 2 - inset;
                    return has(c + dx + way * ax, r + dy + way * ay) ? U / 2 + inset : U / 2;
                };
                const [mx, my] = [
                    x + U / 2 + dx * (U / 2 - inset),
                    y + U / 2 + dy * (U / 2 - inset),
                ];
                const [from, to] = [end(-1), end(1)];
                parts.push(`M${mx - from * ax} ${my - from * ay}L${mx + to * ax} ${my + to * ay}`);
            }
        }
        return parts.join("");
    }

    /** Whole squares. @param {Iterable<number>} squares */
    squares(squares) {
        let path = "";
        for (const i of squares) {
            const [x, y] = this.corner(i);
            path += `M${x} ${y}h${U}v${U}h${-U}z`;
        }
        return path;
    }

    /** A dot on each square. @param {Iterable<number>} squares @param {number} radius */
    dots(squares, radius) {
        let path = "";
        for (const i of squares) {
            const [x, y] = this.corner(i);
            path += `M${x + U / 2 - radius} ${y + U / 2}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
        }
        return path;
    }
}
