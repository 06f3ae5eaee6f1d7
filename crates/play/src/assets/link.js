// @ts-check
/**
 * @file A game as the fragment of a link, which browsers do not send to the server:
 * `#v1;set=rows:14,seed:7;by=you-engine:3;m=d3,c5`.
 */

/**
 * @typedef {{set: Record<string, string>, at: string | null, moves: string[],
 * resigned: "first" | "second" | null, isLate: boolean, by: [string, string] | null,
 * clock: number, timeMs: number, seed: number, wrong?: Message | null}} Game A game:
 * parameters, the diagram that it starts from, moves, who gave up or was late, who plays, the
 * milliseconds of each side's clock (0 for none) and of an engine's move, and what is wrong in its
 * link.
 */

/** Links longer than this are compressed. */
const LONGEST = 1500;

/** An engine thinks for this time if the link does not say otherwise. */
const ENGINE_MS = 1000;

/** @param {string} text */
const encode = (text) =>
    encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2F", "/").replaceAll("%40", "@");
/** @param {string} text */
const decode = (text) => decodeURIComponent(text.replaceAll("+", "%20"));

/** @param {Partial<Game>} game */
function plain(game) {
    const parts = ["v1"];
    const set = Object.entries(game.set ?? {});
    if (set.length > 0)
        parts.push(
            `set=${set.map(([name, value]) => `${encode(name)}:${encode(value)}`).join(",")}`,
        );
    if (game.at) parts.push(`at=${encode(game.at)}`);
    if (game.by) parts.push(`by=${game.by.join("-")}`);
    if (game.clock) parts.push(`clock=${game.clock}`);
    if (game.timeMs !== undefined && game.timeMs !== ENGINE_MS) parts.push(`time=${game.timeMs}`);
    if (game.seed !== undefined && game.seed !== 1) parts.push(`seed=${game.seed}`);
    if (game.resigned) parts.push(`${game.isLate ? "late" : "resigned"}=${game.resigned}`);
    if (game.moves && game.moves.length > 0) parts.push(`m=${game.moves.map(encode).join(",")}`);
    return parts.join(";");
}

/** @param {string} text @returns {Game} */
function parsed(text) {
    /** @type {Game} */
    const game = {
        set: {},
        at: null,
        moves: [],
        resigned: null,
        isLate: false,
        by: null,
        clock: 0,
        timeMs: ENGINE_MS,
        seed: 1,
        wrong: null,
    };
    for (const part of text.split(";").slice(1)) {
        const cut = part.indexOf("=");
        const [name, value] = [part.slice(0, cut), part.slice(cut + 1)];
        if (part === "") continue;
        if (name === "set") {
            for (const pair of value.split(",")) {
                const colon = pair.indexOf(":");
                game.set[decode(pair.slice(0, colon))] = decode(pair.slice(colon + 1));
            }
        } else if (name === "at") game.at = decode(value);
        else if (name === "m") game.moves = value.split(",").map(decode);
        else if (name === "clock" && /^\d{1,9}$/.test(value)) game.clock = Number(value);
        else if (name === "time" && /^\d{1,5}$/.test(value)) game.timeMs = Number(value);
        else if (name === "seed" && !/^\d{1,15}$/.test(value))
            game.wrong ??= ["link-seed", { seed: value }];
        else if (name === "seed") game.seed = Number(value);
        else if (
            (name === "resigned" || name === "late") &&
            (value === "first" || value === "second")
        ) {
            game.resigned = value;
            game.isLate = name === "late";
        } else if (name === "by") {
            const [first, second] = value.split("-");
            game.by = [first ?? "", second ?? ""];
        } else game.wrong ??= ["link-part", { part }];
    }
    return game;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} through
 */
async function piped(bytes, through) {
    return new Uint8Array(
        await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer(),
    );
}

/** The link of a game, from `#` on. @param {Partial<Game>} game @returns {Promise<string>} */
async function write(game) {
    const text = plain(game);
    if (text.length <= LONGEST) return `#${text}`;
    const packed = await piped(
        new TextEncoder().encode(text),
        new CompressionStream("deflate-raw"),
    );
    const bytes = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
    return `#v1;z=${btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/**
 * The game of a link; `null` if the link has none.
 * @param {string} hash @returns {Promise<Game | null>}
 */
async function read(hash) {
    const text = hash.replace(/^#/, "");
    if (!text.startsWith("v1")) return null;
    if (!text.startsWith("v1;z=")) return parsed(text);
    const bytes = atob(text.slice(5).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(bytes, (char) => char.charCodeAt(0));
    return parsed(
        new TextDecoder().decode(await piped(packed, new DecompressionStream("deflate-raw"))),
    );
}

/**
 * The address of a game that goes on from a position of a recorded game, against an engine.
 * @param {Recording} recording @param {number} view the number of moves before the position
 */
async function from({ game, set, moves, turn }, view) {
    const mover = moves[view]?.[1] ?? turn;
    /** @type {[string, string]} */
    const by = mover === 0 ? ["you", "engine:3"] : ["engine:3", "you"];
    const names = moves.slice(0, view).map(([name]) => name);
    return `/play/${game}${await write({ set, by, moves: names })}`;
}

/** Links with a game. */
export const links = { write, read, from, ENGINE_MS };
