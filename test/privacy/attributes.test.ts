import { describe, expect, test } from "bun:test";
import { isFact, placeOf } from "../../src/privacy/attributes.ts";

describe("what a capture mode keeps of an attribute", () => {
  test.each([
    ["prompt", "written", "nothing", "nothing"],
    ["prompt_text", "written", "nothing", "nothing"],
    ["function_args", "written", "nothing", "nothing"],
    ["output", "written", "nothing", "nothing"],
    ["gen_ai.input.messages", "written", "nothing", "nothing"],
    ["gen_ai.tool.call.arguments", "written", "nothing", "nothing"],
    ["ai.prompt.messages", "written", "nothing", "nothing"],
    ["process.command_args", "written", "nothing", "nothing"],
    ["error.message", "written", "written", "facts"],
    ["prompt_length", "anywhere", "anywhere", "facts"],
    ["host.name", "anywhere", "anywhere", "facts"],
    ["duration_ms", "anywhere", "anywhere", "facts"],
    ["session.id", "anywhere", "anywhere", "anywhere"],
    ["user.email", "anywhere", "anywhere", "anywhere"],
    ["event.name", "anywhere", "anywhere", "anywhere"],
    ["gen_ai.request.model", "anywhere", "anywhere", "anywhere"],
    ["ai.telemetry.metadata.sessionId", "anywhere", "anywhere", "anywhere"],
  ] as const)("%s: full %s, metadata %s, minimal %s", (...row) => {
    const [key, full, metadata, minimal] = row;
    const places = (["full", "metadata", "minimal"] as const).map((mode) => placeOf(key, mode));
    expect(places).toEqual([full, metadata, minimal]);
  });

  test.each([
    ["1493", true],
    ["-0.5e3", true],
    ["true", true],
    ["2026-11-21T03:47:48.728Z", true],
    ["hello", false],
    ["12 monkeys", false],
    ["", false],
  ])("%p tells a fact by itself: %p", (text, fact) => {
    expect(isFact(text)).toBe(fact);
  });
});
