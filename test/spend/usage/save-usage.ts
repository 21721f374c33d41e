/** Stores what sub-sessions used, as measuring does, without the rest of their sessions. */
import type { SessionOf } from "../../../src/database/engine.ts";
import type { Database } from "../../../src/database/open.ts";
import { replaceSessionRows } from "../../../src/database/session-rows.ts";
import type { SubSessionTally } from "../../../src/spend/tallies/sub-session-tally.ts";
import { emptyUsageDays, usedTexts } from "../../../src/spend/usage/usage-table.ts";
import type { SubSessionUsage } from "../../../src/spend/usage/usage.ts";
import { SUB_SESSIONS, type SubSessionRow } from "../../../src/turns/create-tables.ts";

/** One sub-session's usage, and whose it is. */
export interface OwnedUsage extends SessionOf {
  developer: string;
  subSession: string;
  startedAt: number;
  usage: SubSessionUsage;
  tally: SubSessionTally;
}

/** Replaces the sub-sessions of sessions. */
export async function saveUsage(
  transaction: Database,
  sessions: readonly SessionOf[],
  used: readonly OwnedUsage[],
): Promise<void> {
  const rows = used.map(rowOf);
  await emptyUsageDays(transaction, await replaceSessionRows(transaction, SUB_SESSIONS, { sessions, rows }));
}

function rowOf({
  organization,
  session,
  developer,
  subSession,
  startedAt,
  ...used
}: OwnedUsage): SubSessionRow {
  return {
    id: subSession,
    organization,
    session,
    developer,
    sub_session_index: 0,
    first_turn: 1,
    last_turn: 1,
    started_at: startedAt,
    ended_at: startedAt,
    title: null,
    size: 1,
    bucket: BUCKETS[used.usage.size],
    outcome: used.usage.outcome,
    scoreable: 1,
    state: "closed",
    boundary_kind: "session",
    boundary_p: null,
    boundary_confidence: null,
    boundary_overridden: 0,
    non_trivial_turns: 1,
    ...usedTexts(used.usage, used.tally),
  };
}

const BUCKETS = { small: 0, medium: 2, large: 4 } as const;
