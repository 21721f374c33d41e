/** The judge against a server that fails in every way: over real HTTP, with a real ledger. */
import { afterEach, describe, expect, test } from "bun:test";
import { tables } from "../../src/database/table-shape.ts";
import { JUDGE_CALLS, readMonth } from "../../src/judge/ledger-table.ts";
import type { JudgeProblem } from "../../src/judge/question.ts";
import { createLog } from "../../src/vocabulary/log.ts";
import { askColour, NOON, tryJudge } from "./judges.ts";
import {
  type Fault,
  type ScriptedModel,
  type ScriptedModelOptions,
  startScriptedModel,
} from "./scripted-model.ts";

/** What happens, why, and what comes of it after so many calls. */
type FailingCall = [string, Fault, JudgeProblem & { calls: number }];

const NEVER = "http://127.0.0.1:9/v1";
/** What Bun sends with every request. */
const OF_HTTP = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-length",
  "content-type",
  "host",
  "user-agent",
]);
const LATER = { retryAfter: "3600" };
const running: ScriptedModel[] = [];

function serve(options: ScriptedModelOptions = {}): ScriptedModel {
  const model = startScriptedModel(options);
  running.push(model);
  return model;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((model) => model.stop()));
});

describe("without a model", () => {
  test.each([
    ["no address", null, {}],
    ["no model", NEVER, { llmModel: null }],
  ])("%s is not configured", async (_, url, settings) => {
    const { judge } = await tryJudge(url, settings);
    expect(judge.model).toBe(null);
    expect(await judge.ask(askColour())).toEqual({ ok: false, problem: { kind: "not_configured" } });
  });

  test("offline asks nobody", async () => {
    const model = serve();
    const { judge } = await tryJudge(model.url, { offline: true });
    expect(await judge.ask(askColour())).toEqual({ ok: false, problem: { kind: "offline" } });
    expect(model.calls).toEqual([]);
  });
});

describe("a call that fails", () => {
  test.each<FailingCall>([
    [
      "is tried three times when the server breaks",
      { kind: "status", status: 500 },
      { kind: "server_failed", status: 500, calls: 3 },
    ],
    [
      "is tried three times when the connection breaks off",
      { kind: "reset" },
      { kind: "unreachable", calls: 3 },
    ],
    [
      "is tried three times when it is limited",
      { kind: "rate_limited" },
      { kind: "rate_limited", retryAfterMs: null, calls: 3 },
    ],
    [
      "is left when it is limited for long",
      { kind: "rate_limited", ...LATER },
      { kind: "rate_limited", retryAfterMs: 3_600_000, calls: 1 },
    ],
    [
      "is left when the credit is used up",
      { kind: "status", status: 429, code: "insufficient_quota" },
      { kind: "rate_limited", retryAfterMs: null, calls: 1 },
    ],
    ["is left when the key is refused", { kind: "status", status: 403 }, { kind: "key_refused", calls: 1 }],
    [
      "is left when the model is unknown",
      { kind: "status", status: 404 },
      { kind: "unknown_model", calls: 1 },
    ],
    ["is left when the model refuses", { kind: "refusal" }, { kind: "refused", calls: 1 }],
    [
      "is left when the text is too long for the model",
      { kind: "status", status: 400, message: "maximum context length" },
      { kind: "server_failed", status: 400, calls: 1 },
    ],
    [
      "is left when what comes is no completion",
      { kind: "not_a_completion" },
      { kind: "server_failed", status: 200, calls: 1 },
    ],
    [
      "is left when it is sent to another address",
      { kind: "redirect", to: NEVER },
      { kind: "server_failed", status: 307, calls: 1 },
    ],
    [
      "is asked twice when the answer has another shape",
      { kind: "wrong_shape" },
      { kind: "unfit_answer", calls: 2 },
    ],
    ["is asked twice when the answer is cut", { kind: "cut" }, { kind: "unfit_answer", calls: 2 }],
    ["is asked twice when the answer is prose", { kind: "prose" }, { kind: "unfit_answer", calls: 2 }],
  ])("%s", async (_, fault, { calls, ...problem }) => {
    const model = serve();
    model.failAlways(fault);
    const { judge } = await tryJudge(model.url);
    expect(await judge.ask(askColour())).toEqual({ ok: false, problem } as never);
    expect(model.calls).toHaveLength(calls);
  });

  test("is left when nothing listens there", async () => {
    const { judge, ends } = await tryJudge(NEVER);
    expect(await judge.ask(askColour())).toEqual({ ok: false, problem: { kind: "unreachable" } });
    expect(await ends()).toEqual(["unreachable", "unreachable", "unreachable"]);
  });

  test("is over after its time, also when the server never answers", async () => {
    const model = serve();
    model.failAlways({ kind: "hang" });
    const { judge } = await tryJudge(model.url, { llmTimeoutMs: 50 });
    expect(await judge.ask(askColour())).toEqual({ ok: false, problem: { kind: "timed_out" } });
    expect(model.calls).toHaveLength(1);
  });

  test("is over when nobody waits for it any more", async () => {
    const model = serve();
    model.failAlways({ kind: "hang" });
    const { judge, ends } = await tryJudge(model.url);
    const stop = new AbortController();
    const asked = judge.ask(askColour(), stop.signal);
    stop.abort(new Error("the program stops"));
    expect(asked).rejects.toThrow("the program stops");
    await asked.catch(() => {});
    expect(await ends()).toEqual(["abandoned"]);
  });

  test("waits as long as the server says, and everybody else with it", async () => {
    const model = serve();
    model.failNext({ kind: "rate_limited", retryAfter: "4" });
    const { judge, pauses } = await tryJudge(model.url);
    expect(await judge.ask(askColour())).toMatchObject({ ok: true });
    expect(await judge.ask(askColour())).toMatchObject({ ok: true });
    expect(pauses).toEqual([4_250, 4_250]);
  });

  test("asks nobody while the server asks for a long pause", async () => {
    const model = serve();
    model.failNext({ kind: "rate_limited", retryAfter: "Sun, 22 Nov 2026 12:01:00 GMT" });
    const { judge } = await tryJudge(model.url);
    await judge.ask(askColour());
    const limited = { kind: "rate_limited", retryAfterMs: 60_000 } as const;
    expect(await judge.ask(askColour())).toEqual({ ok: false, problem: limited });
    expect(model.calls).toHaveLength(1);
  });

  test("pauses longer after each try", async () => {
    const model = serve();
    model.failAlways({ kind: "status", status: 503 });
    const { judge, pauses } = await tryJudge(model.url);
    await judge.ask(askColour());
    expect(pauses).toEqual([500, 2_000]);
  });
});

