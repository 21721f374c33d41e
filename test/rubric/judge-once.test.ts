import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Database } from "../../src/database/open.ts";
import { openJudge } from "../../src/judge/open-judge.ts";
import type { Judge } from "../../src/judge/question.ts";
import { judgeOnce } from "../../src/rubric/judge-once.ts";
import { SETTINGS } from "../../src/settings/schema.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { type ScriptedModel, startScriptedModel } from "../judge/scripted-model.ts";
import { openPrompts } from "./prompts/stored-prompts.ts";

const PROMPT = { organization: "org", text: "Fix total() in src/cart.ts today.", context: ["Add a cart."] };

let database: Database;
let model: ScriptedModel;
let judge: Judge;

beforeEach(async () => {
  database = await openPrompts();
  model = startScriptedModel({ answersAfterMs: 20 });
  const settings = SETTINGS.parse({ llmBaseUrl: model.url, llmModel: "a-model" });
  const parts = { settings, database, clock: systemClock, log: silentLog };
  judge = await openJudge({ ...parts, random: () => 0, costOf: () => null });
});

afterEach(async () => {
  await model.stop();
  await database.destroy();
});

function ask(change: Partial<typeof PROMPT> = {}) {
  return judgeOnce(judge, { ...PROMPT, ...change }, { clock: systemClock });
}

describe("the same prompt at the same time", () => {
  test("is asked about once, and everybody gets the answer", async () => {
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one.ok).toBe(true);
    expect(other).toEqual(one);
    expect(model.calls).toHaveLength(1);
  });

  test.each([
    ["of another organization", { organization: "other" }],
    ["after other prompts", { context: [] }],
    ["in other words", { text: "Fix total() in src/cart.ts now." }],
  ])("is another one %s", async (_, change) => {
    await Promise.all([ask(), ask(change)]);
    expect(model.calls).toHaveLength(2);
  });
});

describe("the same prompt later", () => {
  test("is asked about anew: who stores nothing has nothing", async () => {
    await ask();
    await ask();
    expect(model.calls).toHaveLength(2);
  });

  test("is asked about anew after a failure", async () => {
    model.failNext({ kind: "refusal" });
    expect(await ask()).toEqual({ ok: false, problem: { kind: "refused" } });
    expect((await ask()).ok).toBe(true);
  });
});
