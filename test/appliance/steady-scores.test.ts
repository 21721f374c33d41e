/** Scores that hold still: the same records end in the same scores, however they came, and nobody presses a button. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rebuild } from "../../src/appliance/rebuild/rebuild.ts";
import { rescore } from "../../src/appliance/rebuild/rescore.ts";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import { DEVELOPERS } from "../../src/demo/work/habits.ts";
import type { DemoRequest } from "../../src/demo/work/session.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY, type Milliseconds } from "../../src/vocabulary/units.ts";
import { quietly, readFrom } from "./at-rest.ts";
import { canonicalDump } from "./canonical-dump.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";
import { localStores } from "../../src/stores.ts";

const folder = mkdtempSync(join(tmpdir(), "steady-scores-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const today = Math.floor(systemClock() / DAY) * DAY;
const monday = today - 12 * DAY - ((new Date(today - 12 * DAY).getUTCDay() + 6) % 7) * DAY;
/**
 * Days that have been over for some, so that the clock changes nothing any more. They begin with a whole working week,
 * on whatever day this runs: its work is enough to learn baselines from.
 */
const WINDOW = { from: monday, to: monday + 9 * DAY };

type Sent = DemoRequest & { developer: string };

const requests: Sent[] = generateSessions({ seed: "steady", developers: DEVELOPERS.slice(0, 4), ...WINDOW })
  .flatMap((session) =>
    toRequests(session).map((request) => ({ ...request, developer: session.person.email })),
  )
  .toSorted((one, other) => one.at - other.at);

const half = requests.findIndex(({ at }) => at > WINDOW.from + 5 * DAY);

let appliance: TestAppliance;
/** An organization with the keys that its developers send with. */
interface Sending extends TestOrganization {
  keys: ReadonlyMap<string, string>;
}

let atOnce: Sending;
let newestFirst: Sending;
/** Gets the second half of the records when it has learned from the first. */
let slow: Sending;

beforeAll(async () => {
  // large batches, because sessions are measured anew after each
  appliance = await startTestAppliance({ directory: folder, settings: { batchMaxMs: 300 } });
  atOnce = await addOrganization();
  newestFirst = await addOrganization();
  slow = await addOrganization();
  await Promise.all([
    sendAll(atOnce, requests),
    sendAll(newestFirst, requests.toReversed()),
    sendAll(slow, requests.slice(0, half)),
  ]);
  await appliance.settled();
  for (const { id } of [atOnce, newestFirst, slow]) await appliance.learned(id);
});

/** Makes one with a key for each developer. */
async function addOrganization(): Promise<Sending> {
  const made = await appliance.addOrganization();
  const keys = new Map<string, string>();
  for (const developer of new Set(requests.map((request) => request.developer)))
    keys.set(developer, (await made.addKey({ developer })).key);
  return { ...made, keys };
}

async function sendAll({ keys }: Sending, all: readonly Sent[]): Promise<void> {
  for (const { path, body, developer } of all)
    expect((await appliance.send(path, body, keys.get(developer) ?? "")).status).toBe(200);
}

const iso = (at: Milliseconds) => new Date(at).toISOString();
const ASKED = `from=${iso(WINDOW.from)}&to=${iso(WINDOW.to)}`;

interface ScoreRow {
  developer: { name: string };
}

/** Everybody's scores, inputs and intervals, without the ids that differ between organizations. */
async function scoresOf({ key }: TestOrganization): Promise<unknown[]> {
  const answer = await appliance.get(`/scoring/scores?${ASKED}&period=week`, key);
  const { scores } = (await answer.json()) as { scores: ScoreRow[] };
  return scores
    .map(({ developer, ...row }) => ({ name: developer.name, ...row }))
    .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}

async function baselinesOf({ key }: TestOrganization): Promise<object> {
  return (await (await appliance.get("/scoring/baselines", key)).json()) as object;
}

/** Sets baselines, and puts them on everything. */
async function putBaselines({ admin }: TestOrganization, baselines: object): Promise<void> {
  const headers = { authorization: `Bearer ${admin}`, "content-type": "application/json" };
  const put = { method: "PUT", headers, body: JSON.stringify(baselines) };
  expect((await fetch(`${appliance.url}/scoring/baselines`, put)).status).toBe(200);
  const window = { from: iso(WINDOW.from - 9 * DAY), to: iso(today + DAY) };
  const asked = await appliance.send("/scoring/metrics/recompute", window, admin);
  const { id } = (await asked.json()) as { id: string };
  await eventually(async () => {
    const answer = await appliance.get(`/scoring/metrics/recompute/${id}`, admin);
    return ((await answer.json()) as { status: string }).status === "completed";
  });
}

describe("the same records", () => {
  test("are held against what was learned from them, the earliest work too", async () => {
    const rows = await appliance.metrics(atOnce.key);
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter(({ baselineVersion }) => baselineVersion === 0)).toEqual([]);
    expect((await scoresOf(atOnce)).length).toBeGreaterThan(6);
  });

  test("are held against the first version when they come slowly, also those that come after it was learned", async () => {
    const versions = async () =>
      new Set((await appliance.metrics(slow.key)).map(({ baselineVersion }) => baselineVersion));
    expect(await versions()).toEqual(new Set([1]));
    const first = await baselinesOf(slow);
    await sendAll(slow, requests.slice(half));
    await appliance.settled();
    await appliance.learned(slow.id);
    expect(await versions()).toEqual(new Set([1]));
    expect(await baselinesOf(slow)).toEqual(first);
    // it was learned from what had closed by then; against the same baselines the scores are the same
    await putBaselines(slow, await baselinesOf(atOnce));
    expect(await scoresOf(slow)).toEqual(await scoresOf(atOnce));
  });

  test("end in the same scores when the newest come first", async () => {
    expect(await scoresOf(newestFirst)).toEqual(await scoresOf(atOnce));
  });

  test("keep them through a rebuild and a rescore", async () => {
    const scores = await scoresOf(atOnce);
    const dump = await canonicalDump(appliance.database);
    await appliance.stop();
    await rebuild(localStores(folder), quietly);
    expect(await readFrom(folder, canonicalDump)).toEqual(dump);
    await rescore(localStores(folder), { from: 0, to: systemClock() }, quietly);
    expect(await readFrom(folder, canonicalDump)).toEqual(dump);
    appliance = await startTestAppliance({ directory: folder });
    expect(await scoresOf(atOnce)).toEqual(scores);
    await appliance.stop();
  });
});
