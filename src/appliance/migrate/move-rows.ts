/** Moves the rows of an appliance into another database. */
import type { TableShape } from "../../database/columns.ts";
import { countRows } from "../../database/copying/copied-rows-table.ts";
import {
  beginCopy,
  type CopiedTable,
  copyRows,
  endCopy,
  stateOfTarget,
  type TargetState,
} from "../../database/copying/copy-rows.ts";
import { leaseTables } from "../../database/leases/leases-table.ts";
import type { Database } from "../../database/open.ts";
import { prepareDatabase } from "../rebuild/forget-derived.ts";
import type { Report } from "../backup/parts.ts";
import { ALL_TABLES } from "../tables.ts";

/** Every table that is moved: all but those that say which engines run now. */
export const TABLES: readonly TableShape[] = ALL_TABLES.filter(
  ({ name }) => name !== leaseTables.name,
).flatMap<TableShape>((set) => set.tables);

/** From where to where rows go. */
export interface RowsMoved {
  source: Database;
  target: Database;
  /** See `identityOf`. */
  identity: string;
  /** What the target is called. */
  place: string;
  report(step: "copied" | "checked", rows: number): void;
}

/**
 * Copies all rows and checks them; broken off, the next call goes on. `endCopy` ends it.
 *
 * @returns Every table with its rows.
 * @throws An exception that says what to do.
 */
export async function moveRows(moved: RowsMoved): Promise<CopiedTable[]> {
  const { source, target, identity, report } = moved;
  const state = await requireFree(moved);
  if (state === "new")
    await beginCopy(target, { tables: TABLES, identity }, (transaction) => prepareDatabase(transaction));
  return copyRows({ source, target, tables: TABLES, report });
}

/**
 * Copies all rows into a new database at once.
 *
 * @param source - It is read as of one moment.
 */
export async function copyWhole(source: Database, target: Database, report: Report): Promise<void> {
  const identity = "a snapshot";
  await beginCopy(target, { tables: TABLES, identity }, (transaction) => prepareDatabase(transaction));
  let total = 0;
  for (const shape of TABLES) total += await countRows(source, shape);
  let done = 0;
  const show = (_: string, rows: number): void => {
    done += rows;
    report("copying the database", done / (2 * total));
  };
  await copyRows({ source, target, tables: TABLES, report: show });
  await endCopy(target, async () => {});
}

/**
 * Looks whether the target takes these rows.
 *
 * @throws An exception that says what to do.
 */
export async function requireFree({
  target,
  identity,
  place,
}: Pick<RowsMoved, "target" | "identity" | "place">): Promise<TargetState> {
  const state = await stateOfTarget(target, identity);
  if (state === "in_use")
    throw new Error(
      `${place} has tables already, and a migration writes over nothing: name a new database (createdb NAME), or ` +
        "empty this one (drop schema public cascade; create schema public)",
    );
  if (state === "of_another_source")
    throw new Error(
      `${place} holds half of a migration from another directory, or of this one before it was served or changed ` +
        "again: empty that database (drop schema public cascade; create schema public), and begin again",
    );
  return state;
}
