import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import type { Database } from "../../../src/database/open.ts";
import { openJudge } from "../../../src/judge/open-judge.ts";
import type { Judge } from "../../../src/judge/question.ts";
import { judgingStage } from "../../../src/rubric/judging/keep-judging.ts";
import { SETTINGS } from "../../../src/settings/schema.ts";
import { type RunningStages, runStages } from "../../../src/supervise/run-stages.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { createLog, type Log } from "../../../src/vocabulary/log.ts";
import { OVER, UNHURRIED } from "../../../src/vocabulary/stage.ts";
import { eventually } from "../running.ts";
import { answerBySchema, delimitedTexts } from "../../judge/scripted-answer.ts";
import {
  type ScriptedModel,
  type ScriptedModelOptions,
  startScriptedModel,
} from "../../judge/scripted-model.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { openPrompts, statusesIn, storeSession } from "../../rubric/prompts/stored-prompts.ts";

const PATIENT_MS = 60_000;
const MINUTE = 60_000;

const ASK = "Fix total() in src/cart.ts, it returns NaN for an empty cart.";
const OTHER = "Add a --json flag to the export command and test it.";

let database: Database;
let running: RunningStages[];
let models: ScriptedModel[];
/** The prompts that the model was asked about, in the order of the asking. */
let asked: string[];
let log: { log: Log; lines: string[] };

beforeEach(async () => {
  database = await openPrompts();
  [running, models, asked] = [[], [], []];
  const lines: string[] = [];
  log = { lines, log: createLog("json", (line) => void lines.push(line)) };
});

afterEach(async () => {
  await Promise.all(running.map((stages) => stages.stop(PATIENT_MS)));
  await Promise.all(models.map((model) => model.stop()));
  await database.destroy();
});

function startModel(options: ScriptedModelOptions = {}): ScriptedModel {
  const model = startScriptedModel({
    answer: ({ schema, user }) => {
      asked.push(delimitedTexts(user).at(-1) ?? "");
      return answerBySchema(schema ?? {}, user, options.sense);
    },
    ...options,
  });
  models.push(model);
  return model;
}

interface Judging {
  settings?: Record<string, unknown>;
  atOnce?: number;
  clockAheadMs?: number;
  /** What is between the stage and the judge. */
  through?(judge: Judge): Judge;
}

async function judgeOf(url: string, settings: Record<string, unknown> = {}): Promise<Judge> {
  return openJudge({
    settings: SETTINGS.parse({ llmBaseUrl: url, llmModel: "a-model", ...settings }),
    database,
    clock: systemClock,
    log: log.log,
    random: () => 0,
    costOf: () => null,
    pause: async () => {},
  });
}

/** Starts the stage; it is stopped when the test is over. */
async function startJudging({ url }: { url: string }, options: Judging = {}): Promise<RunningStages> {
  const { settings, atOnce = 8, clockAheadMs = 0, through = (judge: Judge) => judge } = options;
  const judge = through(await judgeOf(url, settings));
  const clock = () => systemClock() + clockAheadMs;
  const stages = runStages([judgingStage({ database, judge, clock, log: log.log, atOnce })], {
    clock,
    log: log.log,
    holdBack: async () => {},
    chance: () => 0,
  });
  running.push(stages);
  return stages;
}

async function untilStatuses(expected: Record<string, string>): Promise<void> {
  let found: unknown;
  await eventually(async () => {
    found = await statusesIn(database);
    return Bun.deepEquals(found, expected);
  }).catch((cause: unknown) => {
    throw new Error(`it stayed at ${JSON.stringify(found)}`, { cause });
  });
}

function countJudgements(): Promise<number> {
  return wholeSchema(database)
    .selectFrom("judgements")
    .selectAll()
    .execute()
    .then((rows) => rows.length);
}

describe("without a judge model", () => {
  test("nothing will ever be to do, and prompts wait", async () => {
    await storeSession(database, { texts: [ASK] });
    const judge: Judge = { model: null, ask: () => Promise.reject(new Error("BUG: asked")) };
    const stage = judgingStage({ database, judge, clock: systemClock, log: log.log, atOnce: 8 });
    expect(await stage.step(UNHURRIED)).toEqual(OVER);
    expect(await statusesIn(database)).toEqual({ "s-1": "pending" });
  });

  test("prompts are judged once it is set", async () => {
    await storeSession(database, { texts: [ASK, OTHER] });
    await startJudging(startModel());
    await untilStatuses({ "s-1": "scored", "s-2": "scored" });
  });
});

