/** The largest bodies that are taken: everything behind ingest keeps up with them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { eventuallyAnswered } from "../eventually.ts";
import { joinTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

let appliance: TestAppliance;
let organization: TestOrganization;
beforeAll(async () => {
  appliance = await joinTestAppliance();
  organization = await appliance.addOrganization();
});
afterAll(() => appliance.stop());

const AT = "1795262505978000000";
const record = { timeUnixNano: AT };
const list = (count: number, entry: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => entry(index));
const session = (index: number) => ({
  attributes: [{ key: "session.id", value: { stringValue: `s${index}` } }],
});

/** Returns how many log records are on the first page that has any; it may follow one that has none yet. */
async function firstLogs(): Promise<number> {
  const path = "/v1/telemetry/logs?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
  for (let next = path; ;) {
    const listed = await appliance.get(next, organization.key);
    expect(listed.status).toBe(200);
    const { logs, nextCursor } = (await listed.json()) as { logs: object[]; nextCursor: string | null };
    if (logs.length > 0 || nextCursor === null) return logs.length;
    expect(next).not.toEndWith(nextCursor);
    next = `${path}&cursor=${nextCursor}`;
  }
}

test.each([
  ["records", () => [{ scopeLogs: [{ logRecords: list(99_000, () => record) }] }]],
  [
    "scopes",
    () => [{ scopeLogs: list(49_000, (index) => ({ scope: { name: `n${index}` }, logRecords: [record] })) }],
  ],
  [
    "resources, each with a session",
    () => list(33_000, (index) => ({ resource: session(index), scopeLogs: [{ logRecords: [record] }] })),
  ],
])("a body of as many %s as may be is examined, and log records are listed", async (_, resources) => {
  const sent = await appliance.send("/v1/logs", { resourceLogs: resources() }, organization.key);
  expect(sent.status).toBe(200);
  await appliance.settled();
  expect(await firstLogs()).toBe(50);
});

test("a body that no message can hold is refused for good, and others are taken meanwhile", async () => {
  // said twice in a message, in its header and its body, and hardly compressed
  const letters = Buffer.from(randomBytes(20_800_000).map((byte) => 35 + (byte % 92)));
  const id = letters.toString("latin1").replaceAll("\\", "!");
  const session = { key: "session.id", value: { stringValue: id } };
  const body = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ ...record, attributes: [session] }] }] }] };
  // a busy machine answers 503 now and then, and senders come again
  const send = (content: object) =>
    eventuallyAnswered(async () => {
      const answer = await appliance.send("/v1/logs", content, organization.key);
      return answer.status === 503 ? null : answer;
    });
  const refused = await send(body);
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ code: 3, message: expect.stringContaining("too large") });
  const small = { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] };
  expect((await send(small)).status).toBe(200);
});
