import { describe, expect, test } from "bun:test";
import {
  actionIn,
  ACTIONS,
  isUnfiltered,
  sayFound,
} from "../../../../../embedded/dashboard/pages/settings/audit/audit-data.ts";
import { AUDIT_ACTIONS } from "../../../../../src/audit/actions.ts";

describe("the page of the audit log", () => {
  test("knows every action, in the order of its words", () => {
    expect(ACTIONS.map(({ action }) => action).toSorted()).toEqual([...AUDIT_ACTIONS].toSorted());
    const words = ACTIONS.map((each) => each.words);
    expect(words).toEqual(words.toSorted((left, right) => left.localeCompare(right)));
  });

  test("takes any other action in an address for every action", () => {
    expect(actionIn("key_made")).toBe("key_made");
    expect(actionIn("nothing")).toBeNull();
    expect(actionIn(null)).toBeNull();
  });

  test("says how many entries there are, and whether these are all", () => {
    expect(sayFound(1, { isAll: true, days: 7 })).toBe("1 entry in these 7 days.");
    expect(sayFound(50, { isAll: false, days: 30 })).toBe("The newest 50 entries of these 30 days.");
  });

  test("knows when no filter is set", () => {
    const all = { action: null, actor: null, target: null };
    expect(isUnfiltered(all)).toBe(true);
    expect(isUnfiltered({ ...all, target: "ada" })).toBe(false);
  });
});
