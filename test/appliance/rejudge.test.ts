/** `/scoring/prompt-rubric/rejudge` of a real appliance: who may, what it says first, and what comes of it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RejudgeEstimate, RejudgingsAnswer } from "../../src/rubric/rejudging/rejudge-answer.ts";
import { type ScriptedModel, startScriptedModel } from "../judge/scripted-model.ts";
import { wholeSchema } from "../whole-schema.ts";
import { promptLog } from "./requests.ts";
import {
  eventually,
  joinTestAppliance,
  startTestAppliance,
  type TestAppliance,
  type TestOrganization,
} from "./running.ts";

const PATH = "/scoring/prompt-rubric/rejudge";
const DAY = { from: "2026-11-20T00:00:00Z", to: "2026-11-21T00:00:00Z" };
const TEXT = "Add a --json flag to the export command in src/export.ts";

let model: ScriptedModel;
let appliance: TestAppliance;
let ours: TestOrganization;
let theirs: TestOrganization;
let directory: string;

beforeAll(async () => {
  model = startScriptedModel();
  directory = mkdtempSync(join(tmpdir(), "rejudge-"));
  appliance = await startTestAppliance({
    settings: { llmBaseUrl: model.url, llmModel: "earlier" },
    directory,
  });
  [ours, theirs] = [await appliance.addOrganization(), await appliance.addOrganization()];
  for (const [organization, session] of [
    [ours, "of ours"],
    [theirs, "of theirs"],
  ] as const)
    await appliance.send(
      "/v1/logs",
      promptLog({ session, at: "2026-11-20T10:00:00Z", text: TEXT }),
      organization.key,
    );
  await appliance.settled();
  await eventually(async () => (await modelsShown()).every((name) => name === "earlier"));
  await appliance.stop();
  // the same data with another model
  const settings = { llmBaseUrl: model.url, llmModel: "gpt-5-mini" };
  appliance = await startTestAppliance({ settings, directory });
});

afterAll(async () => {
  await appliance.stop();
  await model.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Which model each prompt's marks are of. */
async function modelsShown(): Promise<(string | null)[]> {
  const rows = await wholeSchema(appliance.database)
    .selectFrom("prompts")
    .select("model")
    .orderBy("organization")
    .execute();
  if (rows.length < 2) return [null];
  return rows.map((row) => row.model);
}

function post(body: unknown, key: string | null): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    ...(key !== null && { authorization: `Bearer ${key}` }),
  };
  return fetch(appliance.url + PATH, { method: "POST", headers, body: JSON.stringify(body) });
}

async function ask(body: unknown, key = ours.admin): Promise<RejudgeEstimate & { id: string | null }> {
  const response = await post(body, key);
  expect(response.status).toBe(200);
  return (await response.json()) as RejudgeEstimate & { id: string | null };
}

async function rejudgings(key = ours.admin): Promise<RejudgingsAnswer["rejudgings"]> {
  const response = await appliance.get(PATH, key);
  expect(response.status).toBe(200);
  return ((await response.json()) as RejudgingsAnswer).rejudgings;
}

describe("judging again", () => {
  test("is for admins only", async () => {
    expect((await post(DAY, null)).status).toBe(401);
    expect((await post(DAY, ours.key)).status).toBe(403);
    expect((await appliance.get(PATH, ours.key)).status).toBe(403);
    expect(await rejudgings()).toEqual([]);
  });

  test.each([
    {},
    { from: DAY.from },
    { ...DAY, dry_run: "yes" },
    { ...DAY, model: "x" },
    { from: DAY.to, to: DAY.from },
  ] as const)("refuses %j", async (body) => {
    expect((await post(body, ours.admin)).status).toBe(400);
  });

  test("says first what it would take, of this organization's prompts of that time only", async () => {
    const calls = model.calls.length;
    const estimate = await ask({ ...DAY, dry_run: true });
    expect(estimate).toMatchObject({
      id: null,
      model: "gpt-5-mini",
      rubricVersion: "2",
      prompts: 1,
      calls: 1,
    });
    expect(estimate.inputTokens).toBeGreaterThan(1_000);
    expect(estimate.costUsd).toBeGreaterThan(0);
    const other = { from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z" };
    expect(await ask({ ...other, dry_run: true })).toMatchObject({ prompts: 0, calls: 0, costUsd: 0 });
    expect(await ask(other)).toMatchObject({ id: null, prompts: 0 });
    expect(model.calls).toHaveLength(calls);
    expect(await rejudgings()).toEqual([]);
  });

  test("gives the prompts marks of the model that is set now, keeps the old, and changes no others", async () => {
    const { id, prompts } = await ask(DAY);
    expect(prompts).toBe(1);
    await eventually(async () => (await rejudgings())[0]?.status === "completed");
    expect(await rejudgings()).toMatchObject([{ id, prompts: 1, waiting: 0, model: "gpt-5-mini" }]);
    expect((await modelsShown()).toSorted()).toEqual(["earlier", "gpt-5-mini"]);
    const kept = await wholeSchema(appliance.database).selectFrom("judgements").select("model").execute();
    expect(kept.map((row) => row.model).toSorted()).toEqual(["earlier", "earlier", "gpt-5-mini"]);
    expect(await rejudgings(theirs.admin)).toEqual([]);
    expect(await ask({ ...DAY, dry_run: true })).toMatchObject({ prompts: 0 });
  });
});

test("without a model it says what to set", async () => {
  const bare = await joinTestAppliance();
  const organization = await bare.addOrganization();
  const headers = { "content-type": "application/json", authorization: `Bearer ${organization.admin}` };
  const answer = await fetch(bare.url + PATH, { method: "POST", headers, body: JSON.stringify(DAY) });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("llm_base_url");
  await bare.stop();
});
