import { describe, expect, test } from "bun:test";
import { effectOf, othersIn } from "../../../../embedded/dashboard/parts/coach/card-words.ts";
import { cardWith } from "./cards.ts";

describe("the votes of others", () => {
  test("are not spoken of where there are none", () => {
    expect(othersIn({ up: 0, down: 0, mine: null })).toBeNull();
    expect(othersIn({ up: 1, down: 0, mine: "up" })).toBeNull();
    expect(othersIn({ up: 0, down: 1, mine: "down" })).toBeNull();
  });

  test("are counted without one's own", () => {
    expect(othersIn({ up: 1, down: 0, mine: null })).toBe("1 person found it helpful");
    expect(othersIn({ up: 3, down: 1, mine: "up" })).toBe("2 others found it helpful, 1 did not");
    expect(othersIn({ up: 0, down: 2, mine: null })).toBe("2 people did not find it helpful");
  });
});

describe("the effect", () => {
  test("is not shown yet, not for a shared key, and not without both sides", () => {
    expect(effectOf(cardWith({})).kind).toBe("not_yet");
    const shared = { id: "key", name: "key", email: null, source: "key" } as const;
    expect(effectOf(cardWith({ developer: shared })).kind).toBe("shared_key");
    expect(
      effectOf(cardWith({ effect: { before: 50, after: null, interval: null, since: "seen" } })).kind,
    ).toBe("unknown");
  });

  test("is the difference with its interval", () => {
    expect(
      effectOf(cardWith({ effect: { before: 40, after: 55, interval: [5, 25], since: "seen" } })),
    ).toEqual({
      kind: "known",
      effect: { before: 40, after: 55, value: 15, interval: [5, 25] },
    });
  });
});
