/** Rows that a whole run of the program made of captured sessions. */
import { join } from "node:path";
import type { TableShape } from "../../../src/database/columns.ts";
import type { Database } from "../../../src/database/engine.ts";
import { declareTable, tables } from "../../../src/database/table-shape.ts";
import { readRun, sendAsCaptured } from "../../appliance/captured-runs.ts";
import { startTestAppliance } from "../../appliance/running.ts";

const RUNS = ["codex-ok", "codex-tool", "codex-fail2", "gemini-tool", "opencode-ok", "qwen-tool"];

/** Returns where a database file is that nobody works on. */
export async function captureRows(folder: string): Promise<string> {
  const appliance = await startTestAppliance({ directory: join(folder, "appliance") });
  const organization = await appliance.addOrganization();
  for (const run of RUNS)
    for (const request of await readRun(run)) await sendAsCaptured(appliance, request, organization.key);
  await appliance.settled();
  await appliance.stop();
  return join(appliance.directory, "scoring.db");
}

/** Copies all rows; the tables are there, and empty except for what preparing them wrote. */
export async function copyRows(from: Database, to: Database, shapes: readonly TableShape[]): Promise<void> {
  for (const { name } of inOrderOfReference(shapes)) {
    const shape = declareTable<string, TableShape["columns"]>(name, {});
    const rows = await tables(from, shape).selectFrom(name).selectAll().execute();
    await tables(to, shape).deleteFrom(name).execute();
    for (const row of rows) await tables(to, shape).insertInto(name).values(row).execute();
  }
}

/** Those that others refer to go first. */
function inOrderOfReference(shapes: readonly TableShape[]): TableShape[] {
  const referred = (shape: TableShape) =>
    shapes.some(({ columns }) =>
      Object.values(columns).some(({ refersTo }) => refersTo?.startsWith(`${shape.name}.`)),
    );
  const refers = ({ columns }: TableShape) =>
    Object.values(columns).some(({ refersTo }) => refersTo !== null);
  const rank = (shape: TableShape) => Number(refers(shape)) + Number(!referred(shape));
  return shapes.toSorted((one, other) => rank(one) - rank(other));
}
