/** Claude Code's session files, built from what is published of them: no captured one was at hand. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claudeCodeHistory } from "../../src/history/claude-code/source.ts";
import { readAll } from "./homes.ts";

const SESSION = "11111111-2222-3333-4444-555555555555";
let counted = 0;

function line(type: string, more: object): object {
  counted += 1;
  const timestamp = new Date(Date.UTC(2026, 10, 21, 12, 0, counted)).toISOString();
  return {
    type,
    uuid: `line-${counted}`,
    sessionId: SESSION,
    timestamp,
    version: "2.1.0",
    cwd: "/home/dev/shop",
    ...more,
  };
}

const user = (content: unknown, more: object = {}) =>
  line("user", { message: { role: "user", content }, ...more });
const answer = (id: string, output: number, content: object[] = []) =>
  line("assistant", {
    requestId: `request ${id}`,
    message: {
      id,
      model: "claude-sonnet-4-5",
      usage: { input_tokens: 10, output_tokens: output, cache_read_input_tokens: 500 },
      content,
    },
  });
const edit = {
  type: "tool_use",
  id: "toolu_1",
  name: "Edit",
  input: { file_path: "a.js", old_string: "a", new_string: "b" },
};

async function reading(lines: readonly object[]) {
  const home = mkdtempSync(join(tmpdir(), "home-"));
  const folder = join(home, ".claude/projects/-home-dev-shop");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${SESSION}.jsonl`), lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return readAll(claudeCodeHistory, home);
}

describe("a session file of Claude Code", () => {
  test("gives an answer of several lines once, with its last counts", async () => {
    const { records } = await reading([
      user("Add a cart"),
      answer("msg_1", 1),
      answer("msg_1", 30, [edit]),
      user([{ type: "tool_result", tool_use_id: "toolu_1", content: "done" }], {
        toolUseResult: { structuredPatch: [{ lines: [" x", "-a", "+b", "+c"] }] },
      }),
    ]);
    expect(records.map(({ name }) => name)).toEqual([
      "scoring.prompt",
      "scoring.model_call",
      "scoring.tool_call",
    ]);
    expect(records[1]?.attributes).toMatchObject({
      input_tokens: 10,
      output_tokens: 30,
      cache_read_tokens: 500,
    });
    expect(records[2]?.attributes).toMatchObject({
      tool_name: "Edit",
      success: true,
      lines_added: 2,
      lines_removed: 1,
    });
  });

  test("gives the last answer too, though no line comes after it", async () => {
    const { records } = await reading([user("Add a cart"), answer("msg_9", 7)]);
    expect(records.map(({ attributes }) => attributes["output_tokens"] ?? null)).toEqual([null, 7]);
  });

  test("shows a refusal, an interruption and a compaction, and no prompt that nobody typed", async () => {
    const { records } = await reading([
      user("<command-name>/clear</command-name>"),
      user("Caveat: what follows", { isMeta: true }),
      answer("msg_1", 5, [edit]),
      user([
        {
          type: "tool_result",
          tool_use_id: "toolu_1",
          is_error: true,
          content: "The user doesn't want to proceed with this tool use. The tool use was rejected.",
        },
      ]),
      user([{ type: "text", text: "[Request interrupted by user for tool use]" }]),
      line("system", {
        subtype: "compact_boundary",
        compactMetadata: { trigger: "auto", preTokens: 150_000 },
      }),
      user("This session is being continued", { isCompactSummary: true }),
    ]);
    expect(records.map(({ name }) => name)).toEqual([
      "scoring.model_call",
      "scoring.tool_call",
      "scoring.interrupt",
      "scoring.compaction",
    ]);
    expect(records[1]?.attributes["rejected"]).toBe(true);
    expect(records[3]?.attributes["manual"]).toBe(false);
  });

  test("gives no line of the session that it goes on from, and of another version none at all", async () => {
    const { records } = await reading([{ ...user("Add a shop"), sessionId: "another" }, user("Add a cart")]);
    expect(records.map(({ attributes }) => attributes["prompt"])).toEqual(["Add a cart"]);
    const { leftOut } = await reading([{ ...user("Add a cart"), version: "9.0.0" }]);
    expect(leftOut.map(({ reason }) => reason)).toEqual(["version 9.0.0 of Claude Code is not known"]);
  });
});
