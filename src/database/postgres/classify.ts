/** What a failure of PostgreSQL's means. */
import type { DatabaseFailure } from "../engine.ts";
import { DatabaseUnavailable, stateOf } from "./unavailable.ts";

/** By the states of PostgreSQL, appendix A; the first that fits. */
const KINDS: readonly { state: RegExp; failure: DatabaseFailure }[] = [
  // values, constraints, and what is too large for an index
  { state: /^(22|23|54)/, failure: "bad_values" },
  { state: /^XX00[12]$/, failure: "damaged" },
  { state: /^53100$/, failure: "full" },
  { state: /^25006$/, failure: "read_only" },
];

/** See `Engine.classify`. Of texts it knows nothing: where the server is, nobody can mend its disk from here. */
export function classify(error: unknown): DatabaseFailure | null {
  if (error instanceof DatabaseUnavailable) return "unavailable";
  const state = error instanceof Error ? stateOf(error) : null;
  if (state === null) return null;
  return KINDS.find((kind) => kind.state.test(state))?.failure ?? "unavailable";
}
