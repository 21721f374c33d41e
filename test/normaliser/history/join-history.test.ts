import { describe, expect, test } from "bun:test";
import type { Event } from "../../../src/normaliser/event.ts";
import { joinHistory } from "../../../src/normaliser/history/join-history.ts";
import { call, hole, prompt, tool } from "../../turns/events.ts";

const file = { fromHistory: "record", process: null } as const;
const shown = (events: readonly Event[]) =>
  events.map(({ kind, fromHistory }) => (fromHistory !== undefined ? `${kind} of the file` : kind));

describe("a session by telemetry and from a file", () => {
  test("has a prompt once that both have within two seconds", () => {
    const reported = [prompt(0, "Add a cart"), call(1, 5)];
    const kept = [prompt(1.5, "Add a cart ", file), call(1, 5, file)];
    expect(shown(joinHistory(reported, kept))).toEqual(["prompt", "model_call"]);
  });

  test("has two prompts of one text that are further apart", () => {
    const reported = [prompt(0, "Add a cart"), call(1, 2)];
    const kept = [prompt(3, "Add a cart", file), call(4, 5, file)];
    expect(shown(joinHistory(reported, kept))).toEqual([
      "prompt",
      "model_call",
      "prompt of the file",
      "model_call of the file",
    ]);
  });

  test("takes the work of a turn from telemetry where that has a model call, else from the file", () => {
    const reported = [prompt(0, "Add a cart"), call(1, 5), prompt(60, "Add a shop"), tool(61)];
    const kept = [
      prompt(0, "Add a cart", file),
      call(1, 5, file),
      tool(4, file),
      prompt(60, "Add a shop", file),
      tool(61, file),
      call(61, 65, file),
    ];
    expect(shown(joinHistory(reported, kept))).toEqual([
      "prompt",
      "model_call",
      "prompt",
      "tool_call of the file",
      "model_call of the file",
    ]);
  });

  test("has the turns that an outage lost, and no hole there", () => {
    const reported = [
      prompt(0, "Add a cart"),
      call(1, 5),
      hole(5, 120),
      prompt(120, "Add a bank"),
      call(121, 125),
    ];
    const kept = [prompt(60, "Add a shop", file), call(61, 65, file)];
    const joined = joinHistory(reported, kept);
    expect(shown(joined)).toEqual([
      "prompt",
      "model_call",
      "prompt of the file",
      "model_call of the file",
      "prompt",
      "model_call",
    ]);
    expect(new Set(joined.map(({ process }) => process))).toEqual(new Set(["one"]));
  });

  test("has the text that telemetry withholds", () => {
    const reported = [prompt(0, null, { chars: 10 }), call(1, 5)];
    const joined = joinHistory(reported, [prompt(0, "Add a cart", file)]);
    expect(joined[0]).toMatchObject({ text: "Add a cart", textState: "sent", chars: 10 });
  });

  test("has the lines of an edit that telemetry lacks, and a refusal", () => {
    const edit = { edits: true, callId: "one", name: "edit" };
    const lacking = { ...edit, files: [{ path: "a.js", added: null, removed: null }] };
    const whole = { ...edit, files: [{ path: "a.js", added: 4, removed: 1 }] };
    const reported = [prompt(0, "Add a cart"), call(1, 2), tool(3, lacking)];
    const kept = [
      prompt(0, "Add a cart", file),
      call(1, 2, file),
      tool(3, { ...whole, ...file }),
      tool(4, { ...file, callId: "two", rejected: true }),
    ];
    const joined = joinHistory(reported, kept);
    expect(joined[2]).toMatchObject({ files: whole.files });
    expect(shown(joined)).toEqual(["prompt", "model_call", "tool_call", "tool_call of the file"]);
  });
});