describe("a call that succeeds", () => {
  test("gives the answer with what it took", async () => {
    const model = serve({ usage: { prompt_tokens: 30, completion_tokens: 5 } });
    const { judge } = await tryJudge(model.url);
    const asked = await judge.ask(askColour());
    if (!asked.ok) throw new Error(asked.problem.kind);
    expect(asked.value).toMatchObject({
      answer: { colour: "red" },
      model: "small",
      inputTokens: 30,
      outputTokens: 5,
      cost: 80,
    });
    expect(asked.value.latencyMs).toBeGreaterThan(0);
  });

  test("counts every call that it took", async () => {
    const model = serve({ usage: { prompt_tokens: 30, completion_tokens: 5 } });
    model.failNext({ kind: "wrong_shape" });
    const { judge, ends } = await tryJudge(model.url);
    expect(await judge.ask(askColour())).toMatchObject({
      value: { inputTokens: 60, outputTokens: 10, cost: 160 },
    });
    expect(await ends()).toEqual(["unfit", "answered"]);
  });

  test("has no cost when the model's price is not known", async () => {
    const { judge } = await tryJudge(serve().url, {}, { costOf: () => null });
    expect(await judge.ask(askColour())).toMatchObject({ value: { cost: null } });
    expect(judge.state()).toMatchObject({ isPriced: false, month: { unpriced: 1, cost: 0 } });
  });

  test("counts tokens that the server does not count", async () => {
    const { judge } = await tryJudge(serve({ usage: null }).url);
    const asked = await judge.ask(askColour());
    expect(asked.ok && asked.value.inputTokens).toBeGreaterThan(5);
  });

  test.each([
    ["more tokens than bytes", { prompt_tokens: 1e308, completion_tokens: 5 }],
    ["a large answer that nobody saw", { prompt_tokens: 30, completion_tokens: 1e9 }],
    ["less than nothing", { prompt_tokens: -30, completion_tokens: 5 }],
    ["half a token", { prompt_tokens: 30, completion_tokens: 0.5 }],
  ])("estimates tokens where the server counts %s, and says so once", async (_, usage) => {
    const lines: string[] = [];
    const log = createLog("json", (line) => void lines.push(line));
    const { judge } = await tryJudge(serve({ usage }).url, { llmMonthlyBudgetTokens: 20_000 }, { log });
    for (let calls = 0; calls < 2; calls += 1) {
      const reply = await judge.ask(askColour());
      expect(reply.ok && reply.value.inputTokens).toBeWithin(1, 1_000);
      expect(reply.ok && reply.value.outputTokens).toBeWithin(1, 1_000);
    }
    expect(judge.state().month.inputTokens).toBeWithin(1, 2_000);
    expect(lines.filter((line) => line.includes("tokens that no call can have"))).toHaveLength(1);
  });

  test("gives the second asking more room when the first answer was cut", async () => {
    const model = serve();
    model.failNext({ kind: "cut" });
    const { judge } = await tryJudge(model.url);
    expect(await judge.ask(askColour())).toMatchObject({ ok: true });
    expect(model.calls.map(({ tokenLimit }) => tokenLimit)).toEqual([100, 400]);
  });

  test("reads JSON with thoughts and fences around it", async () => {
    const said = '<think>{"no": 1}</think>\n```json\n{"colour":"green","why":"so"}\n```';
    const { judge } = await tryJudge(serve({ answer: () => said }).url);
    expect(await judge.ask(askColour())).toMatchObject({ value: { answer: { colour: "green" } } });
  });
});

