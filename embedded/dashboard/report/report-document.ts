/** What a report says: its chapters in the order in which they are read, each with what the language model wrote. */
import type { Report } from "../../../src/insights/reports/report.ts";
import { formatDay, formatMoment } from "../words/times.ts";
import { describeAppendix } from "./chapters/appendix.ts";
import { describeCoaching } from "./chapters/coaching.ts";
import { describeOverview } from "./chapters/overview.ts";
import { describePrompts } from "./chapters/prompts.ts";
import { describeRightsizing } from "./chapters/rightsizing.ts";
import { describeScores } from "./chapters/scores.ts";
import { describeThrottle } from "./chapters/throttle.ts";
import { describeWaste } from "./chapters/waste.ts";
import type { Chapter, Fact, ReportDocument } from "./document.ts";

/**
 * Returns the whole document; the same report always gives the same one.
 *
 * @param organization - The organization's name.
 */
export function describeReport(report: Report, organization: string): ReportDocument {
  const chapters = [
    describeOverview(report),
    describeScores(report),
    describePrompts(report),
    describeThrottle(report),
    describeRightsizing(report),
    describeWaste(report),
    describeCoaching(report),
    describeAppendix(report),
  ];
  const facts = [{ name: "Organization", value: organization }, ...factsOf(report)];
  return { title: titleOf(report), facts, chapters: chapters.map(withNarrative(report)) };
}

/** "Chiara Conti, 23 Oct to 22 Nov 2026". */
export function titleOf({ developer, from, to }: Pick<Report, "developer" | "from" | "to">): string {
  return `${developer === null ? "Everybody" : developer.name}, ${sayWindow({ from, to })}`;
}

/** Returns "23 Oct to 22 Nov 2026"; the last day is one that belongs to it. */
function sayWindow({ from, to }: Pick<Report, "from" | "to">): string {
  const last = Math.max(Date.parse(from), Date.parse(to) - 1);
  return `${formatDay(from)} to ${formatDay(last)} ${new Date(last).getUTCFullYear()}`;
}

function factsOf({ from, to, endedAt, narrative }: Report): Fact[] {
  return [
    { name: "Window", value: `${formatMoment(from)} to ${formatMoment(to)} UTC` },
    ...(endedAt === null ? [] : [{ name: "Made", value: `${formatMoment(endedAt)} UTC` }]),
    {
      name: "Narrative",
      value: narrative.kind === "written" ? `by ${narrative.model}` : "none: numbers alone",
    },
  ];
}

/** The words of the language model are before the numbers that they are about. */
function withNarrative({ narrative }: Report): (chapter: Chapter) => Chapter {
  return (chapter) => {
    if (narrative.kind === "left_out") return chapter;
    const about = narrative.paragraphs.filter((paragraph) => paragraph.chapter === chapter.id);
    const texts = [
      ...(chapter.id === "overview" ? [narrative.summary] : []),
      ...about.map(({ text }) => text),
    ];
    const lines = texts.flatMap((text) => text.split(/\n+/)).filter((line) => line.trim() !== "");
    if (lines.length === 0) return chapter;
    return { ...chapter, blocks: [{ kind: "written", lines, by: narrative.model }, ...chapter.blocks] };
  };
}
