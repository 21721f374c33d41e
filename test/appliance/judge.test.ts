/** The judge model as an admin meets it: tried out, counted, shown by the status. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { STATUS_ANSWER, type StatusAnswer } from "../../src/http/self/status-answer.ts";
import { type ScriptedModel, startScriptedModel } from "../judge/scripted-model.ts";
import {
  eventually,
  joinTestAppliance,
  startTestAppliance,
  type TestAppliance,
  type TestOrganization,
} from "./running.ts";

const PATH = "/v1/admin/judge/test";
const KEY = "sk-of-a-test";

let model: ScriptedModel;
let appliance: TestAppliance;
let ours: TestOrganization;

beforeAll(async () => {
  model = startScriptedModel({ key: KEY, usage: { prompt_tokens: 40, completion_tokens: 8 } });
  const settings = { llmBaseUrl: model.url, llmModel: "gpt-4o-mini", llmApiKey: KEY, llmMonthlyBudgetUsd: 5 };
  appliance = await startTestAppliance({ settings });
  ours = await appliance.addOrganization();
});

afterAll(async () => {
  await appliance.stop();
  await model.stop();
});

function ask(key?: string, on = appliance): Promise<Response> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return fetch(on.url + PATH, { method: "POST", headers });
}

async function told(): Promise<NonNullable<StatusAnswer["languageModel"]>> {
  const answer = STATUS_ANSWER.parse(await (await appliance.get("/v1/admin/status", ours.admin)).json());
  if (answer.languageModel === null) throw new Error("the engine is away");
  return answer.languageModel;
}

describe(`POST ${PATH}`, () => {
  test("is refused without a key, and to a member", async () => {
    expect((await ask()).status).toBe(401);
    expect((await ask(ours.key)).status).toBe(403);
    expect(model.calls).toEqual([]);
  });

  test.each([
    ["no model is set", null, "SCORING_LLM_BASE_URL"],
    [
      "the budget is spent",
      { llmBaseUrl: "http://127.0.0.1:9", llmModel: "m", llmMonthlyBudgetTokens: 1 },
      "llm_monthly_budget_tokens",
    ],
  ])("is 503 with what to do when %s", async (_, settings, remedy) => {
    const other = await (settings === null ? joinTestAppliance() : startTestAppliance({ settings }));
    const response = await ask((await other.addOrganization()).admin, other);
    expect(response.status).toBe(503);
    expect(((await response.json()) as { detail: string }).detail).toContain(remedy);
    await other.stop();
  });

  test("is 503 with offline, and not even a prompt that waits reaches the model", async () => {
    const before = model.calls.length;
    const settings = { llmBaseUrl: model.url, llmModel: "gpt-4o-mini", llmApiKey: KEY, offline: true };
    const other = await startTestAppliance({ settings });
    const organization = await other.addOrganization();
    const prompt = { session_id: "s", prompt_text: "Fix the crash in src/parse.ts when a line is empty" };
    expect((await other.send("/v1/prompts", prompt, organization.key)).status).toBe(202);
    await other.settled();
    const response = await ask(organization.admin, other);
    expect(response.status).toBe(503);
    expect(((await response.json()) as { detail: string }).detail).toContain("turn offline off");
    const list = await other.get("/scoring/prompt-rubric/prompts", organization.admin);
    expect(((await list.json()) as { prompts: { status: string }[] }).prompts).toMatchObject([
      { status: "pending" },
    ]);
    expect(model.calls.length).toBe(before);
    await other.stop();
  });

  test("says what a failing model's server said, and what to do", async () => {
    model.failNext({ kind: "status", status: 404, message: "no such model as yours" });
    const response = await ask(ours.admin);
    expect(response.status).toBe(200);
    const answer = await response.text();
    expect(JSON.parse(answer)).toMatchObject({ ok: false, error: { kind: "unknown_model" } });
    expect(answer).not.toContain("yours");
    expect(answer).not.toContain(KEY);
  });

  test("says how long a good answer took and what it cost", async () => {
    const answer = (await (await ask(ours.admin)).json()) as { latencyMs: number };
    expect(answer).toMatchObject({
      ok: true,
      model: "gpt-4o-mini",
      inputTokens: 40,
      outputTokens: 8,
      costUsd: 0.000_011,
      error: null,
    });
    expect(answer.latencyMs).toBeGreaterThan(0);
  });
});

describe("the calls of a judge model", () => {
  test("are counted by the status", async () => {
    await ask(ours.admin);
    await eventually(async () => (await told()).month.calls === model.calls.length);
    const status = await told();
    expect(status).toMatchObject({ model: "gpt-4o-mini", offline: false, budget: { usd: 5, tokens: null } });
    expect(status.lastCall?.outcome).toBe("answered");
    expect(status.month.costUsd).toBeGreaterThan(0);
  });

  test("are counted by the measurements", async () => {
    await ask(ours.admin);
    await eventually(async () => {
      const text = await (await appliance.get("/metrics", ours.admin)).text();
      return /scoring_judge_calls_total\{purpose="test",outcome="answered"\} [1-9]/.test(text);
    });
    const text = await (await appliance.get("/metrics", ours.admin)).text();
    expect(text).toMatch(/scoring_judge_tokens_total\{kind="input"\} [1-9]/);
    expect(text).toMatch(/scoring_judge_cost_usd_total 0\.0000/);
  });
});
