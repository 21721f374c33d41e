/** Reads what was used in a window: days that are packed as they are, all else row by row. */
import type { Database } from "../../database/open.ts";
import type { WindowFilter } from "../../database/window.ts";
import { DAY, type Milliseconds } from "../../vocabulary/units.ts";
import { joinUsage, type UsageDay, usageDayOf } from "./usage-day.ts";
import { type PackedDay, readPackedUsage, readUsed, type UsedAt } from "./usage-table.ts";

/** Gives: everything that sub-sessions which start in the window used, added up. */
export async function readUsage(database: Database, filter: WindowFilter): Promise<UsageDay> {
  const first = Math.ceil(filter.from / DAY);
  const end = Math.max(first, Math.floor(filter.to / DAY));
  const packed = await readPackedUsage(database, { ...filter, from: first, to: end });
  const changed = packed.filter(({ usage }) => usage === null);
  const rows = [
    ...(await readUsed(database, { ...filter, to: Math.min(first * DAY, filter.to) })),
    ...(await readChanged(database, filter, changed)),
    ...(await readUsed(database, { ...filter, from: end * DAY })),
  ];
  return joinUsage([...packed.flatMap(({ usage }) => usage ?? []), ...daysOf(rows)]);
}

/** Gives: the rows of these days; each day is read once, whoever's changed. */
async function readChanged(
  database: Database,
  filter: WindowFilter,
  changed: readonly PackedDay[],
): Promise<UsedAt[]> {
  const names = new Set(changed.map(nameOf));
  const rows: UsedAt[] = [];
  for (const day of new Set(changed.map(({ day }) => day))) {
    const whole = await readUsed(database, { ...filter, from: day * DAY, to: (day + 1) * DAY });
    for (const used of whole) if (names.has(nameOf(placeOf(used)))) rows.push(used);
  }
  return rows;
}

function daysOf(rows: readonly UsedAt[]): UsageDay[] {
  return [...Map.groupBy(rows, (used) => nameOf(placeOf(used))).values()].map(usageDayOf);
}

function placeOf({ developer, startedAt }: { developer: string; startedAt: Milliseconds }) {
  return { developer, day: Math.floor(startedAt / DAY) };
}

function nameOf({ developer, day }: Pick<PackedDay, "developer" | "day">): string {
  return `${day} ${developer}`;
}
