import { describe, expect, test } from "bun:test";
import type { ReportJob } from "../../../../embedded/dashboard/pages/reports/fetch-reports.ts";
import { sayProgress, sayReports } from "../../../../embedded/dashboard/pages/reports/reports-data.ts";

const JOB: ReportJob = {
  id: "r1",
  from: "2026-10-23T00:00:00.000Z",
  to: "2026-11-22T00:00:00.000Z",
  developer: null,
  requestedAt: "2026-11-22T00:00:00.000Z",
  endedAt: null,
  status: "pending",
  progress: 0,
  chapter: null,
  reason: null,
};

const ended = (status: "completed" | "failed"): ReportJob => ({ ...JOB, status, endedAt: JOB.requestedAt });

describe("what the page says of reports", () => {
  test("without any", () => {
    expect(sayReports({ open: [], ended: [] })).toBe("No report has been made yet.");
  });

  test("when all of them failed", () => {
    expect(sayReports({ open: [], ended: [ended("failed")] })).toBe("No report is completed yet.");
  });

  test("names the newest that is completed, by the days that belong to it", () => {
    expect(sayReports({ open: [], ended: [ended("failed"), ended("completed")] })).toBe(
      "The newest report: Everybody, 23 Oct to 21 Nov 2026.",
    );
  });

  test("counts those that are being made first", () => {
    expect(sayReports({ open: [JOB, JOB], ended: [ended("completed")] })).toStartWith(
      "2 reports are being made.",
    );
  });
});

describe("how far a report is", () => {
  test.each([
    [null, 0, "waits"],
    ["throttle", 3 / 9, "Waiting time, 33 % done"],
    ["narrative", 8 / 9, "Written summary, 89 % done"],
  ] as const)("%p at %d is %s", (chapter, progress, words) => {
    expect(sayProgress({ chapter, progress })).toBe(words);
  });
});
