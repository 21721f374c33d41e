/** A session of so many prompts that it is kept in parts, each measured separately. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import { findDirty } from "../../src/normaliser/dirty-table.ts";
import { findSessionNames } from "../../src/normaliser/table.ts";
import { Measurer } from "../../src/sessions/measurer.ts";
import { SECOND } from "../../src/vocabulary/units.ts";
import { Holding, logsBody, type Said } from "../writer/upkeep/holding.ts";
import { agentSessionId, idIn } from "../../src/vocabulary/held-name.ts";

const PROMPTS = 4_000;
const A_BODY = 2_000;

/** What each test works on: a copy of what was sent, or of what was measured then. */
let holding: Holding;
let sent: Holding;
let measured: Holding;
let organization: string;

beforeAll(async () => {
  holding = sent = await Holding.open();
  organization = await holding.addOrganization();
  for (let first = 0; first < PROMPTS; first += A_BODY) await send(prompts("endless", first, A_BODY));
  holding = measured = await sent.copy();
  const measuring = measurer();
  while ((await measuring.round()).more || (await waits("endless")));
}, 600_000);
afterEach(() => holding.close());
afterAll(async () => {
  await sent.close();
  await measured.close();
});

function prompts(session: string, first: number, count: number): Said[] {
  return Array.from({ length: count }, (_, place) => {
    const prompt = `Change number ${first + place} in src/app.ts, please.`;
    const attributes = { "event.name": "user_prompt", prompt, "user.email": "ann@example.com" };
    return { session, at: holding.now - (PROMPTS - first - place) * SECOND, text: "a prompt", attributes };
  });
}

async function send(records: readonly Said[]): Promise<void> {
  const sender = { organizationId: organization, keyId: "key-1" };
  await holding.write([logsBody(records, { "service.name": "claude-code" })], sender);
  await holding.examine();
}

function measurer(): Measurer {
  const prices = loadPrices({ pricesFile: null });
  const { database } = holding;
  return new Measurer({ database, clock: () => holding.now, prices, outages: () => [] });
}

async function turnsOf(): Promise<{ session: string; turns: number }[]> {
  const { rows } = await sql<{ session: string; turns: number }>`
    select session, count(*) as turns from turns group by session order by session`.execute(holding.database);
  return rows;
}

async function waits(session: string): Promise<boolean> {
  return (await findDirty(holding.database, 1_000)).some((waiting) => idIn(waiting.session) === session);
}

describe("a session of 4,000 prompts", () => {
  beforeEach(async () => {
    holding = await sent.copy();
  });

  test("is measured part by part, and others come in between", async () => {
    const measuring = measurer();
    const { measured } = await measuring.round();
    expect(measured).toBe(1);
    await send(prompts("short", PROMPTS - 1, 1));
    // whoever is new has their turn after those that wait already, however little is measured at once
    let rounds = 0;
    for (; await waits("short"); rounds += 1) expect((await measuring.round()).measured).toBe(1);
    expect(rounds).toBeLessThanOrEqual(PROMPTS / 2_000);
  });
});

describe("a session of 4,000 prompts that is measured", () => {
  beforeEach(async () => {
    holding = await measured.copy();
  });

  test("is kept in parts of 2,000, and every prompt is a turn of one of them", async () => {
    const names = await findSessionNames(holding.database, organization, agentSessionId("endless"));
    expect(names).toHaveLength(PROMPTS / 2_000);
    expect((await turnsOf()).map(({ turns }) => turns)).toEqual(names.map(() => 2_000));
  });

  test("goes on with its last part, which is measured again when a record comes", async () => {
    const before = await turnsOf();
    await send(prompts("endless", PROMPTS, 1));
    const [waiting, ...others] = await findDirty(holding.database, 10);
    expect(others).toEqual([]);
    await measurer().round();
    const added = (await turnsOf()).filter(({ session }) => session === waiting?.session);
    expect([...before, ...added].map(({ turns }) => turns)).toEqual([...before.map(() => 2_000), 1]);
  });

  test("is the same person's in all of its parts", async () => {
    const { rows } = await sql`select distinct developer from turns`.execute(holding.database);
    expect(rows).toHaveLength(1);
  });
});
