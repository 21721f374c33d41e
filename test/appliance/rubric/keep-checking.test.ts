/** The checking stage against a scripted model over HTTP: what it asks, what it keeps, and what judging makes of it. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/open.ts";
import { openJudge } from "../../../src/judge/open-judge.ts";
import { judgingStage } from "../../../src/rubric/judging/keep-judging.ts";
import { endpointOf, mayJudge } from "../../../src/rubric/trial/read-check.ts";
import { checkingStage } from "../../../src/rubric/trial/keep-checking.ts";
import { readAgreement } from "../../../src/rubric/trial/read-agreement.ts";
import { SETTINGS } from "../../../src/settings/schema.ts";
import { type RunningStages, runStages } from "../../../src/supervise/run-stages.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { createLog, type Log } from "../../../src/vocabulary/log.ts";
import { eventually } from "../running.ts";
import { answerBySchema } from "../../judge/scripted-answer.ts";
import { type ScriptedModel, startScriptedModel } from "../../judge/scripted-model.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { openPrompts, statusesIn, storeSession } from "../../rubric/prompts/stored-prompts.ts";
import { carefulAnswer, promptIn, PROMPTS } from "../../rubric/trial/trials.ts";

const PATIENT_MS = 60_000;
const ASK = "Fix total() in src/cart.ts, it returns NaN for an empty cart.";

let database: Database;
let running: RunningStages[];
let models: ScriptedModel[];
let log: Log;
let lines: string[];

beforeEach(async () => {
  database = await openPrompts();
  [running, models, lines] = [[], [], []];
  log = createLog("json", (line) => void lines.push(line));
});
afterEach(async () => {
  await Promise.all(running.map((stages) => stages.stop(PATIENT_MS)));
  await Promise.all(models.map((model) => model.stop()));
  await database.destroy();
});

/** Answers known prompts carefully where it can, and others by their shape. */
function startModel({ isCareful = true } = {}): ScriptedModel {
  const model = startScriptedModel({
    answer: ({ schema, user }) => {
      const isKnown = PROMPTS.some(({ text }) => user.includes(text));
      return isKnown && isCareful ? carefulAnswer(promptIn(user)) : answerBySchema(schema ?? {}, user);
    },
  });
  models.push(model);
  return model;
}

interface Running {
  settings?: Record<string, unknown>;
  isOn?: boolean;
  isRequired?: boolean;
}

async function run({ url }: { url: string }, options: Running = {}): Promise<RunningStages> {
  const { settings, isOn = true, isRequired = false } = options;
  const judge = await openJudge({
    settings: SETTINGS.parse({ llmBaseUrl: url, llmModel: "a-model", ...settings }),
    database,
    clock: systemClock,
    log,
    random: () => 0,
    costOf: (_, { input, output }) => input + output,
    pause: async () => {},
  });
  const parts = { database, judge, clock: systemClock, log };
  const endpoint = endpointOf(url);
  const stages = runStages(
    [
      checkingStage({ ...parts, endpoint, isOn }),
      judgingStage({ ...parts, atOnce: 2, check: { endpoint, isRequired } }),
    ],
    { clock: systemClock, log, holdBack: async () => {}, chance: () => 0 },
  );
  running.push(stages);
  return stages;
}

function agreementOf({ url }: { url: string }, isRequired = false) {
  return readAgreement(database, { model: "a-model", endpoint: endpointOf(url), isRequired });
}

async function untilChecked(model: ScriptedModel, status: "passed" | "failed"): Promise<void> {
  await eventually(async () => (await agreementOf(model)).check?.status === status);
}

