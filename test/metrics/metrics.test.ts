/** The list of metrics is the one place that names them: what follows from it follows it. */
import { describe, expect, test } from "bun:test";
import { SUMMED } from "../../src/metrics/accounts/sums.ts";
import { METRIC_ROW } from "../../src/metrics/answer.ts";
import { METRIC_NAMES, METRICS, MISSABLE, SKILL_INPUTS } from "../../src/metrics/metrics.ts";
import { MISSING_REASONS } from "../../src/metrics/missing.ts";
import { COLUMNS } from "../../src/scores/columns.ts";
import { readSources, readText } from "../sources.ts";

describe("the metrics", () => {
  test("are six, in the order of answers and columns", () => {
    expect(METRIC_NAMES).toEqual(["sse", "pes", "ie", "crr", "fc", "qr"]);
    const members = Object.keys(METRIC_ROW.shape);
    expect(members.filter((name) => METRIC_NAMES.some((metric) => metric === name))).toEqual([
      ...METRIC_NAMES,
    ]);
  });

  test("weigh 100 points in Skill together", () => {
    expect(METRICS.reduce((sum, { skillWeight }) => sum + (skillWeight ?? 0), 0)).toBe(100);
    expect(SKILL_INPUTS).toEqual(["sse", "pes", "ie", "crr", "fc"]);
  });

  test("have their baseline at 50 when they are computed from sums", () => {
    for (const { name, centred } of METRICS) expect(centred).toBe(name in SUMMED);
  });

  test("are explained in docs/scoring.md, each under its name", () => {
    const text = readText("docs/scoring.md");
    expect(METRIC_NAMES.filter((name) => !text.includes(`### ${name.toUpperCase()}`))).toEqual([]);
  });

  test("have a reason for being null whatever the circumstances", () => {
    const nothing = {
      mayHaveWorked: false,
      interactive: false,
      textKnown: false,
      awaitsJudgement: false,
      repairsVisible: false,
      windowKnown: false,
      edits: 0,
      pauses: false,
      sharedKey: false,
    };
    for (const { reasonOf } of METRICS) expect(MISSING_REASONS).toContain(reasonOf(nothing));
  });

  test("and their reasons fit into one number of a packed day", () => {
    expect(MISSING_REASONS.length).toBeLessThan(16);
    expect(16 ** MISSABLE.length).toBeLessThan(Number.MAX_SAFE_INTEGER);
    expect(COLUMNS).toContain("reasons");
  });

  test("are listed nowhere else, except where the compiler asks for each of them", () => {
    const places = readSources().filter(({ code }) => /\bpes\b/.test(code) && /\bcrr\b/.test(code));
    expect(places.map(({ path }) => path)).toEqual([
      "src/insights/advisor/habits/rules/every-habit.ts", // a record of habits by input
      "src/insights/advisor/writing/write-card.ts", // a record of habits by input
      "src/metrics/metrics.ts",
    ]);
  });
});
