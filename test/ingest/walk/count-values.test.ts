import { describe, expect, test } from "bun:test";
import { holdsMoreValues } from "../../../src/ingest/walk/count-values.ts";

const LONG = 20_000;

/** JSON, and how many opening brackets and commas it has outside quotes. */
const TEXTS = [
  { what: "empty lists", text: `[${"[],".repeat(LONG)}0]`, count: 1 + 2 * LONG },
  { what: "objects", text: `[${'{"a":1},'.repeat(LONG)}0]`, count: 1 + 2 * LONG },
  { what: "brackets and commas in quotes", text: `["${"[{,".repeat(LONG)}"]`, count: 1 },
  { what: "quotes that are escaped", text: `[${'"\\",[{",'.repeat(LONG)}0]`, count: 1 + LONG },
  { what: "characters of other scripts", text: `[${'"漢字，",'.repeat(LONG)}0]`, count: 1 + LONG },
];

describe("counting the values of a body", () => {
  test.each(TEXTS)("finds exactly as many as there are: $what", ({ text, count }) => {
    expect(holdsMoreValues(text, count)).toBe(false);
    expect(holdsMoreValues(text, count - 1)).toBe(true);
  });
});