describe("an answer that quotes the end of thoughts", () => {
  test.each([
    ["without thoughts of its own", '{"colour":"green","why":"it says </think>"}'],
    ["after thoughts of its own", '<think>{"no": 1}</think>{"colour":"green","why":"it says </think>"}'],
  ])("is read %s", async (_, said) => {
    const model = serve({ answer: () => said });
    const { judge } = await tryJudge(model.url);
    expect(await judge.ask(askColour())).toMatchObject({ value: { answer: { colour: "green" } } });
    expect(model.calls).toHaveLength(1);
  });
});

describe("the manners of a server", () => {
  test("are found out once: no schema, then no JSON format", async () => {
    const model = serve({ formats: ["text"] });
    const { judge, ends } = await tryJudge(model.url);
    expect(await judge.ask(askColour())).toMatchObject({ ok: true });
    expect(await judge.ask(askColour())).toMatchObject({ ok: true });
    expect(model.calls.map(({ format }) => format)).toEqual(["json_schema", "json_object", "text", "text"]);
    expect(await ends()).toEqual(["not_accepted", "not_accepted", "answered", "answered"]);
  });

  test("may want another name for the limit, and no temperature", async () => {
    const model = serve({ refusedFields: ["max_tokens", "temperature"] });
    const { judge } = await tryJudge(model.url);
    expect(await judge.ask(askColour())).toMatchObject({ ok: true });
    const last = model.calls.at(-1);
    expect(last).toMatchObject({
      format: "json_schema",
      limitField: "max_completion_tokens",
      hasTemperature: false,
    });
  });

  test("want the key where one is set, and none where none is", async () => {
    const [open, locked] = [serve(), serve({ key: "sk-1" })];
    await (await tryJudge(open.url)).judge.ask(askColour());
    await (await tryJudge(locked.url, { llmApiKey: "sk-1" })).judge.ask(askColour());
    const { judge } = await tryJudge(locked.url, { llmApiKey: "sk-2" });
    expect(await judge.ask(askColour())).toEqual({ ok: false, problem: { kind: "key_refused" } });
    expect([...open.calls, ...locked.calls].map(({ authorization }) => authorization)).toEqual([
      "none",
      "right",
      "wrong",
    ]);
  });
});

describe("what is sent", () => {
  test("says nothing of this machine, and nothing that variables of the openai package say", async () => {
    const variables = {
      OPENAI_CUSTOM_HEADERS: "x-more: yes",
      OPENAI_API_KEY: "sk-other",
      OPENAI_ORG_ID: "org",
    };
    Object.assign(process.env, variables);
    try {
      const model = serve();
      await (await tryJudge(model.url)).judge.ask(askColour());
      expect(model.calls[0]?.headers.filter((name) => !OF_HTTP.has(name))).toEqual([]);
      expect(model.calls[0]?.authorization).toBe("none");
    } finally {
      for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name);
    }
  });
});

