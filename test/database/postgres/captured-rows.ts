/** Rows that a whole run of the program made of captured sessions. */
import { join } from "node:path";
import type { TableShape } from "../../../src/database/columns.ts";
import type { Database } from "../../../src/database/engine.ts";
import { MINUTE } from "../../../src/vocabulary/units.ts";
import { wholeSchema } from "../../whole-schema.ts";
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

/** Adds what captured sessions seldom give: stalls, retries, working hours, a rescore, and values of long work. */
export async function addRareRows(database: Database): Promise<void> {
  const all = wholeSchema(database);
  const { organization, session, developer, sub_session, started_at } = await all
    .selectFrom("metrics")
    .selectAll()
    .orderBy("started_at")
    .executeTakeFirstOrThrow();
  const whose = { organization, session, developer };
  const during = { start_ms: started_at, end_ms: started_at + MINUTE, sub_session };
  const wait = { failed_ms: started_at, recovered_ms: started_at + MINUTE, status: 529, model: "large" };
  const retry = { at: started_at, asked_at: started_at, ended_at: started_at + 1, ending: "error" as const };
  const rescore = {
    id: "rare",
    number: 1,
    reason: "why",
    from_ms: 0,
    to_ms: 1,
    status: "completed" as const,
    organization,
    part_of: "whole",
  };
  const engine = { node: "first", epoch: 1 };
  const times = { started_at: 1, renewed_at: 2, expires_at: 3 };
  const objects = { first_sequence: 1, last_sequence: 1, position: 1, done: 1, total: 1 };
  await all
    .insertInto("active_pieces")
    .values({ ...whose, ...during })
    .execute();
  await all
    .updateTable("turns")
    .set({ active_in: sub_session })
    .where("organization", "=", organization)
    .where("session", "=", session)
    .execute();
  await all
    .insertInto("session_labels")
    .values({ ...whose, name: "team.id", value: "platform" })
    .execute();
  await all
    .insertInto("error_waits")
    .values({ ...whose, ...wait, spend_limit: 0 })
    .execute();
  await all
    .insertInto("retry_prompts")
    .values({ ...whose, ...retry })
    .execute();
  await all
    .insertInto("rescores")
    .values({ ...rescore, ...objects })
    .execute();
  await all
    .insertInto("engine_nodes")
    .values({ ...engine, ...times, url: "http://engine", version: "1" })
    .execute();
  await all
    .insertInto("organization_leases")
    .values({ ...engine, organization })
    .execute();
  await all
    .insertInto("engine_duties")
    .values({ ...engine, duty: "writer" })
    .execute();
  await all
    .updateTable("metrics")
    .set({ crr: 50, qr: 60, tier: "llm" })
    .where("sub_session", "=", sub_session)
    .execute();
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
