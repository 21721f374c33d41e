import { describe, expect, test } from "bun:test";
import {
  summaryQuestion,
  type SummaryPart,
  writtenFrom,
} from "../../../src/insights/advisor/model/summary-question.ts";
import { delimitedTexts } from "../../judge/scripted-answer.ts";

const CODE = "0123456789abcdef";

function part(subSession: string, ...prompts: string[]): SummaryPart {
  return { subSession, outcome: "reached", turns: prompts.length, prompts };
}

function textsTold(parts: readonly SummaryPart[]): string[] {
  return delimitedTexts(summaryQuestion("org", parts, CODE).user);
}

describe("the question about a session", () => {
  test("has every prompt of a short one between other marks", () => {
    expect(textsTold([part("a", "one", "two"), part("b", "three")])).toEqual(["one", "two", "three"]);
  });

  test("has the first twenty and the last twenty prompts of a long one", () => {
    const prompts = Array.from({ length: 100 }, (_, index) => `prompt number ${index}.`);
    const told = textsTold([part("a", ...prompts.slice(0, 50)), part("b", ...prompts.slice(50))]);
    expect(told).toEqual([...prompts.slice(0, 20), ...prompts.slice(80)]);
  });

  test("has the beginning of a long prompt, cut between characters", () => {
    const [told] = textsTold([part("a", "👩‍💻".repeat(400))]);
    expect(Array.from(told ?? "").length).toBeLessThanOrEqual(500);
    expect(told?.isWellFormed()).toBe(true);
  });
});

describe("what is kept of an answer", () => {
  const parts = [part("a", "one"), part("b", "two")];

  test("is nothing without words", () => {
    expect(writtenFrom({ title: " \n", summary: "It was.", parts: [] }, parts)).toBeNull();
    expect(writtenFrom({ title: "Title", summary: "\u0000", parts: [] }, parts)).toBeNull();
  });

  test("is in one line and no longer than it may be", () => {
    const written = writtenFrom(
      { title: "a\n b ".repeat(50), summary: "long ".repeat(500), parts: [] },
      parts,
    );
    expect(Array.from(written?.title ?? "").length).toBeLessThanOrEqual(60);
    expect(Array.from(written?.summary ?? "").length).toBeLessThanOrEqual(400);
    expect(written?.title).not.toContain("\n");
  });

  test("are titles of the parts in their order, whatever is missing or too many", () => {
    const titlesOf = (given: string[]) =>
      Object.fromEntries(writtenFrom({ title: "T", summary: "S", parts: given }, parts)?.titles ?? []);
    expect(titlesOf(["First", "Second", "Third"])).toEqual({ a: "First", b: "Second" });
    expect(titlesOf(["First"])).toEqual({ a: "First" });
    expect(titlesOf([""])).toEqual({});
  });

  test("is the session's title for its only part", () => {
    const written = writtenFrom({ title: "T", summary: "S", parts: ["Other"] }, [part("a", "one")]);
    expect(Object.fromEntries(written?.titles ?? [])).toEqual({ a: "T" });
  });
});
