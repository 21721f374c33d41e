/** Copies every row of a database into a new one, checks it, and goes on where an earlier copy was broken off. */
import type { TableShape } from "../columns.ts";
import type { Database } from "../engine.ts";
import { forgetShape, recordShape } from "../table.ts";
import { inTransaction } from "../transaction.ts";
import { copyTable, emptyPrepared, hasRows, sumTable } from "./copied-rows-table.ts";
import { COPYING } from "./half-copied.ts";
import { createMarks, dropMarks, readMarks, saveMark } from "./marks-table.ts";
import { inOrderOfReference } from "./reference-order.ts";
import type { Summed } from "./row-sum.ts";

/** Where the mark of the whole copy says what it is a copy of. */
const SOURCE_MARK = "";

/** What is copied, and whom it says how far it is. */
export interface RowsCopied {
  /** Nobody writes to it, or it is read as of one moment. */
  source: Database;
  target: Database;
  tables: readonly TableShape[];
  /** Hears how many rows of a table were copied or checked just now. */
  report(step: "copied" | "checked", rows: number): void;
}

/** A table that was copied, and what its rows add up to in both databases. */
export interface CopiedTable extends Summed {
  name: string;
}

/** Whether a database can take a copy of that source. */
export type TargetState = "new" | "goes_on" | "of_another_source" | "in_use";

/**
 * Looks at the database that rows are to be copied into.
 *
 * @param identity - Says which source it is, and in which state.
 */
export async function stateOfTarget(target: Database, identity: string): Promise<TargetState> {
  const marks = await readMarks(target);
  if (marks !== null) return marks.get(SOURCE_MARK)?.place === identity ? "goes_on" : "of_another_source";
  const found = await target.introspection.getTables();
  return found.length === 0 ? "new" : "in_use";
}

/** Returns whether a copy into the database was begun and not ended. */
export async function isCopying(target: Database): Promise<boolean> {
  return (await readMarks(target)) !== null;
}

/**
 * Begins a copy, in one step: from then on nothing but the same copy uses the database.
 *
 * @param target - A database without tables.
 * @param prepare - Makes the tables.
 */
export async function beginCopy(
  target: Database,
  { tables, identity }: { tables: readonly TableShape[]; identity: string },
  prepare: (transaction: Database) => Promise<void>,
): Promise<void> {
  await inTransaction(target, "full", async (transaction) => {
    await prepare(transaction);
    // those that others refer to last
    for (const shape of inOrderOfReference(tables).toReversed())
      if (await hasRows(transaction, shape)) await emptyPrepared(transaction, shape);
    await createMarks(transaction);
    await saveMark(transaction, SOURCE_MARK, { place: identity, rows: 0, hash: "0", finished: false });
    await recordShape(transaction, COPYING, 1);
  });
}

/**
 * Copies what is left to copy, and reads all of it back.
 *
 * @throws An exception that names the table whose rows are not what they were.
 */
export async function copyRows(parts: RowsCopied): Promise<CopiedTable[]> {
  const { source, target, report } = parts;
  const ordered = inOrderOfReference(parts.tables);
  const marks = (await readMarks(target)) ?? new Map();
  const copied: CopiedTable[] = [];
  for (const shape of ordered) {
    const copying = { source, target, report: (rows: number) => report("copied", rows) };
    copied.push({ name: shape.name, ...(await copyTable(shape, copying, marks.get(shape.name))) });
  }
  for (const [index, shape] of ordered.entries()) {
    const found = await sumTable(shape, target);
    const expected = copied[index];
    if (found.rows !== expected?.rows || found.hash !== expected.hash)
      throw new Error(
        `the table ${shape.name} has ${found.rows} rows with the sum ${found.hash} after it was copied, and ` +
          `${expected?.rows} with ${expected?.hash} before. Somebody changed one of the two databases meanwhile: ` +
          "empty the new one and begin again",
      );
    report("checked", found.rows);
  }
  return copied;
}

/**
 * Ends a copy: servers may use the database.
 *
 * @param last - What changes with it, in the same transaction.
 */
export async function endCopy(
  target: Database,
  last: (transaction: Database) => Promise<void>,
): Promise<void> {
  await inTransaction(target, "full", async (transaction) => {
    await last(transaction);
    await dropMarks(transaction);
    await forgetShape(transaction, COPYING);
  });
}
