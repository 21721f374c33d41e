/** Reads what was counted in a window: whole days as they are kept, all else row by row. */
import { daysIn, readKeptDays } from "../../database/days/kept-days-table.ts";
import type { Database } from "../../database/open.ts";
import { gapsBetween, isOfEverybody, type WindowFilter } from "../../database/window.ts";
import { DAY } from "../../vocabulary/units.ts";
import { KEPT_USAGE } from "../usage/usage-days-table.ts";
import { readTallies, type TallyAt } from "../usage/usage-table.ts";
import { addTally, type Tally } from "./tally.ts";
import { addUp, type Cut, type TallyDay } from "./tally-day.ts";

/** The tallies of a UTC day, or of the part of it that is in a window. */
export interface DatedTallies {
  day: number;
  tallies: TallyDay;
}

/**
 * Returns the tallies of sub-sessions that start in the window, the earliest day first.
 *
 * @param cuts - Those that are asked of the days.
 */
export async function readTallyDays(
  database: Database,
  filter: WindowFilter,
  cuts: readonly Cut[],
): Promise<DatedTallies[]> {
  // days hold everybody's work; rows of one person or label are few
  if (!isOfEverybody(filter)) return datedOf(await readTallies(database, filter), cuts);
  const first = Math.ceil(filter.from / DAY);
  const end = Math.max(first, Math.floor(filter.to / DAY));
  const days = { organization: filter.organization, from: first, to: end };
  const kept = daysIn(await readKeptDays(database, KEPT_USAGE, days));
  const dated = kept.map(([day, tallies]): DatedTallies => ({ day, tallies }));
  const gaps = gapsBetween(
    kept.map(([day]) => day),
    filter,
  );
  for (const gap of gaps) dated.push(...datedOf(await readTallies(database, { ...filter, ...gap }), cuts));
  return dated.toSorted((left, right) => left.day - right.day);
}

/** Rows of a label come in no order. */
function datedOf(rows: readonly TallyAt[], cuts: readonly Cut[]): DatedTallies[] {
  const byDay = Map.groupBy(rows, ({ startedAt }) => Math.floor(startedAt / DAY));
  return [...byDay]
    .toSorted(([left], [right]) => left - right)
    .map(([day, ofDay]) => ({ day, tallies: addUp(ofDay, cuts) }));
}

/** What was counted under one name, and the ids of the people whose it was. */
export interface NamedSum {
  tally: Tally;
  people: Set<string>;
}

/** Adds up days by name. */
export class TallySums {
  readonly byName = new Map<string | null, NamedSum>();

  /** @param personOf - Whose work the rows of an id are: developers can be merged. */
  constructor(private readonly personOf: (id: string) => string) {}

  /** Adds the rows of a day, under their names or under one that is given. */
  add(tallies: TallyDay, cut: Cut, under?: string): void {
    const people = tallies.developers().map(this.personOf);
    for (const [name, tally, whose] of tallies.rows(cut)) {
      const sum = this.sumOf(under ?? this.nameIn(cut, name), tally);
      for (const place of whose) sum.people.add(people[place] ?? "");
    }
  }

  private nameIn(cut: Cut, name: string | null): string | null {
    return cut === "developer" && name !== null ? this.personOf(name) : name;
  }

  private sumOf(name: string | null, tally: Tally): NamedSum {
    const known = this.byName.get(name);
    if (known !== undefined) {
      addTally(known.tally, tally);
      return known;
    }
    const sum = { tally: [...tally], people: new Set<string>() };
    this.byName.set(name, sum);
    return sum;
  }
}
