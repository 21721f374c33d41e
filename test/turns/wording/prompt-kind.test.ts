import { describe, expect, test } from "bun:test";
import { isCorrection, isRetry, isTrivial } from "../../../src/turns/wording/prompt-kind.ts";
import { goldenCases } from "../../golden/cases.ts";

interface Kind {
  trivial: boolean;
  correction: boolean;
  retry: boolean;
}

describe("the kind of a prompt", () => {
  for (const { input, output } of goldenCases<{ prompt: string }, Kind>("promptKind")) {
    test(`of the golden prompt: ${JSON.stringify(input.prompt)}`, () => {
      const { prompt } = input;
      expect({
        trivial: isTrivial(prompt),
        correction: isCorrection(prompt),
        retry: isRetry(prompt),
      }).toEqual(output);
    });
  }
  test("is trivial for any row of listed phrases, and for signs only", () => {
    expect(isTrivial("OK, looks good to me. Go ahead 👍")).toBe(true);
    expect(isTrivial("👍")).toBe(true);
    expect(isTrivial("go home")).toBe(false);
  });
  test("is not trivial when it is only a path", () => {
    expect(isTrivial("/etc/hosts")).toBe(false);
  });
  test("is no correction when the opener is joined to another word", () => {
    expect(isCorrection("no-op handlers need a name")).toBe(false);
    expect(isCorrection("no - use the other one")).toBe(true);
    expect(isCorrection("again using the cache")).toBe(true);
    expect(isCorrection("stop italics in the preview")).toBe(false);
  });
  test("is a correction with curly apostrophes too", () => {
    expect(isCorrection("That’s wrong")).toBe(true);
  });
});
