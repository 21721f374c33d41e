/** Gemini CLI's session files, captured with 0.61.0 on 2026-11-21. */
import { describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { geminiHistory } from "../../src/history/gemini/source.ts";
import type { HistoryRecord } from "../../src/history/record.ts";
import { filesOf, homeWith, readAll, withText } from "./homes.ts";

const home = homeWith("gemini-tui-autoedit", "gemini-outage-60s");
const outage = filesOf(geminiHistory, home)[0]?.path ?? "";

describe("a session file of Gemini CLI", () => {
  test("gives each message once, though it is written again with its tools", async () => {
    const { records, leftOut } = await readAll(geminiHistory, home);
    expect(leftOut).toEqual([]);
    const counts = Map.groupBy(records, ({ name }) => name);
    expect(Object.fromEntries([...counts].map(([name, same]) => [name, same.length]))).toEqual({
      "gemini_cli.user_prompt": 17,
      "gemini_cli.api_response": 20,
      "gemini_cli.tool_call": 3,
      "gemini_cli.slash_command": 2,
    });
    expect(new Set(records.map(({ session, key }) => `${session} ${key}`)).size).toBe(records.length);
  });

  test("gives no prompt that a cancelled turn wrote once more", async () => {
    const again = withText(home, outage, (text) => {
      const [, prompt = ""] = text.split("\n").filter((line) => line.includes('"type":"user"'));
      const other = prompt.replace(/"id":"[^"]+"/, '"id":"another"');
      return `${text.trimEnd()}\n{"$set":{"messages":[${other}]}}\n`;
    });
    const { records } = await readAll(geminiHistory, again);
    expect(records.filter(({ name }) => name === "gemini_cli.user_prompt")).toHaveLength(17);
  });

  test("shows a compression when a summary takes the place of all messages", async () => {
    const summary = {
      id: "summary",
      timestamp: "2026-11-22T00:24:20.000Z",
      type: "user",
      content: [{ text: "<state_snapshot>Parts of the code were explained.</state_snapshot>" }],
    };
    const compressed = withText(
      home,
      outage,
      (text) => `${text.trimEnd()}\n${JSON.stringify({ $set: { messages: [summary] } })}\n`,
    );
    const { records } = await readAll(geminiHistory, compressed);
    const found = records.filter(({ name }) => name === "gemini_cli.chat_compression");
    expect(found.map(({ at }) => new Date(at).toISOString())).toEqual(["2026-11-22T00:24:20.000Z"]);
  });

  test("of older versions, one document, gives the same as lines do", async () => {
    const lines = await readAll(geminiHistory, home);
    const older = mkdtempSync(join(tmpdir(), "home-"));
    for (const { path } of filesOf(geminiHistory, home)) {
      const [head, ...rest] = readFileSync(path, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      const messages = new Map(
        rest.filter(({ id }) => id !== undefined).map((message) => [message.id, message]),
      );
      const document = { ...head, messages: [...messages.values()] };
      const to = path.replace(home, older).replace(/l$/, "");
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, JSON.stringify(document, null, 2));
      cpSync(join(dirname(path), "../logs.json"), join(dirname(to), "../logs.json"));
    }
    const { records, leftOut } = await readAll(geminiHistory, older);
    const place = ({ session, key }: HistoryRecord) => `${session} ${key}`;
    expect(leftOut).toEqual([]);
    expect(records.map(place).toSorted()).toEqual(lines.records.map(place).toSorted());
    const calls = (all: HistoryRecord[]) =>
      all.filter(({ name }) => name === "gemini_cli.api_response").length;
    expect(calls(records)).toBe(20);
  });

  test("that is cut off, and another program's, is left out with a line that says so", async () => {
    const other = mkdtempSync(join(tmpdir(), "home-"));
    const chats = join(other, ".gemini/tmp/project/chats");
    mkdirSync(chats, { recursive: true });
    writeFileSync(join(chats, "session-0.json"), '{"sessionId":"a","mess');
    writeFileSync(join(chats, "session-1.json"), "{}");
    writeFileSync(join(chats, "session-2.jsonl"), "{}\n");
    const { leftOut } = await readAll(geminiHistory, other);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      "it is cut off, or too long",
      "it does not look like a session of Gemini CLI",
      "it does not begin as a session of Gemini CLI",
    ]);
  });
});
