import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { balance, describeDifferences } from "../../src/books/books.ts";
import { readFigures } from "../../src/books/books-table.ts";
import { canonicalDump } from "../appliance/canonical-dump.ts";
import { readRun, sendAsCaptured } from "../appliance/captured-runs.ts";
import { eventually, type OwnAppliance, startTestAppliance } from "../appliance/running.ts";
import { addDatabase, openAt, openPostgres } from "../database/postgres/open-postgres.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../engines/postgres.ts";
import type { Database } from "../../src/database/open.ts";
import { createLog, describeError } from "../../src/vocabulary/log.ts";
import { holdDatabase } from "../../src/database/serving/hold-database.ts";
import { wholeSchema } from "../whole-schema.ts";
import { isSkipped } from "../skipped.ts";

const RUNS = ["codex-ok", "codex-tool", "codex-fail2", "gemini-tool", "opencode-ok", "qwen-tool", "kilo-ok"];

/** In these runs. */
const SESSIONS = 7;

const found = findPostgres();
const missing = "missing" in found ? found.missing : "";

describe.skipIf(isSkipped(missing === "", missing))("an appliance on PostgreSQL", () => {
  let server: PostgresServer;
  let databaseUrl: string;
  let appliance: OwnAppliance;

  beforeAll(async () => {
    if ("programs" in found) server = await startPostgres(found.programs);
    databaseUrl = await addDatabase(server);
    appliance = await startTestAppliance({ settings: { database: databaseUrl } });
  }, 600_000);

  afterAll(async () => {
    await appliance?.stop();
    await server?.stop();
  });

  test("blames no session and loses nothing while connections break and the server starts again", async () => {
    const database = await addDatabase(server);
    const broken = await startTestAppliance({ settings: { database } });
    const organization = await broken.addOrganization();
    const requests = (await Promise.all(RUNS.map(readRun))).flat();
    const another = await addDatabase(server);
    const absent = database.replace(/\/d[0-9a-f]+/, "/absent");
    let ended = 0;
    for (const request of requests) {
      await sendAsCaptured(broken, request, organization.key);
      ended += await endConnections(server);
    }
    expect(ended).toBeGreaterThan(requests.length);
    await broken.written();
    await server.kill();
    const lines: string[] = [];
    const log = createLog("plain", (line) => lines.push(line));
    const starting = [another, absent].map((url) => startTestAppliance({ settings: { database: url }, log }));
    const outcomes = Promise.all(
      starting.map((each) => each.then((started) => started.stop(), describeError)),
    );
    const waiting = () => lines.filter((line) => line.includes("waiting for a store"));
    await eventually(async () => waiting().length > 1);
    await server.start();
    expect(await outcomes).toEqual([undefined, expect.stringContaining('database "absent" does not exist')]);
    expect(waiting()).toHaveLength(2);
    for (const request of await readRun("gemini-ok")) await sendAsCaptured(broken, request, organization.key);
    await eventually(() => broken.settled().then(() => true));
    const rows = wholeSchema(broken.database);
    expect(await rows.selectFrom("set_aside_sessions").selectAll().execute()).toEqual([]);
    expect(await rows.selectFrom("damaged_frames").selectAll().execute()).toEqual([]);
    expect(describeDifferences(balance(await readFigures(broken.database), null))).toEqual([]);
    expect(await rows.selectFrom("assembled_sessions").selectAll().execute()).toHaveLength(SESSIONS + 1);
    await broken.stop();
  }, 600_000);

  test("and a command that needs the database for itself wait for each other", async () => {
    const take = (url: string) => holdDatabase(openAt(url, "write"), "exclusively");
    const refused = await take(databaseUrl);
    const holders = refused.ok ? [] : refused.problem.map(({ name }) => name);
    expect(holders).toEqual([expect.stringMatching(/^scoring all /)]);
    const free = await addDatabase(server);
    const command = await take(free);
    const lines: string[] = [];
    const log = createLog("plain", (line) => lines.push(line));
    const starting = startTestAppliance({ settings: { database: free }, log });
    await eventually(async () => lines.some((line) => line.includes("waiting for a command")));
    if (command.ok) await command.value.release();
    await (await starting).stop();
  }, 600_000);

  test("makes the same rows of captured sessions as one on SQLite", async () => {
    const local = await startTestAppliance();
    const organization = await local.addOrganization();
    await copyOrganization(local.database, databaseUrl, organization.id);
    const [onSqlite, onPostgres] = await Promise.all([
      rowsOfCaptured(local, organization.key),
      rowsOfCaptured(appliance, organization.key),
    ]);
    await local.stop();
    expect(onSqlite["turns"]?.length).toBeGreaterThan(5);
    expect(onPostgres).toEqual(onSqlite);
  }, 600_000);
});

/** Ends the connections of appliances, whatever they are doing, and returns how many there were. */
async function endConnections(server: PostgresServer): Promise<number> {
  const database = openPostgres(server);
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'scoring all %' and application_name != 'scoring all command'`.execute(
    database,
  );
  await database.destroy();
  return rows.length;
}

/** What rows are called depends on the ids of organizations, keys and developers. */
async function copyOrganization(from: Database, to: string, id: string): Promise<void> {
  const target = openAt(to, "write");
  const organizations = await wholeSchema(from)
    .selectFrom("organizations")
    .selectAll()
    .where("id", "=", id)
    .execute();
  const keys = await wholeSchema(from)
    .selectFrom("keys")
    .selectAll()
    .where("organization_id", "=", id)
    .execute();
  await wholeSchema(target).insertInto("organizations").values(organizations).execute();
  await wholeSchema(target).insertInto("keys").values(keys).execute();
  await target.destroy();
}

async function rowsOfCaptured(appliance: OwnAppliance, key: string): Promise<Record<string, string[]>> {
  for (const run of RUNS)
    for (const request of await readRun(run)) await sendAsCaptured(appliance, request, key);
  await appliance.settled();
  return canonicalDump(appliance.database);
}
