/** What a judge model says of prompts finds its way into metrics and scores, and stays there. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readReasons } from "../../src/metrics/metrics-row.ts";
import { forgetDerived } from "../../src/appliance/rebuild/forget-derived.ts";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { endRemaking } from "../../src/metrics/remaking.ts";
import type { Intent } from "../../src/rubric/intent.ts";
import { saveJudgement } from "../../src/rubric/prompts/save-judgement.ts";
import { listScores } from "../../src/scores/list-scores.ts";
import { Measurer } from "../../src/sessions/measurer.ts";
import { DAY, MINUTE } from "../../src/vocabulary/units.ts";
import { canonicalDump } from "../appliance/canonical-dump.ts";
import { judgementFor } from "../rubric/judgements.ts";
import { wholeSchema } from "../whole-schema.ts";
import { Holding, logsBody, NOON, type Said, SENDER } from "../writer/upkeep/holding.ts";

const FIRST = "Add a --json flag to the export command in src/export.ts";
const SECOND = "Write tests for the flag in test/export.test.ts, for an empty list too";
const CLAUDE = { "service.name": "claude-code" };
const ORGANIZATION = SENDER.organizationId;

let holding: Holding;
beforeEach(async () => {
  holding = await Holding.open();
  await inTransaction(holding.database, "full", async (transaction) => {
    const all = wholeSchema(transaction);
    const organization = { id: ORGANIZATION, name: "org", created_at: NOON, secret: "s" };
    await all.insertInto("organizations").values(organization).execute();
  });
});
afterEach(() => holding.close());

/** A session of these prompts, each with a call that works on it. */
async function work(session: string, texts: readonly string[], startsAt = holding.now): Promise<void> {
  const person = { "user.email": "ann@example.com" };
  const records = texts.flatMap((text, index): Said[] => {
    const at = startsAt + index * 5 * MINUTE;
    const prompt = { ...person, "event.name": "user_prompt", prompt: text };
    const call = {
      ...person,
      "event.name": "api_request",
      model: "m",
      input_tokens: "900",
      output_tokens: "90",
    };
    return [
      { session, at, text: "", attributes: prompt },
      { session, at: at + MINUTE, text: "", attributes: { ...call, duration_ms: "50000" } },
    ];
  });
  await holding.write([logsBody(records, CLAUDE)]);
  await holding.examine();
}

/** An edit for the session's first prompt. */
async function change(session: string): Promise<void> {
  const edit = { file_path: "/repo/src/export.ts", old_string: "a", new_string: "b" };
  const attributes = {
    "user.email": "ann@example.com",
    "event.name": "tool_result",
    tool_name: "Edit",
    tool_use_id: "toolu_1",
    success: "true",
    tool_input: JSON.stringify(edit),
  };
  const at = holding.now + 30_000;
  await holding.write([logsBody([{ session, at, text: "", attributes }], CLAUDE)]);
  await holding.examine();
}

async function measure(): Promise<void> {
  const { database } = holding;
  const clock = () => holding.now + 2 * DAY;
  const prices = loadPrices({ pricesFile: null });
  const measurer = new Measurer({ database, clock, prices, outages: () => [] });
  while ((await measurer.round()).measured > 0);
}

interface Verdict {
  verdict?: "yes" | "no";
  intent?: Intent;
}

/** Judges every prompt of that text. */
async function judge(text: string, verdict: Verdict = {}): Promise<void> {
  const prompts = await wholeSchema(holding.database)
    .selectFrom("prompts")
    .selectAll()
    .where("text", "=", text)
    .execute();
  expect(prompts).not.toBeEmpty();
  await inTransaction(holding.database, "full", async (transaction) => {
    for (const { organization, session, content } of prompts)
      if (content !== null)
        await saveJudgement(transaction, { organization, session, content }, judgementFor(text, verdict));
  });
}

async function metricsOf(session: string) {
  const rows = await wholeSchema(holding.database).selectFrom("metrics").selectAll().execute();
  const [row, ...others] = rows.filter((metrics) => metrics.session.endsWith(`:${session}`));
  if (row === undefined || others.length > 0) throw new Error(`${session} is not one sub-session`);
  return { ...row, missing: readReasons(row.missing) };
}

