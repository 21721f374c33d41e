/**
 * A report as it is read: chapters of sentences, figures and tables.
 *
 * The page draws it with its parts, the server writes it as Markdown and as HTML; so all three say the same. Any text
 * in it may come from telemetry.
 */
import type { DrawnPoint, LastBucket } from "../charts/trend-points.ts";
import type { ChangeValue } from "../words/direction.ts";

/** A piece of running text; with a page of the dashboard it leads there. */
export type Words = string | Link;

export interface Link {
  text: string;
  /** From the dashboard's beginning: "/sessions/abc". */
  page: string;
}

/** The whole of it. */
export interface ReportDocument {
  title: string;
  /** Facts about the document, each with its name. */
  facts: readonly Fact[];
  chapters: readonly Chapter[];
}

export interface Fact {
  name: string;
  value: string;
}

export interface Chapter {
  /** Its place in the address. */
  id: string;
  title: string;
  /** One sentence, computed from the numbers below it. */
  answer: string;
  blocks: readonly Block[];
}

/** What a chapter is made of. */
export type Block = Paragraph | Points | Written | Scores | Stats | Listed | Bars | Trend | Advice;

export interface Paragraph {
  kind: "paragraph";
  words: readonly Words[];
  /** `note`: how to read what is above, in smaller letters. */
  rank: "text" | "note";
}

/** Short statements below each other. */
export interface Points {
  kind: "points";
  points: readonly (readonly Words[])[];
}

/** What the judge model wrote; each line is a paragraph. */
export interface Written {
  kind: "written";
  lines: readonly string[];
  by: string;
}

export interface Scores {
  kind: "scores";
  scores: readonly ScoreFigure[];
}

export interface ScoreFigure {
  name: string;
  page: string | null;
  /** 0 to 100; null with a reason. */
  value: number | null;
  /** Low and high; null: not known. */
  range: readonly [number, number] | null;
  /** What is between them: "80 % interval". */
  rangeName: string;
  /** What the scale is marked with; null for nothing. */
  tick: { at: number; label: string } | null;
  /** The value of the period before; null where it is not known. */
  before: number | null;
  change: ChangeValue | null;
  /** Why there is no value; null where there is one. */
  reason: string | null;
}

export interface Stats {
  kind: "stats";
  stats: readonly StatFigure[];
}

export interface StatFigure {
  name: string;
  number: string;
  /** Written behind the number, smaller. */
  unit: string | null;
  note: string | null;
  page: string | null;
}

export interface Listed {
  kind: "table";
  title: string;
  columns: readonly ListedColumn[];
  rows: readonly (readonly Words[])[];
  /** Below the rows: where the others are, or how to read it. */
  note: Words | null;
}

export interface ListedColumn {
  title: string;
  unit?: string;
  align?: "right";
  /** May be left out where there is little room. */
  hidesBelow?: 720;
}

/** Amounts side by side, from 0. */
export interface Bars {
  kind: "bars";
  title: string;
  unit: string;
  /** What the names are; models are set as code where there is a font for it. */
  names?: "models";
  bars: readonly Bar[];
  /** The end of their scale; null: the greatest amount. */
  most: number | null;
  note: Words | null;
}

export interface Bar {
  name: string;
  amount: number;
  /** The amount as it is written. */
  text: string;
}

/** One score over days or weeks; a bucket without a value stays a gap. */
export interface Trend {
  kind: "trend";
  name: string;
  bucket: "day" | "week";
  points: readonly DrawnPoint[];
  last: LastBucket;
  /** What the band shows: "80 % interval". */
  bandName: string;
}

/** A habit to try, and what it rests on. */
export interface Advice {
  kind: "advice";
  title: string;
  /** Whose, and about what. */
  about: string;
  text: string;
  /** Prompts that show it. */
  quotes: readonly { text: string; from: Words }[];
  expectation: string;
}

/** Whom a report is about, its time range, and the numbers of some of its chapters. */
export interface Reported<Chapters> {
  /** null for the whole organization. */
  developer: { id: string; name: string } | null;
  /** Labels of its sessions, such as `team.id:platform`. */
  labels?: readonly string[];
  from: string;
  to: string;
  chapters: Chapters;
}

/** What the judge model wrote about it, or why it did not. */
export interface Narrated {
  narrative:
    | {
        kind: "written";
        model: string;
        summary: string;
        paragraphs: readonly { chapter: string; text: string }[];
      }
    | { kind: "left_out"; explanation: string };
}
