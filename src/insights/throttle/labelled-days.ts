/** Days of throttling, as far as they are about sessions with some labels. */
import type { LabelFilter } from "../../database/labels/label-filter.ts";
import { readLabelled } from "../../database/labels/session-labels-table.ts";
import type { Database } from "../../database/open.ts";
import { readOwnedCalls } from "../../turns/latency/call-hours-table.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import { DAY } from "../../vocabulary/units.ts";
import { callsOfDay, countPeople, type DayTrouble } from "./day.ts";

interface TroubledDay {
  day: number;
  trouble: DayTrouble;
}

/**
 * Leaves out what no labelled session had a part in. Trouble is found over everybody's calls all the same: what is
 * usual does not depend on a team.
 */
export async function labelledDays(
  database: Database,
  days: readonly TroubledDay[],
  { organization, labels }: { organization: string; labels: LabelFilter },
): Promise<TroubledDay[]> {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const window = { from: first.day * DAY, to: (last.day + 1) * DAY };
  const calls = await readOwnedCalls(database, { organization, developers: null, labels, ...window });
  const named = days.flatMap(({ trouble }) =>
    [...trouble.episodes, ...trouble.budgetStops].flatMap(({ sessions }) => sessions),
  );
  const labelled = await readLabelled(database, { organization, labels }, [...new Set(named)]);
  const hasPart = ({ sessions }: { sessions: readonly SessionName[] }) =>
    sessions.some((session) => labelled.has(session));
  return days.map(({ day, trouble }) => ({
    day,
    trouble: {
      ...trouble,
      people: countPeople(callsOfDay(calls, day)),
      episodes: trouble.episodes.filter(hasPart),
      budgetStops: trouble.budgetStops.filter(hasPart),
    },
  }));
}
