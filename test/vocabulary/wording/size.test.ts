/** How sizes are written. */
import { describe, expect, test } from "bun:test";
import { sizeText } from "../../../src/vocabulary/wording/size.ts";

describe("a size", () => {
  test.each([
    [0, "0 B"],
    [1023, "1023 B"],
    [1024, "1 KiB"],
    [12_400, "12 KiB"],
    [512 * 2 ** 20, "512 MiB"],
    [2 ** 30 - 1, "1 GiB"],
    [1.44 * 2 ** 30, "1.4 GiB"],
    [9.97 * 2 ** 30, "10 GiB"],
    [66.4 * 2 ** 30, "66 GiB"],
    [5_000 * 2 ** 40, "5000 TiB"],
  ])("of %d bytes is %s", (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});
