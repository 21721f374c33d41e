import { describe, expect, test } from "bun:test";
import { cuesOf } from "../../../src/turns/boundaries/coherence.ts";
import type { Cues, Surroundings } from "../../../src/turns/boundaries/coherence.ts";
import { expectClose, goldenCases } from "../../golden/cases.ts";

type Output = Cues & { contentWords: string[] };

describe("the cues of a prompt", () => {
  for (const { input, output } of goldenCases<Surroundings & { prompt: string }, Output>("text")) {
    test(`golden: ${input.prompt}`, () => {
      const { contentWords: _tested, ...cues } = output;
      expectClose(cuesOf(input.prompt, input), cues);
    });
  }
  const nothing: Surroundings = { lastPrompts: [], toolArguments: [], subSessionPaths: [], purposePaths: [] };

  test("know no word of a single one", () => {
    expect(cuesOf("parser", { ...nothing, lastPrompts: ["the parser"] }).knownWords).toBe(0);
  });
  test("count a file once that is named twice", () => {
    const surroundings = { ...nothing, subSessionPaths: ["src/cart.ts"], purposePaths: ["src/cart.ts"] };
    expect(cuesOf("src/cart.ts or cart.ts", surroundings)).toMatchObject({
      pathOverlap: 1,
      foreignPaths: false,
    });
  });
});
