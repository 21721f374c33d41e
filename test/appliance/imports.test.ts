/** Imports that begin and end: baselines are learned when they are over. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { batched } from "../../src/demo/batched.ts";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import { newestBaselines } from "../../src/metrics/baselines/baselines-table.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";
import { type OwnAppliance, startTestAppliance, type TestOrganization } from "./running.ts";
import { tuesdayAndWednesday } from "./working-days.ts";

const directory = mkdtempSync(join(tmpdir(), "imports-"));
const now = systemClock();
/** Large batches, because sessions are measured anew after each. */
const settings = { batchMaxMs: 300 };

let appliance: OwnAppliance;
/** One whose import ends, one whose import is broken off, and one that imports nothing. */
let ending: TestOrganization;
let broken: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  appliance = await startTestAppliance({ directory, settings });
  [ending, broken, other] = [
    await appliance.addOrganization(),
    await appliance.addOrganization(),
    await appliance.addOrganization(),
  ];
});
afterAll(async () => {
  await appliance.stop();
  rmSync(directory, { recursive: true, force: true });
});

function ask(method: string, path: string, key?: string): Promise<Response> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return fetch(`${appliance.url}/v1/imports${path}`, { method, headers });
}

async function begin(key: string): Promise<string> {
  const response = await ask("POST", "", key);
  expect(response.status).toBe(201);
  const { id, lapsesAt } = (await response.json()) as { id: string; lapsesAt: string };
  expect(Date.parse(lapsesAt)).toBeGreaterThanOrEqual(now + 10 * MINUTE);
  return id;
}

/** Sends more than thirty tasks that closed long ago. */
async function fill({ key }: TestOrganization): Promise<void> {
  for (const session of generateSessions({ seed: "imports", ...tuesdayAndWednesday(now) }))
    for (const { path, body } of batched(toRequests(session))) await appliance.send(path, body, key);
  await appliance.settled();
}

async function restart(engineClockAheadMs = 0): Promise<void> {
  await appliance.stop();
  appliance = await startTestAppliance({ directory, settings, engineClockAheadMs });
}

async function sourceOf({ id }: TestOrganization): Promise<string> {
  return (await newestBaselines(appliance.database, id)).source;
}

test("an import is its key's own", async () => {
  const [id, colleague] = [await begin(other.key), await other.addKey()];
  expect((await ask("POST", "")).status).toBe(401);
  expect((await ask("DELETE", `/${id}`)).status).toBe(401);
  for (const key of [ending.key, ending.admin, colleague.key])
    expect((await ask("DELETE", `/${id}`, key)).status).toBe(404);
  const ended = await ask("DELETE", `/${id}`, other.key);
  expect([ended.status, await ended.json()]).toEqual([200, { id, ended: true }]);
  expect((await ask("DELETE", `/${id}`, other.key)).status).toBe(404);
});

test("while one goes on nothing is learned, also after a restart; then it is, once", async () => {
  const first = await begin(ending.key);
  const id = await begin(ending.key);
  expect((await ask("DELETE", `/${first}`, ending.key)).status).toBe(404);
  await begin(broken.key);
  for (const organization of [ending, broken]) await fill(organization);
  await restart();
  await fill(other);
  await appliance.learned(other.id);
  expect([await sourceOf(ending), await sourceOf(broken)]).toEqual(["shipped", "shipped"]);
  expect((await ask("DELETE", `/${id}`, ending.key)).status).toBe(200);
  await appliance.learned(ending.id);
  const [learned, same] = [
    await newestBaselines(appliance.database, ending.id),
    await newestBaselines(appliance.database, other.id),
  ];
  expect([learned.version, learned.baselines]).toEqual([1, same.baselines]);
  expect(await sourceOf(broken)).toBe("shipped");
});

test("one that was broken off lapses", async () => {
  await restart(11 * MINUTE);
  await appliance.learned(broken.id);
});
