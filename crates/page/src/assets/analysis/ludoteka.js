// @ts-check
/** @file What other scripts use of this one. */

import { ReplayReview } from "./review_replay.js";

export const ofReview = { ReplayReview };
Object.assign(ludoteka, ofReview);
