/** Codex's rollouts, captured with 0.169.0 on 2026-11-21. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codexHistory } from "../../src/history/codex/source.ts";
import type { HistoryRecord } from "../../src/history/record.ts";
import { filesOf, homeWith, readAll, withText } from "./homes.ts";

const home = homeWith("codex-tui-edit-compact");
const first = filesOf(codexHistory, home)[0]?.path ?? "";
const named = (records: readonly HistoryRecord[], name: string) =>
  records.filter((record) => record.name === name);

/** A rollout as the source of 0.65 writes it: no captured one was at hand. */
function older(meta: object = {}): string {
  const usage = {
    input_tokens: 4_000,
    cached_input_tokens: 1_000,
    output_tokens: 40,
    reasoning_output_tokens: 10,
  };
  const count = {
    type: "token_count",
    info: { total_token_usage: usage, last_token_usage: usage, model_context_window: 272_000 },
  };
  const call = (name: string, call_id: string) => ({
    type: "function_call",
    name,
    arguments: '{"command":["ls"]}',
    call_id,
  });
  const output = (call_id: string, text: string) => ({ type: "function_call_output", call_id, output: text });
  const failed = JSON.stringify({
    output: "no such file",
    metadata: { exit_code: 3, duration_seconds: 0.1 },
  });
  const cwd = "/home/dev/shop";
  const lines: [type: string, payload: object][] = [
    ["session_meta", { id: "019a", cwd, originator: "codex_cli_rs", cli_version: "0.65.0", ...meta }],
    ["turn_context", { cwd, model: "gpt-5-codex", effort: "high" }],
    ["event_msg", { type: "user_message", message: "<environment_context>", kind: "environment_context" }],
    ["event_msg", { type: "user_message", message: "Fix the sum", images: [] }],
    ["response_item", call("shell", "one")],
    ["response_item", output("one", failed)],
    ["event_msg", count],
    ["event_msg", count],
    ["response_item", call("shell", "two")],
    ["response_item", output("two", "exec command rejected by user")],
    ["event_msg", { type: "turn_aborted", reason: "interrupted" }],
    ["compacted", { message: "A sum was fixed." }],
    ["event_msg", { type: "context_compacted" }],
  ];
  const folder = join(mkdtempSync(join(tmpdir(), "home-")), ".codex/sessions/2025/12/08");
  mkdirSync(folder, { recursive: true });
  const text = lines.map(([type, payload], second) =>
    JSON.stringify({ timestamp: `2025-12-08T10:00:${10 + second}.000Z`, type, payload }),
  );
  writeFileSync(join(folder, "rollout-2025-12-08T10-00-10-019a.jsonl"), `${text.join("\n")}\n`);
  return folder.replace(/\.codex.*$/, "");
}

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

  test("before 0.160 gives prompts, calls, commands, a refusal and a compaction, as far as it says them", async () => {
    const { records, leftOut } = await readAll(codexHistory, older());
    expect(leftOut).toEqual([]);
    expect(records.map(({ name }) => name)).toEqual([
      "codex.user_prompt",
      "codex.tool_result",
      "codex.conversation_starts",
      "codex.sse_event",
      "codex.tool_decision",
      "codex.tool_result",
      "codex.turn_cost",
      "codex.compaction",
    ]);
    expect(records[0]?.attributes).toMatchObject({ prompt: "Fix the sum", cwd: "/home/dev/shop" });
    expect(records[1]?.attributes).toMatchObject({
      success: true,
      output: "Exit code: 3\nOutput:\nno such file",
    });
    expect(records[2]?.attributes).toMatchObject({ context_window: 272_000 });
    expect(records[3]?.attributes).toMatchObject({ input_token_count: 4_000, output_token_count: 40 });
    expect(records[5]?.attributes["success"]).toBe(false);
    expect(records[7]?.attributes["trigger"]).toBeUndefined();
  });

  test("before 0.160 that has another thread's lines is left out, because nothing says which", async () => {
    const { records, leftOut } = await readAll(codexHistory, older({ forked_from_id: "another" }));
    expect(records).toEqual([]);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      "version 0.65.0 of Codex does not say which lines were another thread's",
    ]);
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