describe("many questions", () => {
  test("are asked at once only as far as the settings allow", async () => {
    const model = serve({ answersAfterMs: 5 });
    const { judge } = await tryJudge(model.url, { llmConcurrency: 3 });
    const asked = await Promise.all(Array.from({ length: 12 }, () => judge.ask(askColour())));
    expect(asked.every(({ ok }) => ok)).toBe(true);
    expect(model.mostAtOnce()).toBe(3);
  });

  test("leave places for those that a person waits for", async () => {
    const model = serve();
    model.failAlways({ kind: "hang" });
    const { judge } = await tryJudge(model.url, { llmConcurrency: 1 });
    const stop = new AbortController();
    const background = [judge.ask(askColour(), stop.signal), judge.ask(askColour(), stop.signal)];
    const awaited = { ...askColour(), isAwaited: true } as const;
    const people = [1, 2, 3].map(() => judge.ask(awaited, stop.signal));
    expect(judge.state().underWay).toBe(3);
    stop.abort(new Error("enough"));
    await Promise.allSettled([...background, ...people]);
    expect(judge.state().underWay).toBe(0);
  });

  test("let one leave that waits for its turn", async () => {
    const model = serve();
    model.failAlways({ kind: "hang" });
    const { judge } = await tryJudge(model.url, { llmConcurrency: 1 });
    const stop = new AbortController();
    const both = [judge.ask(askColour(), stop.signal), judge.ask(askColour(), stop.signal)];
    stop.abort(new Error("enough"));
    const ends = await Promise.allSettled(both);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(judge.state().underWay).toBe(0);
  });
});

describe("the budget of a month", () => {
  const DECEMBER = Date.UTC(2026, 11, 1);

  test.each([
    ["tokens", { llmMonthlyBudgetTokens: 450 }],
    ["dollars", { llmMonthlyBudgetUsd: 0.0024 }],
  ])("in %s is never passed, not by calls at once either", async (_, budget) => {
    const model = serve({ usage: { prompt_tokens: 60, completion_tokens: 100 } });
    const { judge } = await tryJudge(model.url, budget);
    const asked = await Promise.all(Array.from({ length: 6 }, () => judge.ask(askColour())));
    const refused = asked.filter((each) => !each.ok);
    expect(model.calls.length).toBeLessThan(3);
    expect(refused[0]).toEqual({ ok: false, problem: { kind: "out_of_budget", resetsAt: DECEMBER } });
  });

  test("is shared between organizations, and what is asked for nobody counts in no share", async () => {
    const model = serve({ usage: { prompt_tokens: 60, completion_tokens: 100 } });
    const budget = { llmMonthlyBudgetTokens: 800 };
    const two = { countOrganizations: async () => 2 };
    const { judge, database } = await tryJudge(model.url, budget, two);
    const askFor = async (organization: string) => {
      const reply = await judge.ask({ ...askColour(), organization });
      await judge.settled();
      return reply.ok ? "answered" : reply.problem.kind;
    };
    expect([await askFor("acme"), await askFor("acme"), await askFor("acme")]).toEqual([
      "answered",
      "answered",
      "share_spent",
    ]);
    expect([await askFor("other"), await askFor("")]).toEqual(["answered", "answered"]);
    while ((await askFor("")) === "answered");
    expect(await askFor("")).toBe("out_of_budget");
    expect(await askFor("other")).toBe("out_of_budget");
    // and is known after a restart
    const again = await tryJudge(model.url, budget, { ...two, database });
    expect(await again.judge.ask(askColour())).toMatchObject({ problem: { kind: "out_of_budget" } });
  });

  test("is shared with an organization that was created after the last call", async () => {
    const model = serve({ usage: { prompt_tokens: 60, completion_tokens: 100 } });
    let organizations = 1;
    const parts = { countOrganizations: async () => organizations };
    const { judge } = await tryJudge(model.url, { llmMonthlyBudgetTokens: 800 }, parts);
    expect(await judge.ask(askColour())).toMatchObject({ ok: true });
    expect(await judge.ask(askColour())).toMatchObject({ ok: true });
    await judge.settled();
    organizations = 2;
    expect(await judge.ask(askColour())).toMatchObject({ problem: { kind: "share_spent" } });
  });

  test("is shared as the setting says, also with calls at once", async () => {
    const model = serve({ usage: { prompt_tokens: 60, completion_tokens: 100 } });
    const { judge } = await tryJudge(model.url, {
      llmMonthlyBudgetTokens: 2_000,
      llmOrganizationBudgetShare: 0.2,
    });
    const asked = await Promise.all(Array.from({ length: 6 }, () => judge.ask(askColour())));
    expect(model.calls.length).toBeLessThan(3);
    expect(asked.find((each) => !each.ok)).toEqual({
      ok: false,
      problem: { kind: "share_spent", resetsAt: DECEMBER },
    });
  });

  test("is spent once by two engines that share the ledger", async () => {
    const model = serve({ usage: { prompt_tokens: 60, completion_tokens: 100 } });
    const budget = { llmMonthlyBudgetTokens: 450 };
    const first = await tryJudge(model.url, budget);
    const second = await tryJudge(model.url, budget, { database: first.database });
    while ((await first.judge.ask(askColour())).ok) await first.judge.settled();
    const calls = model.calls.length;
    expect(await second.judge.ask(askColour())).toMatchObject({ problem: { kind: "out_of_budget" } });
    expect(model.calls.length).toBe(calls);
    expect(second.judge.state().month).toEqual(first.judge.state().month);
  });

  test("begins anew with the month", async () => {
    const model = serve({ usage: { prompt_tokens: 60, completion_tokens: 100 } });
    let now = NOON;
    const { judge } = await tryJudge(model.url, { llmMonthlyBudgetTokens: 260 }, { clock: () => now });
    expect(await judge.ask(askColour())).toMatchObject({ ok: true });
    expect(await judge.ask(askColour())).toMatchObject({ ok: false });
    now = DECEMBER;
    expect(await judge.ask(askColour())).toMatchObject({ ok: true });
  });

  test("counts what was spent before the program started", async () => {
    const model = serve({ usage: { prompt_tokens: 60, completion_tokens: 100 } });
    const first = await tryJudge(model.url);
    await first.judge.ask(askColour());
    await first.judge.settled();
    const { judge } = await tryJudge(
      model.url,
      { llmMonthlyBudgetTokens: 260 },
      { database: first.database },
    );
    expect(await judge.ask(askColour())).toMatchObject({ problem: { kind: "out_of_budget" } });
  });
});

