/** A report as Markdown: the same chapters, with tables instead of drawings. */
import type {
  Advice,
  Bars,
  Block,
  Chapter,
  Listed,
  ReportDocument,
  ScoreFigure,
  StatFigure,
  Trend,
  Words,
} from "../../../../embedded/dashboard/report/document.ts";
import { DIRECTION_WORDS, directionOf } from "../../../../embedded/dashboard/words/direction.ts";
import {
  formatInterval,
  formatScore,
  formatSigned,
  NO_VALUE,
} from "../../../../embedded/dashboard/words/numbers.ts";
import { formatDay } from "../../../../embedded/dashboard/words/times.ts";
import { escapeMarkdown } from "./escape.ts";

type WriteWords = (words: Words) => string;

/**
 * @param dashboard - Where the dashboard is, such as `https://scoring.example.com`; null where that is not
 *   known.
 */
export function writeMarkdown(document: ReportDocument, dashboard: string | null): string {
  const write: WriteWords = (words) => writeWords(words, dashboard);
  const { title, facts, chapters } = document;
  const parts = [
    `# Insight report: ${write(title)}`,
    facts.map(({ name, value }) => `- ${name}: ${write(value)}`).join("\n"),
    ...chapters.flatMap((chapter) => writeChapter(chapter, write)),
  ];
  return `${parts.join("\n\n")}\n`;
}

function writeWords(words: Words, dashboard: string | null): string {
  if (typeof words === "string") return escapeMarkdown(words);
  const text = escapeMarkdown(words.text);
  if (dashboard === null) return text;
  return `[${text}](${addressOf(dashboard + words.page)})`;
}

/** A bracket would end the address; everything else that could is encoded where pages are named. */
function addressOf(address: string): string {
  return address.replace(/\(/g, "%28").replace(/\)/g, "%29");
}

function writeChapter({ title, answer, blocks }: Chapter, write: WriteWords): string[] {
  return [`## ${write(title)}`, `**${write(answer)}**`, ...blocks.map((block) => writeBlock(block, write))];
}

function writeBlock(block: Block, write: WriteWords): string {
  switch (block.kind) {
    case "paragraph":
      return block.words.map(write).join("");
    case "points":
      return block.points.map((words) => `- ${words.map(write).join("")}`).join("\n");
    case "written":
      return [
        ...block.lines.map(write),
        `Written by the judge model ${write(block.by)} from the numbers of this report.`,
      ]
        .map((line) => `> ${line}`)
        .join("\n>\n");
    case "scores":
      return writeScores(block.scores, write);
    case "stats":
      return block.stats.map((stat) => writeStat(stat, write)).join("\n");
    case "table":
      return writeListed(block, write);
    case "bars":
      return writeBars(block, write);
    case "trend":
      return writeTrend(block);
    case "advice":
      return writeAdvice(block, write);
  }
}

interface Column {
  title: string;
  align?: "right";
}

/** @remarks Takes cells that are escaped already. */
function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(({ title }) => title)),
    line(columns.map(({ align }) => (align === undefined ? "---" : "---:"))),
    ...rows.map(line),
  ].join("\n");
}

function writeScores(scores: readonly ScoreFigure[], write: WriteWords): string {
  return table(
    [{ title: "Score" }, { title: "Of 100", align: "right" }, { title: "Range" }, { title: "Change" }],
    scores.map(({ name, page, value, range, rangeName, change, reason }) => [
      write(page === null ? name : { text: name, page }),
      formatScore(value),
      range === null ? write(reason ?? NO_VALUE) : `${formatInterval(range)}, ${write(rangeName)}`,
      change === null
        ? NO_VALUE
        : `${formatSigned(change.value)}${change.interval === null ? "" : `, ${DIRECTION_WORDS[directionOf(change)]}`}`,
    ]),
  );
}

function writeStat({ name, number, unit, note, page }: StatFigure, write: WriteWords): string {
  const amount = unit === null ? number : `${number} ${unit}`;
  const more = note === null ? "" : ` (${write(note)})`;
  return `- ${write(page === null ? name : { text: name, page })}: **${write(amount)}**${more}`;
}

function writeListed({ title, columns, rows, note }: Listed, write: WriteWords): string {
  const titles = columns.map(({ title: name, unit, align }) => ({
    title: write(unit === undefined ? name : `${name}, ${unit}`),
    ...(align !== undefined && { align }),
  }));
  const body = table(
    titles,
    rows.map((row) => row.map(write)),
  );
  return [`### ${write(title)}`, body, ...(note === null ? [] : [write(note)])].join("\n\n");
}

function writeBars({ title, unit, bars, note }: Bars, write: WriteWords): string {
  const body = table(
    [{ title: "What" }, { title: write(unit), align: "right" }],
    bars.map(({ name, text }) => [write(name), write(text)]),
  );
  return [`### ${write(title)}`, body, ...(note === null ? [] : [write(note)])].join("\n\n");
}

function writeTrend({ name, bucket, points, bandName }: Trend): string {
  const body = table(
    [{ title: bucket === "day" ? "Day" : "Week of" }, { title: name, align: "right" }, { title: "Range" }],
    points.map(({ start, value, interval }) => [
      formatDay(start),
      formatScore(value),
      interval === null ? NO_VALUE : formatInterval(interval),
    ]),
  );
  return [`### ${name} by ${bucket}`, body, `Range: ${escapeMarkdown(bandName)}.`].join("\n\n");
}

function writeAdvice({ title, about, text, quotes, expectation }: Advice, write: WriteWords): string {
  const quoted = quotes.map(({ text: quote, from }) => `> “${write(quote)}” (${write(from)})`);
  return [`### ${write(title)}`, write(about), write(text), ...quoted, write(expectation)].join("\n\n");
}
