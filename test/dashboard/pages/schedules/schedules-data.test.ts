/** What the page of schedules says, and what its form asks for. */
import { describe, expect, test } from "bun:test";
import type { Run, Schedule } from "../../../../embedded/dashboard/pages/schedules/fetch-schedules.ts";
import {
  draftOf,
  newDraft,
  problemOf,
  sayContent,
  saySchedules,
  wishOf,
} from "../../../../embedded/dashboard/pages/schedules/schedules-data.ts";
import { sayPlace, withChannel } from "../../../../embedded/dashboard/parts/places/places.ts";

const RUN: Run = {
  id: "r",
  trigger: "schedule",
  dueAt: "2026-11-16T07:00:00.000Z",
  startedAt: "2026-11-16T07:00:00.000Z",
  endedAt: "2026-11-16T07:00:05.000Z",
  from: "2026-11-08T23:00:00.000Z",
  to: "2026-11-15T23:00:00.000Z",
  status: "completed",
  reportId: "report",
  error: null,
  deliveries: [],
};
const WEEKLY: Schedule = {
  id: "s",
  name: "Weekly",
  cron: "0 8 * * 1",
  timezone: "Europe/Berlin",
  window: "week",
  developer: null,
  labels: [],
  narrative: true,
  destinations: [],
  enabled: true,
  nextRunAt: "2026-11-23T07:00:00.000Z",
  lastRun: RUN,
};
const PAUSED = { ...WEEKLY, enabled: false, nextRunAt: null };

describe("the sentence", () => {
  test("names the next report in the zone of its schedule", () => {
    const later = { ...WEEKLY, name: "Later", nextRunAt: "2026-12-01T07:00:00.000Z" };
    expect(saySchedules([later, PAUSED, WEEKLY])).toBe(
      "The next report is “Weekly”: Mon 23 Nov, 08:00 in Europe/Berlin.",
    );
  });

  test("says first what failed", () => {
    const failed = { ...WEEKLY, lastRun: { ...RUN, status: "failed" as const } };
    expect(saySchedules([WEEKLY, failed])).toBe("The last run of “Weekly” failed.");
    expect(saySchedules([failed, failed])).toBe("The last runs of 2 schedules failed.");
  });

  test("says that all are paused", () => {
    expect(saySchedules([PAUSED])).toBe("Every schedule is paused.");
  });
});

test("a schedule says what its report is of, and to where it is sent", () => {
  expect(sayContent(WEEKLY)).toBe("the week before, of everybody");
  expect(sayPlace({ kind: "slack", channel: "C1" })).toBe("Slack, to C1");
  expect(sayPlace({ kind: "slack", channel: null })).toBe("Slack, to the webhook’s channel");
  expect(sayPlace({ kind: "webhook", id: "w", name: "Pager" })).toBe("the webhook “Pager”");
  expect(sayPlace({ kind: "webhook", id: "w", name: null })).toBe("a webhook that was deleted");
  expect(sayPlace({ kind: "email", to: ["a@b.c", "d@e.f"] })).toBe("e-mail to a@b.c, d@e.f");
});

test("a run says what is wrong while it is still tried", () => {
  const delivery = { kind: "slack" as const, channel: "C1", tries: 1, nextTryAt: RUN.startedAt };
  const trying = {
    ...RUN,
    deliveries: [{ ...delivery, status: "pending" as const, error: "Slack is away." }],
  };
  expect(problemOf(trying)).toBe("Slack is away.");
  expect(problemOf({ ...trying, error: "No report." })).toBe("No report.");
  expect(problemOf(RUN)).toBeNull();
});

describe("the form", () => {
  test("asks for what is typed", () => {
    const draft = { ...newDraft("Europe/Berlin"), name: " Weekly ", channels: "C1, C2\nC3", toWebhook: true };
    const { name, developer, destinations } = wishOf(draft);
    expect([name, developer]).toEqual(["Weekly", null]);
    expect(destinations).toEqual(["C1", "C2", "C3", null].map((channel) => ({ kind: "slack", channel })));
  });

  test("adds a chosen channel once", () => {
    expect(withChannel("", "C1")).toBe("C1");
    expect(withChannel("C1 C2", "C3")).toBe("C1, C2, C3");
    expect(withChannel("C1", "C1")).toBe("C1");
    expect(withChannel("C1", "")).toBe("C1");
  });

  test("changes nothing of a schedule that is only looked at", () => {
    const destinations = [
      { kind: "slack" as const, channel: "C1" },
      { kind: "slack" as const, channel: null },
      { kind: "email" as const, to: ["ada@example.com", "grace@example.com"] },
      { kind: "webhook" as const, id: "w", name: "Pager" },
    ];
    const named = destinations.map((place) =>
      place.kind === "webhook" ? { kind: place.kind, id: "w" } : place,
    );
    const { name, cron, timezone, window, narrative } = WEEKLY;
    expect(wishOf(draftOf({ ...WEEKLY, labels: ["team.id:platform"], destinations }))).toEqual({
      name,
      cron,
      timezone,
      window,
      developer: null,
      labels: ["team.id:platform"],
      narrative,
      destinations: named,
    });
    // a form cannot show it, and the server refuses it
    const deleted = { kind: "webhook" as const, id: "gone", name: null };
    expect(wishOf(draftOf({ ...WEEKLY, destinations: [deleted] })).destinations).toEqual([]);
  });
});
