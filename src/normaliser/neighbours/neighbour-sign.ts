/** What one session's records say about another session of the same sender. */
import type { Instant } from "../../vocabulary/units.ts";
import { isClue } from "../dialects/sightings.ts";
import type { Sighting } from "../sightings/sighting.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/**
 * - `reset`: a `/clear` whose record may carry the id of the session that it begins, not of the one that it ends
 * - `prompt`, `end`: by which the session that it ends is found
 * - `patch_answered`: somebody said yes or no to a patch; which session asked, the record does not say
 * - `refused`: a call that may be that patch
 */
export type SignKind = "reset" | "prompt" | "end" | "patch_answered" | "refused";

export interface NeighbourSign {
  organization: string;
  /** Empty where the record does not say. */
  session: SessionName;
  /** The key that it came with. */
  key: string;
  /** null when the record does not say. */
  process: string | null;
  what: SignKind;
  at: Instant;
}

/** Returns null for a sighting that says nothing of other sessions. */
export function signIn(sighting: Sighting): SignKind | null {
  if (sighting.kind === "prompt" || sighting.kind === "reset") return sighting.kind;
  if (sighting.kind === "session_end") return "end";
  if (isClue(sighting, "patch_answered")) return "patch_answered";
  return isClue(sighting, "stopped") ? "refused" : null;
}
