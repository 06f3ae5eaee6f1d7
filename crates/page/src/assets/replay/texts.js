// @ts-check
/** @file Durations, names, and texts that programs wrote. */

import { tell } from "../board/elements.js";

/** A duration with a unit. @param {number} us */
export function timeText(us) {
    if (us < 10_000) return `${us / 1000} ms`;
    return us < 1_000_000 ? `${Math.round(us / 1000)} ms` : `${(us / 1e6).toFixed(1)} s`;
}

/**
 * A text from a program. Invisible characters, other than blanks and line ends, are replaced by
 * visible ones.
 * @param {string} text
 */
export function seen(text) {
    return text
        .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (char) =>
            char === "\u007f" ? "\u2421" : String.fromCharCode(0x2400 + char.charCodeAt(0)),
        )
        .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

/**
 * The player of a side; with the side's name if a program plays itself.
 * @param {Recording} game @param {number} side @param {Map<string, string>} words
 */
export function playerOf({ players }, side, words) {
    const name = players[side] ?? "";
    if (players[0] !== players[1]) return name;
    return `${name} (${tell(words, [side === 0 ? "first" : "second", {}])})`;
}
