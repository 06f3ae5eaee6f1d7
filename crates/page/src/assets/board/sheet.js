// @ts-check
/** @file The places of a board's squares, and outlines around squares. */

/**
 * @typedef {{parts: [string, string][], letter?: [number, number], directed?: boolean,
 * theme?: string}} Figure How a piece is drawn: a role and a path for each part; the size of the
 * letter, and how far it is below the middle; whether the figure is turned with the board.
 * @typedef {{piece: string, glyph: string, figure?: Figure, side?: number, edges?: number,
 * hue?: number, owner?: number}} Look The look of a square; `edges` says in which directions a block continues: 1
 * up, 2 right, 4 down, 8 left.
 * @typedef {[string, number[], [number, number][]]} Move
 * A move: its name; its touches, where 0 and above are squares, and -1 and below are hues; and the
 * changed squares with their new looks.
 * @typedef {{columns: string[], rows: string[], looks: Look[], cells: number[],
 * legend: [number, Message][], caption: Message | null, decided: number[], turn: number,
 * moves: Move[], last: [number, number, number][], played: string[], movers: number[],
 * margin: number | null, diagram: string}} Position A position in the form that the server sends.
 */

/** The side of a square in units of the drawing. */
export const U = 20;

/** From a square to its neighbours. @type {[number, number][]} */
const EDGES = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
];

/** The geometry of a board. */
export class Sheet {
    /** @param {number} columns @param {number} rows @param {boolean} flipped */
    constructor(columns, rows, flipped) {
        this.columns = columns;
        this.rows = rows;
        this.flipped = flipped;
    }

    /**
     * Converts the number of a square into the number of its place on the screen, or back. The two
     * numbers differ only if the board is turned.
     * @param {number} i
     */
    seen(i) {
        return this.flipped ? this.columns * this.rows - 1 - i : i;
    }

    /** @param {number} i @returns {[number, number]} the upper left corner of a square */
    corner(i) {
        const place = this.seen(i);
        return [(place % this.columns) * U, Math.floor(place / this.columns) * U];
    }

    /** @param {Look} look the directions in which a block continues, as seen */
    edges(look) {
        const edges = look.edges ?? 0;
        return this.flipped ? ((edges << 2) | (edges >> 2)) & 15 : edges;
    }

    /**
     * The outline of some squares, at the distance `inset` inside their edge.
     * @param {Set<number>} squares @param {number} inset
     */
    outline(squares, inset) {
        // A border of empty squares around the board makes a check for the edge unnecessary.
        const wide = this.columns + 2;
        const has = new Uint8Array(wide * (this.rows + 2));
        /** @type {[number, number, number][]} */
        const places = [];
        for (const i of squares) {
            const seen = this.seen(i);
            const [c, r] = [seen % this.columns, Math.floor(seen / this.columns)];
            const at = (r + 1) * wide + c + 1;
            has[at] = 1;
            places.push([at, (c + 0.5) * U, (r + 0.5) * U]);
        }
        const out = U / 2 - inset;
        let path = "";
        for (const [at, x, y] of places) {
            // Each edge, with the direction to the neighbour and the direction along the edge.
            for (const [dx, dy] of EDGES) {
                const beyond = at + dx + dy * wide;
                if (has[beyond]) continue;
                const [ax, ay] = [Math.abs(dy), Math.abs(dx)];
                const along = ax + ay * wide;
                const reach = (/** @type {number} */ way) =>
                    has[at + way] ? (has[beyond + way] ? U - out : U / 2) : out;
                const [from, to] = [reach(-along), reach(along)];
                const [mx, my] = [x + dx * out, y + dy * out];
                path += `M${mx - from * ax} ${my - from * ay}L${mx + to * ax} ${my + to * ay}`;
            }
        }
        return path;
    }

    /**
     * A path around whole squares. Neighbouring squares of a row get one outline.
     * @param {Iterable<number>} squares in their order @param {number} [grown] on each side
     */
    squares(squares, grown = 0) {
        const { columns } = this;
        let path = "";
        let [first, last] = [-1, -2];
        const end = () => {
            if (first < 0) return;
            const [x, y] = this.corner(this.flipped ? last : first);
            const [w, h] = [(last - first + 1) * U + 2 * grown, U + 2 * grown];
            path += `M${x - grown} ${y - grown}h${w}v${h}h${-w}z`;
        };
        for (const i of squares) {
            if (i !== last + 1 || i % columns === 0) {
                end();
                first = i;
            }
            last = i;
        }
        end();
        return path;
    }

    /** A dot on each square. @param {Iterable<number>} squares @param {number} radius */
    dots(squares, radius) {
        let path = "";
        for (const i of squares) {
            const [x, y] = this.corner(i);
            const half = `a${radius} ${radius} 0 1 0 `;
            path += `M${x + U / 2 - radius} ${y + U / 2}`;
            path += `${half}${2 * radius} 0${half}${-2 * radius} 0z`;
        }
        return path;
    }
}
