import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { openDatabase } from "../../src/database/open.ts";
import { openFileStore } from "../../src/objects/file-store.ts";
import { listKeys } from "../../src/catalogue/table.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { logs } from "../ingest/bodies.ts";
import { eventually, startTestAppliance, type TestAppliance } from "../appliance/running.ts";

let appliance: TestAppliance;
let key = "";
let organization = "";
const engines: Worker[] = [];
const started: string[] = [];
const warnings: string[] = [];

beforeEach(async () => {
  engines.length = 0;
  warnings.length = 0;
  appliance = await startTestAppliance({
    log: { ...silentLog, warning: (message) => void warnings.push(message) },
    startWorker(name, usual) {
      const worker = usual();
      if (name === "engine") engines.push(worker);
      return worker;
    },
  });
  const made = await appliance.addOrganization();
  key = made.key;
  organization = made.id;
  started.push(appliance.directory);
});

afterEach(() => appliance.stop());
afterAll(() => started.forEach((directory) => rmSync(directory, { recursive: true, force: true })));

async function send(text: string): Promise<void> {
  const sent = await appliance.send("/v1/logs", logs({ body: { stringValue: text } }), key);
  expect(sent.status).toBe(200);
}

/** What is in the object store and is not in the catalogue. */
async function orphans(): Promise<string[]> {
  const listed = new Set(await listKeys(appliance.database));
  const files = await openFileStore(join(appliance.directory, "objects")).list("");
  return files.map((file) => file.key).filter((one) => !listed.has(one));
}

/**
 * Breaks the engine when it has put objects and not yet listed them; `meanwhile` happens before it is started again.
 *
 * The list is refused by a trigger: a lock would hold up every stage, some of them before the writer.
 */
async function breakBetween(meanwhile: () => Promise<void>): Promise<void> {
  const database = openDatabase(join(appliance.directory, "scoring.db"), "write");
  await sql`create trigger refused before insert on objects begin select raise(abort, 'a test'); end`.execute(
    database,
  );
  await send("put before the break");
  await eventually(async () => (await orphans()).length > 0);
  engines.at(-1)?.onmessage?.(new MessageEvent("message", { data: { kind: "broken", reason: "a test" } }));
  await meanwhile();
  await sql`drop trigger refused`.execute(database);
  await database.destroy();
}

describe("an engine that breaks after it put objects and before it listed them", () => {
  test("leaves no file behind when it is started again, although its batches are cut otherwise", async () => {
    await send("first");
    await breakBetween(async () => {
      for (const text of ["second", "third"]) await send(text);
    });
    await eventually(async () => ((await appliance.held(organization)).logs ?? 0) === 4);
    expect(engines).toHaveLength(2);
    expect(await orphans()).toEqual([]);
  });
});

describe("an engine that cannot note when keys were last used", () => {
  test("says so, and goes on", async () => {
    const database = openDatabase(join(appliance.directory, "scoring.db"), "write");
    await sql`create trigger refused before update on keys begin select raise(abort, 'a test'); end`.execute(
      database,
    );
    await database.destroy();
    await send("first");
    // a busy machine may warn of other things, too
    const saidSo = (): string[] => warnings.filter((warning) => warning.startsWith("could not note"));
    await eventually(async () => saidSo().length > 0);
    await send("second");
    await eventually(async () => ((await appliance.held(organization)).logs ?? 0) === 2);
    expect(saidSo()).toEqual(["could not note when keys were last used; it is noted at their next use"]);
    expect(engines).toHaveLength(1);
  });
});
