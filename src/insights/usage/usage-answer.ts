/** `GET /scoring/usage`: what is asked for, and what is answered. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import type { NamePosition } from "../../vocabulary/listed-names.ts";
import type { Instant } from "../../vocabulary/units.ts";

export const USAGE_BUCKETS = ["day", "week", "month"] as const;
export const USAGE_CUTS = ["day", "model", "agent", "developer", "tool", "mcp_server", "label"] as const;

const COUNT = z.int().min(0);
const MAYBE = COUNT.nullable();
const SHARE = z.number().min(0).max(1).nullable();
const REASON = z
  .enum(["not_sent", "not_split", "no_price"])
  .describe(
    "not_sent: no agent here sends it. not_split: it cannot be divided this way. no_price: no call has a price.",
  );

/** What is counted of some work; null with its reason in `missing`. */
export const USAGE_SUMS = z.object({
  people: COUNT,
  sessions: MAYBE.describe("Those that began; each is counted once."),
  subSessions: COUNT.describe("By model, tool or MCP server: those in which it was used."),
  goals: z
    .object({ counted: COUNT, reached: COUNT, partial: COUNT, abandoned: COUNT, unknown: COUNT })
    .describe("Sub-sessions that count in scores and are over, by outcome."),
  turns: MAYBE,
  modelCalls: MAYBE.describe("Helpers' calls and failed attempts included."),
  failedModelCalls: MAYBE,
  tokens: z.object({
    input: MAYBE.describe("Without what a cache gave or took."),
    output: MAYBE.describe("Reasoning included."),
    cacheRead: MAYBE,
    cacheWrite: MAYBE,
    reasoning: MAYBE,
  }),
  cacheShare: SHARE.describe("Share of the input that a cache gave."),
  costUsd: z.number().min(0).nullable().describe("Without unpriced calls."),
  pricedCalls: MAYBE,
  unpricedCalls: MAYBE,
  pricedShare: SHARE.describe("Share of the calls with a cost or tokens that have a price."),
  agentMs: MAYBE.describe("From prompts to the end of the work that follows."),
  toolCalls: MAYBE,
  failedToolCalls: MAYBE,
  toolMs: MAYBE,
  edits: z.object({
    made: MAYBE,
    decided: MAYBE.describe("By people."),
    accepted: MAYBE.describe("By people."),
    judged: MAYBE.describe("Those known to have lasted or not."),
    kept: MAYBE,
  }),
  lines: z.object({
    added: MAYBE,
    removed: MAYBE,
    judged: MAYBE.describe("Added by judged edits."),
    kept: MAYBE.describe("Those of them that lasted."),
  }),
  commits: MAYBE,
  pullRequests: MAYBE,
  missing: z.record(z.string(), REASON).describe("The reason of each null, by its name."),
});

export type UsageSums = z.infer<typeof USAGE_SUMS>;

const PART = z.object({
  name: z.string().nullable(),
  costUsd: z.number().min(0),
  tokens: COUNT.describe("All kinds together; reasoning is in the output."),
  calls: COUNT.describe("Of tools where these are divided, else of models."),
});

export const USAGE_ROW = z.object({
  name: z
    .string()
    .nullable()
    .describe("A date, an id of a developer, or a name; null: the agent sends none."),
  developer: DEVELOPER_ANSWER.nullable(),
  sums: USAGE_SUMS,
});

export const USAGE_FORECAST = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime().describe("The calendar month, in UTC."),
  spentUsd: z.number().min(0),
  unpricedCalls: COUNT,
  limitUsd: z.number().nullable().describe("The budget for all models; null: none is set."),
  expectedUsd: z.number().nullable().describe("By the end of the month; null: fewer than 14 days to go by."),
  lowUsd: z.number().nullable().describe("With the next one the 80 % interval."),
  highUsd: z.number().nullable(),
  days: COUNT.describe("Whole days that it goes by."),
});

export type UsageForecast = z.infer<typeof USAGE_FORECAST>;

export const USAGE_ADOPTION = z.object({
  active: COUNT,
  activeBefore: COUNT.describe("In the equally long time before."),
  newcomers: z.array(DEVELOPER_ANSWER).describe("Active now and never before."),
  quiet: z.array(DEVELOPER_ANSWER).describe("Active in the time before and not now."),
});

export type UsageAdoption = z.infer<typeof USAGE_ADOPTION>;

export const USAGE_ANSWER = z.object({
  total: USAGE_SUMS,
  buckets: z
    .array(
      z.object({
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        sums: USAGE_SUMS,
        parts: z.array(PART).describe("The greatest rows of the answer; all others, and people, as `other`."),
      }),
    )
    .describe(
      "Days, weeks from Monday or months in UTC, cut to the window; those without work are left out.",
    ),
  rows: z
    .array(USAGE_ROW)
    .describe("The most expensive first, tools by calls, people by name, days from the newest."),
  rowsInAll: COUNT,
  adoption: USAGE_ADOPTION,
  forecast: USAGE_FORECAST.describe("Of this month, whatever the window."),
});

export type UsageAnswer = z.infer<typeof USAGE_ANSWER>;

/** What is asked for. */
export interface UsageQuery {
  scope: ReadScope;
  /** Sub-sessions that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  now: Instant;
  bucket: (typeof USAGE_BUCKETS)[number];
  by: (typeof USAGE_CUTS)[number];
  /** The name of the label by which it is divided; null where it is not. */
  label: string | null;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
  limit: number;
  after: NamePosition | null;
}

/** One page of rows. */
export interface UsagePage extends UsageAnswer {
  next: NamePosition | null;
}
