import { describe, expect, test } from "bun:test";
import { isThrottling, mayWorkLater } from "../../src/stalls/error-stall.ts";

describe("throttling", () => {
  test.each([400, 401, 402, 403, 404, 408, 409, 413, 422, 500, 502, 504])(
    "is not what status %d says",
    (status) => {
      expect(isThrottling(status)).toBe(false);
    },
  );

  test.each([429, 503, 529, null])("is what status %p says", (status) => {
    expect(isThrottling(status)).toBe(true);
  });
});

describe("the same request", () => {
  test.each([400, 401, 402, 403, 404, 413, 422])("never works after status %d", (status) => {
    expect(mayWorkLater(status)).toBe(false);
  });

  test.each([408, 409, 429, 500, 502, 503, 529, null])("may work later after status %p", (status) => {
    expect(mayWorkLater(status)).toBe(true);
  });
});
