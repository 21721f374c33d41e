/** What most lists share: one organization, some of its developers, a window of time; and pages by time and id. */
import { type ReferenceExpression, type SelectQueryBuilder, sql, type StringReference } from "kysely";
import { DAY, type Instant } from "../vocabulary/units.ts";
import type { LabelFilter } from "./labels/label-filter.ts";
import { ofLabelled } from "./labels/session-labels-table.ts";

/** Whose rows are wanted, and of which time. */
export interface WindowFilter {
  organization: string;
  /** null for everybody's. */
  developers: readonly string[] | null;
  /** Rows whose time is this or later… */
  from: Instant;
  /** …and before this. */
  to: Instant;
  /** Labels that the rows' sessions have, of tables with a column `session`; null or left out for all sessions. */
  labels?: LabelFilter | null;
}

interface OwnedRow {
  organization: string;
  developer: string;
}

type OwnedTable<Tables> = {
  [Name in keyof Tables]: Tables[Name] extends OwnedRow ? Name : never;
}[keyof Tables];

/**
 * Keeps the rows that the filter selects.
 *
 * @param time - The column with the rows' time, with its table's name before it where the query has several tables.
 */
export function inWindow<Tables, Table extends OwnedTable<Tables>, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { organization, developers, from, to, labels = null }: WindowFilter,
  time: StringReference<Tables, Table> & string,
): SelectQueryBuilder<Tables, Table, Row> {
  const table = time.slice(0, time.lastIndexOf(".") + 1);
  const column = <Value>(name: string) => sql.ref<Value>(table + name);
  const at = sql.ref<Instant>(time);
  let wanted = query
    .where(column<string>("organization"), "=", organization)
    .where(at, ">=", from)
    .where(at, "<", to);
  if (developers !== null) wanted = wanted.where(column<string>("developer"), "in", developers);
  for (const label of labels ?? []) wanted = wanted.where(ofLabelled(organization, `${table}session`, label));
  return wanted;
}

/** Whether days that are kept of everybody answer a question about a window. */
export function isOfEverybody({ developers, labels = null }: WindowFilter): boolean {
  return developers === null && labels === null;
}

/**
 * Returns the parts of a window that are not in the given days, the earliest first.
 *
 * @param days - Days within it, counted from 1970.
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

/**
 * Orders a list by a time and an id, and continues it behind a row.
 *
 * @param order - The columns with the time and the id; the newest is first when no direction is given.
 * @param after - The row behind which the page begins; null for the first page.
 */
export function pageAfter<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: readonly [time: Column<Tables, Table>, id: Column<Tables, Table>, direction?: "asc" | "desc"],
  after: { at: Instant; id: string } | null,
): SelectQueryBuilder<Tables, Table, Row> {
  const [time, id, direction = "desc"] = order;
  const ordered = query.orderBy(sql.ref(time), direction).orderBy(sql.ref(id), direction);
  if (after === null) return ordered;
  const [from, behind] =
    direction === "desc" ? (["<=", sql.raw("<")] as const) : ([">=", sql.raw(">")] as const);
  return (
    ordered
      // follows from the next condition, but lets the database jump to the place in the index
      .where(sql.ref<Instant>(time), from, after.at)
      .where(sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)}) ${behind} (${after.at}, ${after.id})`)
  );
}

type Column<Tables, Table extends keyof Tables> = ReferenceExpression<Tables, Table> & string;
