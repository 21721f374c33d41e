/** Sessions without end keep their parts when all is made again from objects that were joined meanwhile. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { forgetDerived } from "../../../src/appliance/rebuild/forget-derived.ts";
import { loadPrices } from "../../../src/appliance/load-prices.ts";
import { readAllRows } from "../../all-rows.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { PART_SIZE } from "../../../src/normaliser/parts/session-parts.ts";
import { Measurer } from "../../../src/sessions/measurer.ts";
import { DAY, SECOND } from "../../../src/vocabulary/units.ts";
import { joinObjects } from "../../../src/writer/upkeep/join.ts";
import { selectOutlines } from "../../../src/writer/upkeep/object-table.ts";
import { planJoins } from "../../../src/writer/upkeep/plan-joins.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { Holding, logsBody } from "../../writer/upkeep/holding.ts";
import { canonicalDump } from "../canonical-dump.ts";

/** A tenth of `PART_SIZE`, because long sessions take long to measure: 200 prompts. */
const partSize = PART_SIZE / 10;

let holding: Holding;
let organization: string;
/** Records that were made, each of another second. */
let made = 0;

const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });

function times(count: number): number[] {
  made += count;
  return Array.from({ length: count }, (_, place) => holding.now - DAY / 2 + (made - count + place) * SECOND);
}

function promptsOf(service: string, event: string) {
  return (count: number) =>
    logsBody(
      times(count).map((at) => {
        const attributes = { "event.name": event, prompt: `Change ${at}, please.`, prompt_length: "20" };
        return { session: "endless", at, text: "a prompt", attributes };
      }),
      { "service.name": service },
    );
}

function points(count: number): unknown {
  const dataPoints = times(count).map((at) => ({
    timeUnixNano: `${at}000000`,
    startTimeUnixNano: `${at - 1}000000`,
    asDouble: 1,
    attributes: [attribute("session.id", "endless"), attribute("type", "added")],
  }));
  const sum = { dataPoints, aggregationTemporality: 1, isMonotonic: true };
  const metrics = [{ name: "claude_code.lines_of_code.count", sum }];
  const resource = { attributes: [attribute("service.name", "claude-code")] };
  return { resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] };
}

function spans(count: number): unknown {
  const made = times(count).map((at) => ({
    traceId: at.toString(16).padStart(32, "0"),
    spanId: at.toString(16).padStart(16, "0"),
    name: "qwen-code.llm_request",
    startTimeUnixNano: `${at}000000`,
    endTimeUnixNano: `${at + 500}000000`,
    attributes: [
      attribute("session.id", "endless"),
      attribute("gen_ai.request.model", "qwen3-coder"),
      attribute("qwen-code.context.usage", JSON.stringify({ window_size_tokens: 100_000 })),
    ],
  }));
  const resource = { attributes: [attribute("service.name", "qwen-code")] };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "qwen-code" }, spans: made }] }] };
}

async function send(...bodies: unknown[]): Promise<void> {
  await holding.write(bodies, { organizationId: organization, keyId: "key-1" });
  await holding.examine({ partSize });
}

async function measure(): Promise<void> {
  const { database, now } = holding;
  const prices = loadPrices({ pricesFile: null });
  const measurer = new Measurer({ database, clock: () => now, prices, outages: () => [] });
  for (let more = true; more;) {
    const round = await measurer.round();
    more = round.more || round.measured > 0;
  }
}

/** Everything that is computed, and the parts with their sizes. */
async function rows(): Promise<Record<string, string[]>> {
  const { database } = holding;
  const parts = await readAllRows(database, "session_parts");
  return { ...(await canonicalDump(database)), parts, sizes: await readAllRows(database, "session_sizes") };
}

async function joinAll(): Promise<void> {
  const parts = { ...holding.parts(), clock: () => holding.now };
  for (const run of planJoins(await selectOutlines(holding.database, {}), holding.now))
    await joinObjects(parts, run);
}

const AGENTS = {
  metrics: { prompts: promptsOf("claude-code", "user_prompt"), others: points },
  traces: { prompts: promptsOf("qwen-code", "qwen-code.user_prompt"), others: spans },
};

describe.each(["metrics", "traces"] as const)("a session of prompts and %s", (signal) => {
  const { prompts, others } = AGENTS[signal];
  let first: Holding;

  beforeAll(async () => {
    made = 0;
    first = holding = await Holding.open();
    organization = await holding.addOrganization();
    await send(prompts(190));
    // the part is full amidst what is examined after the prompts that come later
    await send(others(150), prompts(2), others(1));
    await send(prompts(140), others(30));
    await send(others(30), prompts(130), others(30));
    await measure();
  });
  beforeEach(async () => {
    holding = await first.copy();
  });
  afterEach(() => holding.close());
  afterAll(() => first.close());

  test("has the same parts and rows when its objects were joined and all is made again", async () => {
    await send(prompts(10));
    await measure();
    const before = await rows();
    expect(before.parts).toHaveLength(2);
    holding.now += 3 * DAY;
    await joinAll();
    const ends = (await selectOutlines(holding.database, {})).map((object) => object.lastSequence);
    expect(ends.toSorted()).toEqual([4, 5]);
    // nothing changes only because time passes
    holding.now -= 3 * DAY;
    await inTransaction(holding.database, "full", forgetDerived);
    await holding.examine({ partSize });
    await measure();
    // compared table by table, for their rows are many
    for (const [table, found] of Object.entries(await rows()))
      expect([table, Bun.hash(found.join())]).toEqual([table, Bun.hash(before[table]?.join() ?? "")]);
    await send(prompts(10));
    expect((await rows()).parts).toEqual(before.parts);
  });

  test("begins parts too when it was never examined in the order of the stream", async () => {
    holding.now += 3 * DAY;
    await joinAll();
    const schema = wholeSchema(holding.database);
    await schema.deleteFrom("session_parts").execute();
    await schema.deleteFrom("session_sizes").execute();
    await inTransaction(holding.database, "full", forgetDerived);
    await holding.examine({ partSize });
    expect((await rows()).parts).toHaveLength(2);
  });
});
