/** Who a record says was at work. */
import { describe, expect, test } from "bun:test";
import { identitiesOf } from "../../../src/normaliser/records/identity.ts";
import type { TelemetryRecord } from "../../../src/normaliser/records/record.ts";
import { attributes, recordsOfBody, recordsOfSession, resourceOf } from "../captured.ts";

function record(own: Record<string, string>, resource: Record<string, string>): TelemetryRecord {
  const [one] = recordsOfBody({
    resourceLogs: [
      { resource: resourceOf("x", resource), scopeLogs: [{ logRecords: [{ attributes: attributes(own) }] }] },
    ],
  });
  if (one === undefined) throw new Error("no record was read");
  return one;
}

describe("identitiesOf", () => {
  test("gives each kind once, the best kind first", () => {
    const told = record({ "user.id": "u-1", "user.name": "Ada" }, { "user.email": "ada@example.test" });
    expect(identitiesOf(told)).toEqual([
      { kind: "user.email", value: "ada@example.test" },
      { kind: "user.id", value: "u-1" },
      { kind: "user.name", value: "Ada" },
    ]);
  });

  test("takes the record's own before its resource's", () => {
    expect(identitiesOf(record({ "user.id": "own" }, { "user.id": "resource" }))).toEqual([
      { kind: "user.id", value: "own" },
    ]);
  });

  test("takes no value that names nobody", () => {
    expect(identitiesOf(record({ "user.email": " Unknown ", "user.id": "" }, { "user.id": "n/a" }))).toEqual(
      [],
    );
  });

  test.each([
    ["gemini-ok", "installation.id"],
    ["opencode-ok", "ai.telemetry.metadata.userId"],
    ["sdk-js-gzip", "user.email"],
  ])("%s names its person by %s", async (name, kind) => {
    const kinds = (await recordsOfSession(name)).flatMap(identitiesOf).map((identity) => identity.kind);
    expect([...new Set<string>(kinds)]).toEqual([kind]);
  });

  test.each(["codex-ok", "qwen-ok"])("%s names nobody", async (name) => {
    expect((await recordsOfSession(name)).flatMap(identitiesOf)).toEqual([]);
  });
});
