/**
 * When an ingest node could take telemetry, as it notes that itself, and what follows from the notes of all nodes.
 *
 * Nothing could arrive while no node ran, and what a node refused may be lost although another one ran.
 */
import { z } from "zod";
import type { Span } from "../../metrics/flow/stretches.ts";
import { DAY, type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";

const STRETCH = z.object({ from: z.number(), to: z.number() });
type Stretch = z.infer<typeof STRETCH>;

const NOTE = z.object({
  /** When it ran, in order; the last one may go on. */
  runs: z.array(STRETCH),
  /** When it refused telemetry. */
  refused: z.array(STRETCH),
});

/** What a node notes. */
export type OutageNote = z.infer<typeof NOTE>;

/** How often a node notes that it runs. */
export const BEAT_MS: Milliseconds = 5 * SECOND;

/** More than this apart are two stretches. */
const APART_MS: Milliseconds = 4 * BEAT_MS;

/** More of a node is forgotten, the oldest first. */
const MOST = 500;

/** Reads a note; null for what is none. */
export function readOutageNote(text: string): OutageNote | null {
  try {
    const read = NOTE.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Adds a moment to stretches: it makes the last one longer, or begins another. */
export function withMoment(stretches: readonly Stretch[], at: Instant): Stretch[] {
  const last = stretches.at(-1);
  if (last === undefined || at - last.to > APART_MS || at < last.from)
    return [...stretches, { from: at, to: at }].slice(-MOST);
  return [...stretches.slice(0, -1), { from: last.from, to: Math.max(last.to, at) }];
}

/** Whether nothing was heard of its node for so long that another one's note is to say the same. */
export function isOfGoneNode(note: OutageNote | null, now: Instant): boolean {
  return note !== null && now - Math.max(...note.runs.map(({ to }) => to)) > GONE_AFTER_MS;
}

const GONE_AFTER_MS: Milliseconds = DAY;

/** Both notes as one, which says the same. */
export function joinNotes(left: OutageNote, right: OutageNote): OutageNote {
  return {
    runs: joinStretches([...left.runs, ...right.runs]),
    refused: joinStretches([...left.refused, ...right.refused]),
  };
}

function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const { from, to } of stretches.toSorted((left, right) => left.from - right.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from - last.to <= APART_MS) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined.slice(-MOST);
}

/** Finds when telemetry may have been lost. */
export function outagesBy(notes: readonly OutageNote[]): Span[] {
  const refused = notes.flatMap((note) => note.refused.map(({ from, to }) => ({ start: from, end: to })));
  return [...gapsBetween(notes.flatMap(({ runs }) => runs)), ...refused];
}

function gapsBetween(runs: readonly Stretch[]): Span[] {
  const gaps: Span[] = [];
  let until: Instant | null = null;
  for (const { from, to } of runs.toSorted((left, right) => left.from - right.from)) {
    if (until !== null && from - until > APART_MS) gaps.push({ start: until, end: from });
    until = Math.max(until ?? to, to);
  }
  return gaps;
}
