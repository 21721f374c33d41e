/** The days of work of each developer, of which scores are made. */
import type { Developer } from "../identity/developers/developer.ts";
import { type Columns, gatherRows, startsIn } from "./columns.ts";
import { type EarlierFormulas, versionIn } from "../metrics/version.ts";
import type { WorkDay } from "./days/work-day.ts";
import { type PeriodSpan, touches } from "./periods.ts";

/** One developer's days, in order. */
export interface Work {
  developer: Developer;
  days: WorkDay[];
}

/** By the developers' ids; somebody may have rows under several. */
export function workByDeveloper(
  days: readonly WorkDay[],
  developers: ReadonlyMap<string, Developer>,
): Work[] {
  const work = new Map<string, Work>();
  for (const day of days) {
    const developer = developers.get(day.developer);
    if (developer === undefined) throw new Error(`BUG: metrics of an unknown developer ${day.developer}`);
    const known = work.get(developer.id) ?? { developer, days: [] };
    known.days.push(day);
    work.set(developer.id, known);
  }
  return [...work.values()].sort((left, right) => (left.developer.id < right.developer.id ? -1 : 1));
}

/** Whether any of it starts in the span, counted or not. */
export function hasWorkIn({ days }: Work, span: PeriodSpan): boolean {
  return days.some((day) => touches(day, span) && startsIn(day.block, span));
}

/** Returns the sub-sessions that start in the span, scoreable or not, of the formulas that its numbers come from. */
export function rowsIn({ days }: Work, span: PeriodSpan, earlier: readonly EarlierFormulas[]): Columns {
  const ownDays = days.filter((day) => touches(day, span));
  return gatherRows(
    ownDays.map(({ block }) => block),
    span,
    versionIn(earlier, span),
  );
}
