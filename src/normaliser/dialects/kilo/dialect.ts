/**
 * Kilo CLI: opencode's spans without those of its AI library, so no texts, tokens or answers; and its log lines.
 *
 * @see docs/dialects.md.
 */
import { readAskedPrompt, SPAN_READERS, speakingWith } from "../opencode/dialect.ts";
import type { Dialect } from "../../sightings/sighting.ts";

/** The request is the only span that each prompt of a person has, and none of a sub-agent. */
export const kiloDialect: Dialect = speakingWith(
  new Map([...SPAN_READERS, ["http.server POST", readAskedPrompt]]),
);
