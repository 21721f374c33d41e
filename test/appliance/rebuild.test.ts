/** Everything derived is made again from the objects and says the same; so it does in whatever order records come. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databasePath } from "../../src/appliance/layout.ts";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import { rebuild, type RebuildProgress } from "../../src/appliance/rebuild.ts";
import { generateSessions, toRequests } from "../../src/cli/demo/generate.ts";
import type { DemoRequest } from "../../src/cli/demo/session.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { balance, describeDifferences } from "../../src/writer/books.ts";
import { readFigures } from "../../src/writer/books-table.ts";
import { canonicalDump } from "./canonical-dump.ts";
import { startTestAppliance, type TestAppliance } from "./running.ts";

type Sent = DemoRequest & { key: string };

const folder = mkdtempSync(join(tmpdir(), "rebuild-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with an organization and its keys, and nothing else yet. */
const empty = join(folder, "empty");
/** The same folder after everything was sent in order. */
const served = join(folder, "served");
let requests: Sent[] = [];
let dump: Record<string, string[]> = {};

beforeAll(async () => {
  const first = await startTestAppliance({ directory: empty });
  requests = await requestsOf(first);
  await first.stop();
  cpSync(empty, served, { recursive: true });
  const appliance = await startTestAppliance({ directory: served });
  await sendAll(appliance, requests);
  await appliance.settled();
  dump = await canonicalDump(appliance.database);
  await appliance.stop();
}, 60_000);

describe("a rebuild", () => {
  test("is refused while the directory is served, and changes nothing", async () => {
    const appliance = await startTestAppliance({ directory: served });
    await expect(rebuild(served, quietly)).rejects.toThrow(
      `is served by process ${process.pid} already; stop that one first`,
    );
    expect(await canonicalDump(appliance.database)).toEqual(dump);
    await appliance.stop();
  });

  test("makes the same rows again, and the books still balance", async () => {
    const told: RebuildProgress[] = [];
    const rebuilt = await rebuild(served, {
      ...quietly,
      tell: (progress) => void told.push(progress),
    });
    expect(await readFrom(served, canonicalDump)).toEqual(dump);
    expect(dump["metrics"]?.length).toBeGreaterThan(50);
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
    await expect(rebuild(half, { ...quietly, tell: breakOff })).rejects.toThrow("broken off");
    const appliance = await startTestAppliance({ directory: half });
    await appliance.settled();
    expect(await canonicalDump(appliance.database)).toEqual(dump);
    await appliance.stop();
  });
});

describe("the same records", () => {
  test.each([
    ["in another order", () => [shuffled(requests)]],
    [
      "each twice, the second time in other bytes",
      () => [requests.flatMap((one) => [one, inOtherBytes(one)])],
    ],
    ["the newest first, with restarts in between", () => cutInThree(requests.toReversed())],
  ] as const)(
    "%s give the same rows",
    async (name, partsOf) => {
      const directory = join(folder, name);
      cpSync(empty, directory, { recursive: true });
      for (const part of partsOf()) {
        const appliance = await startTestAppliance({ directory });
        await sendAll(appliance, part);
        await appliance.stop();
      }
      const appliance = await startTestAppliance({ directory });
      await appliance.settled();
      expect(await canonicalDump(appliance.database)).toEqual(dump);
      await appliance.stop();
    },
    60_000,
  );
});

const quietly = {
  clock: systemClock,
  prices: loadPrices({ pricesFile: null }),
  adopts: false,
  tell: () => {},
};

/** Three days of eight developers, over for more than a day, so that nothing is left that the clock would change. */
async function requestsOf(appliance: TestAppliance): Promise<Sent[]> {
  const organization = await appliance.addOrganization();
  const now = systemClock();
  const keys = new Map<string, string>();
  const sent: Sent[] = [];
  for (const session of generateSessions({ seed: "rebuild", from: now - 5 * DAY, to: now - 2 * DAY })) {
    const developer = session.person.email;
    const key = keys.get(developer) ?? (await organization.addKey({ developer })).key;
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

function cutInThree<Value>(values: readonly Value[]): Value[][] {
  const length = Math.ceil(values.length / 3);
  return [0, 1, 2].map((part) => values.slice(part * length, (part + 1) * length));
}

async function readFrom<Value>(
  directory: string,
  read: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = openDatabase(databasePath(directory), "read");
  try {
    return await read(database);
  } finally {
    await database.destroy();
  }
}
