/** A report in a few lines, as a message has room for: what its overview says. */
import type { Block, ScoreFigure, StatFigure } from "../../../embedded/dashboard/report/document.ts";
import { formatScore, formatSigned, NO_VALUE } from "../../../embedded/dashboard/words/numbers.ts";
import type { FoundReport } from "./find-report.ts";

/** Returns plain text, which may hold names from telemetry. Figures that are missing are left out. */
export function sayInFewLines({ report, said }: FoundReport): string[] {
  const { answer, blocks } = said.find(({ id }) => id === "overview") ?? { answer: "", blocks: [] };
  if (report.chapters.overview?.sessions === 0) return [answer];
  return [answer, ...blocks.flatMap((block) => linesOf(block))];
}

function linesOf(block: Block): string[] {
  switch (block.kind) {
    case "scores":
      return joined(block.scores.flatMap((score) => sayScore(score)));
    case "stats":
      return joined(block.stats.flatMap((stat) => sayStat(stat)));
    case "points":
      // a message links to the report, not to each page behind it
      return block.points.map((words) =>
        words
          .filter((word) => typeof word === "string")
          .join("")
          .trim(),
      );
    default:
      return [];
  }
}

function joined(figures: readonly string[]): string[] {
  return figures.length === 0 ? [] : [figures.join(" · ")];
}

function sayScore({ name, value, change }: ScoreFigure): string[] {
  if (value === null) return [];
  const moved = change === null ? "" : ` (${formatSigned(change.value)})`;
  return [`${name} ${formatScore(value)}${moved}`];
}

function sayStat({ name, number, unit }: StatFigure): string[] {
  if (number === NO_VALUE) return [];
  return [`${name}: ${number}${unit === null ? "" : ` ${unit}`}`];
}
