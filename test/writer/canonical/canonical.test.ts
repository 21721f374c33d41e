import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { walkBody } from "../../../src/ingest/walk/walk.ts";
import { createRedactor } from "../../../src/privacy/redactor.ts";
import type { PrivacySettings, Redactor } from "../../../src/privacy/redactor.ts";
import type { LogRecord } from "../../../src/vocabulary/otlp.ts";
import { canonicalise } from "../../../src/writer/canonical/canonical.ts";
import type { CanonicalResource } from "../../../src/writer/canonical/canonical.ts";
import { logs, spans } from "../../ingest/bodies.ts";

const SESSIONS = new URL("../../fixtures/sessions/", import.meta.url).pathname;
const LISTS = { logs: "resourceLogs", metrics: "resourceMetrics", traces: "resourceSpans" } as const;

function redactor(settings: Partial<PrivacySettings> = {}): Redactor {
  return createRedactor({
    captureMode: "full",
    redactEntropy: false,
    redactEmails: false,
    redactPaths: false,
    ...settings,
  });
}

function capturedBodies(): unknown[] {
  return readdirSync(SESSIONS).flatMap((name) =>
    gunzipSync(readFileSync(SESSIONS + name))
      .toString()
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse((JSON.parse(line) as { bodyText: string }).bodyText)),
  );
}

function recordOf(record: unknown, redact = redactor()): LogRecord | undefined {
  const [first] = canonicalise(logs(record), { rejected: [], redact });
  return first?.signal === "logs" ? first.entry.scopeLogs?.[0]?.logRecords?.[0] : undefined;
}

