/** Codex's rollouts, captured with 0.169.0 on 2026-11-21. */
import { describe, expect, test } from "bun:test";
import { codexHistory } from "../../src/history/codex/source.ts";
import type { HistoryRecord } from "../../src/history/record.ts";
import { filesOf, homeWith, readAll, withText } from "./homes.ts";

const home = homeWith("codex-tui-edit-compact");
const first = filesOf(codexHistory, home)[0]?.path ?? "";
const named = (records: readonly HistoryRecord[], name: string) =>
  records.filter((record) => record.name === name);

describe("a rollout of Codex", () => {
  test("gives what was typed, and each call once, though its tokens are counted again and again", async () => {
    const { records } = await readAll(codexHistory, home);
    expect(named(records, "codex.user_prompt")).toHaveLength(14);
    const calls = named(records, "codex.sse_event").filter(({ session }) => session.startsWith("01a20075"));
    expect(calls).toHaveLength(37);
    const sum = (name: string) => calls.reduce((total, call) => total + Number(call.attributes[name]), 0);
    expect(sum("input_token_count")).toBe(2_365_626);
    expect(sum("output_token_count")).toBe(2_458);
    expect(sum("cached_token_count")).toBe(1_516_672);
  });

  test("of a version without a record of each call has the same calls by its counts", async () => {
    const older = withText(home, first, (text) =>
      text
        .split("\n")
        .filter((line) => !line.includes('"type":"token_usage_record"'))
        .join("\n"),
    );
    const { records } = await readAll(codexHistory, older);
    const calls = named(records, "codex.sse_event").filter(({ session }) => session.startsWith("01a20075"));
    expect(calls).toHaveLength(37);
  });

  test("shows a refusal at the question, and who asked for a compaction", async () => {
    const { records } = await readAll(codexHistory, home);
    expect(named(records, "codex.tool_decision").map(({ attributes }) => attributes["decision"])).toEqual([
      "denied",
    ]);
    const compactions = named(records, "codex.compaction");
    expect(compactions.map(({ attributes }) => attributes["trigger"])).toEqual(["manual", "automatic"]);
  });

  test("that is cut off in a line gives everything before", async () => {
    const whole = await readAll(codexHistory, home);
    const cut = await readAll(
      codexHistory,
      withText(home, first, (text) => text.slice(0, text.length - 400)),
    );
    expect(cut.leftOut).toEqual([]);
    expect(cut.records.length).toBeGreaterThan(80);
    expect(whole.records).toEqual(expect.arrayContaining(cut.records));
  });

  test("that is empty gives nothing", async () => {
    const { records, leftOut } = await readAll(
      codexHistory,
      withText(home, first, () => ""),
    );
    expect(records.filter(({ session }) => session.startsWith("01a20075"))).toEqual([]);
    expect(leftOut).toEqual([]);
  });

  test("of another version is left out, with a line that says so", async () => {
    const other = withText(home, first, (text) =>
      text.replaceAll('"cli_version":"0.169.0"', '"cli_version":"2.0.0"'),
    );
    const { records, leftOut } = await readAll(codexHistory, other);
    expect(records.filter(({ session }) => session.startsWith("01a20075"))).toEqual([]);
    expect(leftOut).toEqual([
      { kind: "left_out", what: "file", reason: "version 2.0.0 of Codex is not known" },
    ]);
  });

  test("with a line that is no JSON says which, and gives the rest", async () => {
    const broken = withText(home, first, (text) => text.replace("\n", "\n{broken\n"));
    const { records, leftOut } = await readAll(codexHistory, broken);
    expect(leftOut.map(({ reason }) => reason)).toEqual(["line 2 is no JSON, or too long"]);
    expect(named(records, "codex.user_prompt")).toHaveLength(14);
  });
});
