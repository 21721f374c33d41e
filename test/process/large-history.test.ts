/** Files of hundreds of megabytes are read in bounded memory, whichever agent wrote them. */
import { afterAll, describe, expect, test } from "bun:test";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const MEGABYTE = 1024 * 1024;
/** Many times what reading one may take. */
const SIZE = 400 * MEGABYTE;
const MOST_MORE = 120 * MEGABYTE;
const SESSION = "11111111-2222-3333-4444-555555555555";
/** What a tool read, which no record holds. */
const FILLER = "x".repeat(MEGABYTE / 4);

const at = (second: number) => new Date(Date.UTC(2026, 10, 1) + second * 1_000).toISOString();
const folder = mkdtempSync(join(tmpdir(), "large-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Written {
  path: string;
  head: object[];
  /** The lines of one turn, and one of which no more comes than its size. */
  turn(number: number): object[];
}

const CLAUDE = { sessionId: SESSION, version: "2.1.0" };
const FILES: Record<string, Written> = {
  "claude-code": {
    path: `.claude/projects/-home-dev-shop/${SESSION}.jsonl`,
    head: [],
    turn: (number) => [
      {
        ...CLAUDE,
        uuid: `u${number}`,
        timestamp: at(number),
        type: "user",
        message: { content: `Part ${number}` },
      },
      {
        ...CLAUDE,
        uuid: `a${number}`,
        timestamp: at(number),
        type: "assistant",
        message: {
          id: `m${number}`,
          usage: { input_tokens: 1, output_tokens: 1 },
          content: [{ type: "text", text: FILLER }],
        },
      },
    ],
  },
  codex: {
    path: `.codex/sessions/2026/11/01/rollout-2026-11-01T00-00-00-${SESSION}.jsonl`,
    head: [{ timestamp: at(0), type: "session_meta", payload: { id: SESSION, cli_version: "0.169.0" } }],
    turn: (number) => [
      {
        timestamp: at(number),
        type: "event_msg",
        payload: {
          type: "item_completed",
          item: { type: "UserMessage", content: [{ type: "text", text: `Part ${number}` }] },
        },
      },
      { timestamp: at(number), type: "compacted", payload: { replacement_history: FILLER } },
    ],
  },
  gemini: {
    path: ".gemini/tmp/shop/chats/session-2026-11-01T00-00-11111111.jsonl",
    head: [{ sessionId: SESSION, projectHash: "shop" }],
    turn: (number) => [
      { id: `u${number}`, timestamp: at(number), type: "user", content: `Part ${number}` },
      {
        id: `a${number}`,
        timestamp: at(number),
        type: "gemini",
        content: FILLER,
        tokens: { input: 1, output: 1 },
      },
    ],
  },
  qwen: {
    path: `.qwen/projects/-home-dev-shop/chats/${SESSION}.jsonl`,
    head: [],
    turn: (number) => [
      {
        uuid: `u${number}`,
        sessionId: SESSION,
        timestamp: at(number),
        version: "0.24.4",
        type: "user",
        message: { parts: [{ text: `Part ${number}` }] },
      },
      {
        uuid: `a${number}`,
        sessionId: SESSION,
        timestamp: at(number),
        version: "0.24.4",
        type: "tool_result",
        output: FILLER,
      },
    ],
  },
};

/** Writes turns until the file is so large, and returns how many there are. */
function write(home: string, { path, head, turn }: Written, size: number): number {
  const to = join(home, path);
  mkdirSync(dirname(to), { recursive: true });
  const file = openSync(to, "w");
  const lines = (all: object[]) => all.map((line) => `${JSON.stringify(line)}\n`).join("");
  writeSync(file, lines(head));
  let turns = 0;
  for (let written = 0; written < size; turns += 1) written += writeSync(file, lines(turn(turns)));
  closeSync(file);
  return turns;
}

function reading(
  agent: string,
  home: string,
): { records: number; prompts: number; leftOut: number; kilobytes: number } {
  const { stdout, stderr } = Bun.spawnSync(["bun", join(import.meta.dir, "peak-memory.ts"), agent, home]);
  expect(stderr.toString()).toBe("");
  return JSON.parse(stdout.toString());
}

describe.each(Object.entries(FILES))("a large file of %s", (agent, written) => {
  test("is read whole, in little more memory than a small one", () => {
    const [small, large] = [join(folder, `${agent} small`), join(folder, `${agent} large`)];
    write(small, written, MEGABYTE);
    const turns = write(large, written, SIZE);
    const [before, read] = [reading(agent, small), reading(agent, large)];
    rmSync(large, { recursive: true });
    expect(read).toMatchObject({ prompts: turns, leftOut: 0 });
    expect((read.kilobytes - before.kilobytes) * 1_024).toBeLessThan(MOST_MORE);
  });
});
