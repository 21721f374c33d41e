/** Claude Code's session files, built from what is published of them: no captured one was at hand. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { claudeCodeHistory } from "../../src/history/claude-code/source.ts";
import { readAll } from "./homes.ts";

const SESSION = "11111111-2222-3333-4444-555555555555";
const [OTHER, THIRD, FORKED] = ["2", "3", "4"].map((digit) => SESSION.replaceAll("1", digit)) as [
  string,
  string,
  string,
];
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

const PROJECT = ".claude/projects/-home-dev-shop";

/** Reads files of one project, each changed a second after the one before. */
async function readingFiles(files: Readonly<Record<string, readonly object[]>>) {
  const home = mkdtempSync(join(tmpdir(), "home-"));
  for (const [place, [name, lines]] of Object.entries(files).entries()) {
    const path = join(home, PROJECT, `${name}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
    utimesSync(path, 1_790_000_000 + place, 1_790_000_000 + place);
  }
  return readAll(claudeCodeHistory, home);
}

const reading = (lines: readonly object[]) => readingFiles({ [SESSION]: lines });

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

  test("gives the last counts of an answer though its tool's result comes between", async () => {
    const result = user([{ type: "tool_result", tool_use_id: "toolu_1", content: "done" }]);
    const { records } = await reading([
      user("Add a cart"),
      answer("msg_1", 1, [edit]),
      result,
      answer("msg_2", 4),
      answer("msg_1", 30),
      user("Add a shelf"),
      answer("msg_1", 99),
    ]);
    expect(records.map(({ name, attributes }) => [name, attributes["output_tokens"]])).toEqual([
      ["scoring.prompt", undefined],
      ["scoring.model_call", 30],
      ["scoring.tool_call", undefined],
      ["scoring.model_call", 4],
      ["scoring.prompt", undefined],
    ]);
  });

  test("gives an error that the agent wrote itself as no answer", async () => {
    const { records } = await reading([
      user("Add a cart"),
      { ...answer("msg_1", 0), isApiErrorMessage: true },
      line("assistant", { message: { id: "msg_2", model: "<synthetic>", usage: {}, content: [] } }),
    ]);
    expect(records.map(({ name }) => name)).toEqual(["scoring.prompt"]);
  });

  test("gives what sub-agents called, in its own lines and in files of theirs, and no prompt of theirs", async () => {
    const aside = { isSidechain: true, agentId: "a1" };
    const boundary = line("system", { subtype: "compact_boundary", ...aside });
    const { records } = await readingFiles({
      [SESSION]: [user("Add a cart"), user("Look for carts", aside), { ...answer("msg_1", 5), ...aside }],
      "agent-a1": [user("Look", aside), { ...answer("msg_2", 6), ...aside }, boundary],
      [`${SESSION}/subagents/agent-a2`]: [user("Look", aside), { ...answer("msg_3", 7), ...aside }],
    });
    expect(records.map(({ session }) => session)).toEqual(Array(4).fill(SESSION));
    const calls = records.filter(({ name }) => name === "scoring.model_call");
    expect(calls.map(({ attributes }) => attributes["background"])).toEqual([true, true, true]);
    expect(records.filter(({ name }) => name === "scoring.prompt")).toHaveLength(1);
    expect(records).toHaveLength(4);
  });

  test("that goes on from another one gives only its own lines, whichever session copies name", async () => {
    const before = [user("Add a cart"), answer("msg_1", 5), user("Add a shelf"), answer("msg_2", 6)];
    const copied = (session: string) => before.map((one) => ({ ...one, sessionId: session }));
    const own = (session: string, prompt: string) => ({ ...user(prompt), sessionId: session });
    const [second, third] = [OTHER, THIRD];
    const door = own(second, "Add a door");
    const { records } = await readingFiles({
      [SESSION]: before,
      [second]: [...copied(second), door],
      [third]: [...copied(third), { ...door, sessionId: third }, own(third, "Add a roof")],
      [FORKED]: [
        { ...own(FORKED, "Add a cart"), forkedFrom: { sessionId: SESSION } },
        own(FORKED, "Add a wall"),
      ],
    });
    const prompts = records.filter(({ name }) => name === "scoring.prompt");
    expect(prompts.map(({ session, attributes }) => [session, attributes["prompt"]])).toEqual([
      [SESSION, "Add a cart"],
      [SESSION, "Add a shelf"],
      [second, "Add a door"],
      [third, "Add a roof"],
      [FORKED, "Add a wall"],
    ]);
    expect(records.filter(({ name }) => name === "scoring.model_call")).toHaveLength(2);
  });
});
