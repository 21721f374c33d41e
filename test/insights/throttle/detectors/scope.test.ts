import { describe, expect, test } from "bun:test";
import { isCorroborated, scopeOfStatus } from "../../../../src/insights/throttle/detectors/scope.ts";
import { MINUTE } from "../../../../src/vocabulary/units.ts";
import { named } from "../../../session-names.ts";

test.each([
  [429, "organization"],
  [503, "provider"],
  [529, "provider"],
  [408, "local"],
  [null, "unknown"],
] as const)("status %p puts the cause at: %s", (status, scope) => {
  expect(scopeOfStatus(status)).toBe(scope);
});

describe("what another session saw", () => {
  const seen = [{ session: named("one"), at: 60 * MINUTE }];

  test("does not count when it was the same session, or more than five minutes away", () => {
    const others = [
      { session: named("other"), at: 54 * MINUTE },
      ...seen,
      { session: named("one"), at: 61 * MINUTE },
      { session: named("other"), at: 66 * MINUTE },
    ];
    expect(isCorroborated(seen, others)).toBe(false);
    expect(isCorroborated(seen, [])).toBe(false);
  });

  test.each([55, 65])("counts within five minutes, as in minute %d", (minute) => {
    const others = [...seen, { session: named("other"), at: minute * MINUTE }].toSorted(
      (a, b) => a.at - b.at,
    );
    expect(isCorroborated(seen, others)).toBe(true);
  });
});