async function scores() {
  const scope = { organizationId: ORGANIZATION, onlyDeveloper: null };
  const window = { from: NOON - DAY, to: NOON + DAY };
  const asked = { scope, ...window, developer: null, period: "all" as const, limit: 9, after: null };
  const [row] = (await listScores(holding.database, asked)).scores;
  if (row === undefined) throw new Error("nobody is scored");
  return row;
}

describe("a sub-session", () => {
  test("has no PES and says that its prompts wait, until one is scored", async () => {
    await work("s", [FIRST, SECOND]);
    await measure();
    expect(await metricsOf("s")).toMatchObject({ pes: null, missing: { pes: "not_judged" } });
    await judge(FIRST);
    await measure();
    expect((await metricsOf("s")).pes).toBe(100);
  });

  test("has the mean of its scored prompts as PES", async () => {
    await work("s", [FIRST, SECOND, "What does the flag do on Windows, by the way?"]);
    await measure();
    await judge(FIRST, { verdict: "yes" });
    await judge(SECOND, { verdict: "no" });
    await judge("What does the flag do on Windows, by the way?", { intent: "question" });
    await measure();
    expect((await metricsOf("s")).pes).toBe(50);
  });

  test("has too little evidence where every prompt was short-circuited", async () => {
    await work("s", [FIRST, SECOND]);
    await measure();
    await judge(FIRST, { intent: "question" });
    await judge(SECOND, { intent: "meta" });
    await measure();
    expect(await metricsOf("s")).toMatchObject({ pes: null, missing: { pes: "too_few" } });
  });

  test("has a repair turn where the model sees a correction that no word shows", async () => {
    await work("s", [FIRST, SECOND]);
    await change("s");
    await measure();
    const before = await metricsOf("s");
    expect(before).toMatchObject({ repair_turns: 0, counted_turns: 1 });
    await judge(SECOND, { intent: "correction" });
    await measure();
    const after = await metricsOf("s");
    expect(after.repair_turns).toBe(1);
    expect(after.ie ?? 0).toBeLessThan(before.ie ?? 0);
  });

  test("has no repair turn where the model sees none in words that report one", async () => {
    const third = "No, that's wrong, use a map instead";
    await work("s", [FIRST, third]);
    await measure();
    expect((await metricsOf("s")).repair_turns).toBe(1);
    await judge(third, { intent: "feature" });
    await measure();
    expect((await metricsOf("s")).repair_turns).toBe(0);
  });
});

test("Skill covers prompts once three sub-sessions have a PES", async () => {
  for (const [index, session] of ["a", "b", "c"].entries())
    await work(session, [`${FIRST} ${session}`, `${SECOND} ${session}`], NOON - index * 60 * MINUTE);
  await measure();
  const before = await scores();
  expect(before.skillInputs?.pes).toBeNull();
  for (const session of ["a", "b", "c"]) await judge(`${FIRST} ${session}`);
  await measure();
  const after = await scores();
  expect(after.skillInputs?.pes).toBe(100);
  expect((after.coverage ?? 0) - (before.coverage ?? 0)).toBeCloseTo(0.2, 9);
  expect(after.missing?.reasons.map(({ input }) => input) ?? []).not.toContain("pes");
});

test("prompts that wait to be judged are no reason to set a model that is set", async () => {
  for (const [index, session] of ["a", "b", "c"].entries())
    await work(session, [FIRST, SECOND], NOON - index * 60 * MINUTE);
  await measure();
  const { missing } = await scores();
  expect(missing?.reasons.find(({ input }) => input === "pes")?.remedy).toStartWith(
    "No judge model has judged the prompts yet. Where none is set, set SCORING_LLM_BASE_URL",
  );
});

test("rows that are thrown away find their judgements again", async () => {
  await work("s", [FIRST, SECOND]);
  await measure();
  await judge(FIRST);
  await judge(SECOND, { intent: "correction", verdict: "no" });
  await measure();
  const dump = await canonicalDump(holding.database);
  await inTransaction(holding.database, "full", forgetDerived);
  expect(await wholeSchema(holding.database).selectFrom("prompts").selectAll().execute()).toEqual([]);
  await holding.examine();
  await measure();
  await endRemaking(holding.database);
  expect(await canonicalDump(holding.database)).toEqual(dump);
  expect((await metricsOf("s")).pes).toBe(50);
});
