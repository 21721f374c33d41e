/** Numbers that are given once each, in the order of the transactions that take them, also with several writers. */
import { count, text } from "../columns.ts";
import type { Database } from "../engine.ts";
import type { TableSet } from "../prepare.ts";
import { createTable, declareTable, tables } from "../table-shape.ts";

export const COUNTERS = declareTable("counters", { name: text(), last: count() }, { key: ["name"] });

export const counterTables = {
  name: "counters",
  tables: [COUNTERS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, COUNTERS);
}

/**
 * Takes the next number: another transaction that wants one waits until this one is over.
 *
 * @param name - What is counted.
 * @returns 1 for the first.
 */
export async function takeNumber(transaction: Database, name: string): Promise<number> {
  const { last } = await tables(transaction, COUNTERS)
    .insertInto("counters")
    .values({ name, last: 1 })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((row) => ({ last: row("counters.last", "+", 1) })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}
