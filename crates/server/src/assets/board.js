// @ts-check
/**
 * @file Draws any game's board and lets somebody choose among its legal moves. A classic script without imports, so that it
 * runs from disk as well. It knows pieces and touches, and no game.
 */

/**
 * @typedef {{piece: string, glyph: string, side?: number, edges?: number, hue?: number, owner?: number}} Look
 * What a square looks like; `edges` says where a block goes on: 1 up, 2 right, 4 down, 8 left.
 * @typedef {[string, Record<string, number | string | string[]>]} Message
 * A key, and what fills the gaps of its text.
 * @typedef {[string, number[], [number, number][]]} Move
 * A name; its touches, squares from 0 and hues from -1 downwards; squares and their new looks.
 * @typedef {{columns: string[], rows: string[], looks: Look[], cells: number[], legend: [number, Message][],
 *   caption: Message | null, turn: number, moves: Move[], last: [number, number, number][], played: string[],
 *   movers: number[], margin: number | null, diagram: string}} Position
 * A position as the server tells it.
 * @typedef {{margin?: number, in?: number, points?: number, exact: boolean}} Worth
 * @typedef {{text: string, kind: string, best: boolean, rank: number}} Chip
 * What a move is worth, as it is written on the board.
 * @typedef {{words: Map<string, string>, own: Map<string, string>, label: string, onMove: (name: string) => void, say?: (text: string) => void, isOpen?: () => boolean,
 *   onTouch?: () => void, highest?: () => number}} BoardOptions
 * `own` are the game's words, for what the server tells; `words` are the page's, and the game's where the page has none.
 */

