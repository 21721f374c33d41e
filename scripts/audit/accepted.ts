/** Flaws of packages that were looked at and do no harm here; each says why, and until when. */
import type { Accepted } from "./judge.ts";

export const ACCEPTED: readonly Accepted[] = [];
