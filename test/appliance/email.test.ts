/** E-mail through a real appliance: off until set, tested by admins, and a way for scheduled reports. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createLog } from "../../src/vocabulary/log.ts";
import { startScriptedSmtp } from "../insights/integrations/email/scripted-smtp.ts";
import { eventually, type OwnAppliance, startTestAppliance, type TestOrganization } from "./running.ts";

const PATH = "/v1/integrations/email";
const smtp = await startScriptedSmtp("none");
const SETTINGS = {
  smtpHost: "localhost",
  smtpPort: smtp.port,
  smtpTls: "none",
  smtpFrom: "scoring@example.com",
};
const log: string[] = [];

let appliance: OwnAppliance;
let team: TestOrganization;

beforeAll(async () => {
  appliance = await startTestAppliance({
    settings: SETTINGS,
    log: createLog("json", (line) => void log.push(line)),
  });
});
beforeEach(async () => {
  team = await appliance.addOrganization();
  smtp.behave({ kind: "well" });
  smtp.heard.length = 0;
});
afterAll(async () => {
  await appliance.stop();
  await smtp[Symbol.asyncDispose]();
});

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(appliance.url + path, {
    method,
    headers: { authorization: `Bearer ${team.admin}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, answer: JSON.parse(text) };
}

describe("a test message", () => {
  test.each([[[]], [["ada"]], [["ada@example.com\r\nBcc: mallory@evil.example"]]])(
    "goes to no %j",
    async (to) => {
      const { status, answer } = await ask("POST", `${PATH}/test`, { to });
      expect([status, answer.errors[0].path]).toEqual([400, expect.stringMatching(/^to/)]);
      expect(smtp.heard).toEqual([]);
    },
  );

  test.each([
    [{ ...SETTINGS, offline: true }, "offline, which forbids e-mail"],
    [{ ...SETTINGS, smtpHost: null }, "Set smtp_host and smtp_from"],
  ])("is refused with settings %j", async (settings, words) => {
    await appliance.reload(settings);
    const described = await ask("GET", PATH);
    const tested = await ask("POST", `${PATH}/test`, { to: ["ada@example.com"] });
    await appliance.reload(SETTINGS);
    expect(described.answer).toEqual({ isReady: false, problem: expect.stringContaining(words), from: null });
    expect([tested.status, tested.answer.detail]).toEqual([503, expect.stringContaining(words)]);
    expect(smtp.heard).toEqual([]);
  });

  test("that is not taken is answered with what is wrong", async () => {
    smtp.behave({ kind: "refusing_recipients", code: 550 });
    const { status, answer } = await ask("POST", `${PATH}/test`, { to: ["ada@example.com"] });
    expect([status, answer.ok, answer.error.kind]).toEqual([200, false, "mail_refused"]);
    expect(JSON.stringify(answer)).not.toContain("a word of the mail server");
  });

  test("arrives", async () => {
    expect((await ask("GET", PATH)).answer).toEqual({
      isReady: true,
      problem: null,
      from: "scoring@example.com",
    });
    const { status, answer } = await ask("POST", `${PATH}/test`, { to: ["ada@example.com"] });
    expect([status, answer]).toEqual([200, { ok: true, error: null }]);
    expect(smtp.heard).toMatchObject([{ from: "scoring@example.com", to: ["ada@example.com"] }]);
    expect(log.filter((line) => line.includes("ada@example.com"))).toEqual([]);
  });
});

test("a schedule sends its report by e-mail", async () => {
  const { status, answer } = await ask("POST", "/v1/reports/schedules", {
    name: "Daily\u00e9",
    cron: "0 8 * * *",
    timezone: "UTC",
    window: "day",
    destinations: [{ kind: "email", to: ["ada@example.com", "grace@example.com"] }],
  });
  expect([status, answer.destinations]).toEqual([
    201,
    [{ kind: "email", to: ["ada@example.com", "grace@example.com"] }],
  ]);
  await ask("POST", `/v1/reports/schedules/${answer.id}/run`);
  const runs = `/v1/reports/schedules/${answer.id}/runs`;
  await eventually(async () => (await ask("GET", runs)).answer.runs[0].status === "completed");
  expect((await ask("GET", runs)).answer.runs[0].deliveries).toMatchObject([
    { kind: "email", status: "delivered", tries: 1 },
  ]);
  expect(smtp.heard).toMatchObject([{ to: ["ada@example.com", "grace@example.com"] }]);
  expect(smtp.heard[0]?.text).toContain("Subject: =?UTF-8?Q?Daily=C3=A9");
});
