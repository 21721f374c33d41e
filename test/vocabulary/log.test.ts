/** What a line of the log may hold: texts of senders are in it, and must stay texts. */
import { describe, expect, test } from "bun:test";
import { createLog } from "../../src/vocabulary/log.ts";

const HOSTILE = 'agent\n{"level":"error","message":"forged"}\r\u001b[2J\u202e\u2028end';

function written(style: "json" | "plain", fields: Record<string, string>): string {
  const lines: string[] = [];
  createLog(style, (line) => void lines.push(line)).warning("telemetry is refused", fields);
  return lines.join("");
}

describe.each(["json", "plain"] as const)("a %s log", (style) => {
  test("stays one line and commands no terminal, whatever a field holds", () => {
    const text = written(style, { program: HOSTILE });
    expect(text.trimEnd()).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
    expect(text).toEndWith("\n");
    expect(text).toContain("forged");
  });
});

describe("a json log", () => {
  test("holds what was said, and its own time, level and message", () => {
    const { time, ...line } = JSON.parse(written("json", { program: HOSTILE })) as Record<string, string>;
    expect(line).toEqual({ level: "warning", message: "telemetry is refused", program: HOSTILE });
    expect(Date.parse(time ?? "")).toBeGreaterThan(0);
  });
});
