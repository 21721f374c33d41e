/** The filter that most lists share: one organization, some of its developers, a window of time. */
import { type SelectQueryBuilder, sql, type StringReference } from "kysely";
import { DAY, type Instant } from "../vocabulary/units.ts";

/** Whose rows are wanted, and of which time. */
export interface WindowFilter {
  organization: string;
  /** null for everybody's. */
  developers: readonly string[] | null;
  /** Rows whose time is this or later… */
  from: Instant;
  /** …and before this. */
  to: Instant;
}

interface OwnedRow {
  organization: string;
  developer: string;
}

type OwnedTable<Tables> = {
  [Name in keyof Tables]: Tables[Name] extends OwnedRow ? Name : never;
}[keyof Tables];

/**
 * Leaves the rows that the filter lets through.
 *
 * @remarks Takes the column with the rows' time; with its table's name before it where the query knows
 *   several tables.
 */
export function inWindow<Tables, Table extends OwnedTable<Tables>, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { organization, developers, from, to }: WindowFilter,
  time: StringReference<Tables, Table> & string,
): SelectQueryBuilder<Tables, Table, Row> {
  const table = time.slice(0, time.lastIndexOf(".") + 1);
  const column = <Value>(name: string) => sql.ref<Value>(table + name);
  const at = sql.ref<Instant>(time);
  const inTime = query
    .where(column<string>("organization"), "=", organization)
    .where(at, ">=", from)
    .where(at, "<", to);
  return developers === null ? inTime : inTime.where(column<string>("developer"), "in", developers);
}

/**
 * Returns the parts of a window that are outside these days, the earliest first.
 *
 * @remarks Takes days within it, from 1970 on.
 */
export function gapsBetween(
  days: readonly number[],
  { from, to }: Pick<WindowFilter, "from" | "to">,
): Pick<WindowFilter, "from" | "to">[] {
  const gaps: Pick<WindowFilter, "from" | "to">[] = [];
  let begin = from;
  for (const day of days.toSorted((left, right) => left - right)) {
    if (day * DAY > begin) gaps.push({ from: begin, to: day * DAY });
    begin = (day + 1) * DAY;
  }
  if (begin < to) gaps.push({ from: begin, to });
  return gaps;
}
