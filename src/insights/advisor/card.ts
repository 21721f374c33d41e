/** A coaching card as every answer shows it: one habit for the weakest input of a sub-session's Skill. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import { SKILL_INPUTS } from "../../metrics/metrics.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { EFFECT } from "./effect/effect-answer.ts";
import { beginningOf } from "../../vocabulary/wording/beginning.ts";
import type { AgentSessionId } from "../../vocabulary/held-name.ts";

/** Code points of a quote at most. */
export const LONGEST_QUOTE = 160;

/** Returns the beginning of a text in one line. */
export function quoteFrom(text: string): string {
  return beginningOf(LONGEST_QUOTE, text.replace(/\s+/g, " ").trim());
}

/** Why somebody who asks for advice on a session gets no card; what is nearest to a card comes first. */
export const NO_CARD_REASONS = [
  "said_that_day",
  "no_prompt_shows_it",
  "resting",
  "model_failed",
  "no_weak_input",
  "no_input",
  "not_closed",
  "not_counted",
] as const;

export type NoCardReason = (typeof NO_CARD_REASONS)[number];

const VOTE = z.enum(["up", "down"]);

/** One card. */
export const CARD = z.object({
  id: z.string(),
  sessionId: z.string(),
  subSessionId: z.string(),
  developer: DEVELOPER_ANSWER,
  at: z.iso
    .datetime()
    .describe("When the work that it is about closed; when it ended, where it is not closed yet."),
  createdAt: z.iso
    .datetime()
    .describe("When it was written: long after its work, where somebody asked for it later."),
  seenAt: z.iso
    .datetime()
    .nullable()
    .describe("When its developer first saw it; null before: then its effect is only the work around it."),
  kind: z.literal("weakest_input"),
  input: z.enum(SKILL_INPUTS),
  title: z.string(),
  advice: z.string().describe("What happened, and one habit for next time."),
  evidence: z
    .array(
      z.object({
        turnIndex: z.int().min(0),
        quote: z
          .string()
          .nullable()
          .describe(
            `At most ${LONGEST_QUOTE} characters of the developer's own prompt, redacted; null when its text is withheld.`,
          ),
      }),
    )
    .describe("The turns of the session that show it."),
  rewrite: z
    .string()
    .optional()
    .describe(
      "The quoted prompt as it could have been; only with a judge model, and where wording is the cure.",
    ),
  expectation: z.string().describe("What should change when the habit is kept."),
  feedback: z.object({
    up: z.int().min(0),
    down: z.int().min(0),
    mine: VOTE.nullable().describe("The caller's own vote."),
  }),
  effect: EFFECT.optional().describe(
    "Once ten more sub-sessions have closed, since it was first seen where it was; never of a key that several people may share.",
  ),
});

export type Card = z.infer<typeof CARD>;

/**
 * Announces a new card to listeners; they read it.
 *
 * @throws An exception; the card is given again later.
 */
export type PublishCard = (organization: string, card: Pick<Card, "id">) => Promise<void>;

/** Where a page of cards ends; they come by the time of their work, then id, the newest first. */
export const CARD_POSITION = z.object({ at: z.int(), id: z.string() });
export type CardPosition = z.infer<typeof CARD_POSITION>;

/** Who looks at cards. */
export interface CardReader {
  scope: ReadScope;
  /** As `voterOf` gives it. */
  voter: string;
}

/** What the list is asked for. */
export interface CardsQuery extends CardReader {
  /** Cards about work that closed at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
  sessionId: AgentSessionId | null;
  limit: number;
  after: CardPosition | null;
}

/** One page. */
export interface CardsPage {
  cards: Card[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  /** null when this is the last page. */
  next: CardPosition | null;
}

/** One card by its id. */
export interface CardQuery extends CardReader {
  cardId: string;
}
