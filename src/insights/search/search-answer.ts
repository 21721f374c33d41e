/** What is found by words, and what a search is asked for. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { PIECE } from "./excerpt.ts";

/** What is searched, in the order in which what has the same time comes. */
export const SEARCHED_KINDS = ["prompt", "answer", "summary"] as const;
export type SearchedKind = (typeof SEARCHED_KINDS)[number];

/** One thing that was found. */
export const SEARCH_HIT = z.object({
  kind: z
    .enum(SEARCHED_KINDS)
    .describe(
      "`answer`: what a model answered; `summary`: a session's title and summary by the judge model.",
    ),
  at: z.iso.datetime().describe("When the prompt or the answer was sent, or the summary written."),
  developer: DEVELOPER_ANSWER,
  sessionId: z.string(),
  sessionTitle: z.string().nullable().describe("By the judge model; null where it wrote none."),
  promptId: z
    .string()
    .nullable()
    .describe("The prompt, or that to which the answer was given; null for a summary, as the next."),
  turnIndex: z.int().nullable(),
  excerpt: z.array(PIECE).describe("Plain text around the first word found; put together it is the excerpt."),
});
export type SearchHit = z.infer<typeof SEARCH_HIT>;

/** Where a page ends. */
export const SEARCH_POSITION = z.object({
  place: z.number(),
  /** Whether the last word is taken for a beginning: decided on the first page. */
  begins: z.boolean(),
});
export type SearchPosition = z.infer<typeof SEARCH_POSITION>;

/** What is asked for. */
export interface SearchQuery {
  scope: ReadScope;
  from: Instant;
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
  /** At least one, as `askedWords` gives them. */
  words: readonly string[];
  /** null for every kind. */
  kind: SearchedKind | null;
  limit: number;
  after: SearchPosition | null;
}

/** One page. */
export interface SearchPage {
  hits: SearchHit[];
  next: SearchPosition | null;
}