describe("a prompt whose judgement cannot be kept", () => {
  test("is set aside and reported, and the others are judged", async () => {
    const [{ content } = { content: null }] = await storeSession(database, { texts: [ASK, OTHER] });
    const kept = sql.raw(`x'${content ?? ""}'`);
    await sql`create trigger broken before insert on judgements when new.content = ${kept}
      begin select raise(abort, 'this one breaks'); end`.execute(database);
    await startJudging(startModel());
    await untilStatuses({ "s-1": "failed", "s-2": "scored" });
    const waits = await wholeSchema(database)
      .selectFrom("judging_waits")
      .select(["content", "reason", "tries"])
      .execute();
    expect(waits).toEqual([{ content: content ?? "", reason: "not_kept", tries: 1 }]);
    expect(log.lines.filter((line) => line.includes("this one breaks"))).toHaveLength(1);
  });
});

describe("prompts", () => {
  test("are asked about one after the other, each organization in its turn, newest first", async () => {
    await storeSession(database, { texts: [ASK, OTHER] });
    await storeSession(database, {
      organization: "other",
      session: "o",
      texts: ["Write it down."],
      startsAt: 500,
    });
    await startJudging(startModel(), { atOnce: 1 });
    await untilStatuses({ "o-1": "scored", "s-1": "scored", "s-2": "scored" });
    expect(asked).toEqual([OTHER, "Write it down.", ASK]);
  });

  test("of one sender, however many and however late, keep nobody else's waiting", async () => {
    const many = Array.from(
      { length: 2_000 },
      (_, number) => `Fix the function number ${number} in src/cart.ts.`,
    );
    await storeSession(database, { developer: "ann", texts: many, startsAt: 40_000 });
    await storeSession(database, { developer: "bob", session: "b", texts: ["Bob asks for a flag now."] });
    await storeSession(database, {
      organization: "other",
      session: "c",
      developer: "cleo",
      texts: ["Cleo asks for a flag now."],
    });
    await startJudging(startModel({ answersAfterMs: 5 }), { atOnce: 2 });
    await eventually(async () => asked.length >= 8);
    expect(asked.slice(0, 4)).toContain("Bob asks for a flag now.");
    expect(asked.slice(0, 4)).toContain("Cleo asks for a flag now.");
  });

  test("of an organization wait when its share of the budget is spent, and the others' do not", async () => {
    await storeSession(database, { texts: [ASK, OTHER, `${ASK} Please.`] });
    const other = { organization: "other", session: "o", texts: [`${OTHER} Now.`] };
    const model = startModel({ usage: { prompt_tokens: 20_000, completion_tokens: 300 } });
    const settings = { llmMonthlyBudgetTokens: 60_000, llmOrganizationBudgetShare: 0.5 };
    const stages = await startJudging(model, { atOnce: 1, settings });
    await eventually(async () => model.calls.length === 2 && conditionOf(stages) === "idle");
    await storeSession(database, other);
    stages.wake();
    await untilStatuses({ "o-1": "scored", "s-1": "pending", "s-2": "scored", "s-3": "scored" });
    expect(model.calls).toHaveLength(3);
    expect(await triesOf()).toBeUndefined();
    expect(log.lines.join("")).not.toContain("cannot judge");
  });

  test("are asked about eight at a time", async () => {
    const texts = Array.from(
      { length: 24 },
      (_, number) => `Fix the function number ${number} in src/cart.ts.`,
    );
    await storeSession(database, { texts });
    const model = startModel({ answersAfterMs: 50 });
    await startJudging(model);
    await eventually(async () => (await countJudgements()) === 24);
    expect(model.mostAtOnce()).toBe(8);
    expect(asked.toSorted()).toEqual(texts.toSorted());
  });

  test("of one content cost one call, however many wait", async () => {
    for (const session of ["a", "b", "c"]) await storeSession(database, { session, texts: [ASK] });
    const model = startModel();
    await startJudging(model);
    await untilStatuses({ "a-1": "scored", "b-1": "scored", "c-1": "scored" });
    expect(model.calls).toHaveLength(1);
  });

  test("that come while the same is under way are not asked about again", async () => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await storeSession(database, { texts: [ASK] });
    const model = startModel();
    const stages = await startJudging(model, {
      through: (judge) => ({ model: judge.model, ask: (...one) => mayAnswer.then(() => judge.ask(...one)) }),
    });
    await eventually(async () => conditionOf(stages) === "idle");
    await storeSession(database, { session: "t", texts: [ASK] });
    await storeSession(database, { session: "u", texts: [OTHER] });
    stages.wake();
    answer();
    await untilStatuses({ "s-1": "scored", "t-1": "scored", "u-1": "scored" });
    expect(model.calls).toHaveLength(2);
  });

  test("that were judged are not judged again by another model; new ones are", async () => {
    await storeSession(database, { texts: [ASK] });
    const first = startModel();
    const stages = await startJudging(first);
    await untilStatuses({ "s-1": "scored" });
    await stages.stop(PATIENT_MS);
    await storeSession(database, { session: "t", texts: [OTHER] });
    await startJudging(startModel(), { settings: { llmModel: "another-model" } });
    await untilStatuses({ "s-1": "scored", "t-1": "scored" });
    const rows = await wholeSchema(database).selectFrom("judgements").select("model").execute();
    expect(rows.map(({ model }) => model).toSorted()).toEqual(["a-model", "another-model"]);
    expect(asked).toEqual([ASK, OTHER]);
  });

  test("that ask for no work are short-circuited", async () => {
    await storeSession(database, { texts: ["What does total() in src/cart.ts return?"] });
    await startJudging(startModel());
    await untilStatuses({ "s-1": "short_circuited" });
  });
});

