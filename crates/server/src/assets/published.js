// @ts-check
/**
 * @file A published game, on a server that also lets visitors play and has engines. The server adds this script to
 * the folder's page.
 */

import { PlayOn } from "./play_on.js";
import { ServerReview } from "./server_review.js";

// Folders of an earlier version do not pass on their replay.
const replay = globalThis.ludoteka?.replay;
if (replay !== undefined) new PlayOn(replay);
// Games that were analysed have their review with them.
const isAnalysed = globalThis.ludoteka?.ReplayReview !== undefined;
if (replay?.options.words.has("review") && !isAnalysed) new ServerReview(replay);
