/** Reads the share of sub-sessions without a repair by day or week. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { type RepairedRow, readRepaired } from "../../metrics/scoreable-table.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { periodsIn } from "../periods.ts";
import type { BucketsQuery } from "../read-buckets.ts";
import type { RepairsPoint } from "./repair-answer.ts";

/** Reads one point for each bucket that the window touches, the earliest first, those without work among them. */
export async function readRepairs(database: Database, query: BucketsQuery): Promise<RepairsPoint[]> {
  const { scope, from, to } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  const { developerIds = null, labels = null } = readable ?? {};
  const filter = { organization: scope.organizationId, developers: developerIds, labels, from, to };
  const rows = readable === null ? [] : await readRepaired(database, filter);
  let next = 0;
  return periodsIn(query, query.bucket)
    .toReversed()
    .map(({ start, end }) => {
      const begun = next;
      while ((rows[next]?.started_at ?? end) < end) next += 1;
      return { start: isoTime(start), ...countRepaired(rows.slice(begun, next)) };
    });
}

function countRepaired(rows: readonly RepairedRow[]): Omit<RepairsPoint, "start"> {
  const withoutRepair = rows.filter((row) => row.repair_turns === 0).length;
  return { tasks: rows.length, withoutRepair, share: rows.length === 0 ? null : withoutRepair / rows.length };
}
