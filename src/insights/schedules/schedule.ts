/** A schedule: a report that is made again and again, and to where it is sent; what is asked and reported about it. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import { SHOWN_NAME, SHOWN_NAME_EXPECTED } from "../../identity/shown-name.ts";
import { LABELS_WISH } from "../../vocabulary/labels/label.ts";
import { DELIVERY_ANSWER, MOST_PLACES, PLACE_ANSWER, PLACE_WISH } from "../integrations/sending/place.ts";
import { SCHEDULE_WINDOWS } from "./window-before.ts";

/** The cron expression and its zone, as people write them. */
export const TIMING_WISH = {
  cron: z
    .string()
    .min(1)
    .max(100)
    .describe(
      "Minute, hour, day of month, month, day of week: `0 8 * * 1` is Mondays at 8:00. Also `@daily` and the like. At most once an hour.",
    ),
  timezone: z.string().min(1).max(100).describe("An IANA name, such as Europe/Berlin."),
};

/** What a new schedule has to say. */
export const SCHEDULE_WISH = z.strictObject({
  name: z.string().regex(SHOWN_NAME, { error: SHOWN_NAME_EXPECTED }),
  ...TIMING_WISH,
  window: z
    .enum(SCHEDULE_WINDOWS)
    .describe("The last whole day, week (from Monday) or month of the zone before a run."),
  developer: z.string().min(1).nullish().describe("An id or e-mail; left out: a report of everybody."),
  labels: LABELS_WISH.optional(),
  narrative: z
    .boolean()
    .default(true)
    .describe("Whether the judge model is to write about the numbers, where one is set."),
  destinations: z
    .array(PLACE_WISH)
    .max(MOST_PLACES)
    .default([])
    .describe("Where the report is sent; with none it is only kept among the reports."),
  enabled: z.boolean().default(true).describe("false: paused."),
});

/** What may be changed: what is left out stays. */
export const SCHEDULE_CHANGE = z
  .strictObject({
    ...SCHEDULE_WISH.shape,
    labels: LABELS_WISH,
    narrative: z.boolean(),
    destinations: z.array(PLACE_WISH).max(MOST_PLACES),
    enabled: z.boolean(),
  })
  .partial();

export type ScheduleWish = z.infer<typeof SCHEDULE_WISH>;
export type ScheduleChange = z.infer<typeof SCHEDULE_CHANGE>;

export const RUN_TRIGGERS = ["schedule", "missed", "request"] as const;
const RUN_STATUSES = ["reporting", "delivering", "completed", "failed"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** One run as answers show it. */
export const RUN_ANSWER = z.object({
  id: z.string(),
  trigger: z
    .enum(RUN_TRIGGERS)
    .describe("`missed`: the server was off at its time, or the run before was still under way."),
  dueAt: z.iso.datetime(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  status: z.enum(RUN_STATUSES),
  reportId: z.string().nullable().describe("`GET /v1/insights/report/:id` has it."),
  error: z.string().nullable(),
  deliveries: z.array(DELIVERY_ANSWER),
});

/** A schedule as answers show it. */
export const SCHEDULE_ANSWER = z.object({
  id: z.string(),
  name: z.string(),
  cron: z.string(),
  timezone: z.string(),
  window: z.enum(SCHEDULE_WINDOWS),
  developer: DEVELOPER_ANSWER.nullable().describe("null: everybody."),
  labels: z.array(z.string()).describe("Only sessions with these labels."),
  narrative: z.boolean().describe("Whether the judge model is to write about the numbers."),
  destinations: z.array(PLACE_ANSWER),
  enabled: z.boolean(),
  nextRunAt: z.iso.datetime().nullable().describe("null while it is paused."),
  lastRun: RUN_ANSWER.nullable(),
});

export type RunAnswer = z.infer<typeof RUN_ANSWER>;
export type ScheduleAnswer = z.infer<typeof SCHEDULE_ANSWER>;

/** Where a page of runs ends; the newest comes first. */
export const RUN_POSITION = z.object({ startedAt: z.int(), id: z.string() });
export type RunPosition = z.infer<typeof RUN_POSITION>;

/** Where a page of schedules ends; the oldest comes first. */
export const SCHEDULE_POSITION = z.object({ createdAt: z.int(), id: z.string() });
export type SchedulePosition = z.infer<typeof SCHEDULE_POSITION>;

/** Asks for one schedule. */
export interface ScheduleQuery {
  scope: ReadScope;
  id: string;
}
