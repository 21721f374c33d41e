/** Records whose clock cannot be believed: kept as they came, left out of scoring, and counted where people look. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { StatusAnswer } from "../../src/http/self/status-answer.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY, HOUR, MINUTE } from "../../src/vocabulary/units.ts";
import { scoring } from "../cli/in-process.ts";
import { attributes, logsBody } from "../normaliser/captured.ts";
import { startTestAppliance, type TestOrganization } from "./running.ts";

const appliance = await startTestAppliance();
afterAll(() => appliance.stop());
const owner = appliance.firstKeys?.admin ?? "";

const now = systemClock();
const SOON = now + 5 * MINUTE;
const ODD: Record<string, number> = {
  "of 1970": Date.parse("1970-01-02T00:00:00Z"),
  "of 2262": Date.parse("2262-01-01T00:00:00Z"),
  "of tomorrow": now + DAY,
};

let organization: TestOrganization;

function prompt(session: string, at: number): object {
  const own = { "event.name": "user_prompt", "session.id": session, prompt: "Rename the parser" };
  return logsBody("claude-code", [{ at, attributes: own }]);
}

/** A call that says it took 60 years. */
function longCall(session: string): object {
  const own = { "event.name": "api_request", "session.id": session, duration_ms: 60 * 365 * DAY };
  return logsBody("claude-code", [{ at: now - HOUR, attributes: own }]);
}

/** An agent's span of an hour ago; its user's message says that it comes from 2286. */
function spanWithLateEvent(session: string): object {
  const event = { name: "github.copilot.user.message", timeUnixNano: "9999999999999999999", attributes: [] };
  return span(session, [now - HOUR, now - HOUR + MINUTE], [event]);
}

function span(session: string, [startedAt, at]: [number, number], events: readonly object[] = []): object {
  const operation = events.length === 0 ? "chat" : "invoke_agent";
  const own = { "gen_ai.operation.name": operation, "gen_ai.conversation.id": session };
  const one = {
    traceId: "a".repeat(32),
    spanId: "b".repeat(16),
    name: "chat",
    startTimeUnixNano: `${startedAt}000000`,
    endTimeUnixNano: `${at}000000`,
    attributes: attributes(own),
    events,
  };
  const resource = { attributes: attributes({ "service.name": "some-agent" }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ spans: [one] }] }] };
}

function point(session: string, at: number): object {
  const own = { "session.id": session, type: "added" };
  const one = { asInt: "3", timeUnixNano: `${at}000000`, attributes: attributes(own) };
  const metric = {
    name: "claude_code.lines_of_code.count",
    sum: { aggregationTemporality: 1, dataPoints: [one] },
  };
  const resource = { attributes: attributes({ "service.name": "claude-code" }) };
  return { resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [metric] }] }] };
}

/** Each in another session, which must not come to be. */
const BODIES: readonly (readonly [path: string, body: object])[] = [
  ...Object.entries(ODD).flatMap(([name, at]) => [
    ["/v1/logs", prompt(`log ${name}`, at)] as const,
    ["/v1/traces", span(`span ${name}`, [at, at])] as const,
    ["/v1/metrics", point(`point ${name}`, at)] as const,
  ]),
  ["/v1/traces", span("span that began in 1970", [ODD["of 1970"] ?? 0, now - HOUR])],
  ["/v1/traces", spanWithLateEvent("span with an event of 2286")],
  ["/v1/logs", longCall("call of 60 years")],
];

async function status(): Promise<StatusAnswer> {
  return (await (await appliance.get("/v1/admin/status", owner)).json()) as StatusAnswer;
}

async function countInMeasurements(): Promise<number> {
  const text = await (await appliance.get("/metrics", owner)).text();
  return Number(/^scoring_odd_time_records_total (\d+)$/m.exec(text)?.[1]);
}

beforeAll(async () => {
  organization = await appliance.addOrganization();
  for (const [path, body] of BODIES)
    expect((await appliance.send(path, body, organization.key)).status).toBe(200);
  for (const [session, at] of [
    ["good", now - HOUR],
    ["a little ahead", SOON],
  ] as const)
    await appliance.send("/v1/logs", prompt(session, at), organization.key);
  await appliance.settled();
});

describe("records of 1970, of 2262 and of tomorrow", () => {
  test("are kept in the objects, and logs are shown with their own time", async () => {
    expect(await appliance.held(organization.id)).toEqual({ logs: 6, traces: 5, metrics: 3 });
    const path = "/v1/telemetry/logs?from=1970-01-01T00:00:00Z&to=2263-01-01T00:00:00Z";
    const { logs } = (await (await appliance.get(path, organization.key)).json()) as {
      logs: { timestamp: string; sessionId: string }[];
    };
    const shown = new Map(logs.map(({ sessionId, timestamp }) => [sessionId, Date.parse(timestamp)]));
    for (const [name, at] of Object.entries(ODD)) expect(shown.get(`log ${name}`)).toBe(at);
  });

  test("are left out of scoring, and their neighbours are not", async () => {
    const path = "/scoring/metrics?from=0001-01-01T00:00:00Z&to=2300-01-01T00:00:00Z";
    const { metrics } = (await (await appliance.get(path, organization.key)).json()) as {
      metrics: { sessionId: string }[];
    };
    expect(metrics.map(({ sessionId }) => sessionId).toSorted()).toEqual(["a little ahead", "good"]);
  });

  test("are counted in the status, by the books and by the stage", async () => {
    const { books, stages } = await status();
    expect(books?.oddTimeRecords).toBe(BODIES.length);
    expect(books?.balanced).toBe(true);
    const normaliser = stages.find(({ stage }) => stage === "normaliser");
    expect(normaliser?.counters["oddTimeRecords"]).toBe(BODIES.length);
  });

  test("are counted in the measurements, and by scoring status", async () => {
    expect(await countInMeasurements()).toBe(BODIES.length);
    const server = ["--data-dir", appliance.directory, "--listen", `127.0.0.1:${appliance.port}`];
    const { out } = await scoring(["status", ...server, "--key", owner]);
    expect(out).toContain(`${BODIES.length} records with an impossible time: kept, not scored.`);
  });
});
