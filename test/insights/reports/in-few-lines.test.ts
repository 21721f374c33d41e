/** What a message says of a report. */
import { expect, test } from "bun:test";
import { sayInFewLines } from "../../../src/insights/reports/in-few-lines.ts";
import { foundReport, madeReport } from "./made-report.ts";

test("a report is reported in few lines, without the figures that there are not", () => {
  expect(sayInFewLines(foundReport())).toEqual([
    "6 developers worked in 41 sessions, with 320 counted turns, for $263.20.",
    "Half of the time lost fell on Wednesdays.",
    "Speed 54 (+4) · Skill 52 (+5)",
    "Spend: $263.20 · Cost without result: $12.34 · Lost to waiting: 2.6 h · Grade of prompts: 64 of 100 · Coaching cards: 11",
  ]);
});

test("a report of a time without work says so, and no more", () => {
  const report = madeReport();
  report.chapters = { ...report.chapters, overview: { ...report.chapters.overview, sessions: 0 } };
  expect(sayInFewLines(foundReport(report))).toEqual([
    "No work with agents was recorded in this time, so there is nothing to report.",
  ]);
});
