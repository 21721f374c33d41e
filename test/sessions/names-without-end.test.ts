/** Telemetry whose names of people and models have no end, as one key may send it. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import { readRightsizing } from "../../src/insights/rightsizing/read-rightsizing.ts";
import { listThrottle } from "../../src/insights/throttle/list-throttle.ts";
import { pageThrottle } from "../../src/insights/throttle/page-throttle.ts";
import type { ThrottlePage } from "../../src/insights/throttle/throttle-answer.ts";
import { findDirty } from "../../src/normaliser/dirty-table.ts";
import { Measurer } from "../../src/sessions/measurer.ts";
import { listSpend, pageSpend } from "../../src/spend/list-spend.ts";
import type { SpendPage } from "../../src/spend/spend-answer.ts";
import { listCoverage } from "../../src/turns/coverage/list-coverage.ts";
import { listLatency } from "../../src/turns/latency/list-latency.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { DAY, HOUR } from "../../src/vocabulary/units.ts";
import { Holding, logsBody, type Said } from "../writer/upkeep/holding.ts";

const prices = loadPrices({ pricesFile: null });

let holding: Holding;
let organization: string;
let warnings: string[];
beforeEach(async () => {
  holding = await Holding.open();
  warnings = [];
  organization = await holding.addOrganization();
});
afterEach(() => holding.close());

async function sendAndMeasure(records: readonly Said[]): Promise<void> {
  const sender = { organizationId: organization, keyId: "key-1" };
  await holding.write([logsBody(records, { "service.name": "claude-code" })], sender);
  await holding.examine();
  const { database } = holding;
  const log = { ...silentLog, warning: (message: string) => void warnings.push(message) };
  const measurer = new Measurer({ database, clock: () => holding.now, prices, outages: () => [], log });
  while ((await measurer.round()).more || (await findDirty(database, 1)).length > 0);
}

function window() {
  const scope = { organizationId: organization, onlyDeveloper: null };
  return { scope, from: holding.now - DAY, to: holding.now + DAY, developer: null };
}

describe("1,000 people of one key", () => {
  test("are 200 developers and the key, and the log says so once", async () => {
    const records = Array.from({ length: 1_000 }, (_, person): Said => {
      const attributes = {
        "event.name": "user_prompt",
        prompt: "Add a page, please.",
        "user.email": `p${person}@example.com`,
      };
      return { session: `s-${person}`, at: holding.now - HOUR, text: "a prompt", attributes };
    });
    await sendAndMeasure(records);
    const { rows } = await sql<{ source: string; developers: number }>`
      select source, count(*) as developers from developers group by source order by source`.execute(
      holding.database,
    );
    expect(rows).toEqual([
      { source: "key", developers: 1 },
      { source: "telemetry", developers: 200 },
    ]);
    expect(warnings).toHaveLength(1);
    const turns = await sql<{ turns: number }>`select count(*) as turns from turns`.execute(holding.database);
    expect(turns.rows).toEqual([{ turns: 1_000 }]);
  });
});

describe("1,000 models of one key", () => {
  beforeEach(async () => {
    const records = Array.from({ length: 1_000 }, (_, model): Said => {
      const attributes = {
        "event.name": "api_request",
        model: `model-${model}`,
        input_tokens: "10",
        output_tokens: "10",
        duration_ms: "1000",
      };
      return { session: "s-1", at: holding.now - HOUR + model, text: "a call", attributes };
    });
    await sendAndMeasure(records);
  });

  test("are 200 and the others in each list, and every call is counted", async () => {
    const { database, now } = holding;
    const spend = await listSpend(database, window());
    const latency = await listLatency(database, { ...window(), model: null });
    const throttle = await listThrottle(database, window());
    const rightsizing = await readRightsizing(database, { ...window(), now }, prices);
    for (const models of [spend, latency, throttle.models, rightsizing.models, rightsizing.unpricedModels]) {
      expect(new Set(models.map(({ model }) => model)).size).toBe(201);
      expect(models.find(({ model }) => model === "other")?.calls).toBe(800);
      expect(models.reduce((sum, { calls }) => sum + calls, 0)).toBe(1_000);
    }
    const asked = await listLatency(database, { ...window(), model: "model-7" });
    expect(asked.map(({ model, calls }) => [model, calls])).toEqual([["model-7", 1]]);
  });

  test("are all on the pages of what was spent, each once", async () => {
    const seen: (string | null)[] = [];
    for (let page: SpendPage | null = null; page === null || page.next !== null;) {
      page = await pageSpend(holding.database, { ...window(), limit: 300, after: page?.next ?? null });
      expect(page).toMatchObject({ calls: 1_000, unpricedCalls: 1_000, costUsd: 0, total: 1_000 });
      const later = page.models.find(({ model }) => model === "other")?.calls ?? 0;
      seen.push(...page.models.map(({ model }) => model).filter((model) => model !== "other"));
      expect(seen.length + later).toBe(1_000);
    }
    expect(new Set(seen).size).toBe(1_000);
  });

  test("are the calls of one session of one agent", async () => {
    const coverage = await listCoverage(holding.database, window());
    expect(coverage.map(({ agent, sessions }) => [agent, sessions])).toEqual([["claude-code", 1]]);
  });
});

test("1,000 models that each refused a call are 200 events and one an hour of the others", async () => {
  const records = Array.from({ length: 1_000 }, (_, number): Said[] => {
    const [model, at] = [`model-${number}`, holding.now - 9 * HOUR + number * 30_000];
    const refused = { "event.name": "api_error", model, status_code: "429", attempt: "1", duration_ms: "10" };
    const worked = { "event.name": "api_request", model, input_tokens: "10", duration_ms: "1000" };
    return [
      { session: "s-1", at, text: "an error", attributes: refused },
      { session: "s-1", at: at + 20_000, text: "a call", attributes: worked },
    ];
  });
  await sendAndMeasure(records.flat());
  const { events, models, summary } = await listThrottle(holding.database, window());
  expect(await eventsOfPages(90)).toEqual(events.map(({ id }) => id));
  const others = events.filter(({ model }) => model === "other");
  expect(events).toHaveLength(200 + others.length);
  expect(others.length).toBeLessThan(11);
  expect(summary.episodes).toBe(events.length);
  const waitsOf = (some: typeof events) =>
    some.reduce((sum, { evidence }) => sum + (evidence.kind === "error" ? evidence.waits : 0), 0);
  expect([waitsOf(others), waitsOf(events)]).toEqual([800, 1_000]);
  expect(models).toHaveLength(201);
  expect(models.reduce((sum, { calls }) => sum + calls, 0)).toBe(2_000);
});

/** Returns the ids of all pages, one after the other. */
async function eventsOfPages(limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page: ThrottlePage | null = null; page === null || page.next !== null;) {
    page = await pageThrottle(holding.database, { ...window(), limit, after: page?.next ?? null });
    expect(page.events.length).toBeLessThanOrEqual(limit);
    expect(page.summary.episodes).toBeGreaterThan(200);
    ids.push(...page.events.map(({ id }) => id));
  }
  return ids;
}
