/** Reads what counts of each day or week of a window. */
import type { Database } from "../database/open.ts";
import { type ReadScope, rowsToRead } from "../identity/scope.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import { type Columns, gatherScoreable } from "./columns.ts";
import { readWorkDays } from "./days/read-days.ts";
import { type BUCKETS_OR_ALL, periodsIn, touches } from "./periods.ts";

/** Whose buckets are wanted, and which. */
export interface BucketsQuery {
  scope: ReadScope;
  /** Sub-sessions that start at or after this time… */
  from: Milliseconds;
  /** …and before this one. */
  to: Milliseconds;
  /** A developer's id or e-mail as asked for; null for all of them together. */
  developer: string | null;
  bucket: (typeof BUCKETS_OR_ALL)[number];
}

/** One day or week, or the whole window, with what counts of it. */
export interface Bucket {
  /** ISO 8601. */
  start: string;
  scoreable: Columns;
}

/** Reads every bucket that the window touches, the earliest first. */
export async function readBuckets(database: Database, query: BucketsQuery): Promise<Bucket[]> {
  const { scope, from, to } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  const filter = { organization: scope.organizationId, developers: readable?.names ?? null, from, to };
  const days = readable === null ? [] : await readWorkDays(database, filter);
  return periodsIn(query, query.bucket)
    .toReversed()
    .map((span) => {
      const ownDays = days.filter((day) => touches(day, span));
      const scoreable = gatherScoreable(
        ownDays.map(({ block }) => block),
        span,
      );
      return { start: new Date(span.start).toISOString(), scoreable };
    });
}
