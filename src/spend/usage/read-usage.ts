/** Reads what was used in a window: whole days as they are kept, all else row by row. */
import { daysIn, readKeptDays } from "../../database/days/kept-days-table.ts";
import type { Database } from "../../database/open.ts";
import { gapsBetween, isOfEverybody, type WindowFilter } from "../../database/window.ts";
import { DAY } from "../../vocabulary/units.ts";
import { joinUsage, type UsageDay, usageDayOf } from "./usage-day.ts";
import { KEPT_USAGE } from "./usage-days-table.ts";
import { readUsed, type UsedAt } from "./usage-table.ts";

/** Returns everything that sub-sessions which start in the window used, added up. */
export async function readUsage(database: Database, filter: WindowFilter): Promise<UsageDay> {
  return joinUsage(await readUsageParts(database, filter));
}

/** Returns the same in parts, none of which reaches over a day. */
export async function readUsageParts(database: Database, filter: WindowFilter): Promise<UsageDay[]> {
  // days hold everybody's work; rows of one person or label are few
  if (!isOfEverybody(filter)) return daysOf(await readUsed(database, filter));
  const first = Math.ceil(filter.from / DAY);
  const end = Math.max(first, Math.floor(filter.to / DAY));
  const days = { organization: filter.organization, from: first, to: end };
  const kept = daysIn(await readKeptDays(database, KEPT_USAGE, days));
  const parts = kept.map(([, day]) => day.usage());
  const gaps = gapsBetween(
    kept.map(([day]) => day),
    filter,
  );
  for (const gap of gaps) parts.push(...daysOf(await readUsed(database, { ...filter, ...gap })));
  return parts;
}

/** Day by day, because what a session did on another day says nothing of this one: kept days do so too. */
function daysOf(rows: readonly UsedAt[]): UsageDay[] {
  return [...Map.groupBy(rows, ({ startedAt }) => Math.floor(startedAt / DAY)).values()].map(usageDayOf);
}
