/** Reads the sub-sessions of each day or week of a window. */
import type { Database } from "../database/open.ts";
import { type ReadScope, rowsToRead } from "../identity/scope.ts";
import { readEarlierFormulas } from "../metrics/formulas-table.ts";
import { versionIn } from "../metrics/version.ts";
import { isoTime } from "../vocabulary/times.ts";
import { DAY, type Instant } from "../vocabulary/units.ts";
import { type ColumnBlock, type Columns, gatherRows } from "./columns.ts";
import { readWorkDays } from "./days/read-days.ts";
import type { WorkDay } from "./days/work-day.ts";
import { type BUCKETS_OR_ALL, type PeriodSpan, periodsIn } from "./periods.ts";

/** Whose buckets are requested, and which. */
export interface BucketsQuery {
  scope: ReadScope;
  /** Sub-sessions that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for; null for all of them together. */
  developer: string | null;
  bucket: (typeof BUCKETS_OR_ALL)[number];
}

/** One day or week, or the whole window, with its sub-sessions. */
export interface Bucket {
  /** ISO 8601. */
  start: string;
  rows: Columns;
  /** The version of the formulas that the rows come from. */
  scoringVersion: string;
}

/** Reads every bucket that the window touches, the earliest first. */
export async function readBuckets(database: Database, query: BucketsQuery): Promise<Bucket[]> {
  const { scope, from, to } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  const { developerIds = null, labels = null } = readable ?? {};
  const filter = { organization: scope.organizationId, developers: developerIds, labels, from, to };
  const days = readable === null ? [] : await readWorkDays(database, filter);
  const earlier = await readEarlierFormulas(database);
  // both are in order of time, so that not every day is searched for every bucket
  let first = 0;
  return periodsIn(query, query.bucket)
    .toReversed()
    .map((span) => {
      while (isOver(days[first], span)) first += 1;
      const blocks: ColumnBlock[] = [];
      for (let next = first; isBegun(days[next], span); next += 1) blocks.push((days[next] as WorkDay).block);
      const scoringVersion = versionIn(earlier, span);
      const rows = gatherRows(blocks, span, scoringVersion);
      return { start: isoTime(span.start), rows, scoringVersion };
    });
}

function isOver(day: WorkDay | undefined, { start }: PeriodSpan): boolean {
  return day !== undefined && (day.day + 1) * DAY <= start;
}

function isBegun(day: WorkDay | undefined, { end }: PeriodSpan): boolean {
  return day !== undefined && day.day * DAY < end;
}
