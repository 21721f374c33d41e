/** Copilot CLI 1.0.102 and Cline 3.0.65, captured on 2026-11-23. */
import { describe, expect, test } from "bun:test";
import { clineHistory } from "../../src/history/cline/source.ts";
import { copilotHistory } from "../../src/history/copilot/source.ts";
import { filesOf, homeWith, readAll, withText } from "./homes.ts";

describe("Copilot CLI's events", () => {
  const home = homeWith("copilot-tui");
  const first = filesOf(copilotHistory, home)[0]?.path ?? "";

  test("give what was typed, without what the agent puts before it", async () => {
    const { records } = await readAll(copilotHistory, home);
    const prompts = records.filter(({ name }) => name === "scoring.prompt");
    expect(prompts.map(({ attributes }) => attributes["prompt"])).toEqual([
      "Add a subtract function to calc.js.",
      "Undo that, I do not want the subtract function.",
      "List the files in this repository and tell mCommit the work with git.",
    ]);
  });

  test("of another version are left out, with a line that says so", async () => {
    const other = withText(home, first, (text) => text.replace('"version":1,', '"version":2,'));
    const { leftOut } = await readAll(copilotHistory, other);
    expect(leftOut.map(({ reason }) => reason)).toEqual(["version 2 of Copilot's events is not known"]);
  });
});

describe("Cline's messages", () => {
  const home = homeWith("cline");
  const first = filesOf(clineHistory, home)[0]?.path ?? "";

  test("give prompts and calls", async () => {
    const { records } = await readAll(clineHistory, home);
    expect(
      records.map(({ name, attributes }) => [name, attributes["prompt"] ?? attributes["input_tokens"]]),
    ).toEqual([
      ["scoring.prompt", "List the files in this repository and tell me what it does."],
      ["scoring.model_call", 3_275],
      ["scoring.prompt", "Fix the bug in calc.js."],
      ["scoring.model_call", 3_266],
    ]);
  });

  test("that are cut off give nothing yet, and those of another version a line that says so", async () => {
    const cut = await readAll(
      clineHistory,
      withText(home, first, (text) => text.slice(0, 300)),
    );
    expect(cut.leftOut).toEqual([]);
    expect(cut.records).toHaveLength(2);
    const other = withText(home, first, (text) => text.replace('"version": 1', '"version": 7'));
    const { leftOut } = await readAll(clineHistory, other);
    expect(leftOut.map(({ reason }) => reason)).toEqual(["version 7 of Cline's messages is not known"]);
  });
});
