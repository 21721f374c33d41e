import { describe, expect, test } from "bun:test";
import { bestMatches } from "../../../embedded/dashboard/frame/palette-matches.ts";

const names = ["Overview", "Connect an agent", "Theme: dark", "Ada Lovelace", "Grace Hopper"];
const found = (typed: string) =>
  bestMatches(
    names.map((name) => ({ name })),
    typed,
  ).map(({ name }) => name);

describe("the palette", () => {
  test("finds nothing that is not there", () => {
    expect(found("zzz")).toEqual([]);
  });

  test("shows everything before a letter is typed", () => {
    expect(found(" ")).toEqual(names);
  });

  test("puts names that begin with the letters before words that do, and those before the rest", () => {
    expect(found("a")).toEqual(["Ada Lovelace", "Connect an agent", "Theme: dark", "Grace Hopper"]);
  });

  test("finds what another word means", () => {
    const entries = [{ name: "Sub-session efficiency", also: "sse" }, { name: "Passes" }];
    expect(bestMatches(entries, "sse").map(({ name }) => name)).toEqual(["Sub-session efficiency", "Passes"]);
  });
});
