/** Pages of lists in the order of a time and an id, each continued behind the last row of the one before. */
import { type ReferenceExpression, type SelectQueryBuilder, sql } from "kysely";
import type { Instant } from "../vocabulary/units.ts";

/**
 * Orders a list by a time and an id, the newest first, and continues it behind a row.
 *
 * @param order - The columns with the time and the id.
 * @param after - The row behind which the page begins; null for the first page.
 */
export function pageAfter<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: readonly [time: Column<Tables, Table>, id: Column<Tables, Table>],
  after: { at: Instant; id: string } | null,
): SelectQueryBuilder<Tables, Table, Row> {
  const [time, id] = order;
  const ordered = query.orderBy(sql.ref(time), "desc").orderBy(sql.ref(id), "desc");
  if (after === null) return ordered;
  return (
    ordered
      // follows from the next condition, but lets the database jump to the place in the index
      .where(sql.ref<Instant>(time), "<=", after.at)
      .where(sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)}) < (${after.at}, ${after.id})`)
  );
}

type Column<Tables, Table extends keyof Tables> = ReferenceExpression<Tables, Table> & string;
