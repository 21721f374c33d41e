/** Everything derived is made again from the objects and says the same; so it does in whatever order records come. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgetDerived } from "../../../src/appliance/rebuild/forget-derived.ts";
import { rebuild, type RebuildProgress } from "../../../src/appliance/rebuild/rebuild.ts";
import { rescore } from "../../../src/appliance/rebuild/rescore.ts";
import { generateSessions, toRequests } from "../../../src/demo/generate.ts";
import type { DemoRequest } from "../../../src/demo/work/session.ts";
import { lockDirectory } from "../../../src/database/lock.ts";
import type { Database } from "../../../src/database/open.ts";
import { TABLE_SETS } from "../../../src/database/table.ts";
import { tables } from "../../../src/database/table-shape.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { bytesOfSightings, sightingsOfBytes } from "../../../src/normaliser/sightings/sightings-bytes.ts";
import { readRemaking } from "../../../src/metrics/remaking.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { balance, describeDifferences } from "../../../src/books/books.ts";
import { readFigures } from "../../../src/books/books-table.ts";
import { expireObject, findDue } from "../../../src/writer/upkeep/expire.ts";
import { scoring } from "../../cli/in-process.ts";
import { joinAll, quietly, readFrom, writingTo } from "../at-rest.ts";
import { canonicalDump } from "../canonical-dump.ts";
import { eventually, startTestAppliance, type TestAppliance } from "../running.ts";
import { tuesdayAndWednesday } from "../working-days.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { localStores, openObjectsOf } from "../../../src/stores.ts";

/** Bounds under which every object is due. */
const EVERYTHING = { days: null, maxBytes: 0 };

type Sent = DemoRequest & { key: string };

/** Whole servers start and stop here, on a machine that may be busy. */

