/** Sessions whose records retention has removed have all their rows in a version whose tables have another shape. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outagesIn } from "../../../src/appliance/outages.ts";
import { prepareDatabase } from "../../../src/appliance/rebuild/forget-derived.ts";
import { measureAll } from "../../../src/appliance/rebuild/rebuild.ts";
import { ALL_TABLES } from "../../../src/appliance/tables.ts";
import type { Database } from "../../../src/database/open.ts";
import { prepareTables, type TableSet } from "../../../src/database/prepare.ts";
import { recordShape, TABLE_SETS } from "../../../src/database/table.ts";
import { tables } from "../../../src/database/table-shape.ts";
import { batched } from "../../../src/demo/batched.ts";
import { generateSessions, toRequests } from "../../../src/demo/generate.ts";
import { readRemaking } from "../../../src/metrics/remaking.ts";
import { saveFormulasVersion } from "../../../src/metrics/formulas-table.ts";
import { markSealed } from "../../../src/normaliser/rescore/sealed-table.ts";
import { localStores, openObjectsOf } from "../../../src/stores.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { expireObject, findDue } from "../../../src/writer/upkeep/expire.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { ThrottledWork, USUAL } from "../../insights/throttle/throttled-work.ts";
import { quietly, writingTo } from "../at-rest.ts";
import { canonicalDump } from "../canonical-dump.ts";
import { readRun, sendAsCaptured } from "../captured-runs.ts";
import { startTestAppliance } from "../running.ts";
import { tuesdayAndWednesday } from "../working-days.ts";

/** Bounds under which every object is due. */
const EVERYTHING = { days: null, maxBytes: 0 };

const SETS: readonly TableSet[] = ALL_TABLES;
const DERIVED = SETS.filter(({ kept }) => !kept);
const FROM_SESSIONS = DERIVED.filter((set) => "shape" in set);
const FROM_RECORDS = DERIVED.filter((set) => "migrations" in set);
/** Who has looked takes its rows away, nothing was set aside, and answers go with their records. */
const EMPTY = new Set(["answer_texts", "closings", "endings", "session_labels", "set_aside_sessions"]);

const folder = mkdtempSync(join(tmpdir(), "sealed-"));
const sealed = join(folder, "sealed");
/** By then nothing changes only because time passes. */
const AHEAD = 100 * DAY;
const measuring = { ...quietly, clock: () => systemClock() + AHEAD };
let dump: Record<string, string[]> = {};
let sessions = 0;

beforeAll(async () => {
  const appliance = await startTestAppliance({ directory: sealed, engineClockAheadMs: AHEAD });
  const { key } = await appliance.addOrganization();
  for (const run of ["codex-ok", "qwen-tool"])
    for (const request of await readRun(run)) await sendAsCaptured(appliance, request, key);
  const failed = new ThrottledWork("failed", "ada@example.com", tuesdayAndWednesday(systemClock()).from)
    .prompt("Explain the build")
    .error(429)
    .pause(30)
    .prompt("Explain it again")
    .call(USUAL)
    .pause(1)
    // asked again soon after its answer
    .prompt("Explain it again")
    .call(USUAL);
  await appliance.send("/v1/logs", failed.body(), key);
  const worked = generateSessions({ seed: "sealed", ...tuesdayAndWednesday(systemClock()) });
  for (const session of worked.slice(0, 12))
    for (const { path, body } of batched(toRequests(session))) await appliance.send(path, body, key);
  await appliance.settled();
  dump = { ...(await canonicalDump(appliance.database)), answer_texts: [] };
  await appliance.stop();
  await writingTo(sealed, async (database) => {
    const parts = { database, objects: openObjectsOf(localStores(sealed)), clock: systemClock };
    for (const due of await findDue(database, EVERYTHING, systemClock())) await expireObject(parts, due);
    sessions = (await wholeSchema(database).selectFrom("sessions").select("session").execute()).length;
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Changes a copy of the directory. */
async function inCopy(name: string, work: (database: Database, directory: string) => Promise<void>) {
  const directory = join(folder, name);
  cpSync(sealed, directory, { recursive: true });
  await writingTo(directory, (database) => work(database, directory));
}

/** Opens a copy of the directory with this version, after a change that makes it another version's. */
function openedAfter(name: string, change: (database: Database) => Promise<void>): Promise<void> {
  return inCopy(name, async (database, directory) => {
    await change(database);
    await prepareDatabase(database);
    // until they are measured, answers are refused
    expect(await readRemaking(database)).toEqual({ records: 0, sessions });
    await measureAll(database, outagesIn(directory)(), measuring);
    expect(await canonicalDump(database)).toEqual(dump);
    expect(await readRemaking(database)).toBeNull();
  });
}

describe("sealed sessions", () => {
  test("are in every table", () => {
    expect(sessions).toBeGreaterThan(10);
    const without = Object.keys(dump).filter((name) => dump[name]?.length === 0);
    expect(without.filter((name) => !EMPTY.has(name))).toEqual([]);
  });

  test.each(FROM_SESSIONS.map(({ name }) => name))(
    "have every row when the shape of %s was another one",
    (name) => openedAfter(name, (database) => recordShape(database, name, 99)),
  );

  test("have every row when a table is new", () =>
    openedAfter("new", async (database) => {
      await database.schema.dropTable("model_spend").execute();
      await tables(database, TABLE_SETS).deleteFrom("table_sets").where("name", "=", "spend").execute();
    }));

  test("are measured by this version's formulas", () =>
    openedAfter("formulas", async (database) => {
      await saveFormulasVersion(database, "2020.1");
      await wholeSchema(database).updateTable("metrics").set({ edits: 99 }).execute();
    }));

  test.each(FROM_RECORDS.map(({ name }) => name))("keep what %s knows when its shape changes", (changed) =>
    inCopy(changed, async (database, directory) => {
      const sets = SETS.map((set) =>
        set.name === changed && "migrations" in set
          ? { ...set, migrations: [...set.migrations, async () => {}] }
          : set,
      );
      expect(await prepareTables(database, sets)).toEqual({ emptied: [changed] });
      await markSealed(database);
      await measureAll(database, outagesIn(directory)(), measuring);
      expect(await canonicalDump(database)).toEqual(dump);
    }),
  );
});
