/** From a stored line to records: times, places, agents, names. */
import { describe, expect, test } from "bun:test";
import { readLine } from "../../../src/normaliser/records/read-line.ts";
import type { LogRecord, StoredLine } from "../../../src/vocabulary/otlp.ts";
import { attributes } from "../captured.ts";

const RECEIVED = {
  "scoring.received_unix_nano": "1795300000123456789",
  "scoring.key_id": "key-7",
  "scoring.sequence": "42:3:10",
};

function line(logRecords: LogRecord[], more: { service?: string; scopes?: string[] } = {}): StoredLine {
  const service = more.service === undefined ? {} : { "service.name": more.service };
  const scopes = more.scopes ?? [""];
  return {
    resourceLogs: [
      {
        resource: { attributes: attributes({ ...service, ...RECEIVED }) },
        scopeLogs: scopes.map((name, index) => ({
          scope: { name },
          logRecords: index === 0 ? logRecords : [],
        })),
      },
    ],
  };
}

describe("readLine", () => {
  test("reports the key and the arrival", () => {
    const { keyId, receivedAt, records } = readLine(line([]));
    expect([keyId, receivedAt, records]).toEqual(["key-7", 1795300000123, []]);
  });

  test("looks at the name of each scope a few times, however many there are", () => {
    let reads = 0;
    const named = {
      get name(): string {
        reads += 1;
        return "unknown";
      },
    };
    const scopes = Array.from({ length: 1_000 }, () => ({ scope: named, logRecords: [{}] }));
    const [resource] = line([]).resourceLogs ?? [];
    const { records } = readLine({ resourceLogs: [{ ...resource, scopeLogs: scopes }] });
    expect(records.length).toBe(1_000);
    expect(reads).toBeLessThanOrEqual(5_000);
  });

  test("gives each record its place in the stream", () => {
    const { records } = readLine(line([{}, {}]));
    expect(records.map((record) => record.place)).toEqual([
      { sequence: 42, frame: 3, record: 10 },
      { sequence: 42, frame: 3, record: 11 },
    ]);
  });

  test("takes the first time that is set: its own, the observed one, event.timestamp, the arrival", () => {
    const stamped = { attributes: attributes({ "event.timestamp": "2026-11-21T03:47:28.564Z" }) };
    const { records } = readLine(
      line([
        { timeUnixNano: "1700000000999999999", observedTimeUnixNano: "1700000001000000000", ...stamped },
        { timeUnixNano: "0", observedTimeUnixNano: "1700000002000000000", ...stamped },
        { timeUnixNano: "0", ...stamped },
        {},
      ]),
    );
    expect(records.map((record) => record.at)).toEqual([
      1700000000999,
      1700000002000,
      Date.parse("2026-11-21T03:47:28.564Z"),
      1795300000123,
    ]);
  });

  test.each(["0", "", "1", "500", "999999", "0000000001"])(
    "takes %p nanoseconds for no time, as ingest does",
    (timeUnixNano) => {
      const observedTimeUnixNano = "1700000002000000000";
      const first = { attributes: attributes({ "event.timestamp": "1970-01-01T00:00:00.000Z" }) };
      const { records } = readLine(
        line([{ timeUnixNano, observedTimeUnixNano }, { timeUnixNano }, { timeUnixNano, ...first }]),
      );
      expect(records.map((record) => record.at)).toEqual([1700000002000, 1795300000123, 1795300000123]);
    },
  );

  test("takes a time from the first millisecond on", () => {
    const { records } = readLine(line([{ timeUnixNano: "1000000" }]));
    expect(records.map((record) => record.at)).toEqual([1]);
  });

  test("takes the event's name from the attribute, and never a source position", () => {
    const named = { attributes: attributes({ "event.name": "codex.user_prompt" }) };
    const { records } = readLine(
      line([
        { ...named, eventName: "event otel/src/events/session_telemetry.rs:803" },
        { eventName: "event otel/src/events/session_telemetry.rs:803" },
        { eventName: "lab.user_prompt" },
      ]),
    );
    expect(records.map((record) => record.name)).toEqual(["codex.user_prompt", "", "lab.user_prompt"]);
  });

  test("a span's time is its end; one without an end has its start", () => {
    const resource = { attributes: attributes(RECEIVED) };
    const spans = [
      { startTimeUnixNano: "1700000000000000000", endTimeUnixNano: "1700000002000000000" },
      { startTimeUnixNano: "1700000000000000000", endTimeUnixNano: "0" },
    ];
    const { records } = readLine({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] });
    expect(records.map((record) => record.signal === "traces" && [record.startedAt, record.at])).toEqual([
      [1700000000000, 1700000002000],
      [1700000000000, 1700000000000],
    ]);
  });

  test("a histogram is no record, and neither is a point without a number", () => {
    const resource = { attributes: attributes(RECEIVED) };
    const sum = { aggregationTemporality: 1, dataPoints: [{ asInt: "5" }, { asDouble: "NaN" }, {}] };
    const metrics = [
      { name: "a", sum },
      { name: "b", histogram: { dataPoints: [{}] } },
    ];
    const { records } = readLine({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] });
    expect(
      records.map((record) => record.signal === "metrics" && [record.name, record.value, record.temporality]),
    ).toEqual([["a", 5, "delta"]]);
  });
});

describe("the agent of a record", () => {
  const agentsOf = (...parameters: Parameters<typeof line>) =>
    readLine(line(...parameters)).records.map((one) => one.agent);

  test("is reported by the service, whatever the scope", () => {
    expect(agentsOf([{}], { service: "claude-code-desktop" })).toEqual(["claude-code"]);
    expect(agentsOf([{}], { service: "codex-app-server", scopes: ["codex_otel.log_only"] })).toEqual([
      "codex",
    ]);
    expect(agentsOf([{}], { service: "copilot-chat" })).toEqual(["vscode"]);
  });

  test("is reported by the scope where the service has another name", () => {
    expect(agentsOf([{}], { service: "renamed", scopes: ["qwen-code"] })).toEqual(["qwen"]);
    expect(agentsOf([{}], { service: "renamed", scopes: ["com.anthropic.claude_code.events"] })).toEqual([
      "claude-code",
    ]);
  });

  test("is else its session's, else another scope's in the same line, else other", () => {
    const record = { attributes: attributes({ "session.id": "s-1" }) };
    const remembered = readLine(line([record], { service: "renamed" }), {
      agentOfSession: ({ session }) => (session === "s-1" ? "gemini" : null),
    });
    expect(remembered.records.map((one) => one.agent)).toEqual(["gemini"]);
    const scopes = ["@opentelemetry/instrumentation-undici", "qwen-code"];
    expect(agentsOf([record], { service: "renamed", scopes })).toEqual(["qwen"]);
    expect(agentsOf([record], { service: "lab-sdk-js" })).toEqual(["other"]);
  });

  test("has a version, but Gemini's is Node's version", () => {
    const versioned = (service: string) => {
      const resource = {
        attributes: attributes({ "service.name": service, "service.version": "v20.20.2", ...RECEIVED }),
      };
      return readLine({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: [{}] }] }] }).records[0]
        ?.version;
    };
    expect([versioned("gemini-cli"), versioned("qwen-code")]).toEqual([null, "v20.20.2"]);
  });
});
