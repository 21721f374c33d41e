/** From a request to stored lines: what each line says of the records in it. */
import { describe, expect, test } from "bun:test";
import { streamRequestOf } from "../../src/ingest/stream-request.ts";
import { walkBody } from "../../src/ingest/walk/walk.ts";
import { createRedactor } from "../../src/privacy/redactor.ts";
import { linesOf, type SignalLine } from "../../src/writer/lines.ts";

const REDACTOR = createRedactor({
  captureMode: "full",
  redactEntropy: false,
  redactEmails: false,
  redactPaths: false,
});
const CALLER = { organizationId: "org", keyId: "key", role: "member", developerId: null } as const;

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

describe("lines of a request", () => {
  test("name the sessions and the times of their own resource", () => {
    const lines = linesFor({ resourceLogs: [resourceOf("a", 1_000), resourceOf("b", 2_000)] });
    expect(lines.map(({ line }) => [line.sessions, line.leastMs, line.greatestMs])).toEqual([
      [["a"], 1_000, 1_000],
      [["b"], 2_000, 2_000],
    ]);
  });

  test("do not grow with the square of resources and sessions", () => {
    const count = 2_000;
    const lines = linesFor({
      resourceLogs: Array.from({ length: count }, (_, index) => resourceOf(`s${index}`, 1_000 + index)),
    });
    expect(lines.reduce((sum, { line }) => sum + line.sessions.length, 0)).toBe(count);
  });
});
