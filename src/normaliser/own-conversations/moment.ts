/** The instants by which one conversation shows that another is the agent's own. */
import type { Instant } from "../../vocabulary/units.ts";
import type { Sighting } from "../sightings/sighting.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** A prompt of a session, or the start of one that may be the agent's own. */
export interface Moment {
  organization: string;
  session: SessionName;
  /** The key that it came with. */
  key: string;
  what: "prompt" | "possible_helper";
  at: Instant;
}

/** Returns null for a sighting that shows nothing of the kind. */
export function momentOf(sighting: Sighting): Moment["what"] | null {
  if (sighting.kind === "prompt") return "prompt";
  return sighting.kind === "session_start" && sighting.maybeHelper ? "possible_helper" : null;
}
