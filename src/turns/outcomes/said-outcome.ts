/** How a person says that a sub-session ended, compared with what was measured. */
import { z } from "zod";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { Outcome } from "./outcome-kind.ts";

export const SAID_OUTCOMES = ["reached", "partly", "abandoned"] as const;

export type SaidOutcome = (typeof SAID_OUTCOMES)[number];

/** A sub-session that was measured as one outcome and said to be another or the same. */
export interface SaidAndMeasured {
  measured: Outcome;
  said: SaidOutcome;
}

/** What is kept of a person's word. */
export interface KeptWord {
  outcome: SaidOutcome;
  note: string | null;
  said_at: Instant;
}

/** A person's word on one sub-session. */
export const SAID = z
  .object({
    outcome: z.enum(SAID_OUTCOMES),
    note: z.string().nullable(),
    saidAt: z.iso.datetime(),
  })
  .nullable()
  .describe("What its developer or an admin said of it; no score uses it. null: nobody said anything.");

/** How often people agree with what was measured. */
export const AGREEMENT = z.object({
  subSessions: z.int().min(0).describe("Sub-sessions of the window that scores count."),
  said: z.int().min(0).describe("Those whose end somebody has stated."),
  confirmed: z.int().min(0).describe("Stated as measured."),
  disagreed: z.int().min(0).describe("Stated otherwise than measured."),
  unmeasured: z.int().min(0).describe("Stated where nothing could be measured."),
  saidReached: z.int().min(0).describe("Said to be reached."),
});

export type Agreement = z.infer<typeof AGREEMENT>;

const MEASURED_AS: Readonly<Record<SaidOutcome, Outcome>> = {
  reached: "reached",
  partly: "partial",
  abandoned: "abandoned",
};

/**
 * Adds up how often people agree with what was measured.
 *
 * @param subSessions - How many there are, with those of which nobody said anything.
 */
export function agreementOf(subSessions: number, said: readonly SaidAndMeasured[]): Agreement {
  const count = (holds: (ended: SaidAndMeasured) => boolean): number => said.filter(holds).length;
  const confirmed = count(({ said: word, measured }) => MEASURED_AS[word] === measured);
  const unmeasured = count(({ measured }) => measured === "unknown");
  return {
    subSessions,
    said: said.length,
    confirmed,
    disagreed: said.length - confirmed - unmeasured,
    unmeasured,
    saidReached: count(({ said: word }) => word === "reached"),
  };
}

/** Returns a person's word as answers give it. */
export function saidAnswer(row: KeptWord | undefined): z.infer<typeof SAID> {
  if (row === undefined) return null;
  return { outcome: row.outcome, note: row.note, saidAt: isoTime(row.said_at) };
}