describe("a prompt on which the model fails", () => {
  test.each([
    ["answers something else twice", [{ kind: "wrong_shape" }, { kind: "prose" }]],
    ["refuses", [{ kind: "refusal" }]],
  ] as const)("has failed when it %s; the others are judged", async (_, faults) => {
    await storeSession(database, { texts: [ASK, OTHER] });
    const model = startModel();
    model.failNext(...faults);
    await startJudging(model, { atOnce: 1 });
    await untilStatuses({ "s-1": "scored", "s-2": "failed" });
    expect(await countJudgements()).toBe(1);
  });

  test("is tried again, though not within the minute", async () => {
    await storeSession(database, { texts: [ASK] });
    const model = startModel();
    model.failNext({ kind: "refusal" });
    const stages = await startJudging(model);
    await untilStatuses({ "s-1": "failed" });
    stages.wake();
    await stages.stop(PATIENT_MS);
    expect(model.calls).toHaveLength(1);
    await startJudging(model, { clockAheadMs: MINUTE });
    await untilStatuses({ "s-1": "scored" });
  });

  test("waits longer after each failure", async () => {
    await storeSession(database, { texts: [ASK] });
    const model = startModel();
    model.failAlways({ kind: "refusal" });
    const waits: number[] = [];
    for (const clockAheadMs of [0, 2 * MINUTE, 10 * MINUTE]) {
      const stages = await startJudging(model, { clockAheadMs });
      await eventually(async () => (await triesOf())?.tries === waits.length + 1);
      await stages.stop(PATIENT_MS);
      waits.push(((await triesOf())?.next_try_at ?? 0) - systemClock() - clockAheadMs);
    }
    expect(waits.map((waitMs) => Math.ceil(waitMs / MINUTE))).toEqual([1, 4, 16]);
  });

  test("does not keep the others waiting when it breaks the model's server", async () => {
    await storeSession(database, { texts: [ASK, OTHER] });
    const model = startModel();
    // three tries of the newest prompt
    model.failNext(...Array.from({ length: 3 }, () => ({ kind: "status", status: 500 }) as const));
    await startJudging(model, { atOnce: 1 });
    await untilStatuses({ "s-1": "scored", "s-2": "failed" });
    expect(await triesOf()).toMatchObject({ tries: 1, reason: "server_failed" });
  });
});

