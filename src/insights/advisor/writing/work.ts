/** What a card is written from: a sub-session as it was measured, its prompts and its turns. */
import type { MetricsRow } from "../../../metrics/columns-table.ts";
import type { SubSessionRow } from "../../../turns/create-tables.ts";
import type { Instant, Score, Tokens } from "../../../vocabulary/units.ts";

/** One non-trivial prompt of the sub-session. */
export interface AdvisedPrompt {
  /** Its event's id. */
  id: string;
  turnIndex: number;
  /** null when it is withheld. */
  text: string | null;
  /** Whether it corrects, repeats or undoes what the agent just did. */
  repairs: boolean;
  rubricScore: Score | null;
  /** What would have made it better, most useful first; empty when it was not judged. */
  advice: readonly string[];
}

/** One turn of the sub-session. */
export interface AdvisedTurn {
  index: number;
  startedAt: Instant;
  endedAt: Instant;
  failedCalls: number;
  /** Token-equivalents. */
  tokens: Tokens;
}

/** A sub-session to be advised on. */
export interface AdvisedWork {
  metrics: MetricsRow;
  place: Pick<SubSessionRow, "sub_session_index" | "boundary_kind">;
  /** In order; the first is the one that the sub-session is named by. */
  prompts: readonly AdvisedPrompt[];
  /** In order. */
  turns: readonly AdvisedTurn[];
}