const folder = mkdtempSync(join(tmpdir(), "rebuild-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with an organization and its keys, and nothing else yet. */
const empty = join(folder, "empty");
/** The same folder after everything was sent in order. */
const served = join(folder, "served");
/** Large batches, because sessions are measured anew after each. */
const settings = { batchMaxMs: 300 };
let requests: Sent[] = [];
let dump: Record<string, string[]> = {};
let admin = "";
let organization = "";
/** What a rebuild said while the directory was served, and the rows after it. */
let whileServed: { refusal: string; dump: typeof dump } = { refusal: "", dump: {} };

beforeAll(async () => {
  const first = await startTestAppliance({ directory: empty });
  requests = await requestsOf(first);
  await first.stop();
  cpSync(empty, served, { recursive: true });
  const appliance = await startTestAppliance({ directory: served, settings });
  await sendAll(appliance, requests);
  await appliance.settled();
  await appliance.learned(organization);
  dump = await canonicalDump(appliance.database);
  const refusal = await rebuild(localStores(served), quietly).then(() => "none", String);
  whileServed = { refusal, dump: await canonicalDump(appliance.database) };
  await appliance.stop();
});

describe("a rebuild", () => {
  test("is refused while the directory is served, and changes nothing", () => {
    expect(whileServed.refusal).toContain(`is served by process ${process.pid} already; stop that one first`);
    expect(whileServed.dump).toEqual(dump);
  });

  test("makes the same rows again, and the books still balance", async () => {
    const told: RebuildProgress[] = [];
    const rebuilt = await rebuild(localStores(served), {
      ...quietly,
      report: (progress) => void told.push(progress),
    });
    expect(await readFrom(served, canonicalDump)).toEqual(dump);
    expect(dump["metrics"]?.length).toBeGreaterThan(30);
    expect(rebuilt.sessions).toBe(dump["assembled_sessions"]?.length ?? 0);
    const { held } = await readFrom(served, readFigures);
    expect(rebuilt.records).toBe(held.records);
    expect(told.at(-1)).toMatchObject({ step: "sessions measured", done: rebuilt.sessions });
    expect(describeDifferences(balance(await readFrom(served, readFigures), null))).toEqual([]);
  });

  test("goes on when the server is started after half of it", async () => {
    const half = join(folder, "half");
    cpSync(served, half, { recursive: true });
    let batches = 0;
    const breakOff = () => {
      batches += 1;
      if (batches === 3) throw new Error("broken off");
    };
    await expect(rebuild(localStores(half), { ...quietly, report: breakOff })).rejects.toThrow("broken off");
    const appliance = await startTestAppliance({ directory: half });
    await appliance.settled();
    expect(await canonicalDump(appliance.database)).toEqual(dump);
    await appliance.stop();
  });
});

describe("a new version with other derived tables", () => {
  test("works their rows out again, also after another start, and answers from them once they are all there", async () => {
    const directory = await copyWith("older", async (database) => {
      const view = tables(database, TABLE_SETS);
      await view.updateTable("table_sets").set({ shape: 99 }).where("name", "=", "metrics").execute();
    });
    await (await startTestAppliance({ directory, settings })).stop();
    const appliance = await startTestAppliance({ directory, settings });
    const path = `/scoring/metrics?from=2000-01-01T00:00:00Z&limit=500`;
    await eventually(async () => {
      const answer = await appliance.get(path, admin);
      if (answer.status === 503) return false;
      // the first answer is whole
      expect(await answer.json()).toMatchObject({ total: dump["metrics"]?.length });
      return true;
    });
    await appliance.settled();
    expect(await canonicalDump(appliance.database)).toEqual(dump);
    expect(describeDifferences(balance(await readFigures(appliance.database), null))).toEqual([]);
    await appliance.stop();
  });
});

describe("objects that are not what they were", () => {
  test("give the same rows after joins", async () => {
    const directory = copyOf(served, "joined");
    await joinAll(directory);
    await rebuild(localStores(directory), quietly);
    expect(await readFrom(directory, canonicalDump)).toEqual(dump);
    await rescore(localStores(directory), { from: 0, to: systemClock() }, quietly);
    expect(await readFrom(directory, canonicalDump)).toEqual(dump);
  });

  test("leave the rows of sessions some of whose records retention has removed", async () => {
    const directory = copyOf(served, "sealed");
    await writingTo(directory, async (database) => {
      const parts = { database, objects: openObjectsOf(localStores(directory)), clock: systemClock };
      for (const due of (await findDue(database, EVERYTHING, systemClock())).slice(0, 3))
        await expireObject(parts, due);
    });
    expect((await readFrom(directory, readFigures)).expired.records).toBeGreaterThan(0);
    await rebuild(localStores(directory), quietly);
    expect(await readFrom(directory, canonicalDump)).toEqual(dump);
    await rescore(localStores(directory), { from: 0, to: systemClock() }, quietly);
    expect(await readFrom(directory, canonicalDump)).toEqual(dump);
    expect(describeDifferences(balance(await readFrom(directory, readFigures), null))).toEqual([]);
  });
});

describe("rows that were thrown away", () => {
  test("are being made again until the last session is measured, and from then on no more", async () => {
    const directory = await copyWith("thrown away", (database) =>
      inTransaction(database, "full", forgetDerived),
    );
    const { records, sessions } = (await readFrom(directory, readRemaking)) ?? {};
    expect(records).toBe((await readFrom(directory, readFigures)).held.records);
    expect(sessions).toBe(0);
    const printed = await scoring(["scores", "--data-dir", directory]);
    expect(printed).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${records?.toLocaleString("en")} records`),
    });
    await rebuild(localStores(directory), quietly);
    expect(await readFrom(directory, readRemaking)).toBeNull();
    expect(await scoring(["scores", "--data-dir", directory])).toMatchObject({ code: 0 });
    await upset(directory);
    expect(await readFrom(directory, readRemaking)).toBeNull();
  });
});

describe("a rescore", () => {
  test("reads the window's records again, and forgets what is not in them any more", async () => {
    const directory = copyOf(served, "rescored");
    await joinAll(directory);
    await upset(directory);
    const { records } = await rescore(localStores(directory), { from: 0, to: systemClock() }, quietly);
    expect(records).toBe((await readFrom(directory, readFigures)).held.records);
    expect(await readFrom(directory, canonicalDump)).toEqual(dump);
    expect(describeDifferences(balance(await readFrom(directory, readFigures), null))).toEqual([]);
  });

  test("is done by the server while it runs, by the next one too if it waits for that", async () => {
    const directory = copyOf(served, "restarted");
    await upset(directory);
    const first = lockDirectory(directory);
    if (!first.ok) throw new Error("somebody serves the copy");
    let looks = 0;
    const done = rescore(
      localStores(directory),
      { from: 0, to: systemClock() },
      { ...quietly, report: () => (looks += 1) },
    );
    await eventually(async () => looks > 1);
    first.value.release();
    const seen = looks;
    await eventually(async () => looks > seen + 2);
    const appliance = await startTestAppliance({ directory, settings });
    await done;
    expect(await canonicalDump(appliance.database)).toEqual(dump);
    await upset(directory);
    await rescore(localStores(directory), { from: 0, to: systemClock() }, quietly);
    expect(await canonicalDump(appliance.database)).toEqual(dump);
    await appliance.stop();
  });

  test("of a window without records examines none", async () => {
    const window = { from: 0, to: Date.UTC(2001, 0, 1) };
    expect(await rescore(localStores(copyOf(served, "elsewhere")), window, quietly)).toEqual({ records: 0 });
  });
});

describe("the same records", () => {
  test.each([
    [
      "in another order, each twice, the second time in other bytes,",
      () => [shuffled(requests.flatMap((one) => [one, inOtherBytes(one)]))],
    ],
    ["the newest first, with a restart in between,", () => cutInHalf(requests.toReversed())],
  ] as const)("%s give the same rows", async (name, partsOf) => {
    const directory = join(folder, name);
    cpSync(empty, directory, { recursive: true });
    let appliance = await startTestAppliance({ directory, settings });
    for (const [place, part] of partsOf().entries()) {
      if (place > 0) {
        await appliance.stop();
        appliance = await startTestAppliance({ directory, settings });
      }
      await sendAll(appliance, part);
    }
    await appliance.settled();
    await appliance.learned(organization);
    expect(await canonicalDump(appliance.database)).toEqual(dump);
    await appliance.stop();
  });
});

/** Two days of eight developers. */
async function requestsOf(appliance: TestAppliance): Promise<Sent[]> {
  const made = await appliance.addOrganization();
  ({ admin, id: organization } = made);
  const keys = new Map<string, string>();
  const sent: Sent[] = [];
  for (const session of generateSessions({ seed: "rebuild", ...tuesdayAndWednesday(systemClock()) })) {
    const developer = session.person.email;
    const key = keys.get(developer) ?? (await made.addKey({ developer })).key;
    keys.set(developer, key);
    sent.push(...toRequests(session).map((request) => ({ ...request, key })));
  }
  return sent.toSorted((one, other) => one.at - other.at);
}

async function sendAll(appliance: TestAppliance, all: readonly Sent[]): Promise<void> {
  for (const { path, body, key } of all) expect((await appliance.send(path, body, key)).status).toBe(200);
}

function inOtherBytes(request: Sent): Sent {
  return { ...request, body: JSON.stringify(request.body, null, 1) };
}

/** The last become the first, then every second one: another order, the same at every run. */
function shuffled<Value>(values: readonly Value[]): Value[] {
  const reversed = values.toReversed();
  return [
    ...reversed.filter((_, index) => index % 2 === 1),
    ...reversed.filter((_, index) => index % 2 === 0),
  ];
}

function cutInHalf<Value>(values: readonly Value[]): Value[][] {
  const half = Math.ceil(values.length / 2);
  return [values.slice(0, half), values.slice(half)];
}

async function copyWith(name: string, change: (database: Database) => Promise<unknown>): Promise<string> {
  const copy = copyOf(served, name);
  await writingTo(copy, async (database) => void (await change(database)));
  return copy;
}

function copyOf(directory: string, name: string): string {
  const copy = join(folder, name);
  cpSync(directory, copy, { recursive: true });
  return copy;
}

/** Half of the sightings are lost, the others are there twice, with other words. */
async function upset(directory: string): Promise<void> {
  await writingTo(directory, async (database) => {
    const view = wholeSchema(database);
    const chunks = await view.selectFrom("sighting_chunks").selectAll().execute();
    await view.deleteFrom("sighting_chunks").execute();
    const wrong = chunks.flatMap((chunk, index) => {
      const sightings = sightingsOfBytes(chunk.sightings).map((sighting) => {
        return { ...sighting, id: `wrong${sighting.id}` };
      });
      return index % 2 === 0 ? [] : [{ ...chunk, sightings: bytesOfSightings(sightings) }];
    });
    for (const chunk of wrong) await view.insertInto("sighting_chunks").values(chunk).execute();
  });
}
