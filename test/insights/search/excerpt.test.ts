import { describe, expect, test } from "bun:test";
import { excerptOf } from "../../../src/insights/search/excerpt.ts";
import { askedWords, withBeginning } from "../../../src/insights/search/question.ts";

const shown = (text: string, asked: string, beginning: string | null = null) =>
  excerptOf(text, { words: askedWords(asked), beginning })
    .map((piece) => (piece.found ? `[${piece.text}]` : piece.text))
    .join("");

describe("the words of a question", () => {
  test("are letters and digits, each once, without case and accents", () => {
    expect(askedWords('Über "uber" AND (café*) -2026:')).toEqual(["uber", "and", "cafe", "2026"]);
  });

  test.each(["", "  ", "*", '"" () ^ - :', "\u{1f600}"])("are none in %p", (question) => {
    expect(askedWords(question)).toEqual([]);
  });

  test("end in the beginning of a word where that has three letters", () => {
    expect(withBeginning(["time", "zon"])).toEqual({ words: ["time"], beginning: "zon" });
    expect(withBeginning(["time", "zo"])).toBeNull();
  });
});

describe("an excerpt", () => {
  test("marks the words as they are written in the text", () => {
    expect(shown("Mend the Café, then the cafés", "cafe mend")).toBe("[Mend] the [Café], then the cafés");
    expect(shown("Mend the Café, then the cafés", "", "caf")).toBe("Mend the [Café], then the [cafés]");
  });

  test("leaves HTML as the plain text that it is", () => {
    expect(excerptOf("<b>bold</b>", { words: ["bold"], beginning: null })).toEqual([
      { text: "<b>", found: false },
      { text: "bold", found: true },
      { text: "</b>", found: false },
    ]);
  });

  test("begins shortly before the first word that was found, and ends soon after", () => {
    const text = `${"early ".repeat(100)}needle ${"late ".repeat(100)}`;
    const excerpt = shown(text, "needle");
    expect(excerpt).toStartWith("…early ");
    expect(excerpt).toContain("early [needle] late");
    expect(excerpt).toEndWith("…");
    expect(excerpt.length).toBeLessThan(300);
  });

  test("begins with the text where none of the words is in it", () => {
    expect(shown("another text", "needle")).toBe("another text");
  });

  test("cuts no character in two", () => {
    expect(shown("\u{1f600}".repeat(300), "needle").isWellFormed()).toBe(true);
    expect(shown(`a${"\u{1f600}".repeat(300)}`, "needle").isWellFormed()).toBe(true);
    expect(shown(`${"\u{1f600}".repeat(100)} needle`, "needle").isWellFormed()).toBe(true);
  });
});
