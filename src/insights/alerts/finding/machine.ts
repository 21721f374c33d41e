/** What the machine's own parts know, which alerts only hear of. */
import type { RefusedSender } from "../../../ingest/senders/refused-senders.ts";
import type { Instant, Minutes } from "../../../vocabulary/units.ts";

/** A stage that is behind or fails, and for how long. */
export interface LateStage {
  stage: string;
  problem: "behind" | "failing";
  minutes: Minutes;
}

/** How the machine is at one moment. */
export interface MachineState {
  stages: readonly LateStage[];
  judge: {
    isOutOfBudget: boolean;
    /** Since when no call was answered, and how the last one ended; null while calls are answered or none is made. */
    failing: { since: Instant; outcome: string } | null;
  };
  /** null when none was ever made. */
  lastBackupAt: Instant | null;
  /** Of all organizations. */
  refused: readonly RefusedSender[];
}
