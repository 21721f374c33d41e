/** The prompts of one day, added up. */
import type { Dimension } from "../checks.ts";
import type { PromptStatus } from "../prompts/marked-prompts.ts";

/** The marks of some scored prompts, added up. */
export interface AddedMarks extends Readonly<Record<Dimension | "rubricScore", number>> {
  prompts: number;
}

/** Everybody's prompts of a UTC day, or some people's. */
export interface PromptDay {
  /** Counted from 1970. */
  day: number;
  /** How many prompts are that far. */
  statuses: Readonly<Record<PromptStatus, number>>;
  marks: AddedMarks;
}

/** Prompts that have marks of one model by one rubric, and do not wait for others. */
export interface MarkedBy {
  model: string | null;
  /** null where it is not known any more. */
  rubricVersion: string | null;
  prompts: number;
  /** Prompts of one content are asked about once. */
  contents: number;
  /** Of all prompts. */
  letters: number;
}

/** What is kept of everybody's day. */
export interface KeptPromptDay {
  sums: PromptDay;
  marked: readonly MarkedBy[];
}
