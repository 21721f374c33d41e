/** Adds up the edits of each session in a window. */
import { sql } from "kysely";
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { totalOf } from "../../database/total.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import { METRICS_TABLE } from "../columns-table.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { RetentionTier } from "./edits.ts";
import type { RetentionPosition } from "./retention-answer.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** The best evidence first. */
const TIERS = ["commit", "survival", "decisions"] as const satisfies readonly RetentionTier[];

/** One session's edits. */
export interface SessionEdits {
  session: SessionName;
  developer: string;
  startedAt: Instant;
  edits: number;
  retained: number;
  /** The best tier of any of its sub-sessions. */
  tier: RetentionTier;
}

function grouped(database: Database, filter: WindowFilter) {
  return inWindow(tables(database, METRICS_TABLE).selectFrom("metrics"), filter, "started_at")
    .where("edits", ">", 0)
    .groupBy("session");
}

/** Returns at most `limit` sessions, those that kept the smallest share first; of equal ones the latest. */
export async function readSessionEdits(
  database: Database,
  filter: WindowFilter,
  { limit, after }: { limit: number; after: RetentionPosition | null },
): Promise<SessionEdits[]> {
  const query = grouped(database, filter).select((row) => [
    "session",
    row.fn.max("developer").as("developer"),
    row.fn.min("started_at").as("startedAt"),
    row.fn.sum<number | string>("edits").as("edits"),
    row.fn.sum<number | string>("retained").as("retained"),
    row.fn
      .min(
        row
          .case("tier")
          .when(TIERS[0])
          .then(row.lit(0))
          .when(TIERS[1])
          .then(row.lit(1))
          .else(row.lit(2))
          .end(),
      )
      .as("place"),
  ]);
  const rows = await (after === null ? query : query.having(isListedAfter(after)))
    .orderBy(SHARE)
    .orderBy("startedAt", "desc")
    .orderBy("session")
    .limit(limit)
    .execute();
  return rows.map(({ place, edits, retained, ...row }) => ({
    ...row,
    edits: Number(edits),
    retained: Number(retained),
    tier: TIERS[place],
  }));
}

/** The share that a group's session kept, to the same double that JavaScript computes. */
const SHARE = sql<number>`sum(retained) / cast(sum(edits) as double precision)`;

function isListedAfter({ share, startedAt, session }: RetentionPosition) {
  const start = sql<Instant>`min(started_at)`;
  return sql<boolean>`(${SHARE} > ${share} or (${SHARE} = ${share} and
    (${start} < ${startedAt} or (${start} = ${startedAt} and session > ${session}))))`;
}

/** Returns how many sessions have edits that count, as `totalOf` counts them. */
export function countSessionsWithEdits(database: Database, filter: WindowFilter): Promise<number | null> {
  return totalOf(database, grouped(database, filter).select("session"));
}
