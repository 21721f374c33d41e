/** Qwen Code's session files, captured with 0.24.4 on 2026-11-21. */
import { describe, expect, test } from "bun:test";
import { qwenHistory } from "../../src/history/qwen/source.ts";
import { filesOf, homeWith, readAll, withText } from "./homes.ts";

const home = homeWith("qwen-tui-clear", "qwen-tui-compress");
const first = filesOf(qwenHistory, home)[0]?.path ?? "";

describe("a session file of Qwen Code", () => {
  test("gives its log events as they were sent, and what was typed", async () => {
    const { records, leftOut } = await readAll(qwenHistory, home);
    expect(leftOut).toEqual([]);
    const counts = Map.groupBy(records, ({ name }) => name);
    expect(Object.fromEntries([...counts].map(([name, same]) => [name, same.length]))).toEqual({
      "qwen-code.user_prompt": 11,
      "qwen-code.api_response": 31,
      "qwen-code.tool_call": 19,
      "qwen-code.slash_command": 2,
      "qwen-code.chat_compression": 1,
    });
  });

  test("ends with the /clear that only the list of what was typed has", async () => {
    const { records } = await readAll(qwenHistory, home);
    const clear = records.find(({ attributes }) => attributes["command"] === "clear");
    expect(clear?.session).toBe("5ae0a8a7-efbf-4066-9209-8d1046170243");
    expect(new Date(clear?.at ?? 0).toISOString()).toBe("2026-11-21T23:58:12.848Z");
  });

  test("names each of its records once", async () => {
    const { records } = await readAll(qwenHistory, home);
    expect(new Set(records.map(({ session, key }) => `${session} ${key}`)).size).toBe(records.length);
  });

  test("of another version is left out, with a line that says so", async () => {
    const other = withText(home, first, (text) => text.replaceAll('"version":"0.24.4"', '"version":"3.1.0"'));
    const { leftOut } = await readAll(qwenHistory, other);
    expect(leftOut).toEqual([
      { kind: "left_out", what: "file", reason: "version 3.1.0 of Qwen Code is not known" },
    ]);
  });
});
