import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { canonicalDump } from "../appliance/canonical-dump.ts";
import { readRun, sendAsCaptured } from "../appliance/captured-runs.ts";
import { type OwnAppliance, startTestAppliance } from "../appliance/running.ts";
import { addDatabase, openAt } from "../database/postgres/open-postgres.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../engines/postgres.ts";
import type { Database } from "../../src/database/open.ts";
import { wholeSchema } from "../whole-schema.ts";
import { isSkipped } from "../skipped.ts";

const RUNS = ["codex-ok", "codex-tool", "codex-fail2", "gemini-tool", "opencode-ok", "qwen-tool", "kilo-ok"];

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
  }, 120_000);

  afterAll(async () => {
    await appliance?.stop();
    await server?.stop();
  });

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
  }, 120_000);
});

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
