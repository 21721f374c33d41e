/** Rows of `GET /v1/intelligence/prompt-chains`: what is asked for, and what is answered. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ChainPosition } from "./chains.ts";
import type { PromptsWindow } from "./prompt-answer.ts";

/** One chain. */
export const CHAIN_ROW = z.object({
  sessionId: z.string(),
  developer: DEVELOPER_ANSWER,
  startTurn: z.int().min(1),
  endTurn: z.int().min(1),
  length: z.int().min(2).describe("Its prompts, trivial ones left out."),
  startedAt: z.iso.datetime(),
  title: z.string().nullable().describe("How its first prompt begins; null when that is withheld."),
  meanRubricScore: z.number().min(0).max(100).nullable().describe("Of its scored prompts; null without one."),
});

export type ChainRow = z.infer<typeof CHAIN_ROW>;

/** Where a page ends. */
export const CHAIN_POSITION = z.object({
  length: z.int(),
  submittedAt: z.int(),
  id: z.string(),
}) satisfies z.ZodType<ChainPosition>;

/** What is asked for. */
export interface ChainsQuery extends PromptsWindow {
  limit: number;
  after: ChainPosition | null;
}

/** The longest of the window. */
export interface ChainsPage {
  chains: ChainRow[];
  /** Chains of the window, exact up to 10,000; null beyond. */
  total: number | null;
  next: ChainPosition | null;
}
