/** Alerts of a real appliance: found, listed, acknowledged and tested by admins; rules kept and refused. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { AlertAnswer } from "../../src/insights/alerts/alert.ts";
import type { Rule } from "../../src/insights/alerts/rules/rule.ts";
import { SECRETS, startScriptedSlack } from "../insights/integrations/scripted-slack.ts";
import { eventuallyAnswered } from "../eventually.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

const RULES = "/v1/alerts/rules";
const REFUSED = { name: "Refused", kind: "refused_senders", thresholds: [1] };

const slack = startScriptedSlack();
let appliance: TestAppliance;
let team: TestOrganization;
let stranger: TestOrganization;

beforeAll(async () => {
  appliance = await startTestAppliance({ slackUrl: slack.url });
  [team, stranger] = [await appliance.addOrganization(), await appliance.addOrganization()];
});
afterAll(async () => {
  await appliance.stop();
  await slack[Symbol.asyncDispose]();
});

function ask(method: string, path: string, { key = team.admin, body }: { key?: string; body?: object } = {}) {
  return fetch(appliance.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function rulesOf(key: string): Promise<Rule[]> {
  return ((await (await ask("GET", RULES, { key })).json()) as { rules: Rule[] }).rules;
}

async function make(changes: object = {}): Promise<Rule> {
  const response = await ask("POST", RULES, { body: { ...REFUSED, ...changes } });
  expect(response.status).toBe(201);
  return (await response.json()) as Rule;
}

async function alertsOf(key: string): Promise<AlertAnswer[]> {
  return ((await (await ask("GET", "/v1/alerts", { key })).json()) as { alerts: AlertAnswer[] }).alerts;
}

describe("rules", () => {
  test("are there from the start, without a place", async () => {
    const rules = await rulesOf(team.admin);
    expect(rules.map(({ kind, thresholds }) => `${kind} ${thresholds.join(" ")}`)).toEqual([
      "spend 50 80 100",
      "forecast 100",
      "waiting 2",
      "silence 1",
      "refused_senders 10",
      "judge 60",
      "stage_behind 15",
      "backup 7",
    ]);
    expect(rules.every(({ places, enabled }) => places.length === 0 && enabled)).toBe(true);
  });

  test.each([
    ["kind", { kind: "score" }],
    ["name", { name: " " }],
    ["thresholds", { thresholds: [] }],
    ["thresholds.0", { thresholds: [-1] }],
    ["thresholds.1", { kind: "backup", thresholds: [1, 9_999] }],
    ["places.0.kind", { places: [{ kind: "pigeon" }] }],
    ["places.0.channel", { places: [{ kind: "slack", channel: "#general" }] }],
    ["enabled", { enabled: "yes" }],
  ])("with a wrong %s are refused: %j", async (path, changes) => {
    const before = await rulesOf(team.admin);
    const response = await ask("POST", RULES, { body: { ...REFUSED, ...changes } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ path }] });
    expect(await rulesOf(team.admin)).toEqual(before);
  });

  test("are made, changed and deleted, and keep what a change leaves out", async () => {
    const made = await make({ thresholds: [30, 20, 20] });
    expect(made.thresholds).toEqual([20, 30]);
    const changed = await ask("PATCH", `${RULES}/${made.id}`, { body: { enabled: false } });
    expect(await changed.json()).toEqual({ ...made, enabled: false });
    const wrong = await ask("PATCH", `${RULES}/${made.id}`, { body: { name: "New", thresholds: [1e12] } });
    expect(wrong.status).toBe(400);
    expect(await rulesOf(team.admin)).toContainEqual({ ...made, enabled: false });
    expect((await ask("DELETE", `${RULES}/${made.id}`)).status).toBe(200);
    expect((await ask("DELETE", `${RULES}/${made.id}`)).status).toBe(404);
    expect(await rulesOf(team.admin)).toHaveLength(8);
  });

  test("of one organization are nobody else's", async () => {
    const { id } = await make({ name: "Ours" });
    const { admin: key } = stranger;
    expect(await rulesOf(key)).toHaveLength(8);
    expect((await ask("PATCH", `${RULES}/${id}`, { key, body: { name: "Theirs" } })).status).toBe(404);
    expect((await ask("DELETE", `${RULES}/${id}`, { key })).status).toBe(404);
    expect((await ask("POST", `${RULES}/${id}/test`, { key })).status).toBe(404);
    await ask("DELETE", `${RULES}/${id}`);
  });
});

describe("a test message", () => {
  test("goes to each place of the rule, and says what went wrong", async () => {
    const { id } = await make({ places: [{ kind: "slack" }] });
    const none = await ask("POST", `${RULES}/${(await make()).id}/test`);
    expect(none.status).toBe(409);
    const unconnected = await ask("POST", `${RULES}/${id}/test`);
    expect(await unconnected.json()).toMatchObject({ places: [{ error: expect.stringContaining("Slack") }] });
    await ask("PUT", "/v1/integrations/slack/webhook", { body: { url: SECRETS.webhook } });
    const arrived = await ask("POST", `${RULES}/${id}/test`);
    expect(await arrived.json()).toEqual({
      places: [{ place: { kind: "slack", channel: null }, error: null }],
    });
    expect(JSON.stringify(slack.heard.at(-1)?.body)).toContain("Alerts of the rule “Refused” arrive here.");
  });
});

describe("an alert", () => {
  test("about a refused sender opens, is sent, is acknowledged, and is nobody else's", async () => {
    await ask("PUT", "/v1/integrations/slack/webhook", { body: { url: SECRETS.webhook } });
    const leaving = await team.addKey();
    await appliance.revoke(leaving.id);
    await eventually(async () => (await appliance.send("/v1/logs", {}, leaving.key)).status === 401);
    const { id: rule } = await make({ places: [{ kind: "slack" }] });
    const alert = await eventuallyAnswered(async () => {
      // a change of a rule is looked at at once
      await ask("PATCH", `${RULES}/${rule}`, { body: { name: "Looked at again" } });
      return (await alertsOf(team.admin)).find(({ ruleId }) => ruleId === rule) ?? null;
    });
    expect(alert).toMatchObject({ kind: "refused_senders", state: "open", threshold: 1, page: "/settings" });
    await eventually(async () =>
      slack.heard.some(({ body }) => JSON.stringify(body).includes(`New: ${alert.title}`)),
    );
    const statusOf = async (key: string) => (await appliance.get("/v1/admin/status", key)).json();
    expect(await statusOf(team.admin)).toMatchObject({
      openAlerts: expect.arrayContaining([alert.title]),
    });
    expect(await statusOf(stranger.admin)).toMatchObject({ openAlerts: [] });
    expect(await alertsOf(stranger.admin)).toEqual([]);
    const path = `/v1/alerts/${alert.id}/acknowledge`;
    expect((await ask("POST", path, { key: stranger.admin })).status).toBe(404);
    expect(await (await ask("POST", path)).json()).toMatchObject({ id: alert.id, state: "acknowledged" });
    await ask("DELETE", `${RULES}/${rule}`);
    expect((await ask("POST", path)).status).toBe(409);
    const closed = await (await ask("GET", "/v1/alerts?closed=true")).json();
    expect(closed).toMatchObject({
      alerts: expect.arrayContaining([expect.objectContaining({ state: "closed" })]),
    });
  });
});
