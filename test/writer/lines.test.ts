/** From a request to stored lines: what each line says of the records in it. */
import { describe, expect, test } from "bun:test";
import { keyCaller } from "../../src/identity/caller.ts";
import { streamRequestOf } from "../../src/ingest/stream-request.ts";
import { walkBody } from "../../src/ingest/walk/walk.ts";
import { textOf, unwrapAttributes } from "../../src/normaliser/records/unwrap.ts";
import { createRedactor } from "../../src/privacy/redactor.ts";
import type { StoredLine } from "../../src/vocabulary/otlp.ts";
import { linesOf, type SignalLine } from "../../src/writer/lines.ts";
import { agentSessionId } from "../../src/vocabulary/held-name.ts";

const REDACTOR = createRedactor({
  captureMode: "full",
  redactEntropy: false,
  redactEmails: false,
  redactPaths: false,
});
const CALLER = keyCaller({
  organizationId: "org",
  keyId: "key",
  role: "member",
  developerId: null,
  scopes: ["ingest", "read_team"],
});

function linesFor(body: object): SignalLine[] {
  const walked = walkBody(body);
  if (!walked.ok) throw new Error(walked.problem.description);
  const from = { endpoint: "logs", caller: CALLER, findings: walked.value, receivedAt: 5_000 } as const;
  const request = streamRequestOf(JSON.stringify(body), from);
  return linesOf(request, { sequence: 1, frame: 0 }, REDACTOR);
}

function resourceOf(session: string, milliseconds: number): object {
  const attributes = [{ key: "session.id", value: { stringValue: session } }];
  const logRecords = [{ timeUnixNano: `${milliseconds}000000`, severityNumber: 1 }];
  return { resource: { attributes }, scopeLogs: [{ logRecords }] };
}

function logOf(attributes: object[]): object {
  return { scopeLogs: [{ logRecords: [{ timeUnixNano: "1000000000", attributes }] }] };
}

describe("lines of a request", () => {
  test("name the sessions and the times of their resource", () => {
    const lines = linesFor({ resourceLogs: [resourceOf("a", 1_000), resourceOf("b", 2_000)] });
    expect(lines.map(({ line }) => [line.sessions, line.leastMs, line.greatestMs])).toEqual([
      [[agentSessionId("a")], 1_000, 1_000],
      [[agentSessionId("b")], 2_000, 2_000],
    ]);
  });

  test("do not grow with the square of resources and sessions", () => {
    const count = 2_000;
    const lines = linesFor({
      resourceLogs: Array.from({ length: count }, (_, index) => resourceOf(`s${index}`, 1_000 + index)),
    });
    expect(lines.reduce((sum, { line }) => sum + line.sessions.length, 0)).toBe(count);
  });

  test.each([
    ["session.id", { intValue: 123 }, "123"],
    ["conversation.id", { intValue: "9007199254740993" }, "9007199254740993"],
    ["session.id", { intValue: "1e3" }, "1000"],
    ["session.id", { int_value: "7.0" }, "7"],
    ["session.id", { doubleValue: "1.50" }, "1.5"],
    ["session.id", { double_value: "NaN" }, "NaN"],
    ["session.id", { bool_value: true }, "true"],
    ["session.id", { string_value: "abc" }, "abc"],
    ["copilot_chat.chat_session_id", { stringValue: "abc" }, "abc"],
  ])("name the session of %s %j as readers do", (key, value, session) => {
    const [line] = linesFor({ resourceLogs: [logOf([{ key, value }])] });
    expect(line?.line.sessions).toEqual([agentSessionId(session)]);
    const { resourceLogs } = JSON.parse(line?.line.text ?? "") as StoredLine;
    const attributes = resourceLogs?.[0]?.scopeLogs?.[0]?.logRecords?.[0]?.attributes;
    expect(textOf(unwrapAttributes(attributes)[key])).toBe(session);
  });

  test("name no session by a secret that the line does not hold", () => {
    const secret = ["gh", "p_", "aB3dE5fG7hJ9kL1mN0pQ2rS4tU6vW8xYaB3d"].join("");
    const lines = linesFor({ resourceLogs: [resourceOf(`run-${secret}`, 1_000)] });
    const [session = ""] = lines[0]?.line.sessions ?? [];
    expect(session).not.toContain(secret);
    expect(lines[0]?.line.text).toContain(JSON.stringify(session));
  });

  test("count a secret in the session's name once", () => {
    const secret = ["gh", "p_", "bB3dE5fG7hJ9kL1mN0pQ2rS4tU6vW8xYaB3d"].join("");
    const before = REDACTOR.counts["github-token"] ?? 0;
    linesFor({ resourceLogs: [resourceOf(`run-${secret}`, 1_000)] });
    expect(REDACTOR.counts["github-token"]).toBe(before + 1);
  });

  test("name the event that readers take of two", () => {
    const names = ["first", "last", ""].map((stringValue) => ({ key: "event.name", value: { stringValue } }));
    const [line] = linesFor({ resourceLogs: [logOf(names)] });
    expect(line?.line.events).toEqual(["last"]);
  });
});
