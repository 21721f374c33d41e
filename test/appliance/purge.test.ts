/** A person is removed from everywhere while the server runs; a lost database comes back from its objects. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { purgesPath } from "../../src/appliance/layout.ts";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import { rebuild } from "../../src/appliance/rebuild/rebuild.ts";
import { lockForBackup } from "../../src/database/lock.ts";
import type { Database } from "../../src/database/open.ts";
import { selectOrganizations } from "../../src/identity/organizations/table.ts";
import { selectPurges } from "../../src/insights/governance/journal-table.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";
import { balance, describeDifferences } from "../../src/books/books.ts";
import { readFigures } from "../../src/books/books-table.ts";
import { scoring } from "../cli/in-process.ts";
import { canonicalDump } from "./canonical-dump.ts";
import { readRun, sendAsCaptured } from "./captured-runs.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";
import { databasePath, localStores, openDatabaseOf } from "../../src/stores.ts";

const folder = mkdtempSync(join(tmpdir(), "purge-"));
const directory = join(folder, "data");
let appliance: TestAppliance;
let organization: TestOrganization;
let ann = "";
let bob = "";

beforeAll(async () => {
  appliance = await start();
  organization = await appliance.addOrganization();
  ann = (await organization.addKey({ developer: "ann@example.com" })).key;
  bob = (await organization.addKey({ developer: "bob@example.com" })).key;
  for (const request of await readRun("codex-tool")) await sendAsCaptured(appliance, request, ann);
  for (const request of await readRun("gemini-tool")) await sendAsCaptured(appliance, request, bob);
  await appliance.settled();
});

afterAll(async () => {
  await appliance.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** When a purge is begun, whoever reads an old file has ended, and what was under way has arrived. */
function start(): Promise<TestAppliance> {
  return startTestAppliance({ directory, engineClockAheadMs: MINUTE });
}

const quietly = {
  clock: systemClock,
  prices: loadPrices({ pricesFile: null }),
  adopts: false,
  report: () => {},
};

function purge(...more: string[]) {
  return scoring(["purge", "--data-dir", directory, "--org", organization.id, ...more]);
}

async function logsOf(key: string): Promise<{ developer: { email: string | null } }[]> {
  const answer = await appliance.get("/v1/telemetry/logs?from=2000-01-01T00:00:00Z&limit=500", key);
  return ((await answer.json()) as { logs: { developer: { email: string | null } }[] }).logs;
}

async function differences(database: Database): Promise<string[]> {
  return describeDifferences(balance(await readFigures(database), null));
}

async function reading<Value>(work: (database: Database) => Promise<Value>): Promise<Value> {
  const database = openDatabaseOf(localStores(directory), "read");
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

describe("scoring purge", () => {
  test("wants to know whom", async () => {
    expect(await purge()).toMatchObject({ code: 2, err: expect.stringContaining("--developer") });
    const nobody = await purge("--developer", "nobody@example.com");
    expect(nobody).toMatchObject({
      code: 1,
      err: expect.stringMatching(/unknown developer .*: nobody@example\.com/),
    });
  });

  test("counts first, and changes nothing", async () => {
    const before = await canonicalDump(appliance.database);
    const counted = JSON.parse((await purge("--developer", "ann@example.com", "--dry-run", "--json")).out);
    expect(counted).toMatchObject({ dryRun: true, sessions: 1, keys: 1 });
    expect(counted.records).toBeGreaterThan(100);
    expect(await canonicalDump(appliance.database)).toEqual(before);
    expect(existsSync(purgesPath(directory))).toBe(false);
  });

  test("takes a person from a running server's records, rows and names, and leaves everybody else", async () => {
    const bobs = (await logsOf(organization.admin)).filter(
      ({ developer }) => developer.email === "bob@example.com",
    );
    expect((await purge("--developer", "ann@example.com")).code).toBe(0);
    expect(await logsOf(organization.admin)).toHaveLength(bobs.length);
    const left = await appliance.metrics(organization.admin);
    expect(left.map(({ developer }) => developer.email)).toEqual(["bob@example.com"]);
    expect(await differences(appliance.database)).toEqual([]);
    await eventually(
      async () => (await appliance.send("/v1/logs", { resourceLogs: [] }, ann)).status === 401,
    );
    expect((await appliance.send("/v1/logs", { resourceLogs: [] }, bob)).status).toBe(200);
    expect(readFileSync(purgesPath(directory), "utf8")).not.toContain("ann");
    await eventually(async () => (await selectPurges(appliance.database)).every(({ done }) => done));
    expect((await purge("--developer", "ann@example.com")).code).toBe(1);
  });

  test("leaves objects from which a rebuild makes the same rows", async () => {
    const dump = await canonicalDump(appliance.database);
    await appliance.stop();
    await rebuild(localStores(directory), quietly);
    expect(await reading(canonicalDump)).toEqual(dump);
    expect(await reading(differences)).toEqual([]);
    appliance = await start();
  });
});

describe("scoring purge without a server", () => {
  test("says what a backup keeps it from, and the next start does that", async () => {
    const carl = (await organization.addKey({ developer: "carl@example.com" })).key;
    for (const request of await readRun("codex-tool")) await sendAsCaptured(appliance, request, carl);
    await appliance.settled();
    await appliance.stop();
    const backup = lockForBackup(directory);
    const purged = await purge("--developer", "carl@example.com", "--json");
    backup?.release();
    expect(JSON.parse(purged.out)).toMatchObject({ finished: false, sessions: 1 });
    appliance = await start();
    await eventually(async () => (await selectPurges(appliance.database)).every(({ done }) => done));
    const dan = (await organization.addKey({ developer: "dan@example.com" })).key;
    for (const request of await readRun("codex-tool")) await sendAsCaptured(appliance, request, dan);
    await appliance.settled();
    await appliance.stop();
    const whole = await purge("--developer", "dan@example.com", "--json");
    expect(JSON.parse(whole.out)).toMatchObject({ finished: true, sessions: 1 });
    appliance = await start();
  });
});

describe("a database that was lost", () => {
  test("has every record again under its organization after rebuild --adopt", async () => {
    const held = await appliance.held(organization.id);
    await appliance.stop();
    for (const end of ["", "-wal", "-shm"]) rmSync(`${databasePath(directory)}${end}`, { force: true });
    await expect(start()).rejects.toThrow("scoring rebuild --adopt");
    const adopted = await scoring(["rebuild", "--adopt", "--data-dir", directory]);
    expect(adopted).toMatchObject({ code: 0, out: expect.stringContaining("which only a backup has") });
    expect((await reading(selectOrganizations)).map(({ id }) => id)).toContain(organization.id);
    appliance = await start();
    await appliance.settled();
    expect(await appliance.held(organization.id)).toEqual(held);
    expect(await differences(appliance.database)).toEqual([]);
  });
});
