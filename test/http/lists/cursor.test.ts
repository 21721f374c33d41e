import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { openCursor, sealCursor } from "../../../src/http/lists/cursor.ts";

const CONTENT = { at: 5, id: "a" };
const SCHEMA = z.object({ at: z.number(), id: z.string() });
const sealed = sealCursor("secret", "a query", CONTENT);

function open(cursor: string, { secret = "secret", query = "a query" } = {}): unknown {
  return openCursor({ secret, query, cursor }, SCHEMA);
}

describe("a cursor", () => {
  test("gives what was sealed in it", () => {
    expect(open(sealed)).toEqual(CONTENT);
  });

  test("changed in any of its letters is refused", () => {
    const changed = [...sealed].map(
      (letter, at) => `${sealed.slice(0, at)}${letter === "A" ? "B" : "A"}${sealed.slice(at + 1)}`,
    );
    expect(changed.filter((cursor) => open(cursor) !== null)).toEqual([]);
  });

  test.each([sealed.slice(0, -4), `${sealed}AAAA`, `${sealed}=`, "", "abc", "A".repeat(5_000)])(
    "that is shorter, longer or made up is refused: %s",
    (cursor) => {
      expect(open(cursor)).toBeNull();
    },
  );

  test("of another query or another organization is refused", () => {
    expect(open(sealed, { query: "another query" })).toBeNull();
    expect(open(sealed, { secret: "another secret" })).toBeNull();
  });

  test("with content of another shape is refused", () => {
    expect(open(sealCursor("secret", "a query", { at: "5" }))).toBeNull();
  });
});
