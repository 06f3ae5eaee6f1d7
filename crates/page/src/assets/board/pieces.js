// @ts-check
/** @file Draws pieces: one path for all pieces of a kind, or a node for each piece. */

import { svg, tell } from "./elements.js";
import { Sheet, U } from "./sheet.js";

/**
 * Strokes of signs around the middle of a square. Signs without strokes are drawn as characters.
 * @type {Record<string, string>}
 */
const SIGNS = {
    "@": "m-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0",
    "#": "m-1.9-4.4v8.8m3.8 0v-8.8m2.5 2.5h-8.8m0 3.8h8.8",
    "+": "m-4.4 0h8.8m-4.4-4.4v8.8",
    ".": "m-.9 0a.9 .9 0 1 0 1.8 0a.9 .9 0 1 0-1.8 0",
    "*": "m0-4.4v8.8m-3.8-6.6l7.6 4.4m0-4.4l-7.6 4.4",
};

/** @param {Look} look */
export function keyOf(look) {
    return [look.piece, look.glyph, look.side, look.edges, look.hue, look.owner].join(" ");
}

/**
 * A node with the drawing of a figure around its middle.
 * @param {Look & {figure: NonNullable<Look["figure"]>}} look @param {boolean} flipped
 */
function drawFigure({ piece, glyph, side, figure }, flipped) {
    const group = svg("g", { class: `piece ${piece} side-${side ?? "none"}` });
    const inner = svg("g", { class: "inner" }, group);
    const turned = flipped && figure.directed;
    const drawn = svg("g", turned ? { transform: "rotate(180)" } : {}, inner);
    for (const [role, d] of figure.parts) svg("path", { class: role, d }, drawn);
    if (figure.letter) {
        const [size, below] = figure.letter;
        const text = { class: "letter", "font-size": size, y: 0.4 + (turned ? -below : below) };
        svg("text", text, inner).textContent = glyph;
    }
    return group;
}

/** Whether a square has a piece that can glide and turn. @param {Look | undefined} look */
export function isFigure(look) {
    return look?.figure !== undefined;
}

/** A picture of a look for a line of text. @param {Look} look */
export function icon(look) {
    const drawn = svg("svg", {
        viewBox: "0 0 20 20",
        class: `icon on-${look.figure?.theme ?? "wood"}`,
        "aria-hidden": "true",
    });
    drawSquares(new Sheet(1, 1, false), drawn, [[0, look]]);
    if (look.owner !== undefined && !isFigure(look)) {
        for (const name of ["under", "over"])
            svg(
                "path",
                { class: `border ${name} owner-${look.owner}`, d: "M1.5 1.5h17v17h-17z" },
                drawn,
            );
    }
    return drawn;
}

/**
 * The hue that a move's name is the sign of: its look, and its name in words.
 * @param {string} name @param {Map<string, string>} own the game's words
 * @param {{looks: Look[], legend: [number, Message][]}} drawn
 */
function hueOf(name, own, { looks, legend }) {
    for (const [number, message] of legend) {
        const look = looks[number];
        if (look?.hue !== undefined && look.glyph === name)
            return { look, words: tell(own, message) };
    }
    return null;
}

/**
 * A move in words. In the text `move-4`, for names of four numbers, `{1}` is the first number, and
 * `{1|to}` is the text of `to-` and this number. `{2|columns}` is the letter of a column.
 * @param {string} name @param {Map<string, string>} own the game's words
 * @param {{looks: Look[], legend: [number, Message][]}} drawn
 */
export function moveWords(name, own, drawn) {
    const numbers = name.split(" ");
    const text = own.get(`move-${numbers.length}`);
    if (text === undefined) return hueOf(name, own, drawn)?.words ?? name;
    return text.replace(/\{(\d)(?:\|([a-z]+))?\}/g, (_, place, list) => {
        const number = numbers[place - 1] ?? "";
        const letter = list === "columns" && own.get(list)?.[Number(number) - 1];
        return letter || ((list && own.get(`${list}-${number}`)) ?? number);
    });
}

/**
 * A move for a list of moves, with a picture if the move chooses a hue.
 * @param {string} name @param {Map<string, string>} own the game's words
 * @param {{looks: Look[], legend: [number, Message][]}} drawn @returns {(Node | string)[]}
 */
export function moveName(name, own, drawn) {
    const hue = hueOf(name, own, drawn);
    const picture = hue === null ? [] : [icon({ ...hue.look, owner: undefined })];
    return [...picture, moveWords(name, own, drawn)];
}

/**
 * Draws squares: one path for all blocks of a kind, and a node for each figure.
 * @param {Sheet} sheet @param {Element} layer @param {[number, Look][]} squares
 * @returns {Map<number, Element>} the nodes of the figures
 */
