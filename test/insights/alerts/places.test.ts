/** Alerts that go out by e-mail and to a webhook, over real sockets. */
import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { changeAlertRule } from "../../../src/insights/alerts/rules/change-rules.ts";
import { testAlertRule } from "../../../src/insights/alerts/test-rule.ts";
import { DAY, HOUR, MINUTE } from "../../../src/vocabulary/units.ts";
import { startScriptedSmtp } from "../integrations/email/scripted-smtp.ts";
import { startScriptedReceiver } from "../integrations/webhooks/scripted-receiver.ts";
import { listWebhooks } from "../../../src/insights/integrations/webhooks/change-webhooks.ts";
import { newWebhook } from "../integrations/webhooks/testing-webhooks.ts";
import { MONDAY, NEXT_LOOK, type RunningAlerts, runningAlerts } from "./running-alerts.ts";

const smtp = await startScriptedSmtp("none");
const receiver = await startScriptedReceiver();
afterAll(async () => {
  await smtp[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

let on: RunningAlerts;
let webhook: { id: string; secret: string };

beforeEach(async () => {
  const mail = { smtpHost: "127.0.0.1", smtpPort: smtp.port, smtpTls: "none" as const };
  on = await runningAlerts({ ...mail, smtpFrom: "scoring@example.com" });
  webhook = await newWebhook(on.places.webhooks, `http://127.0.0.1:${receiver.port}/`, on.organization);
  for (const { heard } of [smtp, receiver]) heard.length = 0;
  smtp.behave({ kind: "well" });
  receiver.behave({ kind: "well" });
});
afterEach(() => on.close());

function sendTo() {
  const to = ["lead@example.com"];
  return on.change("backup", {
    places: [
      { kind: "email", to },
      { kind: "webhook", id: webhook.id },
    ],
  });
}

function typesHeard(): unknown[] {
  return receiver.heard.map(({ body }) => (JSON.parse(body) as { type: unknown }).type);
}

test("an alert says once that it opened and once that it closed, at each place", async () => {
  await sendTo();
  on.machine = { ...on.machine, lastBackupAt: MONDAY - 8 * DAY };
  const stage = on.start();
  for (let look = 0; look < 3; look += 1) {
    await on.settle(stage);
    on.pass(NEXT_LOOK);
  }
  on.machine = { ...on.machine, lastBackupAt: on.now };
  await on.settle(stage);
  expect(smtp.heard).toMatchObject([{ to: ["lead@example.com"] }, { to: ["lead@example.com"] }]);
  expect(smtp.heard.map(({ text }) => /- (New|Over): The last backup/.exec(text)?.[1])).toEqual([
    "New",
    "Over",
  ]);
  expect(typesHeard()).toEqual(["alert.changed", "alert.changed"]);
  for (const { body, headers } of receiver.heard) {
    // the library's own check would find the time of the test's clock too old
    const { "webhook-id": id = "", "webhook-timestamp": seconds, "webhook-signature": signature } = headers;
    const signed = new Webhook(webhook.secret).sign(id, new Date(Number(seconds) * 1000), body);
    expect(signature).toBe(signed);
  }
});

test("a place that fails for a while has the message later, as the same message, and no other place waits", async () => {
  await sendTo();
  receiver.behave({ kind: "answering", status: 503 });
  smtp.behave({ kind: "refusing_body", code: 451 });
  on.machine = { ...on.machine, lastBackupAt: MONDAY - 8 * DAY };
  const stage = on.start();
  await on.settle(stage);
  smtp.behave({ kind: "well" });
  receiver.behave({ kind: "well" });
  on.pass(MINUTE);
  await on.settle(stage);
  const ids = receiver.heard.map(({ headers }) => headers["webhook-id"]);
  const mails = smtp.heard.map(({ text }) => /^Message-ID: (.+)$/m.exec(text)?.[1]);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect([mails.length, new Set(mails).size]).toEqual([2, 1]);
});

test("a receiver that breaks off twice is given up: the message is sent no third time, and its webhook says why", async () => {
  await sendTo();
  receiver.behave({ kind: "resetting" });
  on.machine = { ...on.machine, lastBackupAt: MONDAY - 8 * DAY };
  const stage = on.start();
  for (let tries = 0; tries < 4; tries += 1) {
    await on.settle(stage);
    on.pass(HOUR);
  }
  expect(receiver.heard).toHaveLength(2);
  const [listed] = await listWebhooks(on, { organizationId: on.organization });
  expect(listed).toMatchObject({
    workedAt: null,
    lastError: { message: expect.stringContaining("broke off") },
  });
});

test("a rule is tested at each of its places", async () => {
  await sendTo();
  smtp.behave({ kind: "refusing_recipients", code: 550 });
  const asked = { organizationId: on.organization, id: "backup" };
  const tested = await testAlertRule({ ...on.places, database: on.database }, asked);
  expect(tested).toMatchObject({
    value: [
      { place: { kind: "email" }, error: expect.stringContaining("refused the message with 550") },
      { place: { kind: "webhook" }, error: null },
    ],
  });
  expect(typesHeard()).toEqual(["test"]);
});

test("a rule takes no webhook that the organization does not have", async () => {
  const other = await on.addOrganization("other");
  const places = [{ kind: "webhook" as const, id: webhook.id }];
  const asked = { organizationId: other, id: "backup", change: { places } };
  expect(await changeAlertRule(on.database, asked, on.now)).toMatchObject({
    problem: { kind: "unknown_webhook" },
  });
});
