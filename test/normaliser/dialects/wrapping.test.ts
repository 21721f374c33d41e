/** What agents put around a person's words. */
import { describe, expect, test } from "bun:test";
import { claudeCodeDialect } from "../../../src/normaliser/dialects/claude-code/dialect.ts";
import { codexDialect } from "../../../src/normaliser/dialects/codex/dialect.ts";
import { copilotDialect } from "../../../src/normaliser/dialects/copilot/dialect.ts";
import { vscodeDialect } from "../../../src/normaliser/dialects/vscode/dialect.ts";
import { insideBlock, withoutBlocks } from "../../../src/normaliser/dialects/wrapping.ts";
import { settleSession } from "../../../src/normaliser/settle.ts";
import type { Sighting } from "../../../src/normaliser/sightings/sighting.ts";

const NOW = "<current_datetime>2026-11-23T07:53:14.008+00:00</current_datetime>\n\n";

describe("the person's words", () => {
  test("of Copilot CLI come after the time, and before reminders", () => {
    const wordsOf = copilotDialect.wordsOf ?? String;
    expect(wordsOf(`${NOW}yes`)).toBe("yes");
    expect(wordsOf(`${NOW}Fix it\n\n<reminder>\n<sql_tables>none</sql_tables>\n</reminder>`)).toBe("Fix it");
    expect(wordsOf(`${NOW}<system_notification>x</system_notification>Go`)).toBe("Go");
  });

  test("of VS Code are in its request", () => {
    const sent =
      "<context>\nThe date is…\n</context>\n<reminderInstructions>x</reminderInstructions>\n" +
      "<userRequest>\nAdd a test.\n</userRequest>";
    expect(vscodeDialect.wordsOf?.(sent)).toBe("Add a test.");
  });

  test("of Codex come after what its editor extension says", () => {
    const sent =
      "# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nFix a.ts\n";
    expect(codexDialect.wordsOf?.(sent)).toBe("Fix a.ts");
    expect(codexDialect.wordsOf?.("Explain ## My request for Codex: here")).toBe(
      "Explain ## My request for Codex: here",
    );
  });

  test("of Claude Code are after the file that is open", () => {
    const sent = "<ide_opened_file>The user opened a.ts.</ide_opened_file>\nFix a.ts";
    expect(claudeCodeDialect.wordsOf?.(sent)).toBe("Fix a.ts");
  });

  test("stay as they are where a tag is another one, has no end, or is among them", () => {
    for (const text of [
      " Why does <b>this</b> fail? ",
      "<current_datetime>never ends",
      "What is <current_datetime>x</current_datetime> for?",
      "<current_datetimes>x</current_datetimes> y",
    ])
      expect(withoutBlocks(text, ["current_datetime"])).toBe(text);
    expect(insideBlock("<userRequest>never ends", "userRequest")).toBe("<userRequest>never ends");
  });

  test("are all that a session's prompts have, with their own length, whoever reported them", () => {
    const origin = {
      startedAt: 1_000,
      at: 1_000,
      place: { sequence: 1, frame: 0, record: 0 },
      traceId: null,
    };
    const text = `${NOW}No, use Number() instead.`;
    const told: Sighting = {
      ...origin,
      id: "1",
      process: null,
      kind: "prompt",
      promptId: null,
      chars: text.length,
      text,
      textState: "sent",
      command: null,
      interactive: null,
    };
    const captured: Sighting = {
      ...origin,
      id: "2",
      at: 90_000,
      process: null,
      kind: "clue",
      name: "captured_prompt",
      facts: { promptId: "p-2", text: `${NOW}yes`, chars: NOW.length + 3 },
    };
    // Copilot's dialect makes prompts out of clues only; Claude Code's passes prompts on
    const events = settleSession("claude-code", [
      { ...told, text: `<system-reminder>x</system-reminder> ${"Go"}` },
      {
        ...captured,
        facts: { ...captured.facts, text: "<system-reminder>x</system-reminder>yes", chars: 39 },
      },
    ]);
    expect(events.map((event) => event.kind === "prompt" && [event.text, event.chars])).toEqual([
      ["Go", 2],
      ["yes", 3],
    ]);
  });
});