export function drawSquares(sheet, layer, squares) {
    /** @type {Map<string, string[]>} */
    const paths = new Map();
    const add = (/** @type {string} */ name, /** @type {string} */ text) => {
        const known = paths.get(name);
        if (known) known.push(text);
        else paths.set(name, [text]);
    };
    /** @type {[number, Element][]} */
    const nodes = [];
    const looks = new Map(squares);
    /** @type {Map<string, [Look, number[]]>} */
    const hues = new Map();
    for (const [i, look] of squares) {
        if (look.piece === "hue") {
            const known = hues.get(look.glyph);
            if (known) known[1].push(i);
            else hues.set(look.glyph, [look, [i]]);
            continue;
        }
        const [x, y] = sheet.corner(i);
        if (look.piece === "block") {
            drawBlock(sheet, i, look, looks, add);
        } else if (look.figure !== undefined) {
            const node = drawFigure({ ...look, figure: look.figure }, sheet.flipped);
            if (node instanceof SVGElement)
                node.style.transform = `translate(${x + U / 2}px, ${y + U / 2}px)`;
            nodes.push([i, node]);
        }
    }
    for (const [look, squares] of hues.values()) drawHue(sheet, layer, look, squares);
    // Text on a piece is drawn after the piece.
    const order = (/** @type {string} */ name) => Number(/^(groove|hatch)/.test(name));
    for (const [name, parts] of [...paths].sort(([a], [b]) => order(a) - order(b)))
        svg("path", { class: name, d: parts.join("") }, layer);
    for (const [, node] of nodes) layer.append(node);
    return new Map(nodes);
}

/**
 * The sign of a hue in the middle of squares.
 * @param {Look} look @param {Element} layer @param {[number, number][]} corners
 */
function drawSigns(look, layer, corners) {
    const sign = SIGNS[look.glyph];
    const middles = corners.map(([x, y]) => [x + U / 2, y + U / 2]);
    if (sign) {
        const d = middles.map(([x, y]) => `M${x} ${y}${sign}`).join("");
        svg("path", { class: `sign sign-${look.hue}`, d }, layer);
        return;
    }
    for (const [x = 0, y = 0] of middles) {
        const letter = { class: `letter sign-${look.hue}`, x, y, "font-size": 10 };
        svg("text", letter, layer).textContent = look.glyph;
    }
}

/**
 * Draws all squares of a hue, in their order: one path for the squares, and one for the signs.
 * @param {Sheet} sheet @param {Element} layer @param {Look} look @param {number[]} squares
 */
function drawHue(sheet, layer, look, squares) {
    // The path is a little wider than the squares, so that no seam shows between neighbours.
    svg("path", { class: `hue hue-${look.hue}`, d: sheet.squares(squares, 0.2) }, layer);
    const corners = squares.map((i) => sheet.corner(i));
    drawSigns(look, layer, corners);
}

/**
 * Draws the block that begins at square `i`. The block is cut off at the first square that is not
 * in `looks`.
 * @param {Sheet} sheet @param {number} i @param {Look} look @param {Map<number, Look>} looks
 * @param {(name: string, text: string) => void} add
 */
function drawBlock(sheet, i, look, looks, add) {
    const name = `block side-${look.side ?? "none"}`;
    const [x, y] = sheet.corner(i);
    const bar = (/** @type {number} */ across, /** @type {number} */ down) => {
        const [w, h] = [across * U - 4, down * U - 4];
        const right = `M${x + 6} ${y + 2}h${w - 8}q4 0 4 4v${h - 8}q0 4-4 4`;
        add(name, `${right}h${8 - w}q-4 0-4-4v${8 - h}q0-4 4-4z`);
        if (look.side === undefined)
            add("hatch", `M${x + 6} ${y + 14}l8-8M${x + 6} ${y + 9}l3-3M${x + 11} ${y + 14}l3-3`);
        else if (across > 1) add("groove", `M${x + 7} ${y + U / 2}h${across * U - 14}`);
        else if (down > 1) add("groove", `M${x + U / 2} ${y + 7}v${down * U - 14}`);
        else add("groove", look.glyph === "|" ? `M${x + 10} ${y + 6}v8` : `M${x + 6} ${y + 10}h8`);
    };
    const length = (/** @type {number} */ edge, /** @type {number} */ step) => {
        let squares = 1;
        let at = sheet.seen(i);
        let here = look;
        while (sheet.edges(here) & edge) {
            at += step;
            const next = looks.get(sheet.seen(at));
            if (next === undefined || next.piece !== "block") break;
            here = next;
            squares += 1;
        }
        return squares;
    };
    const edges = sheet.edges(look);
    if (edges & 2 && !(edges & 8)) bar(length(2, 1), 1);
    if (edges & 4 && !(edges & 1)) bar(1, length(4, sheet.columns));
    if (edges === 0) bar(1, 1);
}