describe("the ledger", () => {
  test("holds each call and no text", async () => {
    const model = serve({ usage: { prompt_tokens: 30, completion_tokens: 5 } });
    const { judge, database } = await tryJudge(model.url);
    await judge.ask(askColour("a secret garden"));
    await judge.settled();
    const rows = await tables(database, JUDGE_CALLS).selectFrom("judge_calls").selectAll().execute();
    expect(rows).toEqual([
      {
        id: expect.any(String),
        at: NOON,
        organization: "acme",
        purpose: "rubric",
        model: "small",
        outcome: "answered",
        input_tokens: 30,
        output_tokens: 5,
        cost_micro_usd: 80,
        latency_ms: expect.any(Number),
      },
    ]);
    expect(await readMonth(database, NOON)).toMatchObject({
      calls: 1,
      inputTokens: 30,
      outputTokens: 5,
      cost: 80,
    });
  });

  test("loses none of many calls that end together", async () => {
    const { judge, database } = await tryJudge(serve().url);
    await Promise.all(Array.from({ length: 40 }, () => judge.ask(askColour())));
    await judge.settled();
    expect((await readMonth(database, NOON)).calls).toBe(40);
    expect(judge.state().month.calls).toBe(40);
  });
});

describe("nothing private", () => {
  test("is logged or shown, whatever fails", async () => {
    const told: string[] = [];
    const note = (message: string, fields = {}): void => void told.push(message + JSON.stringify(fields));
    const log = { info: note, warning: note, error: note };
    const model = serve({ key: "sk-right" });
    const { judge } = await tryJudge(model.url, { llmApiKey: "sk-wrong-key" }, { log });
    told.push(JSON.stringify(await judge.ask(askColour("a secret garden"))), JSON.stringify(judge.state()));
    model.failAlways({ kind: "status", status: 500, message: "a secret garden is no thing" });
    told.push(JSON.stringify(await judge.ask(askColour("a secret garden"))));
    expect(told.join("\n")).not.toMatch(/secret|sk-wrong/);
  });
});
