// @ts-check
/** @file Handles a mouse, a pen or a finger on a board. */

import { U } from "./sheet.js";

/**
 * On squares of at least this size, a touch plays at once. On smaller squares, a finger's first
 * touch only shows the move, and a second touch plays it.
 */
const FINGER_PX = 24;

/** @param {Board} board */
export function listenToPointer(board) {
    const grid = board.grid.element;
    /** @type {number | null} */
    let from = null;
    /** @type {number | null} */
    let hovered = null;
    /** @type {Choice | null} the position of the last preview */
    let shown = null;
    const at = (/** @type {PointerEvent} */ event) => {
        const box = grid.getBoundingClientRect();
        const { sheet } = board;
        const x = ((event.clientX - box.left) / box.width) * sheet.columns;
        const y = ((event.clientY - box.top) / box.height) * sheet.rows;
        if (!(x >= 0 && y >= 0 && x < sheet.columns && y < sheet.rows)) return null;
        return { i: sheet.seen(Math.floor(y) * sheet.columns + Math.floor(x)), x: x * U, y: y * U };
    };
    grid.addEventListener("pointerdown", (event) => {
        from = event.button === 0 ? (at(event)?.i ?? null) : null;
    });
    grid.addEventListener("pointerup", (event) => {
        const to = at(event);
        const began = from;
        from = null;
        if (to === null || began === null || board.choice === null) return;
        const aims = event.pointerType === "touch" && board.px < FINGER_PX;
        if (began !== to.i) board.drag(began, to.i, to.x, to.y);
        else board.click(to.i, to.x, to.y, aims);
        board.grid.focus(board.sheet.seen(to.i), false);
    });
    grid.addEventListener("pointercancel", () => (from = null));
    grid.addEventListener("pointermove", (event) => {
        if (event.pointerType === "touch" || board.choice === null) return;
        const here = at(event);
        const key = here === null ? null : here.i;
        const snaps = here !== null && board.choice.touchAt(here.i) === undefined;
        if (key === hovered && board.choice === shown && !snaps) return;
        [hovered, shown] = [key, board.choice];
        board.preview(
            here === null
                ? null
                : (board.choice.pointed(board.sheet, here.i, here.x, here.y) ?? null),
        );
    });
    grid.addEventListener("pointerleave", () => {
        hovered = null;
        if (board.aimed === null) board.preview(null);
    });
}
