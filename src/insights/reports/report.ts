/** An insight report: a window in numbers, chapter by chapter, and the job that computes it. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import { OTHER_CHAPTERS, type OtherSchemas } from "./chapters/other-chapters.ts";
import { OVERVIEW } from "./chapters/overview.ts";

/** pending → running → completed, failed or cancelled; a pending one may be cancelled or fail too. Nothing else moves. */
const REPORT_STATES = ["pending", "running", "completed", "failed", "cancelled"] as const;

export type ReportState = (typeof REPORT_STATES)[number];

const OTHER_SCHEMAS = Object.fromEntries(
  OTHER_CHAPTERS.map(({ id, schema }) => [id, schema]),
) as OtherSchemas;

/** The chapters in the order in which they are read. */
export const CHAPTERS = z.object({ overview: OVERVIEW, ...OTHER_SCHEMAS });

export type Chapters = z.infer<typeof CHAPTERS>;
export type ChapterName = keyof Chapters;

export const CHAPTER_NAMES = Object.keys(CHAPTERS.shape) as [ChapterName, ...ChapterName[]];

/** The order of the work: the overview is computed last, from all others. */
export const WORK_ORDER: readonly ChapterName[] = [...OTHER_CHAPTERS.map(({ id }) => id), "overview"];

/** One step of the work: a chapter, or the words of the judge model at the end. */
export const STEP_NAMES = [...CHAPTER_NAMES, "narrative"] as const;
export type StepName = ChapterName | "narrative";

/** What the judge model wrote about the numbers, or why it did not: the numbers need no model. */
export const NARRATIVE = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("written"),
    model: z.string(),
    summary: z.string().describe("The window in a few sentences."),
    paragraphs: z.array(z.object({ chapter: z.enum(CHAPTER_NAMES), text: z.string() })),
  }),
  z.object({
    kind: z.literal("left_out"),
    reason: z.enum(["not_asked", "no_model", "model_failed"]),
    explanation: z.string().describe("A sentence for the reader."),
  }),
]);

export type Narrative = z.infer<typeof NARRATIVE>;

/** What every answer says about a report. */
const ABOUT = z.object({
  id: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  developer: DEVELOPER_ANSWER.nullable().describe("Whom it is about; null for the whole organization."),
  labels: z.array(z.string()).describe("Only sessions with these labels, such as `team.id:platform`."),
  requestedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable().describe("null until it is completed, failed or cancelled."),
});

/** A report as a job: how far it has come. */
export const REPORT_JOB = ABOUT.extend({
  status: z.enum(REPORT_STATES),
  progress: z.number().min(0).max(1).describe("Share of the steps that are done."),
  chapter: z
    .enum(STEP_NAMES)
    .nullable()
    .describe("What is worked on; null before it begins and after it has ended."),
  reason: z.string().nullable().describe("Why it failed; null otherwise."),
});

export type ReportJob = z.infer<typeof REPORT_JOB>;

/** A completed report. */
export const REPORT = ABOUT.extend({
  status: z.literal("completed"),
  chapters: CHAPTERS.partial().describe(
    "A chapter is left out where another version of the program made the report and had none of this form.",
  ),
  narrative: NARRATIVE,
});

export type Report = z.infer<typeof REPORT>;
