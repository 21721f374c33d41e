/** Budgets and guardrails of a real appliance: set, held against real spend, and shown to whom they concern. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import { DEVELOPERS } from "../../src/demo/work/habits.ts";
import type { BudgetsAnswer, GuardrailsAnswer } from "../../src/insights/governance/limits/limits.ts";
import { periodOf } from "../../src/scores/periods.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { joinTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

const BUDGETS = "/v1/governance/budgets";
const GUARDRAILS = "/v1/governance/guardrails";
const [first, second] = DEVELOPERS;
if (first === undefined || second === undefined) throw new Error("the demo has nobody");
const month = periodOf(Date.now(), "month");

let appliance: TestAppliance;
let team: TestOrganization;
let stranger: TestOrganization;
const keys: string[] = [];

beforeAll(async () => {
  appliance = await joinTestAppliance();
  [team, stranger] = [await appliance.addOrganization(), await appliance.addOrganization()];
  for (const person of [first, second]) {
    const { key } = await team.addKey({ developer: person.email });
    keys.push(key);
    // the first days of this month, or the last ones of the one before where it has just begun
    const to = Math.max(Math.min(Date.now(), month.start + 5 * DAY), month.start + 1);
    const from = to - 5 * DAY;
    for (const { path, body } of generateSessions({ seed: "limits", from, to, developers: [person] }).flatMap(
      toRequests,
    ))
      expect((await appliance.send(path, body, key)).status).toBe(200);
  }
  await appliance.settled();
});
afterAll(() => appliance.stop());

async function read<Answer>(path: string, key: string): Promise<Answer> {
  const response = await appliance.get(path, key);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

function put(path: string, body: object, key: string): Promise<Response> {
  return fetch(appliance.url + path, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** What the spend of the month is by the list that says so. */
async function spentUsd(key: string, developer = ""): Promise<number> {
  const window = `from=${new Date(month.start).toISOString()}&to=${new Date(month.end).toISOString()}`;
  const path = `/scoring/spend?${window}${developer === "" ? "" : `&developer=${developer}`}`;
  const { models } = await read<{ models: { costUsd: number }[] }>(path, key);
  return models.reduce((sum, { costUsd }) => sum + costUsd, 0);
}

describe("budgets", () => {
  test("are none until somebody sets them", async () => {
    const { budgets, enforced, from } = await read<BudgetsAnswer>(BUDGETS, team.admin);
    expect([budgets, enforced, from]).toEqual([[], false, new Date(month.start).toISOString()]);
  });

  test("are shown with what was spent of them", async () => {
    const wished = [
      { limit_usd: 500 },
      { developer: first.email, limit_usd: 50 },
      { model: "gpt-none", limit_usd: 1 },
    ];
    expect((await put(BUDGETS, { budgets: wished }, team.admin)).status).toBe(200);
    const { budgets } = await read<BudgetsAnswer>(BUDGETS, team.admin);
    expect(
      budgets.map(({ developer, model, limitUsd }) => [developer?.email ?? null, model, limitUsd]),
    ).toEqual([
      [null, null, 500],
      [first.email, null, 50],
      [null, "gpt-none", 1],
    ]);
    const spent = budgets.map(({ spentUsd }) => spentUsd);
    expect(spent[0]).toBeCloseTo(await spentUsd(team.admin), 6);
    expect(spent[1]).toBeCloseTo(await spentUsd(team.admin, first.email), 6);
    expect(spent[2]).toBe(0);
  });

  test("of others are not shown to a bound key, and those of everybody neither", async () => {
    const [ofFirst, ofSecond] = await Promise.all(keys.map((key) => read<BudgetsAnswer>(BUDGETS, key)));
    expect(ofFirst?.budgets.map(({ developer }) => developer?.email)).toEqual([first.email]);
    expect(ofSecond?.budgets).toEqual([]);
  });

  test("with a developer whom nobody knows change nothing", async () => {
    const response = await put(
      BUDGETS,
      { budgets: [{ limit_usd: 1 }, { developer: "nobody@example.com", limit_usd: 2 }] },
      team.admin,
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ path: "budgets.1.developer" }] });
    expect((await read<BudgetsAnswer>(BUDGETS, team.admin)).budgets).toHaveLength(3);
  });

  test("belong to one organization", async () => {
    expect((await read<BudgetsAnswer>(BUDGETS, stranger.admin)).budgets).toEqual([]);
    const foreign = await put(
      BUDGETS,
      { budgets: [{ developer: first.email, limit_usd: 1 }] },
      stranger.admin,
    );
    expect(foreign.status).toBe(400);
  });
});

describe("guardrails", () => {
  test("say what they would have stopped, and stop nothing", async () => {
    const wished = [
      { kind: "allowed_models", models: ["gpt-none"] },
      { kind: "session_cost", limit_usd: 0 },
      { kind: "session_cost", limit_usd: 1_000_000 },
    ];
    expect((await put(GUARDRAILS, { guardrails: wished }, team.admin)).status).toBe(200);
    const { guardrails, enforced } = await read<GuardrailsAnswer>(GUARDRAILS, team.admin);
    const [models, any, none] = guardrails;
    expect(enforced).toBe(false);
    expect([models?.outside, any?.outside]).toEqual([models?.of, any?.of]);
    expect(none?.outside).toBe(0);
    const own = await read<GuardrailsAnswer>(GUARDRAILS, keys[0] ?? "");
    expect(own.guardrails[1]?.of).toBeLessThanOrEqual(any?.of ?? 0);
    expect((await read<GuardrailsAnswer>(GUARDRAILS, stranger.admin)).guardrails).toEqual([]);
  });

  test("count what the filters of sessions find", async () => {
    const { from, to, guardrails } = await read<GuardrailsAnswer>(GUARDRAILS, team.admin);
    const find = (filter: string) =>
      read<{ total: number; calls: { calls: number } }>(
        `/v1/sessions?from=${from}&to=${to}&${filter}`,
        team.admin,
      );
    const [models, any, none] = guardrails;
    expect((await find("other_than=gpt-none")).calls.calls).toBe(models?.outside ?? NaN);
    expect((await find("cost_over_usd=0")).total).toBe(any?.outside ?? NaN);
    expect((await find("cost_over_usd=1000000")).total).toBe(none?.outside ?? NaN);
  });

  test.each([
    [BUDGETS, {}],
    [BUDGETS, { budgets: [{ limit_usd: -1 }] }],
    [BUDGETS, { budgets: [{ limit: 1 }] }],
    [GUARDRAILS, { guardrails: [{ kind: "session_cost" }] }],
    [GUARDRAILS, { guardrails: [{ kind: "curfew" }] }],
    [GUARDRAILS, { guardrails: [{ kind: "allowed_models", models: [] }] }],
  ])("%s refuses %j", async (path, body) => {
    expect((await put(path, body, team.admin)).status).toBe(400);
    expect((await put(path, body, team.key)).status).toBe(403);
    expect((await put(path, body, keys[0] ?? "")).status).toBe(403);
    expect((await put(path, body, "none")).status).toBe(401);
  });
});
