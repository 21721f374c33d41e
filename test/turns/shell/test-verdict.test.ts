import { describe, expect, test } from "bun:test";
import { testVerdict } from "../../../src/turns/shell/test-verdict.ts";

describe("the verdict of a test run's output", () => {
  test("is null where nothing names tests", () => {
    expect(testVerdict("compiled 12 files in 3 s")).toBeNull();
    expect(testVerdict("")).toBeNull();
  });
  test("is a failure as soon as one test failed", () => {
    expect(testVerdict(" 12 passed, 1 failed")).toBe("failed");
    expect(testVerdict("not ok 1\n# fail 2\n# pass 3")).toBe("failed");
  });
  test("is a pass when some passed and none failed", () => {
    expect(testVerdict("Tests: 12 passed, 0 failed")).toBe("passed");
    expect(testVerdict("ok  \tgithub.com/a/b\t0.2s")).toBe("passed");
  });
  test("sees through terminal colours", () => {
    expect(testVerdict("\u001b[32m5 passed\u001b[0m")).toBe("passed");
  });
  test("looks at the last 40 lines only", () => {
    const quiet = "compiling\n".repeat(40);
    expect(testVerdict(`1 failed\n${quiet}`)).toBeNull();
    expect(testVerdict(`1 failed\n${quiet.slice("compiling\n".length)}`)).toBe("failed");
  });
});
