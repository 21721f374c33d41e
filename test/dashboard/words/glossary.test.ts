import { describe, expect, test } from "bun:test";
import {
  findTerm,
  glossaryTerms,
  needsExplaining,
  parseGlossary,
} from "../../../embedded/dashboard/words/glossary.ts";
import { METRIC_DEFINITIONS } from "../../../src/metrics/definitions.ts";

describe("the glossary of the pages", () => {
  test("knows no word that docs/glossary.md does not have", () => {
    expect(findTerm("Zebra")).toBeNull();
    expect(needsExplaining("Zebra")).toBe(false);
  });

  test("does not explain plain words in the heads of tables", () => {
    expect(findTerm("Sessions")?.name).toBe("Session");
    expect(needsExplaining("Sessions")).toBe(false);
  });

  test("reads names, other words, the meaning without marks, and where more is", () => {
    const [first, second] = parseGlossary(
      "# Glossary\n\n- **Took, earned** (`actual`, `earned`): The **tokens**. [More](scoring.md#cost)\n- **Key**: What proves it.\n",
    );
    expect(first).toEqual({
      name: "Took, earned",
      aliases: ["actual", "earned"],
      meaning: "The tokens.",
      address: "/docs/scoring#cost",
    });
    expect(second?.address).toBe("/docs/glossary#key");
  });

  test("explains every metric by its title and by the name in answers", () => {
    for (const { metric, title } of METRIC_DEFINITIONS) {
      expect(findTerm(title)?.meaning).toBeString();
      expect(findTerm(metric)).toBe(findTerm(title));
    }
  });

  test.each([
    "Speed",
    "Skill",
    "Efficiency",
    "Interval",
    "Learning",
    "Counted",
    "Coverage",
    "Evidence",
    "Baselines",
  ])("explains %s where it is a heading", (word) => {
    expect(needsExplaining(word)).toBe(true);
  });

  test("has no word twice", () => {
    const words = glossaryTerms().flatMap(({ name }) => name.toLowerCase().split(", "));
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });
});