describe("a judge model that is new", () => {
  test("is checked once automatically, and again only at another address", async () => {
    const model = startModel();
    expect((await agreementOf(model)).check).toMatchObject({ status: "not_checked", done: 0 });
    const stages = await run(model);
    await untilChecked(model, "passed");
    expect(model.calls).toHaveLength(PROMPTS.length);
    await stages.stop(PATIENT_MS);
    const again = await run(model);
    await eventually(async () => again.reports()[0]?.condition.kind === "idle");
    expect(model.calls).toHaveLength(PROMPTS.length);
    const other = startModel();
    expect((await agreementOf(other)).check).toMatchObject({ status: "not_checked" });
    await run(other);
    await untilChecked(other, "passed");
  });

  test("goes on with its check after a stop, without asking again", async () => {
    const model = startModel();
    const stages = await run(model);
    await eventually(async () => ((await agreementOf(model)).check?.done ?? 0) >= 10);
    await stages.stop(PATIENT_MS);
    expect((await agreementOf(model)).check?.status).toBe("running");
    await run(model);
    await untilChecked(model, "passed");
    // the call that the stop ended may have reached the model: then it got that prompt twice
    expect(model.calls.length).toBeLessThanOrEqual(PROMPTS.length + 1);
  });

  test("has its calls in the ledger and in the budget, in nobody's share", async () => {
    const model = startModel();
    await run(model);
    await untilChecked(model, "passed");
    const calls = await wholeSchema(database)
      .selectFrom("judge_calls")
      .select(["purpose", "organization", "cost_micro_usd as cost"])
      .execute();
    expect(calls).toHaveLength(PROMPTS.length);
    expect(new Set(calls.map(({ purpose, organization }) => `${purpose} ${organization}`))).toEqual(
      new Set(["check "]),
    );
    const kept = await wholeSchema(database).selectFrom("judge_trials").select("trial").execute();
    const { cost } = JSON.parse(kept[0]?.trial ?? "{}") as { cost?: number };
    expect(cost).toBe(calls.reduce((sum, call) => sum + (call.cost ?? 0), 0));
  });

  test("is not checked beyond the budget, nor where that is switched off", async () => {
    const spent = startModel();
    const stages = await run(spent, { settings: { llmMonthlyBudgetTokens: 0 } });
    await eventually(async () => stages.reports()[0]?.condition.kind === "idle");
    const off = startModel();
    const silent = await run(off, { isOn: false });
    await eventually(async () => silent.reports()[0]?.condition.kind === "idle");
    expect([spent.calls.length, off.calls.length]).toEqual([0, 0]);
    expect((await agreementOf(spent)).check).toMatchObject({ status: "not_checked" });
  });

  test("is checked when its server is back", async () => {
    const model = startModel();
    model.failNext({ kind: "status", status: 401 }, { kind: "status", status: 404 });
    const stages = await run(model);
    await eventually(async () => {
      stages.wake(); // as other stages do: it looks again before five seconds are over
      return (await agreementOf(model)).check?.status === "passed";
    });
    expect(model.calls).toHaveLength(PROMPTS.length + 2);
  });
});

describe("a model that fails its check", () => {
  test("goes on judging, and the log and the answer say so", async () => {
    await storeSession(database, { texts: [ASK] });
    const model = startModel({ isCareful: false });
    await run(model);
    await untilChecked(model, "failed");
    await eventually(async () => (await statusesIn(database))["s-1"] === "scored");
    const { check, trial } = await agreementOf(model);
    expect(check).toMatchObject({ status: "failed", holdsJudging: false });
    expect(trial?.intent).toMatchObject({ weak: expect.any(Boolean) });
    expect(lines.filter((line) => line.includes("failed its check"))).toHaveLength(1);
  });

  test("judges nothing where a check has to pass", async () => {
    await storeSession(database, { texts: [ASK] });
    const model = startModel({ isCareful: false });
    const stages = await run(model, { isRequired: true });
    await untilChecked(model, "failed");
    await eventually(async () => stages.reports()[1]?.condition.kind === "idle");
    expect(await statusesIn(database)).toEqual({ "s-1": "pending" });
    expect(model.calls).toHaveLength(PROMPTS.length);
    const check = { endpoint: endpointOf(model.url), isRequired: true };
    expect(await mayJudge(database, "a-model", check)).toBe(false);
    expect((await agreementOf(model, true)).check).toMatchObject({ holdsJudging: true });
  });
});

describe("a model that has to pass a check", () => {
  test("judges once it has passed", async () => {
    await storeSession(database, { texts: [ASK] });
    const model = startModel();
    await run(model, { isRequired: true });
    await eventually(async () => (await statusesIn(database))["s-1"] === "scored");
    expect((await agreementOf(model, true)).check).toMatchObject({ status: "passed", holdsJudging: false });
    expect(model.calls).toHaveLength(PROMPTS.length + 1);
  });
});
