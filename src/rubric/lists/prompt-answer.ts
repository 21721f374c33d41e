/** A prompt as every list of prompts shows it, and what the lists are asked for. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { CHECKS, type CheckId, type Dimension, DIMENSIONS } from "../checks.ts";
import { type Intent, INTENTS } from "../intent.ts";
import { PROMPT_STATUSES, type PromptStatus } from "../prompts/marked-prompts.ts";
import type { AgentSessionId } from "../../vocabulary/held-name.ts";

const MARK = z.number().min(0).max(100);

/** The version of the shape in which a score is answered. */
export const SCORE_VERSION = "1";

/** The four dimensions. */
export const RUBRIC_PART = z.object({
  contextLeverage: MARK,
  informationDensity: MARK,
  turnEconomy: MARK,
  ambiguityCost: MARK.describe("100: ambiguity costs nothing."),
});

/** One check of a prompt. */
export const CHECK_ANSWER = z.object({
  id: z.enum(CHECKS.map(({ id }) => id) as [CheckId, ...CheckId[]]),
  dimension: z
    .enum(DIMENSIONS as [Dimension, ...Dimension[]])
    .nullable()
    .describe("null: it counts in none."),
  verdict: z.enum(["yes", "no", "na"]),
  evidence: z.string().nullable().describe("Words of the prompt or of those before it."),
});

/** One prompt. */
export const SCORED_PROMPT = z.object({
  promptId: z.string(),
  sessionId: z.string(),
  turnIndex: z.int().min(1),
  developer: DEVELOPER_ANSWER,
  submittedAt: z.iso.datetime(),
  promptText: z.string().nullable().describe("Redacted; null when the agent withholds it."),
  status: z
    .enum(PROMPT_STATUSES)
    .describe("`pending` also where the text is withheld; `failed` is tried again."),
  scoring_tier: z.enum(["llm", "heuristic"]).describe("Always `llm`."),
  detectedLanguage: z.string().nullable(),
  intent: z.enum(INTENTS).nullable(),
  shortCircuited: z
    .boolean()
    .nullable()
    .describe("It asks for no work, so it has no grade; null before it is judged."),
  rubric: RUBRIC_PART.optional().describe("Only for scored prompts, as the next two."),
  rubricScore: MARK.optional(),
  grade: z.string().optional(),
  confidence: z.number().min(0).max(1).nullable(),
  coachingNotes: z.array(z.string()).describe("What would have made it better, most useful first."),
  checks: z.array(CHECK_ANSWER).optional().describe("Where one prompt is asked for."),
  agentVersion: z.string().nullable().describe("The rubric and the model; null where no model was asked."),
  version: z.string(),
});

export type ScoredPrompt = z.infer<typeof SCORED_PROMPT>;

/** Where a page of prompts ends; they come by time, then id, the newest first. */
export const PROMPT_POSITION = z.object({ submittedAt: z.int(), id: z.string() });
export type PromptPosition = z.infer<typeof PROMPT_POSITION>;

/** Where a page of the best or the worst ends; equally good ones come by time, then id, the newest first. */
export const RANKED_POSITION = PROMPT_POSITION.extend({ rubricScore: z.number() });
export type RankedPosition = z.infer<typeof RANKED_POSITION>;

/** The prompts of a window. */
export interface PromptsWindow {
  scope: ReadScope;
  /** Submitted at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
}

/** What the list of prompts is asked for. */
export interface PromptsQuery extends PromptsWindow {
  sessionId: AgentSessionId | null;
  intent: Intent | null;
  status: PromptStatus | null;
  limit: number;
  after: PromptPosition | null;
}

/** One page. */
export interface PromptsPage {
  prompts: ScoredPrompt[];
  /** Prompts on all pages, exact up to 10,000; null beyond. */
  total: number | null;
  /** null when this is the last page. */
  next: PromptPosition | null;
}

/** What the best and the worst prompts are asked for. */
export interface RankingQuery extends PromptsWindow {
  sessionId: AgentSessionId | null;
  intent: Intent | null;
  first: "best" | "worst";
  limit: number;
  after: RankedPosition | null;
}

/** One page of them. */
export interface RankedPage {
  prompts: ScoredPrompt[];
  /** Scored prompts on all pages. */
  total: number;
  /** null when this is the last page. */
  next: RankedPosition | null;
}

/** One prompt by its id. */
export interface PromptQuery {
  scope: ReadScope;
  promptId: string;
}
