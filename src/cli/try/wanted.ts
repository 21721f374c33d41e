/** What is imported, and what time it is about. */
import type { HistorySource, Home } from "../../history/record.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { CommandCall } from "../command.ts";
import type { SentHistories } from "../import/send-histories.ts";

/** What is imported, once somebody has agreed. */
export interface Wanted {
  home: Home;
  since: Instant;
  sources: readonly HistorySource[];
}

/** Returns the window of the results: from the first prompt that was imported: sessions that go on may have begun before. */
export function windowOf(call: CommandCall, { since }: Wanted, { totals }: SentHistories) {
  const first = Math.min(since, ...totals.map((agent) => agent.first ?? since));
  return { from: first, to: call.program.clock() };
}