describe("a model that is away", () => {
  test("is asked seldom and reported once; prompts wait, and are judged when it is back", async () => {
    const texts = Array.from(
      { length: 20 },
      (_, number) => `Fix the function number ${number} in src/cart.ts.`,
    );
    await storeSession(database, { texts });
    const model = startModel({ key: "right" });
    await startJudging(model, { settings: { llmApiKey: "right" } });
    model.failAlways({ kind: "status", status: 401, code: "invalid_api_key" });
    await eventually(async () => log.lines.some((line) => line.includes("cannot judge")));
    // eight at first, then one after each pause
    expect(model.calls.length).toBeLessThanOrEqual(8 + 3);
    expect(await triesOf()).toBeUndefined();
    model.failAlways(null);
    await eventually(async () => (await countJudgements()) === 20);
    await eventually(async () => log.lines.some((line) => line.includes("judges prompts again")));
    expect(log.lines.filter((line) => line.includes("cannot judge"))).toHaveLength(1);
    expect(log.lines.join("")).not.toContain("src/cart.ts");
  });

  test("does not hold up stopping", async () => {
    await storeSession(database, { texts: [ASK] });
    const model = startModel();
    model.failAlways({ kind: "hang" });
    const stages = await startJudging(model);
    await eventually(async () => model.calls.length === 1);
    expect(await stages.stop(PATIENT_MS)).toEqual([]);
    expect(await statusesIn(database)).toEqual({ "s-1": "pending" });
    model.failAlways(null);
    await startJudging(model);
    await untilStatuses({ "s-1": "scored" });
  });
});

describe("a spent budget", () => {
  test("makes prompts wait without a call, and a larger one ends that", async () => {
    await storeSession(database, { texts: [ASK, OTHER] });
    const model = startModel({ usage: { prompt_tokens: 20_000, completion_tokens: 300 } });
    const stages = await startJudging(model, { atOnce: 1, settings: { llmMonthlyBudgetTokens: 20_000 } });
    await untilStatuses({ "s-1": "pending", "s-2": "scored" });
    await eventually(async () => conditionOf(stages) === "idle");
    stages.wake();
    await stages.stop(PATIENT_MS);
    expect(model.calls).toHaveLength(1);
    expect(await triesOf()).toBeUndefined();
    await startJudging(model);
    await untilStatuses({ "s-1": "scored", "s-2": "scored" });
  });
});

describe("what is under way", () => {
  test("is dropped when whoever sent it is purged meanwhile", async () => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await storeSession(database, { texts: [ASK] });
    const stages = await startJudging(startModel(), {
      through: (judge) => ({ model: judge.model, ask: (...one) => mayAnswer.then(() => judge.ask(...one)) }),
    });
    await eventually(async () => conditionOf(stages) === "idle");
    await wholeSchema(database).deleteFrom("prompts").execute();
    await storeSession(database, { session: "t", texts: [OTHER] });
    stages.wake();
    answer();
    await untilStatuses({ "t-1": "scored" });
    await eventually(async () => asked.includes(ASK));
    expect(await countJudgements()).toBe(1);
  });

  test("and breaks the program is reported as a failure of the stage, and not asked again", async () => {
    await storeSession(database, { texts: [ASK, OTHER] });
    let broken = 0;
    const stages = await startJudging(startModel(), {
      atOnce: 1,
      through: (judge) => ({
        model: judge.model,
        ask: (question, signal) => {
          if (!question.user.includes(OTHER)) return judge.ask(question, signal);
          broken += 1;
          return Promise.reject(new Error("BUG: a test"));
        },
      }),
    });
    await untilStatuses({ "s-1": "scored", "s-2": "pending" });
    expect(broken).toBe(1);
    expect(stages.reports()[0]?.lastFailure?.reason).toContain("BUG: a test");
  });
});

async function triesOf() {
  return wholeSchema(database).selectFrom("judging_waits").selectAll().executeTakeFirst();
}

function conditionOf(stages: RunningStages): string | undefined {
  return stages.reports()[0]?.condition.kind;
}
