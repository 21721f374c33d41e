import { describe, expect, test } from "bun:test";
import { isThrottling } from "../../src/stalls/error-stall.ts";

describe("throttling", () => {
  test.each([400, 401, 402, 403, 404, 413, 422])("is not what status %d says", (status) => {
    expect(isThrottling(status)).toBe(false);
  });

  test.each([408, 409, 429, 500, 502, 503, 529, null])("is what status %p says", (status) => {
    expect(isThrottling(status)).toBe(true);
  });
});
