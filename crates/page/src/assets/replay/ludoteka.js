// @ts-check
/** @file What other scripts use of this one. */

import { addPacked, loadPacked } from "./packed.js";
import { positionAt } from "./position.js";
import { Replay } from "./replay.js";
import { seen } from "./texts.js";

export const ofReplay = { Replay, add: addPacked, loadPacked, positionAt, seen };
Object.assign(ludoteka, ofReplay);
