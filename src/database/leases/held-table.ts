/** Which organizations are this engine's work, where several share a database. */
import { type Kysely, type RawBuilder, sql, type SqlBool } from "kysely";
import { tenureOf } from "./turn-table.ts";

/** A query that takes one more condition. */
interface Conditional {
  where(condition: RawBuilder<SqlBool>): unknown;
}

/**
 * Returns what limits a query that looks for work to the organizations of this engine; for `$call`.
 *
 * @param column - The query's column with the organization.
 * @returns The same query where the database has one engine.
 */
export function heldHere(database: Kysely<never>, column: string) {
  const tenure = tenureOf(database);
  return <Query extends Conditional>(query: Query): Query =>
    tenure === null ? query : (query.where(isHeld(column, tenure.epoch)) as Query);
}

function isHeld(column: string, epoch: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} in (select organization from organization_leases where epoch = ${epoch})`;
}

/**
 * Returns those that are this engine's work; all of them where the database has one engine.
 *
 * @param organizationOf - Returns the id of the organization that one belongs to.
 */
export async function onlyHeld<Of>(
  database: Kysely<never>,
  all: readonly Of[],
  organizationOf: (of: Of) => string,
): Promise<readonly Of[]> {
  const tenure = tenureOf(database);
  if (tenure === null || all.length === 0) return all;
  const { rows } = await sql<{ organization: string }>`select organization from organization_leases
    where epoch = ${tenure.epoch}`.execute(database);
  const held = new Set(rows.map(({ organization }) => organization));
  return all.filter((of) => held.has(organizationOf(of)));
}
