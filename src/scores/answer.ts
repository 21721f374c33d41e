/** Rows of `GET /scoring/scores`: parameters and response. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../identity/developers/answer.ts";
import type { ReadScope } from "../identity/scope.ts";
import { SKILL_INPUTS } from "../metrics/metrics.ts";
import { MISSING_REASONS } from "../metrics/missing.ts";
import type { Instant } from "../vocabulary/units.ts";
import { SCORE_BREAKDOWN } from "./score-breakdown.ts";
import { eachInput } from "./skill-inputs.ts";

const SCORE = z.number().min(0).max(100).nullable();
/** Between which values the true one is likely to be. */
export const INTERVAL = z.tuple([z.number(), z.number()]).nullable().describe("80 % interval: low, high.");
export const DIFFERENCE = z.object({ value: z.number(), interval: INTERVAL }).nullable();
export const PART = z.object({ from: z.number(), to: z.number(), points: z.number() }).nullable();

/** One input of Skill, in a bucket or in all. */
export const INPUT_VALUE = z.object({
  value: z.number().min(0).max(100).nullable().describe("null: fewer than three sub-sessions have it."),
  interval: INTERVAL,
  subSessions: z.int().min(0).describe("The scoreable ones that have it."),
});

const SCORES = ["speed", "skill", "efficiency"] as const;

export const MISSING = z.object({
  scoreableSubSessions: z.int().min(0).describe("How many are still needed."),
  reasons: z.array(
    z.object({
      input: z.enum([...SCORES, ...SKILL_INPUTS]),
      reason: z.enum(MISSING_REASONS),
      remedy: z.string().describe("Which setting would change it, or what to wait for."),
    }),
  ),
});

/** One developer's scores in one period; unrounded, null is "not enough evidence". */
export const SCORE_ROW = z.object({
  developer: DEVELOPER_ANSWER,
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
  state: z.enum(["scored", "learning"]).describe("`learning`: fewer than 3 scoreable sub-sessions."),
  speed: SCORE,
  skill: SCORE,
  efficiency: SCORE,
  interval: z.object({ speed: INTERVAL, skill: INTERVAL, efficiency: INTERVAL }).nullable(),
  change: z
    .object({
      speed: DIFFERENCE,
      skill: DIFFERENCE,
      efficiency: DIFFERENCE,
      inputs: z.object(eachInput(() => PART)),
    })
    .nullable()
    .describe("Against the equally long period before; null across a change of the formulas."),
  skillInputs: z.object(eachInput(() => SCORE)).nullable(),
  coverage: z.number().min(0).max(1).nullable().describe("Share of Skill's weights that have a value."),
  breakdown: SCORE_BREAKDOWN,
  subSessions: z.int().min(0).describe("The scoreable ones."),
  counted: z.int().min(0).describe("All whose sums entered, scoreable or not."),
  provisional: z.int().min(0).describe("How many of them are not closed."),
  turns: z.int().min(0).describe("Their non-trivial turns."),
  missing: MISSING.nullable(),
  scoringVersion: z.string(),
});

export type ScoreRow = z.infer<typeof SCORE_ROW>;

export const PERIODS = ["all", "day", "week", "month"] as const;

/** How the window is divided; weeks begin on Monday, all in UTC. */
export type Period = (typeof PERIODS)[number];

/** Where a page of scores ends; rows come by period, the newest first, then by the developer's id. */
export const SCORE_POSITION = z.object({ periodStart: z.int(), developerId: z.string() });
export type ScorePosition = z.infer<typeof SCORE_POSITION>;

/** What is asked for. */
export interface ScoresQuery {
  scope: ReadScope;
  /** Sub-sessions that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  period: Period;
  /** A developer's id or e-mail as asked for; `resolveWhose` puts it together with the scope. */
  developer: string | null;
  limit: number;
  /** The last row of the page before; null for the first page. */
  after: ScorePosition | null;
}

/** One page. */
export interface ScoresPage {
  scores: ScoreRow[];
  /** Rows on all pages, exact up to 10,000; null beyond. */
  total: number | null;
  /** null when this is the last page. */
  next: ScorePosition | null;
}
