import { describe, expect, test } from "bun:test";
import { hashKey, mintKey, parseKey } from "../../../src/identity/keys/key.ts";

/** The checksum of 32 zeros by an independent CRC-32 (Python's zlib), in base62. */
const ZEROS = "scoring_00000000000000000000000000000000";

describe("a header that carries no key", () => {
  test.each([null, "", "Bearer", "Bearer ", "Basic YTpi", "scoring_abc", "Bearer two words"])(
    "%p",
    (header) => {
      expect(parseKey(header)).toEqual({ ok: false, problem: { kind: "missing" } });
    },
  );
});

describe("a token that cannot be a key", () => {
  const key = mintKey();
  const typo = `${key.slice(0, 20)}${key[20] === "a" ? "b" : "a"}${key.slice(21)}`;
  test.each([
    ["another prefix", key.replace("scoring_", "scorin_")],
    ["a letter mistyped", typo],
    ["a checksum of another key", key.slice(0, -6) + mintKey().slice(-6)],
    ["a letter too many", `${key}0`],
    ["a letter too few", key.slice(0, -1)],
    ["a sign that is not base62", key.replace(/.$/, "-")],
    ["no more than a prefix", "scoring_"],
  ])("%s", (_, token) => {
    expect(parseKey(`Bearer ${token}`)).toEqual({ ok: false, problem: { kind: "invalid" } });
  });
});

describe("a key", () => {
  test("is the prefix, 32 letters and 6 of checksum", () => {
    expect(mintKey()).toMatch(/^scoring_[0-9A-Za-z]{38}$/);
  });

  test("carries the CRC-32 of prefix and secret in base62", () => {
    expect(mintKey(() => new Uint8Array(1))).toBe(`${ZEROS}1VwuU0`);
  });

  test("is understood whatever the case of the scheme", () => {
    const key = mintKey();
    expect(parseKey(`bearer ${key}`)).toEqual({ ok: true, value: key });
    expect(parseKey(`BEARER  ${key} `)).toEqual({ ok: true, value: key });
  });

  test("takes no byte that would make some letters likelier", () => {
    const bytes = [255, 248, 247];
    expect(mintKey(() => Uint8Array.of(bytes.shift() ?? 61))).toStartWith("scoring_zz");
  });

  test("is never the same twice", () => {
    expect(new Set(Array.from({ length: 1000 }, () => mintKey())).size).toBe(1000);
  });

  test("is stored as its SHA-256", () => {
    expect(hashKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
