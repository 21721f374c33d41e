/** Reads who worked on which days, packed or not, for everything that is added up over days. */
import { readDays } from "../../database/days/kept-days-table.ts";
import type { LabelFilter } from "../../database/labels/label-filter.ts";
import type { Database } from "../../database/open.ts";
import { isOfEverybody } from "../../database/window.ts";
import { readScoreInputs, type ScoreInputRow } from "../../metrics/table.ts";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import { blockOfRows, KEPT_WORK } from "./pack-days.ts";
import { recentDays } from "./keep-recent-days.ts";
import type { WorkDay } from "./work-day.ts";

/** Whose days are requested, and which. */
export interface WorkFilter {
  organization: string;
  /** null for everybody's. */
  developers: readonly string[] | null;
  /** Labels of their sessions; null or left out for all sessions. */
  labels?: LabelFilter | null;
  from: Instant;
  to: Instant;
}

/** Returns whole days that the window touches, by day, then developer. */
export function readWorkDays(database: Database, filter: WorkFilter): Promise<readonly WorkDay[]> {
  const { organization, from, to } = filter;
  const window = { firstDay: Math.floor(from / DAY), lastDay: Math.ceil(to / DAY) - 1 };
  if ((filter.labels ?? null) !== null) return readLabelled(database, filter, window);
  const read = () => readWork(database, filter, window);
  if (!isOfEverybody(filter)) return read();
  return recentDays(database, { organization, ...window }, read);
}

/** What is kept of a day is of all sessions, so all of it is read from the rows. */
async function readLabelled(
  database: Database,
  { organization, developers, labels = null }: WorkFilter,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): Promise<readonly WorkDay[]> {
  const window = { from: firstDay * DAY, to: (lastDay + 1) * DAY };
  const filter = { organization, developers, labels, sessions: null, ...window };
  const rows = await readScoreInputs(database, filter);
  return [...Map.groupBy(rows, (row) => nameOf(row.developer, dayOf(row))).values()]
    .flatMap((ofDay) => {
      const [first] = ofDay;
      return first === undefined
        ? []
        : [{ developer: first.developer, day: dayOf(first), block: blockOfRows(ofDay) }];
    })
    .toSorted((left, right) => left.day - right.day || (left.developer < right.developer ? -1 : 1));
}

async function readWork(
  database: Database,
  filter: WorkFilter,
  window: { firstDay: number; lastDay: number },
): Promise<readonly WorkDay[]> {
  const { organization, developers } = filter;
  const range = { organization, developers, from: window.firstDay, to: window.lastDay + 1 };
  const days = await readDays(database, KEPT_WORK, range);
  const open = new Set(days.flatMap(({ day, kept }) => (kept === null ? [day] : [])));
  const unpacked = await readUnpacked(database, filter, open);
  const work = days.map(({ developer, day, kept }) => ({
    developer,
    day,
    block: kept ?? blockOfRows(unpacked.get(nameOf(developer, day)) ?? []),
  }));
  // a day whose work is gone stays listed until it is packed
  return work.filter(({ block }) => block.rows > 0);
}

/** Returns the rows of the days, by developer and day. */
async function readUnpacked(
  database: Database,
  { organization, developers }: WorkFilter,
  days: ReadonlySet<number>,
): Promise<Map<string, ScoreInputRow[]>> {
  const rows: ScoreInputRow[] = [];
  for (const day of days) {
    const window = { from: day * DAY, to: (day + 1) * DAY };
    const more = await readScoreInputs(database, { organization, developers, sessions: null, ...window });
    for (const row of more) rows.push(row);
  }
  return Map.groupBy(rows, (row) => nameOf(row.developer, dayOf(row)));
}

function dayOf({ started_at }: ScoreInputRow): number {
  return Math.floor(started_at / DAY);
}

function nameOf(developer: string, day: number): string {
  return `${developer} ${day}`;
}
