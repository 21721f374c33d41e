/** `GET /v1/intelligence/throttle`: what is asked for, and what is answered. */
import { z } from "zod";
import type { ReadScope } from "../../identity/scope.ts";
import { AGENTS } from "../../normaliser/dialects/agents.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { SCOPES } from "./detectors/scope.ts";
import { DETECTORS, ERROR_CAUSES } from "./episode.ts";

const COUNT = z.int().min(0);
const SHARE = z.number().min(0).max(1);
const HOURS = z.number().min(0);
const WEEKDAY = z.int().min(0).max(6).describe("0 is Monday.");
const HOUR_OF_DAY = z.int().min(0).max(23).describe("UTC.");
const STATUS = z.int().nullable();

const EVIDENCE = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("slow_calls"),
    calls: z.int().min(1),
    timesPredicted: z.number().min(0).describe("How many times as long as predicted they took; the median."),
  }),
  z.object({
    kind: z.literal("error"),
    cause: z
      .enum(ERROR_CAUSES)
      .describe(
        "`terminal_error`: the work of a turn ended with it. `retry_wait`: the agent tried again until a call worked.",
      ),
    statuses: z.array(STATUS).describe("HTTP statuses; null: the agent reports none."),
    waits: z
      .int()
      .min(1)
      .describe(
        "How many waits these are: those of `retry_wait` under two minutes are one event a model and hour.",
      ),
  }),
  z.object({
    kind: z.literal("retries"),
    prompts: z.int().min(2),
    after: z
      .array(z.enum(["error", "interrupt", "silence", "answer"]))
      .describe("How the work before ended; `answer`: it was slow."),
  }),
  z.object({
    kind: z.literal("pause"),
    pauseMs: COUNT.describe("From the end of the work to the next prompt."),
  }),
]);

export const EVENT = z.object({
  id: z.string(),
  detector: z.enum(DETECTORS),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  lostMs: COUNT.describe("What those who waited lost, without what the calls would have taken anyway."),
  severity: z
    .enum(["minor", "moderate", "severe", "shift"])
    .describe(
      "By the time lost: `moderate` from 2 minutes on, `severe` from 10; `shift`: the model stays slower.",
    ),
  scope: z
    .enum(SCOPES)
    .describe(
      "Where the cause is. `provider`: two sessions saw it within 5 minutes, or the status says so; " +
        "`organization`: its own limit (429); `local`: one session saw it; `unknown`: no status is known.",
    ),
  model: z.string().nullable().describe("null: the agent does not report it."),
  sessions: z.array(z.string()).describe("Sessions that saw it, as far as the caller may read them."),
  developers: z.int().min(1).describe("How many people these belong to."),
  evidence: EVIDENCE,
});

const HOURS_LOST = HOURS.nullable();

export const OF_DETECTOR = z.object({ episodes: COUNT, hoursLost: HOURS_LOST });

export const THROTTLE_ANSWER = z.object({
  summary: z.object({
    hoursLost: HOURS_LOST.describe(
      "Each developer's stalls joined before they are added: nothing counts twice. null: see `missing`.",
    ),
    missing: z
      .string()
      .nullable()
      .describe("Why the work shows no waiting time, such as an import; null where it can."),
    episodes: COUNT,
    byDetector: z
      .object({
        latency_spike: OF_DETECTOR,
        prompt_retry: OF_DETECTOR,
        recurring_drop_off: OF_DETECTOR,
        error_stall: OF_DETECTOR,
      })
      .describe("Detectors may see the same stall: their hours add up to more."),
  }),
  events: z.array(EVENT).describe("The newest first."),
  windows: z
    .array(
      z.object({
        weekday: WEEKDAY,
        hour: HOUR_OF_DAY.describe("The hour in which the two-hour slot begins, UTC."),
        probability: SHARE.describe("In which share of the weeks with work in the slot people dropped off."),
        weeks: COUNT.describe("In how many of the four weeks before `to`."),
      }),
    )
    .describe("Slots of the week in which people stop after trouble more often than by chance."),
  week: z
    .array(z.object({ weekday: WEEKDAY, hour: HOUR_OF_DAY, lostMs: COUNT }))
    .describe("Time lost by hour of the week; an hour in which nobody called a model has no entry."),
  models: z
    .array(
      z.object({
        model: z.string().nullable().describe("null: the agent does not report it."),
        calls: COUNT,
        slowCalls: COUNT.describe("Calls of the latency spikes, each counted once."),
        hoursLost: HOURS,
      }),
    )
    .describe("By hours lost, then calls."),
  budgetStops: z
    .array(
      z.object({
        startedAt: z.iso.datetime().describe("The first refusal."),
        endedAt: z.iso.datetime().describe("The last one."),
        model: z.string().nullable().describe("null: the agent does not report it."),
        calls: z.int().min(1),
        sessions: z.array(z.string()),
        developers: z.int().min(1).describe("How many people these belong to."),
      }),
    )
    .describe(
      "Calls that a limit of spending refused, by model and hour, the newest first. It is no throttling: no hour lost " +
        "is counted for them.",
    ),
  signals: z
    .object({
      calls: COUNT,
      timedCalls: COUNT.describe("Calls that worked and report how long they took."),
      failedCalls: COUNT,
      statusCalls: COUNT.describe("Failed calls that have a status."),
      agents: z
        .array(
          z.object({
            agent: z.enum(AGENTS),
            sessions: COUNT,
            latency: SHARE.describe("Share of the sessions that report how long a call took."),
            prompts: SHARE,
            promptText: SHARE.describe("Without it prompt_retry sees nothing."),
            imported: SHARE.describe(
              "Share of the sessions with turns from an agent's files: these show nothing.",
            ),
          }),
        )
        .describe("Which of the facts that the detectors need the agents' sessions report."),
    })
    .describe("Which of the detectors' inputs were there."),
});

export type ThrottleAnswer = z.infer<typeof THROTTLE_ANSWER>;

/** Where a page of events ends: the newest come first, and equal times by id. */
export const EVENT_POSITION = z.object({ startedAt: z.int(), id: z.string() });
export type EventPosition = z.infer<typeof EVENT_POSITION>;

/** What is asked for. */
export interface ThrottleQuery {
  scope: ReadScope;
  /** Episodes that begin at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
}

/** A page of the events is asked for. */
export interface ThrottlePageQuery extends ThrottleQuery {
  limit: number;
  after: EventPosition | null;
}

/** One page of the events, and what they all cost together. */
export interface ThrottlePage extends ThrottleAnswer {
  next: EventPosition | null;
}