/* exported ludoteka */
var ludoteka = (() => {
    "use strict";

    /** Units of the drawing along a square. */
    const U = 20;
    /** Squares from which on a touch plays at once; a finger aims at smaller ones first. */
    const FINGER_PX = 24;
    const SVG = "http://www.w3.org/2000/svg";

    /** Strokes of signs around the middle of a square. Others are written as they are. @type {Record<string, string>} */
    const SIGNS = {
        "@": "m-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0",
        "#": "m-1.9-4.4v8.8m3.8 0v-8.8m2.5 2.5h-8.8m0 3.8h8.8",
        "+": "m-4.4 0h8.8m-4.4-4.4v8.8",
        ".": "m-.9 0a.9 .9 0 1 0 1.8 0a.9 .9 0 1 0-1.8 0",
        "*": "m0-4.4v8.8m-3.8-6.6l7.6 4.4m0-4.4l-7.6 4.4",
    };

    /** From a square to its neighbours. @type {[number, number][]} */
    const EDGES = [[0, -1], [1, 0], [0, 1], [-1, 0]];

    let boards = 0;

    /** The words of a text with a line for each key. @param {...string} texts @returns {Map<string, string>} */
    function words(...texts) {
        const known = new Map();
        for (const line of texts.join("\n").split("\n")) {
            const cut = line.indexOf(" = ");
            if (cut > 0 && !line.startsWith(";") && !known.has(line.slice(0, cut))) {
                known.set(line.slice(0, cut), line.slice(cut + 3));
            }
        }
        return known;
    }

    const plural = new Intl.PluralRules(document.documentElement.lang || "en");

    /**
     * A message in words: `{gap}` takes what fills it, `{gap|one move|other moves}` the form for its number.
     * @param {Map<string, string>} known @param {Message} message @returns {string}
     */
    function tell(known, [key, filled]) {
        const text = known.get(key) ?? key;
        return text.replace(/\{([^}]*)\}/g, (whole, inside) => {
            const [gap, ...forms] = inside.split("|");
            const value = filled?.[gap];
            if (value === undefined) return whole;
            if (Array.isArray(value)) return tell(known, [value[0] ?? "", {}]);
            if (typeof value === "string" || forms.length === 0) return String(value);
            const form = plural.select(value) + " ";
            const fitting = forms.find((/** @type {string} */ one) => one.startsWith(form));
            return fitting === undefined ? String(value) : fitting.slice(form.length);
        });
    }

    /** @param {string} name @param {Record<string, string | number>} attributes @param {Element} [parent] */
    function svg(name, attributes, parent) {
        const node = document.createElementNS(SVG, name);
        for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
        parent?.append(node);
        return node;
    }

    /** @param {string} name @param {Record<string, string>} attributes @param {...(Node | string)} children */
    function html(name, attributes = {}, ...children) {
        const node = document.createElement(name);
        for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
        node.append(...children);
        return node;
    }

    const still = matchMedia("(prefers-reduced-motion: reduce)");

    /** @param {Look} look */
    function keyOf(look) {
        return [look.piece, look.glyph, look.side, look.edges, look.hue, look.owner].join(" ");
    }

    /** Pieces that are drawn one by one, so that they can glide and turn. */
    const ALONE = new Set(["disc", "car", "box", "pillar"]);

    /** The drawing of a piece around its middle. @param {Look} look @param {boolean} flipped */
    function piece(look, flipped) {
        const group = svg("g", { class: `piece ${look.piece} side-${look.side ?? "none"}` });
        const inner = svg("g", { class: "inner" }, group);
        const mark = (/** @type {number} */ size) => {
            svg("text", { class: "letter", "font-size": size, y: ".4" }, inner).textContent = look.glyph;
        };
        if (look.piece === "disc") {
            svg("circle", { class: "shadow", cy: 0.9, r: 8.2 }, inner);
            svg("circle", { class: "body", r: 8.2 }, inner);
            svg("circle", { class: "shine", r: 6 }, inner);
        } else if (look.piece === "car") {
            const turned = (look.side === 1) !== flipped;
            const car = svg("g", turned ? { transform: "rotate(180)" } : {}, inner);
            svg("path", { class: "shadow", d: "M-5.6-3.6q.6-4.6 5.6-4.6t5.6 4.6v9.8q0 2.6-2.6 2.6h-6q-2.6 0-2.6-2.6z" }, car);
            svg("path", { class: "wheels", d: "M-6.5-4.6h2v3.4h-2zM4.5-4.6h2v3.4h-2zM-6.5 3.2h2v3.4h-2zM4.5 3.2h2v3.4h-2z" }, car);
            svg("path", { class: "body", d: "M-5.4-4.2q.6-4.4 5.4-4.4t5.4 4.4v9.8q0 2.6-2.6 2.6h-5.6q-2.6 0-2.6-2.6z" }, car);
            svg("path", { class: "glass", d: "M-3.9-3.4q3.9-2 7.8 0l-.7 2q-3.2-.9-6.4 0z" }, car);
            const letter = svg("text", { class: "letter", "font-size": 6.4, y: turned ? -2 : 2.6 }, inner);
            letter.textContent = look.glyph;
        } else if (look.piece === "box") {
            svg("rect", { class: "shadow", x: -7, y: -5.6, width: 14, height: 13, rx: 2 }, inner);
            svg("rect", { class: "body", x: -7, y: -6.6, width: 14, height: 13, rx: 2 }, inner);
            svg("path", { class: "lid", d: "M-7-3h14M-2-6.6v2M2-6.6v2" }, inner);
            mark(8.5);
        } else {
            svg("rect", { class: "shadow", x: -7.5, y: -6.6, width: 15, height: 15, rx: 4 }, inner);
            svg("rect", { class: "body", x: -7.5, y: -7.5, width: 15, height: 15, rx: 4 }, inner);
            svg("rect", { class: "shine", x: -4.6, y: -4.6, width: 9.2, height: 9.2, rx: 2.6 }, inner);
        }
        return group;
    }

    /** A picture of a look for a line of text. @param {Look} look */
    function icon(look) {
        const drawn = svg("svg", { viewBox: "0 0 20 20", class: `icon has-${look.piece}`, "aria-hidden": "true" });
        new Sheet(1, 1, false).draw(drawn, [[0, look]]);
        if (look.owner !== undefined && !ALONE.has(look.piece)) {
            for (const name of ["under", "over"]) svg("path", { class: `border ${name} owner-${look.owner}`, d: "M1.5 1.5h17v17h-17z" }, drawn);
        }
        return drawn;
    }

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
         * Draws squares: one path for all of a kind, and a node for each piece of its own.
         * @param {Element} layer @param {[number, Look][]} squares @returns {Map<number, Element>} the nodes of their own
         */
        draw(layer, squares) {
            /** @type {Map<string, string[]>} */
            const paths = new Map();
            const add = (/** @type {string} */ name, /** @type {string} */ text) => {
                const known = paths.get(name);
                if (known) known.push(text);
                else paths.set(name, [text]);
            };
            /** @type {[string, Look, number, number][]} */
            const texts = [];
            /** @type {[number, Element][]} */
            const nodes = [];
            const looks = new Map(squares);
            const span = 0.4;
            for (const [i, look] of squares) {
                const [x, y] = this.corner(i);
                if (look.piece === "hue") {
                    // A little wider than the square, so that no seam shows between neighbours.
                    add(`hue hue-${look.hue}`, `M${x - span / 2} ${y - span / 2}h${U + span}v${U + span}h${-U - span}z`);
                    const sign = SIGNS[look.glyph];
                    if (sign) add(`sign sign-${look.hue}`, `M${x + U / 2} ${y + U / 2}${sign}`);
                    else texts.push([`letter sign-${look.hue}`, look, x, y]);
                } else if (look.piece === "stone") {
                    const shape = look.side === 0
                        ? `M${x + 5} ${y + 5}l10 10m0-10l-10 10`
                        : `M${x + 4.6} ${y + 10}a5.4 5.4 0 1 0 10.8 0a5.4 5.4 0 1 0-10.8 0`;
                    add(`stone side-${look.side}`, shape);
                } else if (look.piece === "block") {
                    this.block(i, look, looks, add);
                } else if (look.piece !== "none") {
                    const node = piece(look, this.flipped);
                    if (node instanceof SVGElement) node.style.transform = `translate(${x + U / 2}px, ${y + U / 2}px)`;
                    nodes.push([i, node]);
                }
            }
            // What is written on a thing comes after it.
            const order = (/** @type {string} */ name) => Number(/^(groove|hatch|sign)/.test(name));
            for (const [name, parts] of [...paths].sort(([a], [b]) => order(a) - order(b))) svg("path", { class: name, d: parts.join("") }, layer);
            for (const [name, look, x, y] of texts) {
                svg("text", { class: name, x: x + U / 2, y: y + U / 2, "font-size": 10 }, layer).textContent = look.glyph;
            }
            for (const [, node] of nodes) layer.append(node);
            return new Map(nodes);
        }

        /**
         * A block from its first square on, in one piece as far as the squares are drawn.
         * @param {number} i @param {Look} look @param {Map<number, Look>} looks @param {(name: string, text: string) => void} add
         */
        block(i, look, looks, add) {
            const name = `block side-${look.side ?? "none"}`;
            const [x, y] = this.corner(i);
            const bar = (/** @type {number} */ across, /** @type {number} */ down) => {
                const [w, h] = [across * U - 4, down * U - 4];
                add(name, `M${x + 6} ${y + 2}h${w - 8}q4 0 4 4v${h - 8}q0 4-4 4h${8 - w}q-4 0-4-4v${8 - h}q0-4 4-4z`);
                if (look.side === undefined) add("hatch", `M${x + 6} ${y + 14}l8-8M${x + 6} ${y + 9}l3-3M${x + 11} ${y + 14}l3-3`);
                else if (across > 1) add("groove", `M${x + 7} ${y + U / 2}h${across * U - 14}`);
                else if (down > 1) add("groove", `M${x + U / 2} ${y + 7}v${down * U - 14}`);
                else add("groove", look.glyph === "|" ? `M${x + 10} ${y + 6}v8` : `M${x + 6} ${y + 10}h8`);
            };
            const length = (/** @type {number} */ edge, /** @type {number} */ step) => {
                let squares = 1;
                let at = this.seen(i);
                let here = look;
                while (this.edges(here) & edge) {
                    at += step;
                    const next = looks.get(this.seen(at));
                    if (next === undefined || next.piece !== "block") break;
                    here = next;
                    squares += 1;
                }
                return squares;
            };
            const edges = this.edges(look);
            if (edges & 2 && !(edges & 8)) bar(length(2, 1), 1);
            if (edges & 4 && !(edges & 1)) bar(1, length(4, this.columns));
            if (edges === 0) bar(1, 1);
        }

        /** The outline of some squares, so far inside their edge. @param {Set<number>} squares @param {number} inset */
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
                    const [mx, my] = [x + U / 2 + dx * (U / 2 - inset), y + U / 2 + dy * (U / 2 - inset)];
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

    const LAYERS = ["ground", "lines", "hues", "owners", "last", "pieces", "fade", "legal", "ghost", "aim", "values", "labels"];

    /** A board in a place of the page. */
    class Board {
        /** @param {HTMLElement} place @param {BoardOptions} options */
        constructor(place, options) {
            this.options = options;
            this.id = `board-${++boards}`;
            /** @type {Position | null} */
            this.position = null;
            this.sheet = new Sheet(1, 1, false);
            this.flipped = false;
            /** @type {number[]} touches made of a move that needs several */
            this.touches = [];
            /** @type {string | null} the move that a finger aims at */
            this.aimed = null;
            /** @type {number | null} */
            this.hovered = null;
            this.focused = 0;
            this.finger = false;
            this.px = 40;
            /** @type {Map<string, Chip>} */
            this.chips = new Map();
            /** @type {Map<number, Element>} */
            this.nodes = new Map();
            /** @type {string[]} */
            this.keys = [];
            /** @type {HTMLElement[]} */
            this.squares = [];
            this.svg = svg("svg", { class: "drawing", "aria-hidden": "true", focusable: "false" });
            this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name }, this.svg)]));
            this.grid = html("div", { class: "grid", role: "grid", "aria-label": options.label });
            this.frame = html("div", { class: "board", id: this.id }, this.svg, this.grid);
            this.place = place;
            place.replaceChildren(this.frame);
            this.listen();
            new ResizeObserver(() => this.fit()).observe(place);
        }

        /** @param {string} name */
        layer(name) {
            return /** @type {Element} */ (this.layers[name]);
        }

        /** @param {number} i @returns {Look} */
        look(i) {
            const position = /** @type {Position} */ (this.position);
            return /** @type {Look} */ (position.looks[/** @type {number} */ (position.cells[i])]);
        }

        /** Shows a position, with a motion from the one before unless told otherwise. @param {Position} position @param {boolean} [moving] */
        show(position, moving = true) {
            const before = this.position;
            const same = before !== null && before.columns.length === position.columns.length
                && before.rows.length === position.rows.length && this.sheet.flipped === this.flipped;
            const old = before === null ? [] : before.cells.map((look) => /** @type {Look} */ (before.looks[look]));
            const oldKeys = this.keys;
            this.position = position;
            const names = position.looks.map(keyOf);
            this.keys = position.cells.map((look) => /** @type {string} */ (names[look]));
            this.touches = [];
            this.aimed = null;
            this.hovered = null;
            this.chips = new Map();
            if (!same) this.build(position);
            const changed = same ? this.keys.flatMap((key, i) => (key === oldKeys[i] ? [] : [i])) : [];
            this.paint(position, changed, old, moving && same && !still.matches);
            this.mark(position);
            this.choose();
            if (!same) this.fit();
        }

        /** The parts that depend on the size alone. @param {Position} position */
        build(position) {
            const [columns, rows] = [position.columns.length, position.rows.length];
            this.sheet = new Sheet(columns, rows, this.flipped);
            const kinds = new Set(position.legend.map(([look]) => /** @type {Look} */ (position.looks[look]).piece));
            this.frame.className = ["board", ...[...kinds].map((kind) => `has-${kind}`)].join(" ");
            const [w, h] = [columns * U, rows * U];
            this.layer("ground").replaceChildren(svg("rect", { class: "ground", width: w, height: h }));
            let lines = "";
            for (let c = 0; c <= columns; c++) lines += `M${c * U} 0v${h}`;
            for (let r = 0; r <= rows; r++) lines += `M0 ${r * U}h${w}`;
            this.layer("lines").replaceChildren(svg("path", { class: "lines", d: lines }));
            this.layer("pieces").replaceChildren();
            this.nodes = new Map();
            this.squares = [];
            this.focused = Math.min(this.focused, columns * rows - 1);
            const lined = [];
            for (let r = 0; r < rows; r++) {
                const row = html("div", { role: "row" });
                for (let c = 0; c < columns; c++) {
                    const cell = html("div", { role: "gridcell", tabindex: "-1" });
                    this.squares.push(cell);
                    row.append(cell);
                }
                lined.push(row);
            }
            this.grid.replaceChildren(...lined);
            this.grid.style.setProperty("--columns", String(columns));
            this.grid.style.setProperty("--rows", String(rows));
            this.squares[this.focused]?.setAttribute("tabindex", "0");
        }

        /** Fits the drawing into its place; what is written beside it has the same size whatever the board's. */
        fit() {
            const position = this.position;
            if (position === null) return;
            const [columns, rows] = [position.columns.length, position.rows.length];
            const wide = this.place.clientWidth;
            const high = this.options.highest?.() ?? 10000;
            if (wide === 0) return;
            const letters = (/** @type {string[]} */ labels) => Math.max(...labels.map((label) => label.length));
            const [aside, above] = [10 + 7 * letters(position.rows), 20];
            const most = columns * rows > 100 ? 60 : columns * rows > 30 ? 76 : 96;
            const fit = Math.min((wide - aside - 8) / columns, (high - above - 8) / rows, most);
            this.px = this.finger ? Math.max(32, fit) : Math.max(fit, 3);
            const unit = this.px / U;
            const [w, h] = [columns * this.px + aside + 8, rows * this.px + above + 8];
            this.frame.style.width = `${w}px`;
            this.frame.style.height = `${h}px`;
            this.svg.setAttribute("viewBox", `${-aside / unit} ${-above / unit} ${w / unit} ${h / unit}`);
            Object.assign(this.grid.style, {
                left: `${aside}px`, top: `${above}px`, width: `${columns * this.px}px`, height: `${rows * this.px}px`,
            });
            this.frame.classList.toggle("small", this.px < 15);
            this.frame.classList.toggle("tiny", this.px < 9);
            this.label(position, aside, unit);
            this.values();
        }

        /** @param {Position} position @param {number} aside @param {number} unit */
        label(position, aside, unit) {
            const size = Math.min(13, Math.max(10, this.px * 0.36)) / unit;
            const room = (/** @type {string[]} */ labels, /** @type {number} */ each) => {
                const needed = Math.max(...labels.map((label) => label.length)) * each;
                return [1, 2, 5, 10, 25, 50, 100].find((step) => step * this.px >= needed) ?? 100;
            };
            const layer = this.layer("labels");
            layer.replaceChildren();
            const [columns, rows] = [position.columns, position.rows];
            const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) => {
                svg("text", { class: "label", x, y, "font-size": size }, layer).textContent = text;
            };
            const shown = (/** @type {number} */ i, /** @type {number} */ step) => (i + 1) % step === 0 || (i === 0 && step > 2);
            const across = room(columns, 11);
            columns.forEach((text, c) => {
                const place = this.flipped ? columns.length - 1 - c : c;
                if (shown(c, across)) write(text, (place + 0.5) * U, -9 / unit);
            });
            const down = room(["0"], 12);
            rows.forEach((text, r) => {
                const place = this.flipped ? rows.length - 1 - r : r;
                if (shown(r, down)) write(text, -aside / 2 / unit, (place + 0.5) * U);
            });
        }

        /**
         * @param {Position} position @param {number[]} changed @param {Look[]} old what stood there before
         * @param {boolean} moving
         */
        paint(position, changed, old, moving) {
            const all = position.cells.map((_, i) => /** @type {[number, Look]} */ ([i, this.look(i)]));
            const flat = all.filter(([, look]) => !ALONE.has(look.piece) && look.piece !== "none");
            const layer = this.layer("hues");
            layer.replaceChildren();
            this.sheet.draw(layer, flat);
            this.paintAlone(all, changed, old, moving);
            this.owners(all);
            const fade = this.layer("fade");
            fade.replaceChildren();
            if (!moving || changed.length === 0) return;
            const veiled = changed.filter((i) => !ALONE.has(this.look(i).piece) && !ALONE.has(old[i]?.piece ?? ""));
            if (veiled.length === 0) return;
            svg("path", { class: "ground", d: this.sheet.squares(veiled) }, fade);
            this.sheet.draw(fade, veiled.map((i) => [i, /** @type {Look} */ (old[i])]));
            const motion = fade.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 180, easing: "ease-out" });
            motion.onfinish = () => fade.replaceChildren();
        }

        /**
         * Pieces of their own: what has gone from one square and come to another glides, what has changed sides turns.
         * @param {[number, Look][]} all @param {number[]} changed @param {Look[]} old @param {boolean} moving
         */
        paintAlone(all, changed, old, moving) {
            const layer = this.layer("pieces");
            if (this.nodes.size === 0 || changed.length === 0) {
                if (changed.length === 0 && this.nodes.size > 0) return;
                layer.replaceChildren();
                this.nodes = this.sheet.draw(layer, all.filter(([, look]) => ALONE.has(look.piece)));
                return;
            }
            const gone = changed.filter((i) => this.nodes.has(i));
            for (const i of gone) {
                this.nodes.get(i)?.remove();
                this.nodes.delete(i);
            }
            const come = changed.filter((i) => ALONE.has(this.look(i).piece));
            const fresh = this.sheet.draw(layer, come.map((i) => [i, this.look(i)]));
            for (const [i, node] of fresh) {
                this.nodes.set(i, node);
                if (!moving) continue;
                const look = this.look(i);
                const same = (/** @type {number} */ from) =>
                    old[from]?.piece === look.piece && old[from]?.side === look.side && from !== i && !come.includes(from);
                const from = gone.find(same);
                const inner = node.firstElementChild ?? node;
                if (from !== undefined) {
                    const [[x, y], [fx, fy]] = [this.sheet.corner(i), this.sheet.corner(from)];
                    const start = `translate(${fx + U / 2}px, ${fy + U / 2}px)`;
                    const end = `translate(${x + U / 2}px, ${y + U / 2}px)`;
                    node.animate([{ transform: start }, { transform: end }], { duration: 220, easing: "ease-in-out" });
                } else if (old[i]?.piece === look.piece) {
                    inner.animate([{ transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }], { duration: 180, easing: "ease-out" });
                } else {
                    inner.animate([{ transform: "scale(0.5)", opacity: 0.3 }, { transform: "scale(1)", opacity: 1 }], { duration: 160, easing: "ease-out" });
                }
            }
        }

        /** Borders around what each side owns. @param {[number, Look][]} all */
        owners(all) {
            const layer = this.layer("owners");
            layer.replaceChildren();
            for (const side of [0, 1]) {
                const owned = new Set(all.filter(([, look]) => look.owner === side).map(([i]) => i));
                if (owned.size === 0) continue;
                const bare = [...owned].filter((i) => this.look(i).piece !== "hue");
                if (bare.length > 0) svg("path", { class: `park owner-${side}`, d: this.sheet.squares(bare) }, layer);
                const outline = this.sheet.outline(owned, 1.5);
                svg("path", { class: `border under owner-${side}`, d: outline }, layer);
                svg("path", { class: `border over owner-${side}`, d: outline }, layer);
            }
        }

        /** Marks what the last move changed. @param {Position} position */
        mark(position) {
            const layer = this.layer("last");
            layer.replaceChildren();
            const [placed, gained, turned, left] = [new Set(), new Set(), new Set(), new Set()];
            for (const [i, was, now] of position.last) {
                const [before, after] = [/** @type {Look} */ (position.looks[was]), /** @type {Look} */ (position.looks[now])];
                if (after.piece === "hue") {
                    if (before.owner !== after.owner) gained.add(i);
                } else if (before.side !== undefined && after.side !== undefined && before.side !== after.side) turned.add(i);
                else if (after.piece === "none") left.add(i);
                else placed.add(i);
            }
            const over = this.layer("legal");
            over.querySelectorAll(".turned").forEach((node) => node.remove());
            if (left.size > 0) svg("path", { class: "left", d: this.sheet.dots(left, 3.4) }, layer);
            if (gained.size > 0) {
                let corners = "";
                for (const i of gained) {
                    const [x, y] = this.sheet.corner(i);
                    corners += `M${x + 1} ${y + 1}h6l-6 6z`;
                }
                svg("path", { class: "gain", d: corners }, layer);
            }
            if (placed.size > 0) {
                svg("path", { class: "placed", d: this.sheet.outline(placed, 0.9) }, layer);
                let corners = "";
                for (const i of placed) {
                    const [x, y] = this.sheet.corner(i);
                    const [c, r] = [x / U, y / U];
                    const before = [[c - 1, r], [c, r - 1]].map(([c = 0, r = 0]) => this.sheet.seen(r * this.sheet.columns + c));
                    if ((c === 0 || !placed.has(before[0])) && (r === 0 || !placed.has(before[1]))) corners += `M${x + 0.4} ${y + 0.4}h5.4l-5.4 5.4z`;
                }
                svg("path", { class: "corner", d: corners }, layer);
            }
            if (turned.size > 0) svg("path", { class: "turned", d: this.sheet.dots(turned, 1.6) }, over);
        }

        /** The moves that the touches so far allow. */
        open() {
            const moves = this.position?.moves ?? [];
            return moves.filter(([, touches]) => this.touches.every((touch, i) => touches[i] === touch) && (this.touches.length === 0 || touches.length >= this.touches.length));
        }

        /** The touches that may come next. @returns {Set<number>} */
        next() {
            const step = this.touches.length;
            return new Set(this.open().filter(([, touches]) => touches.length > step).map(([, touches]) => /** @type {number} */ (touches[step])));
        }

        /** The next touch that a square stands for. @param {number} i @returns {number | undefined} */
        touchAt(i) {
            const next = this.next();
            if (next.has(i)) return i;
            const look = this.look(i);
            return look.hue !== undefined && next.has(-1 - look.hue) ? -1 - look.hue : undefined;
        }

        /**
         * The move that somebody means who points at a square beside its touch: the nearest that would put something there,
         * if one more touch is enough for it.
         * @param {number} i @param {number} x @param {number} y @returns {Move | undefined}
         */
        nearest(i, x, y) {
            if (this.look(i).piece !== "none") return undefined;
            /** @type {Move | undefined} */
            let best;
            let least = Infinity;
            for (const move of this.open()) {
                const [, touches, changes] = move;
                const placed = changes.filter(([at, now]) => this.look(at).piece === "none" && this.position?.looks[now]?.piece !== "none");
                if (touches.length !== this.touches.length + 1 || !placed.some(([at]) => at === i)) continue;
                const middles = placed.map(([at]) => this.sheet.corner(at));
                const mx = middles.reduce((sum, [mx]) => sum + mx + U / 2, 0) / middles.length;
                const my = middles.reduce((sum, [, my]) => sum + my + U / 2, 0) / middles.length;
                const distance = (mx - x) ** 2 + (my - y) ** 2;
                if (distance < least) [best, least] = [move, distance];
            }
            return best;
        }

        /** Shows where one can go on, and what the touches so far would change. */
        choose() {
            const layer = this.layer("legal");
            layer.querySelectorAll(".dot, .ring, .touched").forEach((node) => node.remove());
            const squares = [...this.next()].filter((touch) => touch >= 0);
            const bare = squares.filter((i) => this.look(i).piece === "none");
            // Where one touch is enough and every bare square is legal there is nothing to tell apart.
            const single = this.open().every(([, touches]) => touches.length < 2);
            const all = this.position?.cells.filter((_, i) => this.look(i).piece === "none").length;
            if (bare.length > 0 && !(single && bare.length === all)) svg("path", { class: "dot", d: this.sheet.dots(bare, 2.4) }, layer);
            const taken = new Set(squares.filter((i) => this.look(i).piece !== "none"));
            for (const i of taken) svg("path", { class: "ring", d: this.sheet.outline(new Set([i]), 1.4) }, layer);
            const touched = this.touches.filter((touch) => touch >= 0);
            for (const i of touched) svg("path", { class: "touched", d: this.sheet.outline(new Set([i]), 0.8) }, layer);
            this.preview(null);
            this.values();
            this.speak();
            this.options.onTouch?.();
        }

        /** What all the moves that are still open would change. @returns {[number, number][]} */
        common() {
            if (this.touches.length === 0) return [];
            const [first, ...others] = this.open();
            if (first === undefined) return [];
            const known = others.map(([, , changes]) => new Set(changes.map(String)));
            return first[2].filter((change) => known.every((set) => set.has(String(change))));
        }

        /** Shows what a move would do, or only what the touches so far would. @param {Move | null} move */
        preview(move) {
            const layer = this.layer("ghost");
            layer.replaceChildren();
            const position = this.position;
            if (position === null) return;
            const changes = move === null ? this.common() : move[2];
            layer.classList.toggle("sure", move === null);
            if (changes.length === 0) return;
            const looks = changes.map(([i, now]) => /** @type {[number, Look]} */ ([i, /** @type {Look} */ (position.looks[now])]));
            const left = looks.filter(([i, look]) => look.piece === "none" && this.look(i).piece !== "none").map(([i]) => i);
            if (left.length > 0) svg("path", { class: "veil", d: this.sheet.squares(left) }, layer);
            const group = svg("g", { class: "would" }, layer);
            this.sheet.draw(group, looks.filter(([, look]) => look.piece !== "none"));
            const gained = new Set(looks.filter(([i, look]) => look.piece === "hue" && look.owner !== this.look(i).owner).map(([i]) => i));
            if (gained.size > 0) {
                svg("path", { class: "gained under", d: this.sheet.outline(gained, 0.6) }, layer);
                svg("path", { class: "gained over", d: this.sheet.outline(gained, 0.6) }, layer);
            }
        }

        /** Shows what this legal move would do, as somebody asks for a hint. @param {string} name */
        hint(name) {
            const move = this.position?.moves.find(([known]) => known === name);
            if (move === undefined) return;
            this.preview(move);
            const layer = this.layer("aim");
            layer.replaceChildren();
            for (const touch of move[1]) {
                if (touch >= 0) svg("path", { class: "hint", d: this.sheet.outline(new Set([touch]), 0.5) }, layer);
            }
        }

        /** The move that pointing here means, for those who look before they play. @param {number} i @param {number} x @param {number} y */
        pointed(i, x, y) {
            const touch = this.touchAt(i);
            if (touch === undefined) return this.nearest(i, x, y);
            const fitting = this.open().filter(([, touches]) => touches[this.touches.length] === touch);
            return fitting.length === 1 ? fitting[0] : undefined;
        }

        /** One touch more. @param {number} touch */
        touch(touch) {
            this.touches.push(touch);
            const whole = this.open().find(([, touches]) => touches.length === this.touches.length);
            if (whole === undefined) {
                this.choose();
                const here = this.open().length;
                this.options.say?.(tell(this.options.words, ["touches-left", { n: here }]));
            } else this.play(whole);
        }

        /** Chooses a hue, as the button of it does. @param {number} hue */
        touchHue(hue) {
            if (this.next().has(-1 - hue)) this.touch(-1 - hue);
        }

        /** @param {Move} move */
        play([name, , changes]) {
            const position = this.position;
            if (position === null) return;
            // Shown at once; the answer brings all that belongs to it.
            const cells = [...position.cells];
            const last = changes.map(([i, now]) => /** @type {[number, number, number]} */ ([i, position.cells[i] ?? 0, now]));
            for (const [i, now] of changes) cells[i] = now;
            this.layer("aim").replaceChildren();
            this.show({ ...position, cells, last, moves: [] });
            this.options.onMove(name);
        }

        /** Takes a touch back. @returns {boolean} whether there was one */
        back() {
            this.layer("aim").replaceChildren();
            const was = this.touches.length > 0 || this.aimed !== null;
            this.aimed = null;
            this.touches.pop();
            this.choose();
            return was;
        }

        /**
         * Somebody clicks or taps a square.
         * @param {number} i @param {number} x @param {number} y where, in units of the drawing @param {boolean} aims
         */
        click(i, x, y, aims) {
            if (this.position === null || this.position.moves.length === 0 || this.options.isOpen?.() === false) return;
            const touch = this.touchAt(i);
            const move = touch === undefined ? this.nearest(i, x, y) : this.pointed(i, x, y);
            if (aims && move !== undefined && this.aimed !== move[0]) {
                this.aimed = move[0];
                this.hint(move[0]);
                this.options.onTouch?.();
                this.options.say?.(tell(this.options.words, ["aimed", { move: move[0] }]));
            } else if (touch !== undefined) {
                this.touch(touch);
            } else if (move !== undefined) {
                this.play(move);
            } else if (!this.back()) {
                this.frame.classList.add("no");
                setTimeout(() => this.frame.classList.remove("no"), 200);
                const isLater = this.open().some(([, touches]) => touches.includes(i, this.touches.length + 1));
                this.options.say?.(tell(this.options.words, [isLater ? "touched-later" : "no-move-here", { square: this.name(i) }]));
            }
        }

        /** Plays what a finger has aimed at. */
        playAimed() {
            const move = this.position?.moves.find(([name]) => name === this.aimed);
            if (move !== undefined) this.play(move);
        }

        listen() {
            const { grid } = this;
            /** @type {number | null} */
            let from = null;
            const at = (/** @type {PointerEvent} */ event) => {
                const box = grid.getBoundingClientRect();
                const [columns, rows] = [this.sheet.columns, this.sheet.rows];
                const [x, y] = [((event.clientX - box.left) / box.width) * columns, ((event.clientY - box.top) / box.height) * rows];
                if (!(x >= 0 && y >= 0 && x < columns && y < rows)) return null;
                return { i: this.sheet.seen(Math.floor(y) * columns + Math.floor(x)), x: x * U, y: y * U };
            };
            grid.addEventListener("pointerdown", (event) => {
                from = event.button === 0 ? at(event)?.i ?? null : null;
            });
            grid.addEventListener("pointerup", (event) => {
                const to = at(event);
                const began = from;
                from = null;
                if (to === null || began === null || this.position === null) return;
                const aims = event.pointerType === "touch" && this.px < FINGER_PX;
                if (began !== to.i && this.options.isOpen?.() !== false) {
                    // Something was dragged: from one touch to the next, or only to where it shall go.
                    const start = this.touchAt(began);
                    if (start !== undefined) this.touch(start);
                    if (this.touchAt(to.i) !== undefined) this.click(to.i, to.x, to.y, false);
                } else this.click(to.i, to.x, to.y, aims);
                const focused = this.squares[this.sheet.seen(to.i)];
                if (focused) this.focus(this.sheet.seen(to.i), false);
            });
            grid.addEventListener("pointercancel", () => (from = null));
            grid.addEventListener("pointermove", (event) => {
                if (event.pointerType === "touch") return;
                const here = at(event);
                const key = here === null ? null : here.i;
                const snaps = here !== null && this.touchAt(here.i) === undefined;
                if (key === this.hovered && !snaps) return;
                this.hovered = key;
                this.preview(here === null ? null : this.pointed(here.i, here.x, here.y) ?? null);
            });
            grid.addEventListener("pointerleave", () => {
                this.hovered = null;
                if (this.aimed === null) this.preview(null);
            });
            // Screen readers click without a pointer.
            grid.addEventListener("click", (event) => {
                const place = this.squares.indexOf(/** @type {HTMLElement} */ (event.target));
                if (event.detail === 0 && place >= 0) this.click(this.sheet.seen(place), -U, -U, false);
            });
            grid.addEventListener("keydown", (event) => this.key(event));
            grid.addEventListener("focusin", (event) => {
                const place = this.squares.indexOf(/** @type {HTMLElement} */ (event.target));
                if (place >= 0 && place !== this.focused) this.focus(place, false);
                const i = this.sheet.seen(place);
                if (place >= 0 && this.grid.matches(":focus-visible, :has(:focus-visible)")) this.preview(this.pointed(i, -U, -U) ?? null);
            });
        }

        /** @param {number} place as seen @param {boolean} moves whether the keyboard's focus goes there as well */
        focus(place, moves = true) {
            this.squares[this.focused]?.setAttribute("tabindex", "-1");
            this.focused = place;
            const square = this.squares[place];
            square?.setAttribute("tabindex", "0");
            if (moves) square?.focus({ preventScroll: false });
        }

        /** @param {KeyboardEvent} event */
        key(event) {
            const { columns, rows } = this.sheet;
            const [c, r] = [this.focused % columns, Math.floor(this.focused / columns)];
            const to = (/** @type {number} */ column, /** @type {number} */ row) =>
                this.focus(Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column)));
            const control = event.ctrlKey || event.metaKey;
            if (event.altKey || (control && event.key !== "Home" && event.key !== "End")) return;
            /** @type {Record<string, () => void>} */
            const keys = {
                ArrowLeft: () => to(c - 1, r),
                ArrowRight: () => to(c + 1, r),
                ArrowUp: () => to(c, r - 1),
                ArrowDown: () => to(c, r + 1),
                Home: () => to(0, control ? 0 : r),
                End: () => to(columns - 1, control ? rows - 1 : r),
                PageUp: () => to(c, r - 5),
                PageDown: () => to(c, r + 5),
                Enter: () => this.click(this.sheet.seen(this.focused), -U, -U, false),
                " ": () => this.click(this.sheet.seen(this.focused), -U, -U, false),
                Escape: () => void this.back(),
                n: () => this.nextLegal(),
                m: () => this.sayMoves(),
                l: () => this.sayLast(),
            };
            const act = keys[event.key] ?? keys[event.key.toLowerCase()] ?? this.hueKey(event.key);
            if (act === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            act();
        }

        /** A hue's sign or its number chooses it. @param {string} key @returns {(() => void) | undefined} */
        hueKey(key) {
            const hues = this.hues();
            const hue = hues.find(({ look }) => look.glyph === key) ?? hues[Number(key) - 1];
            return hue === undefined ? undefined : () => this.touchHue(/** @type {number} */ (hue.look.hue));
        }

        /** The hues of the legend, their words, and what each would gain; `undefined` where it is barred. */
        hues() {
            const position = this.position;
            if (position === null) return [];
            return position.legend.flatMap(([number, message]) => {
                const look = /** @type {Look} */ (position.looks[number]);
                if (look.hue === undefined) return [];
                const move = position.moves.find(([, touches]) => touches.length === 1 && touches[0] === -1 - /** @type {number} */ (look.hue));
                const gains = move?.[2].filter(([i, now]) => position.looks[now]?.owner === position.turn && this.look(i).owner !== position.turn);
                return [{ look, message, move, gain: gains?.length }];
            });
        }

        /** To the next square where one can go on. */
        nextLegal() {
            const places = [...this.next()].filter((touch) => touch >= 0).map((i) => this.sheet.seen(i)).sort((a, b) => a - b);
            const place = places.find((one) => one > this.focused) ?? places[0];
            if (place !== undefined) this.focus(place);
        }

        sayMoves() {
            const i = this.sheet.seen(this.focused);
            const names = this.open().filter(([, touches]) => touches.includes(i)).map(([name]) => name);
            const count = names.length;
            this.options.say?.(count === 0
                ? tell(this.options.words, ["no-move-here", { square: this.name(i) }])
                : tell(this.options.words, ["moves-here", { n: count, moves: names.slice(0, 12).join(", ") }]));
        }

        sayLast() {
            const last = this.position?.played.at(-1);
            this.options.say?.(tell(this.options.words, last === undefined ? ["no-last-move", {}] : ["last-move", { move: last }]));
        }

        /** What a square is called. @param {number} i */
        name(i) {
            const position = /** @type {Position} */ (this.position);
            const columns = position.columns.length;
            const [column, row] = [position.columns[i % columns] ?? "", position.rows[Math.floor(i / columns)] ?? ""];
            return /\d$/.test(column) && /^\d/.test(row) ? `${column} ${row}` : column + row;
        }

        /** Writes what screen readers say about each square, where it has changed. */
        speak() {
            const position = this.position;
            if (position === null) return;
            const words = this.options.words;
            const called = new Map(position.legend.map(([look, message]) => {
                const { piece, side, hue } = /** @type {Look} */ (position.looks[look]);
                return [[piece, side, hue].join(), tell(this.options.own, message)];
            }));
            const next = this.next();
            const changed = new Set(position.last.map(([i]) => i));
            const said = position.looks.map((look) => {
                const what = called.get([look.piece, look.side, look.hue].join()) ?? tell(words, ["empty", {}]);
                return look.owner === undefined ? what : `${what}, ${tell(words, ["owned-by", { side: [look.owner === 0 ? "first" : "second"] }])}`;
            });
            const [legal, last, touched] = ["legal", "just-changed", "touched"].map((key) => tell(words, [key, {}]));
            this.squares.forEach((square, place) => {
                const i = this.sheet.seen(place);
                let text = `${this.name(i)}, ${said[position.cells[i] ?? 0]}`;
                if (changed.has(i)) text += `, ${last}`;
                if (this.touches.includes(i)) text += `, ${touched}`;
                if (next.has(i)) text += `, ${legal}`;
                if (square.getAttribute("aria-label") !== text) square.setAttribute("aria-label", text);
            });
        }

        /** Writes on the board what moves are worth. @param {Map<string, Chip>} chips by the names of moves */
        rate(chips) {
            this.chips = chips;
            this.values();
        }

        values() {
            const layer = this.layer("values");
            layer.replaceChildren();
            const position = this.position;
            if (position === null || this.chips.size === 0) return;
            const step = this.touches.length;
            /** @type {Map<number, Chip>} the best of the moves that a touch leads to */
            const shown = new Map();
            for (const [name, touches] of this.open()) {
                const [touch, chip] = [touches[step], this.chips.get(name)];
                if (touch === undefined || touch < 0 || chip === undefined) continue;
                const known = shown.get(touch);
                if (known === undefined || chip.rank < known.rank) shown.set(touch, chip);
            }
            const few = this.px < 30;
            const best = [...shown].sort(([, a], [, b]) => a.rank - b.rank).slice(0, few ? 3 : undefined);
            const size = few ? 11 * (U / this.px) : 6;
            for (const [touch, chip] of best) {
                const [x, y] = this.sheet.corner(touch);
                const width = Math.max(size * 2, chip.text.length * size * 0.62 + size * 0.5);
                const group = svg("g", { class: `chip ${chip.kind}${chip.best ? " best" : ""}` }, layer);
                svg("rect", { x: x + U / 2 - width / 2, y: y + U / 2 - size * 0.8, width, height: size * 1.6, rx: size * 0.5 }, group);
                svg("text", { x: x + U / 2, y: y + U / 2, "font-size": size }, group).textContent = chip.text;
            }
        }

        /** Turns the board around. */
        flip() {
            this.flipped = !this.flipped;
            const position = this.position;
            if (position !== null) this.show(position, false);
        }

        /** Squares of a finger's size, or all in sight. @param {boolean} finger */
        size(finger) {
            this.finger = finger;
            this.fit();
        }
    }

    return { Board, words, tell, icon, html, svg };
})();
