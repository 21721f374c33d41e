/** A server that is killed while it sends a report: the message goes out again, once, as the same message. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../eventually.ts";
import { startScriptedSmtp } from "../insights/integrations/email/scripted-smtp.ts";
import { startScriptedReceiver } from "../insights/integrations/webhooks/scripted-receiver.ts";
import { serveProcess } from "./served-process.ts";

const receiver = await startScriptedReceiver();
const directory = mkdtempSync(join(tmpdir(), "killed-while-sending-"));
const smtp = await startScriptedSmtp("none");
const ENVIRONMENT = {
  SCORING_WEBHOOK_HOSTS: "127.0.0.1",
  SCORING_SMTP_HOST: "127.0.0.1",
  SCORING_SMTP_PORT: String(smtp.port),
  SCORING_SMTP_TLS: "none",
  SCORING_SMTP_FROM: "scoring@example.com",
};
let serving = await serveProcess(directory, ENVIRONMENT);
afterAll(async () => {
  serving.child.kill("SIGKILL");
  await serving.child.exited;
  await receiver[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

const key = /^admin\s+(\S+)/m.exec(readFileSync(join(directory, "first-keys"), "utf8"))?.[1] ?? "";

async function ask(method: string, path: string, body?: object): Promise<ReturnType<typeof JSON.parse>> {
  const answer = await fetch(serving.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

async function killAndStart(): Promise<void> {
  serving.child.kill("SIGKILL");
  await serving.child.exited;
  serving = await serveProcess(directory, ENVIRONMENT);
  await eventually(async () => (await fetch(`${serving.url}/readyz`)).ok);
}

async function runReport(destination: object): Promise<string> {
  const schedule = { name: "Killed", cron: "0 8 * * *", timezone: "UTC", window: "day" };
  const { id } = await ask("POST", "/v1/reports/schedules", { ...schedule, destinations: [destination] });
  await ask("POST", `/v1/reports/schedules/${id}/run`);
  return id;
}

async function deliveryOf(id: string): Promise<{ status: string; tries: number }> {
  const { runs } = await ask("GET", `/v1/reports/schedules/${id}/runs`);
  return runs[0].deliveries[0];
}

test("a webhook has it twice at most, with one webhook-id", async () => {
  receiver.behave({ kind: "slow" });
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  const { webhook } = await ask("POST", "/v1/integrations/webhooks", { name: "Pager", url });
  const id = await runReport({ kind: "webhook", id: webhook.id });
  await eventually(() => Promise.resolve(receiver.heard.length === 1));
  receiver.behave({ kind: "well" });
  await killAndStart();
  await eventually(async () => (await deliveryOf(id)).status === "delivered");
  expect(await deliveryOf(id)).toMatchObject({ kind: "webhook", tries: 2 });
  expect(receiver.heard).toHaveLength(2);
  expect(new Set(receiver.heard.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(receiver.heard[1]?.body).toContain("Killed: ");
});

test("a mailbox has it twice at most, with one Message-ID", async () => {
  smtp.behave({ kind: "slow_body" });
  const id = await runReport({ kind: "email", to: ["ada@example.com"] });
  await eventually(() => Promise.resolve(smtp.heard.length === 1));
  smtp.behave({ kind: "well" });
  await killAndStart();
  await eventually(async () => (await deliveryOf(id)).status === "delivered");
  expect(await deliveryOf(id)).toMatchObject({ kind: "email", tries: 2 });
  expect(smtp.heard).toHaveLength(2);
  const ids = smtp.heard.map(({ text }) => /^Message-ID: (.+)$/m.exec(text)?.[1]);
  expect([new Set(ids).size, ids[0]]).toEqual([1, expect.stringContaining("@example.com>")]);
});
