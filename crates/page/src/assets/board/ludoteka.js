// @ts-check
/** @file What other scripts use of this one. */

import { Board } from "./board.js";
import { Drawing } from "./drawing.js";
import { html, svg, tell, words } from "./elements.js";
import { Marks } from "./marks.js";
import {
    announce,
    buildTabs,
    clockText,
    element,
    isEnabled,
    listenToKeys,
    pageButton,
    pieceOf,
    placeMove,
    scoreOf,
    sentence,
    sizeButton,
    stepButtons,
} from "./page.js";
import { icon, moveName, moveWords } from "./pieces.js";
import { U } from "./sheet.js";

/** The only global value of these scripts: a browser loads no modules from disk. */
export const ludoteka = {
    Board,
    Drawing,
    Marks,
    U,
    announce,
    buildTabs,
    clockText,
    element,
    html,
    icon,
    isEnabled,
    listenToKeys,
    moveName,
    moveWords,
    pageButton,
    pieceOf,
    placeMove,
    scoreOf,
    sentence,
    sizeButton,
    stepButtons,
    svg,
    tell,
    words,
};
Object.assign(globalThis, { ludoteka });
