import { describe, expect, test } from "bun:test";
import { createValueCounter, excessIn, holdsMoreValues } from "../../../src/ingest/reading/count-values.ts";

const LONG = 20_000;

const upTo = (values: number) => ({ values, objects: values });

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
    expect(holdsMoreValues(text, upTo(count))).toBe(false);
    expect(holdsMoreValues(text, upTo(count - 1))).toBe(true);
  });

  test.each(TEXTS)("finds as many in its bytes: $what", ({ text, count }) => {
    expect(excessIn(Buffer.from(text), upTo(count))).toBeNull();
    expect(excessIn(Buffer.from(text), upTo(count - 1))).toEqual({ kind: "too_many_values" });
  });

  test.each(TEXTS)("finds as many wherever its pieces end: $what", ({ text, count }) => {
    const bytes = Buffer.from(text);
    for (const length of [1, 2, 3, 5]) {
      const [exact, oneLess] = [createValueCounter(upTo(count)), createValueCounter(upTo(count - 1))];
      let told: unknown[] = [];
      for (let from = 0; from < bytes.length; from += length) {
        const piece = bytes.subarray(from, from + length);
        told = [exact.add(piece), oneLess.add(piece)];
      }
      expect(told).toEqual([null, { kind: "too_many_values" }]);
    }
  });
});

describe("objects among the values", () => {
  const text = `[${'{"a":"{"},[],'.repeat(LONG)}0]`;
  const exact = { values: Infinity, objects: LONG };
  const oneLess = { values: Infinity, objects: LONG - 1 };

  test("have a separate limit", () => {
    expect([holdsMoreValues(text, exact), holdsMoreValues(text, oneLess)]).toEqual([false, true]);
    expect(excessIn(Buffer.from(text), exact)).toBeNull();
    expect(excessIn(Buffer.from(text), oneLess)).toEqual({ kind: "too_many_values" });
  });
});

describe("the depth of a body", () => {
  const DEEPEST = 100_000;
  const open = (depth: number) => Buffer.from('{"a":['.repeat(depth / 2));
  const close = (depth: number) => Buffer.from("]}".repeat(depth / 2));

  test("may be a hundred thousand brackets, again and again", () => {
    const counter = createValueCounter(upTo(Infinity));
    for (let time = 0; time < 3; time++) {
      expect(counter.add(open(DEEPEST))).toBeNull();
      expect(counter.add(close(DEEPEST))).toBeNull();
    }
  });

  test("is no more by brackets in quotes", () => {
    const counter = createValueCounter(upTo(Infinity));
    expect(counter.add(open(DEEPEST))).toBeNull();
    expect(counter.add(Buffer.from(`"${"[".repeat(DEEPEST)}"`))).toBeNull();
  });

  test("is too much with one more, also when they are closed in the same piece", () => {
    const counter = createValueCounter(upTo(Infinity));
    const piece = Buffer.concat([open(DEEPEST + 2), close(DEEPEST + 2)]);
    expect(counter.add(piece)).toEqual({ kind: "too_deep", deepest: DEEPEST });
  });
});
