import { describe, expect, test } from "bun:test";
import { matching } from "../../../../embedded/dashboard/parts/combobox/matches.ts";

const PEOPLE = [
  { id: "1", name: "Ada Okafor", email: "ada@example.com" },
  { id: "2", name: "Bram de Wit", email: null },
];

describe("people", () => {
  test("are found by any words of their name or e-mail", () => {
    const found = (typed: string) => matching(PEOPLE, typed).map(({ id }) => id);
    expect(found("wit bram")).toEqual(["2"]);
    expect(found("ADA@")).toEqual(["1"]);
    expect(found("nobody")).toEqual([]);
  });

  test("are all there while nothing is typed", () => {
    expect(matching(PEOPLE, " ")).toEqual(PEOPLE);
  });
});
