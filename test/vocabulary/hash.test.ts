import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { derivedId } from "../../src/vocabulary/hash.ts";

describe("a derived id", () => {
  test("is the same for ever", () => {
    expect(derivedId("turn", 7, "")).toBe("c7a0e048fb2fe28a806e4755132fdf5f");
  });

  test("is half of a SHA-256, also of what is no text", () => {
    for (const part of ["", "é𝄞", "\ud800 alone", "x".repeat(100_000)]) {
      const whole = createHash("sha256").update(`one\u001f${part}`).digest("hex");
      expect(derivedId("one", part)).toBe(whole.slice(0, 32));
    }
  });

  test("distinguishes parts by where they end", () => {
    expect(derivedId("ab", "c")).not.toBe(derivedId("a", "bc"));
  });
});
