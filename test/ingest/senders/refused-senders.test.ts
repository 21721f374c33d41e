/** Who is refused is counted by kind of program, fault and key, reported once a minute, and never in the sender's words. */
import { describe, expect, test } from "bun:test";
import { createRefusedSenders } from "../../../src/ingest/senders/refused-senders.ts";
import { SENDER_FAULTS, SENDER_KINDS, senderOf } from "../../../src/ingest/senders/sender.ts";
import { remedyFor } from "../../../src/normaliser/dialects/remedies.ts";
import { createLog } from "../../../src/vocabulary/log.ts";
import { DAY, MINUTE } from "../../../src/vocabulary/units.ts";

const OWNER = { keyId: "key-1", organizationId: "org-1" };

function requestOf(userAgent: string): Request {
  return new Request("http://a/v1/logs", { method: "POST", headers: { "user-agent": userAgent } });
}

function start(at = 1_000_000) {
  const state = { now: at };
  const lines: string[] = [];
  const log = createLog("json", (line) => void lines.push(line));
  return { state, lines, senders: createRefusedSenders({ clock: () => state.now, log, remedyFor }) };
}

describe("the kind of program", () => {
  test.each([
    ["OTel-OTLP-Exporter-JavaScript/0.208.0", "otel-javascript"],
    ["OTel-OTLP-Exporter-Rust/0.31.0", "otel-rust"],
    ["OTel-OTLP-Exporter-Python/1.38.0", "otel-python"],
    ["OTel-OTLP-Exporter-Java/1.55.0", "otel-java"],
    ["OTel OTLP Exporter Go/1.38.0", "otel-go"],
    ["effect-opentelemetry-OtlpLogger/0.0.0", "opencode"],
    ["OpenTelemetry Collector Contrib/0.140.0 (linux/amd64)", "collector"],
    ["grpc-node-js/1.14.0", "grpc"],
    ["tonic/0.14", "grpc"],
    ["curl/8.5.0", "other"],
    ["", "other"],
    ["x".repeat(10_000), "other"],
  ])("of %p is %s", (userAgent, kind) => {
    expect(senderOf(requestOf(userAgent).headers)).toBe(kind as (typeof SENDER_KINDS)[number]);
  });

  test("has a remedy for every fault", () => {
    for (const sender of SENDER_KINDS)
      for (const fault of SENDER_FAULTS) expect(remedyFor(sender, fault)).not.toBe("");
    expect(remedyFor("otel-rust", "protobuf")).toContain('protocol = "json"');
    expect(remedyFor("grpc", "grpc")).toContain('"otlpProtocol": "http"');
    expect(remedyFor("otel-javascript", "protobuf")).toContain("OTEL_EXPORTER_OTLP_PROTOCOL=http/json");
  });
});

describe("refused senders", () => {
  test("are counted by kind, fault and key", () => {
    const { senders, state } = start();
    senders.note(requestOf("curl/8"), "protobuf", OWNER);
    state.now += 5;
    senders.note(requestOf("wget/1"), "protobuf", OWNER);
    senders.note(requestOf("curl/8"), "protobuf", null);
    state.now += 5;
    senders.note(requestOf("curl/8"), "path", null);
    expect(senders.list().map(({ fault, keyId, requests }) => [fault, keyId, requests])).toEqual([
      ["path", null, 1],
      ["protobuf", "key-1", 2],
      ["protobuf", null, 1],
    ]);
  });

  test("are reported at most once a minute each, with what came since", () => {
    const { senders, state, lines } = start();
    for (let second = 0; second < 130; second++) {
      senders.note(requestOf("curl/8"), "no_key", null);
      state.now += 1_000;
    }
    senders.note(requestOf("curl/8"), "path", null);
    const told = lines.map((line) => JSON.parse(line) as { fault: string; requests: number });
    expect(told.map(({ fault, requests }) => [fault, requests])).toEqual([
      ["no_key", 1],
      ["no_key", 60],
      ["no_key", 60],
      ["path", 1],
    ]);
  });

  test("are reported without anything that a terminal would act on, and cut", () => {
    const state = { now: MINUTE };
    const lines: string[] = [];
    const log = createLog("plain", (line) => void lines.push(line));
    const headers = new Headers({ "user-agent": `\u00e9\u009b[2J${"a".repeat(5_000)}` });
    const request = { headers } as Request;
    createRefusedSenders({ clock: () => state.now, log, remedyFor }).note(request, "path", null);
    expect(lines.join("")).toMatch(/^[\x20-\x7e\n]*$/);
    expect(lines.join("").length).toBeLessThan(600);
  });

  test("go on from an earlier run's", () => {
    const { senders } = start();
    senders.note(requestOf("curl/8"), "path", null);
    const log = createLog("json", () => {});
    const again = createRefusedSenders({ clock: () => 2_000_000, log, remedyFor }, senders.list());
    again.note(requestOf("curl/8"), "path", null);
    expect(again.list()).toMatchObject([{ requests: 2, firstAt: 1_000_000, lastAt: 2_000_000 }]);
  });

  test("of an earlier run make room in the order of their last requests", () => {
    const earlier = Array.from({ length: 1_000 }, (_, place) => ({
      sender: "other" as const,
      fault: "path" as const,
      keyId: `key-${place}`,
      organizationId: "org-1",
      requests: 1,
      firstAt: 900_000,
      lastAt: 1_000_000 - place,
    }));
    const log = createLog("json", () => {});
    const senders = createRefusedSenders({ clock: () => 1_000_001, log, remedyFor }, earlier);
    senders.note(requestOf("wget/1"), "path", { ...OWNER, keyId: "new" });
    const kept = senders.list().map(({ keyId }) => keyId);
    expect(kept).toHaveLength(1_000);
    expect(kept.slice(0, 2)).toEqual(["new", "key-0"]);
    expect(kept).not.toContain("key-999");
  });

  test("are forgotten after a day, and at the latest when there are a thousand", () => {
    const { senders, state } = start();
    senders.note(requestOf("curl/8"), "path", null);
    state.now += DAY + 1;
    expect(senders.list()).toEqual([]);
    for (let key = 0; key < 5_000; key++)
      senders.note(requestOf("curl/8"), "protobuf", { ...OWNER, keyId: `key-${key}` });
    expect(senders.list().length).toBeLessThanOrEqual(1_000);
    expect(senders.list().some(({ keyId }) => keyId === "key-4999")).toBe(true);
  });
});
