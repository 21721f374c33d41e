import "../learned-names.ts";
import { describe, expect, test } from "bun:test";
import type { Block, Chapter } from "../../../embedded/dashboard/report/document.ts";
import { titleOf } from "../../../embedded/dashboard/report/report-document.ts";
import { describeChapters, type WholeReport } from "../../../src/insights/reports/describe.ts";
import { madeReport } from "../../insights/reports/made-report.ts";

const ADA = { id: "d/1", name: "Ada", email: null, source: "telemetry" } as const;

function chapter(id: string, report: WholeReport = madeReport()): Chapter {
  const found = describeChapters(report).find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`there is no chapter ${id}`);
  return found;
}

function blocks<Kind extends Block["kind"]>(
  { blocks: all }: Chapter,
  kind: Kind,
): Extract<Block, { kind: Kind }>[] {
  return all.filter((block): block is Extract<Block, { kind: Kind }> => block.kind === kind);
}

describe("the title of a report", () => {
  test("names whom it is about and the days that belong to it", () => {
    expect(titleOf(madeReport())).toBe("Everybody, 23 Oct to 21 Nov 2026");
    expect(titleOf(madeReport("", ADA))).toBe("Ada, 23 Oct to 21 Nov 2026");
  });
});

describe("the overview of a report", () => {
  test("says what was done, and for how much", () => {
    expect(chapter("overview").answer).toBe(
      "6 developers worked in 41 sessions, with 320 counted turns, for $263.20.",
    );
  });

  test("says that there is nothing to report of an empty window", () => {
    const report = madeReport();
    report.chapters.overview = { ...report.chapters.overview, sessions: 0, people: 0 };
    expect(chapter("overview", report).answer).toContain("nothing to report");
  });

  test("has the reason in place of a number that is missing", () => {
    const overview = chapter("overview");
    const [stats] = blocks(overview, "stats");
    expect(stats?.stats.find(({ name }) => name === "Saved by other models")).toMatchObject({
      number: "–",
      note: "No call has a price.",
    });
    const [scores] = blocks(overview, "scores");
    expect(scores?.scores[2]).toMatchObject({ value: null, reason: "Too few sub-sessions have a price." });
  });

  test("shows the mean of a team's people, and one developer's own score, each with its interval", () => {
    const [team] = blocks(chapter("overview"), "scores");
    expect(team?.scores[0]).toMatchObject({ range: [48, 60], rangeName: "mean of 6 people, 80 % interval" });
    const [own] = blocks(chapter("overview", madeReport("", ADA)), "scores");
    expect(own?.scores[1]).toMatchObject({ range: [49, 55], rangeName: "80 % interval" });
  });
});

describe("a report", () => {
  test("leads to pages about its days and labels, whenever it is read", () => {
    const [stats] = blocks(chapter("overview", { ...madeReport(), labels: ["team.id:platform"] }), "stats");
    expect(stats?.stats.find(({ name }) => name === "Spend")?.page).toBe(
      "/usage?since=2026-10-23&until=2026-11-21&label=team.id%3Aplatform",
    );
  });
});

describe("a report about one developer", () => {
  test("leads to that developer's work on every page", () => {
    const [stats] = blocks(chapter("overview", madeReport("", ADA)), "stats");
    const pages = stats?.stats.flatMap(({ page }) => page ?? []) ?? [];
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.filter((page) => !page.includes("developer=d%2F1"))).toEqual([]);
  });

  test("says what each score was computed from", () => {
    const [earned] = blocks(chapter("scores", madeReport("", ADA)), "table");
    expect(earned?.rows).toEqual([
      [
        "Speed",
        "Human time 120 → 110 min",
        "Earned 92 % of what was taken; usual here is 95 %. Outcome known for 70 % of what was earned; the rest counts half.",
      ],
    ]);
  });

  test("reports the inputs of Skill in place of other people", () => {
    const tables = blocks(chapter("scores", madeReport("", ADA)), "table").map(({ title }) => title);
    expect(tables).toEqual(["What was taken and earned", "What Skill is made of"]);
  });
});

describe("the words of the judge model", () => {
  test("are first in the chapter that they are about", () => {
    expect(chapter("throttle", madeReport("Waiting fell.")).blocks[0]).toMatchObject({
      kind: "written",
      lines: ["Waiting fell.", "Waiting fell."],
    });
    expect(blocks(chapter("waste"), "written")).toEqual([]);
  });

  test("are said to be missing where there are none", () => {
    const report = madeReport();
    const explanation = "No judge model is configured.";
    report.narrative = { kind: "left_out", reason: "no_model", explanation };
    expect(chapter("overview", report).blocks.at(-1)).toMatchObject({ words: [explanation] });
  });
});

describe("a chapter without evidence", () => {
  test.each(["prompts", "throttle", "rightsizing", "waste"] as const)("%s says why, and no more", (id) => {
    const report = madeReport();
    report.narrative = { kind: "left_out", reason: "not_asked", explanation: "Nobody asked." };
    Object.assign(report.chapters[id], { missing: "Nothing was told." });
    expect(chapter(id, report)).toMatchObject({ answer: "Nothing was told.", blocks: [] });
  });
});

describe("a trend in a report", () => {
  test("is whole to its end, unless the window ends within its last week", () => {
    const lastOf = (to: string): (string | undefined)[] =>
      blocks(chapter("scores", { ...madeReport(), to }), "trend").map(({ last }) => last);
    expect(lastOf("2026-11-22T00:00:00.000Z")).toEqual(["over", "over"]);
    expect(lastOf("2026-11-05T00:00:00.000Z")).toEqual(["open", "open"]);
  });
});
