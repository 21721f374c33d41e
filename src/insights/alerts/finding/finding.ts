/** What a rule finds when it looks: what it is about, how far it has come, and the figures to show. */
import { z } from "zod";
import { AGENTS } from "../../../normaliser/dialects/agents.ts";
import { SENDER_FAULTS, SENDER_KINDS } from "../../../ingest/senders/sender.ts";

const BUDGET = {
  /** Whose budget it is, by id; null for everybody's. */
  developer: z.string().nullable(),
  model: z.string().nullable(),
  limitUsd: z.number(),
};

/** What stopped: everything, or what has that id. */
const SILENT = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("everything") }),
  z.object({ kind: z.literal("agent"), agent: z.enum(AGENTS) }),
  z.object({ kind: z.literal("key"), id: z.string() }),
  z.object({ kind: z.literal("developer"), id: z.string() }),
]);

export type Silent = z.infer<typeof SILENT>;

/** The figures of an alert, by the kind of its rule. */
export const FACTS = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("spend"), ...BUDGET, spentUsd: z.number(), percent: z.number() }),
  z.object({
    kind: z.literal("forecast"),
    model: z.string().nullable(),
    limitUsd: z.number(),
    expectedUsd: z.number(),
    lowUsd: z.number(),
    highUsd: z.number(),
  }),
  z.object({
    kind: z.literal("waiting"),
    /** Hours of that day, and of a usual one. */
    hours: z.number(),
    usualHours: z.number(),
    /** How many days that is the median of. */
    days: z.int(),
  }),
  /** The last day with telemetry, counted from 1970. */
  z.object({ kind: z.literal("silence"), silent: SILENT, lastDay: z.int(), workingDays: z.int() }),
  z.object({
    kind: z.literal("refused_senders"),
    sender: z.enum(SENDER_KINDS),
    fault: z.enum(SENDER_FAULTS),
    keyId: z.string().nullable(),
    requests: z.int(),
  }),
  z.object({ kind: z.literal("judge"), problem: z.enum(["failing", "out_of_budget"]), outcome: z.string() }),
  z.object({
    kind: z.literal("stage_behind"),
    stage: z.string(),
    problem: z.enum(["behind", "failing"]),
    minutes: z.number(),
  }),
  /** Since the last backup; where none was ever made, null. */
  z.object({ kind: z.literal("backup"), days: z.number().nullable() }),
]);

export type Facts = z.infer<typeof FACTS>;

/** What was found. */
export interface Finding {
  /** The same for the same thing each time; unique within a rule. */
  subject: string;
  /** Whose it is, so that it is purged with them; null for nobody's. */
  developer: string | null;
  /** What the thresholds are compared with. */
  value: number;
  facts: Facts;
}
