/** What the page of alerts says, and what its form asks for. */
import { describe, expect, test } from "bun:test";
import type { Alert } from "../../../../embedded/dashboard/pages/alerts/fetch-alerts.ts";
import {
  newRuleDraft,
  openFirst,
  ruleWishOf,
  sayAlerts,
  sayThresholds,
} from "../../../../embedded/dashboard/pages/alerts/alerts-data.ts";

const OPEN: Alert = {
  id: "a",
  ruleId: "backup",
  kind: "backup",
  title: "The last backup is 8 days old",
  detail: "",
  state: "open",
  threshold: 7,
  page: "/settings",
  openedAt: "2026-11-16T07:00:00.000Z",
  acknowledgedAt: null,
  closedAt: null,
};
const SEEN: Alert = { ...OPEN, id: "b", state: "acknowledged", acknowledgedAt: OPEN.openedAt };

describe("the sentence", () => {
  test("names the alert that nobody has seen", () => {
    expect(sayAlerts([SEEN, OPEN])).toBe("The last backup is 8 days old.");
    expect(sayAlerts([OPEN, OPEN])).toBe("2 alerts are open. The newest: The last backup is 8 days old.");
    expect(sayAlerts([SEEN])).toBe("1 alert acknowledged, none is new.");
  });
});

test("alerts that nobody has seen come first", () => {
  expect(openFirst([SEEN, OPEN]).map(({ id }) => id)).toEqual(["a", "b"]);
});

test.each([
  ["spend", [50, 80, 100], "50, 80 and 100 % of a budget is spent"],
  ["silence", [1], "1 working day of silence"],
  ["backup", [7], "7 days without a backup"],
] as const)("thresholds of %s are said", (kind, thresholds, said) => {
  expect(sayThresholds({ kind, thresholds: [...thresholds] })).toBe(said);
});

describe("a form", () => {
  test("makes a rule with its thresholds and places", () => {
    const draft = { ...newRuleDraft("spend"), thresholds: "50 90", channels: "C1, C2", toWebhook: true };
    expect(ruleWishOf(draft)).toEqual({
      name: "Budgets",
      kind: "spend",
      thresholds: [50, 90],
      places: ["C1", "C2", null].map((channel) => ({ kind: "slack", channel })),
    });
  });

  test.each(["", "many", "5, x", "-1"])("is not saved with the thresholds %p", (thresholds) => {
    expect(ruleWishOf({ ...newRuleDraft("spend"), thresholds })).toBeNull();
  });
});
