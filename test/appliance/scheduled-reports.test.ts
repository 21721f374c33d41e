/** A schedule that fires every minute, against a stand-in for Slack: a real appliance, real time. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunAnswer, ScheduleAnswer } from "../../src/insights/schedules/schedule.ts";
import { MINUTE, type Milliseconds, SECOND } from "../../src/vocabulary/units.ts";
import { SECRETS, startScriptedSlack } from "../insights/integrations/scripted-slack.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

const PATH = "/v1/reports/schedules";
const DAILY = { name: "Daily", cron: "0 8 * * *", timezone: "UTC", window: "day" };
const TO_WEBHOOK = { destinations: [{ kind: "slack" }] };

const slack = startScriptedSlack();
const directory = mkdtempSync(join(tmpdir(), "scheduled-reports-"));
let appliance: TestAppliance;
let team: TestOrganization;

beforeAll(async () => {
  appliance = await startHere(0);
  team = await appliance.addOrganization();
  await ask("PUT", "/v1/integrations/slack/webhook", { url: SECRETS.webhook });
});
afterAll(async () => {
  await appliance.stop();
  await slack[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

function startHere(engineClockAheadMs: Milliseconds): Promise<TestAppliance> {
  return startTestAppliance({ directory, slackUrl: slack.url, engineClockAheadMs });
}

/** Starts it again with an engine whose clock is just before a time, so that nobody waits a minute. */
async function restartBefore(at: string): Promise<void> {
  await appliance.stop();
  appliance = await startHere(Date.parse(at) - SECOND - Date.now());
}

function ask(method: string, path: string, body?: object): Promise<Response> {
  return fetch(appliance.url + path, {
    method,
    headers: { authorization: `Bearer ${team.admin}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function make(changes: object): Promise<string> {
  const made = await ask("POST", PATH, { ...DAILY, ...TO_WEBHOOK, ...changes });
  expect(made.status).toBe(201);
  return ((await made.json()) as ScheduleAnswer).id;
}

async function runsOf(id: string): Promise<RunAnswer[]> {
  const answer = await ask("GET", `${PATH}/${id}/runs`);
  return ((await answer.json()) as { runs: RunAnswer[] }).runs;
}

test("a schedule of every hour posts its report within the minute", async () => {
  const id = await make({ name: "Every hour", cron: "0 * * * *" });
  const { nextRunAt } = (await (await ask("GET", `${PATH}/${id}`)).json()) as ScheduleAnswer;
  await restartBefore(nextRunAt ?? "");
  await eventually(async () => (await runsOf(id))[0]?.status === "completed");
  const [run] = await runsOf(id);
  expect(run?.deliveries).toMatchObject([{ status: "delivered", tries: 1, channel: null }]);
  expect(Date.parse(run?.dueAt ?? "") % MINUTE).toBe(0);
  expect(slack.heard.at(-1)).toMatchObject({ method: "webhook" });
  expect(JSON.stringify(slack.heard.at(-1)?.body)).toContain("Every hour: ");
  expect((await ask("DELETE", `${PATH}/${id}`)).status).toBe(200);
  expect((await ask("GET", `/v1/insights/report/${run?.reportId ?? ""}`)).status).toBe(200);
});

test("a message that was being sent when the server stopped is sent once more after the next start", async () => {
  slack.behave({ kind: "slow" });
  const id = await make({ name: "Stopped" });
  const before = slack.heard.length;
  expect((await ask("POST", `${PATH}/${id}/run`)).status).toBe(202);
  await eventually(() => Promise.resolve(slack.heard.length === before + 1));
  await appliance.stop();
  slack.behave({ kind: "well" });
  appliance = await startHere(0);
  await eventually(async () => (await runsOf(id))[0]?.status === "completed");
  expect((await runsOf(id))[0]).toMatchObject({
    error: null,
    deliveries: [{ status: "delivered", tries: 2, error: null }],
  });
  expect(slack.heard).toHaveLength(before + 2);
  expect((await ask("DELETE", `${PATH}/${id}`)).status).toBe(200);
});

test("a schedule takes no second run while one is under way", async () => {
  slack.behave({ kind: "rate_limiting", seconds: 3600 });
  const id = await make({ name: "On request" });
  const first = await ask("POST", `${PATH}/${id}/run`);
  expect(first.status).toBe(202);
  expect(await first.json()).toMatchObject({ trigger: "request", status: "reporting" });
  expect((await ask("POST", `${PATH}/${id}/run`)).status).toBe(409);
  await eventually(async () => typeof (await runsOf(id))[0]?.deliveries[0]?.error === "string");
  const [run, ...others] = await runsOf(id);
  expect(others).toEqual([]);
  expect(run?.deliveries).toMatchObject([{ status: "pending", tries: 1 }]);
  expect(run?.deliveries[0]?.error).toContain("Slack takes no more messages");
  expect((await ask("DELETE", `${PATH}/${id}`)).status).toBe(200);
});
