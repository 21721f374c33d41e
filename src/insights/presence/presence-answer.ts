/** Rows of `GET /v1/presence` and `/v1/presence/calls`: parameters and response. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import { AGENTS } from "../../normaliser/dialects/agents.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** Which people a list holds. */
export const PRESENCE_STATES = ["quiet", "absent"] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

/** A person and the days on which they worked. */
export const PRESENT_PERSON = z.object({
  developer: DEVELOPER_ANSWER,
  days: z
    .array(
      z.object({
        day: z.iso.date().describe("A UTC day."),
        turns: z.int().min(1).describe("Turns that began on it."),
        promptText: z.boolean().describe("Whether one of its sessions shows the text of a prompt."),
      }),
    )
    .describe("Those with work, the earliest first."),
  quietSince: z.iso
    .date()
    .nullable()
    .describe(
      "The first working day (Monday to Friday, UTC) after the last work that is over; null: there is none, or no work in the window.",
    ),
});

export type PresentPerson = z.infer<typeof PRESENT_PERSON>;

/** How many people there are of each kind; every filter but the developer's is left out of it. */
export const PRESENCE_SUMMARY = z.object({
  people: z.int().min(0),
  quiet: z.int().min(0).describe("Those who worked in the window and went quiet since a working day."),
  absent: z.int().min(0).describe("Those without work in the window."),
  withoutText: z.int().min(0).describe("Those who worked, and none of whose sessions shows a prompt's text."),
});

export type PresenceSummary = z.infer<typeof PRESENCE_SUMMARY>;

/** How many model calls an agent made in an hour. */
export const CALLS_IN_HOUR = z.object({
  hour: z.iso.datetime().describe("The hour's start."),
  agent: z.enum(AGENTS),
  calls: z
    .int()
    .min(1)
    .describe("Model calls of the turns that began in this hour, failed ones too, subagents' left out."),
});

export type CallsInHour = z.infer<typeof CALLS_IN_HOUR>;

/** Where a page ends; people come by name, then id. */
export const PRESENCE_POSITION = z.object({ name: z.string(), id: z.string() });

/** Whose work of which time is asked for. */
export interface PresenceWindow {
  scope: ReadScope;
  /** A developer's id or e-mail as asked for; null for all. */
  developer: string | null;
  /** Work that begins at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
}

/** What is asked for. */
export interface PresenceQuery extends PresenceWindow {
  /** null for everybody. */
  state: PresenceState | null;
  /** The day of this time is not over. */
  now: Instant;
  limit: number;
  after: z.infer<typeof PRESENCE_POSITION> | null;
}

/** One page. */
export interface PresencePage {
  people: PresentPerson[];
  summary: PresenceSummary;
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  next: z.infer<typeof PRESENCE_POSITION> | null;
}