/** Counts records as they are in the canonical form. */
function recordsIn(resources: readonly CanonicalResource[]): number {
  const text = JSON.stringify(resources);
  const lists = [...text.matchAll(/"(?:logRecords|spans|dataPoints)":\[/g)];
  return lists.length;
}

describe("canonical form", () => {
  test("refuses what the walk could not have passed", () => {
    expect(() => canonicalise(null, { rejected: [], redact: redactor() })).toThrow("BUG:");
  });

  test("of every captured body is one that stays the same when done again", () => {
    for (const body of capturedBodies()) {
      const walked = walkBody(body);
      if (!walked.ok) throw new Error(walked.problem.field);
      expect(walked.value.rejected).toEqual([]);
      const once = canonicalise(body, { rejected: [], redact: redactor() });
      expect(recordsIn(once)).toBeGreaterThan(0);
      for (const { signal, entry } of once) {
        const again = canonicalise({ [LISTS[signal]]: [entry] }, { rejected: [], redact: redactor() });
        expect(again).toEqual([{ signal, entry } as CanonicalResource]);
      }
    }
  });

  test("leaves out what the walk rejected, and resources that have nothing left", () => {
    const body = {
      resourceLogs: [
        ...(logs({}, { severityNumber: 2 })["resourceLogs"] as []),
        logs({})["resourceLogs"],
      ].flat(),
    };
    const rejected = [
      [0, 0, 0, 0],
      [0, 1, 0, 0],
    ];
    expect(canonicalise(body, { rejected, redact: redactor() })).toEqual([
      { signal: "logs", entry: { scopeLogs: [{ logRecords: [{ severityNumber: 2 }] }] } },
    ]);
  });

  test("gives the signals of one body in their order, each resource separately", () => {
    const resources = canonicalise(
      { ...spans({ name: "s" }), ...logs({}) },
      { rejected: [], redact: redactor() },
    );
    expect(resources.map(({ signal }) => signal)).toEqual(["logs", "traces"]);
  });

  test("keeps unknown fields as they are, also next to one that holds a secret", () => {
    const secret = `ghp${"_"}${"aB3d".repeat(9)}`;
    const unknown = { plain: [1, null, { a: [true] }], mixed: ["a", secret, { [secret]: 1 }] };
    const changed = "[redacted:github-token]";
    const record = recordOf({ unknown }) as Record<string, unknown>;
    expect(record["unknown"]).toEqual({ plain: unknown.plain, mixed: ["a", changed, { [changed]: 1 }] });
  });

  test("keeps no more than 100,000 values of unknown fields, and counts that it left out more", () => {
    const redact = redactor();
    const lists = Array.from({ length: 150_000 }, () => ({}));
    const record = recordOf({ lists, later: 1, body: { stringValue: "known" } }, redact);
    expect((record as unknown as { lists: unknown[] }).lists).toHaveLength(99_999);
    expect(record).not.toHaveProperty("later");
    expect(record?.body).toEqual({ stringValue: "known" });
    expect(redact.counts["withheld"]).toBe(2);
  });

  test("keeps an unknown field called __proto__ as a field", () => {
    const record = recordOf(JSON.parse(`{"__proto__":{"a":1}}`));
    expect(Object.getOwnPropertyNames(record)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  });
});

describe("privacy of what is stored", () => {
  const TOKEN = `ghp${"_"}${"aB3d".repeat(9)}`;
  const text = (stringValue: string) => ({ stringValue });

  test("secrets go from every corner of a record", () => {
    const redact = redactor();
    const record = {
      body: text(TOKEN),
      severityText: TOKEN,
      eventName: TOKEN,
      attributes: [
        { key: TOKEN, value: text(TOKEN) },
        { key: "list", value: { arrayValue: { values: [text(TOKEN)] } } },
        { key: "map", value: { kvlistValue: { values: [{ key: TOKEN, value: text(TOKEN) }] } } },
      ],
      unknown: { [TOKEN]: [TOKEN] },
    };
    const stored = JSON.stringify(recordOf(record, redact));
    expect(stored).not.toContain(TOKEN);
    expect(redact.counts["github-token"]).toBe(stored.split("[redacted:github-token]").length - 1);
  });

  test("written rules look at prompts, arguments and bodies, and not at ids and the developer's e-mail", () => {
    const redact = redactor({ redactEmails: true, redactPaths: true });
    const home = text("/home/dev/x by dev@example.com");
    const attributes = ["prompt", "cwd", "process.command_args"].map((key) => ({ key, value: home }));
    const stored = recordOf(
      { body: home, attributes: [...attributes, { key: "user.email", value: text("dev@example.com") }] },
      redact,
    );
    const clean = text("/home/[redacted:home]/x by [redacted:email]");
    expect(stored?.body).toEqual(clean);
    expect(stored?.attributes?.map(({ value }) => value)).toEqual([
      clean,
      home,
      clean,
      text("dev@example.com"),
    ]);
  });

  test.each(["metadata", "minimal"] as const)(
    "mode %s keeps lengths and ids, and no content",
    (captureMode) => {
      const redact = redactor({ captureMode });
      const record = {
        body: text("User prompt: fix the bug"),
        attributes: [
          { key: "prompt", value: text("fix the bug") },
          { key: "prompt_length", value: text("11") },
          { key: "session.id", value: text("s1") },
          { key: "success", value: { boolValue: true } },
        ],
        unknown: "fix the bug",
      };
      expect(recordOf(record, redact)).toEqual({ attributes: record.attributes.slice(1) });
      expect(redact.counts).toEqual({ withheld: 3 });
    },
  );

  test.each(["metadata", "minimal"] as const)("mode %s looks into maps and bytes", (captureMode) => {
    const secret = { kvlistValue: { values: [{ key: "prompt", value: text("fix the bug") }] } };
    const named = { kvlistValue: { values: [{ key: "id", value: text("s1") }] } };
    const attributes = [
      { key: "vendor.id", value: secret },
      { key: "event.id", value: named },
      { key: "vendor.blob", value: { bytesValue: Buffer.from("fix the bug").toString("base64") } },
    ];
    expect(recordOf({ attributes }, redactor({ captureMode }))?.attributes).toEqual([
      { key: "vendor.id", value: { kvlistValue: { values: [] } } },
      { key: "event.id", value: named },
      { key: "vendor.blob" },
    ]);
  });

  test("secrets go from bytes, and other bytes stay as they are", () => {
    const bytes = (content: string | Uint8Array) => ({ bytesValue: Buffer.from(content).toString("base64") });
    const odd = bytes(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    const attributes = [
      { key: "a", value: bytes(`token ${TOKEN}`) },
      { key: "b", value: odd },
    ];
    expect(recordOf({ attributes }, redactor())?.attributes).toEqual([
      { key: "a", value: bytes("token [redacted:github-token]") },
      { key: "b", value: odd },
    ]);
  });

  test("mode minimal keeps of other texts only facts", () => {
    const attributes = [
      { key: "host.name", value: text("laptop") },
      { key: "error.message", value: text("no such file") },
      { key: "duration_ms", value: text("42") },
      { key: "event.name", value: text("tool_result") },
    ];
    expect(recordOf({ attributes }, redactor({ captureMode: "minimal" }))).toEqual({
      attributes: [{ key: "host.name" }, { key: "error.message" }, ...attributes.slice(2)],
    });
  });

  test("a body that is a bare name is kept in every mode", () => {
    const body = text("claude_code.api_request");
    expect(recordOf({ body }, redactor({ captureMode: "minimal" }))).toEqual({ body });
  });
});
