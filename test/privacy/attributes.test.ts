import { describe, expect, test } from "bun:test";
import { figuresOf, isFact, placeOf } from "../../src/privacy/attributes.ts";

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
    ["prompt_length", "anywhere", "facts", "facts"],
    ["host.name", "anywhere", "anywhere", "facts"],
    ["duration_ms", "anywhere", "facts", "facts"],
    ["user_prompt", "written", "nothing", "nothing"],
    ["system_prompt", "written", "nothing", "nothing"],
    ["llm.prompts", "written", "nothing", "nothing"],
    ["gen_ai.event.content", "written", "nothing", "nothing"],
    ["tool_output", "written", "nothing", "nothing"],
    ["code.stacktrace", "written", "nothing", "nothing"],
    ["something.of.next.year", "anywhere", "facts", "facts"],
    ["http.request.header.cookie", "anywhere", "facts", "facts"],
    ["metadata", "anywhere", "figures", "figures"],
    ["os_platform", "anywhere", "anywhere", "facts"],
    ["service.instance.id", "anywhere", "anywhere", "anywhere"],
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
  ])("%p is a plain fact: %p", (text, fact) => {
    expect(isFact(text)).toBe(fact);
  });

  test.each([
    [
      '{"model_added_lines":3,"note":"fix it","deep":{"prompt":"fix it","exitCode":1}}',
      '{"model_added_lines":3,"deep":{"exitCode":1}}',
    ],
    ['{"prompt":"fix it"}', null],
    ["42", "42"],
    ["fix it", null],
    ["{ no JSON", null],
  ])("the figures of %p are %p", (text, figures) => {
    expect(figuresOf(text)).toBe(figures);
  });
});
