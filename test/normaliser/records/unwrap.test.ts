/**
 * Values as the exporters write them.
 *
 * @see The OTLP specification 1.11.0, JSON over HTTP, groups D and E (2026-11).
 */
import { describe, expect, test } from "bun:test";
import {
  booleanOf,
  countOf,
  numberOf,
  textOf,
  unwrapAttributes,
  unwrapValue,
} from "../../../src/normaliser/records/unwrap.ts";

describe("unwrapValue", () => {
  test("an empty or absent value is null", () => {
    expect([unwrapValue({}), unwrapValue(undefined), unwrapValue(null)]).toEqual([null, null, null]);
  });

  test("an empty text and a false are values", () => {
    expect([unwrapValue({ stringValue: "" }), unwrapValue({ boolValue: false })]).toEqual(["", false]);
  });

  test("an integer is a number up to 2^53 and text beyond", () => {
    expect(unwrapValue({ intValue: "9007199254740991" })).toBe(9007199254740991);
    expect(unwrapValue({ intValue: "1152921504606847000" })).toBe("1152921504606847000");
    expect(unwrapValue({ intValue: 15 })).toBe(15);
  });

  test("NaN and the infinities stay text", () => {
    expect(unwrapValue({ doubleValue: "NaN" })).toBe("NaN");
    expect(unwrapValue({ doubleValue: "-Infinity" })).toBe("-Infinity");
  });

  test("lists and maps keep their order, nested and with empty values inside", () => {
    const list = { arrayValue: { values: [{ stringValue: "x" }, {}, { arrayValue: {} }] } };
    expect(unwrapValue(list)).toEqual(["x", null, []]);
    const map = { kvlistValue: { values: [{ key: "a", value: { kvlistValue: { values: [] } } }] } };
    expect(unwrapValue(map)).toEqual(Object.assign(Object.create(null), { a: Object.create(null) }));
  });

  test("bytes stay base64", () => {
    expect(unwrapValue({ bytesValue: "AQL/" })).toBe("AQL/");
  });
});

describe("unwrapAttributes", () => {
  test("of two entries with one key the last that is not empty wins", () => {
    const thread = [
      { key: "thread.id", value: { intValue: "4" } },
      { key: "thread.id", value: { stringValue: "01a1fc3d" } },
      { key: "thread.id", value: {} },
    ];
    expect(unwrapAttributes(thread)["thread.id"]).toBe("01a1fc3d");
  });

  test("a key called __proto__ is only a key", () => {
    const attributes = unwrapAttributes([{ key: "__proto__", value: { stringValue: "x" } }]);
    expect(Object.keys(attributes)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>)["0"]).toBeUndefined();
  });

  test("an empty key and 5,000 attributes are kept", () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      key: `k${index}`,
      value: { intValue: index },
    }));
    expect(Object.keys(unwrapAttributes([{ key: "", value: { boolValue: true } }, ...many]))).toHaveLength(
      5_001,
    );
  });
});

describe("reading a value as a type", () => {
  test("numbers come as numbers or as text", () => {
    expect([
      numberOf(3),
      numberOf("3.5"),
      numberOf("x"),
      numberOf(""),
      numberOf(null),
      numberOf("NaN"),
    ]).toEqual([3, 3.5, null, null, null, null]);
  });

  test("a count is whole and not below zero", () => {
    expect([countOf("1493"), countOf(1214.5), countOf(-1), countOf(undefined)]).toEqual([
      1493,
      1214,
      null,
      null,
    ]);
  });

  test("booleans come as booleans or as text", () => {
    expect([
      booleanOf(true),
      booleanOf("false"),
      booleanOf("True"),
      booleanOf("yes"),
      booleanOf(null),
    ]).toEqual([true, false, true, null, null]);
  });

  test("an empty text is no text", () => {
    expect([textOf("a"), textOf(""), textOf(5), textOf({})]).toEqual(["a", null, "5", null]);
  });
});
