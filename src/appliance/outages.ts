/**
 * When telemetry could not arrive, as the journal of outages shows: the appliance was down, full or refusing.
 *
 * The journal is in the data directory next to the database and outlives it. A prompt that came in an outage may be
 * lost, so the time around it is nobody's.
 */
import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import type { Span } from "../metrics/flow/stretches.ts";
import type { Bytes, Instant } from "../vocabulary/units.ts";
import { outageNotePath, outagesPath } from "./layout.ts";

/** Why nothing was taken. */
const WHY = z.enum(["down", "full", "unavailable", "stopping"]);
export type Why = z.infer<typeof WHY>;

const OUTAGE = z.object({ from: z.iso.datetime(), to: z.iso.datetime(), why: WHY });
export type Outage = z.infer<typeof OUTAGE>;

/** What the note of a running appliance says. */
const NOTE = z.object({
  /** When it last took telemetry, or would have. */
  aliveAt: z.iso.datetime(),
  /** Since when it refuses, and when it last did; null while it refuses nothing. */
  refusing: z.object({ from: z.iso.datetime(), to: z.iso.datetime(), why: WHY }).nullable(),
});
export type OutageNote = z.infer<typeof NOTE>;

/** Always the same length, in one block of the disk: no write leaves half of an earlier one, and none needs room. */
export const NOTE_BYTES: Bytes = 256;

/** Reads the note; null when there is none, or none that can be read. */
export function readOutageNote(directory: string): OutageNote | null {
  return parseOutageNote(textOf(outageNotePath(directory)));
}

/** Reads the text of a note; null for one that cannot be read. */
export function parseOutageNote(text: string): OutageNote | null {
  const read = NOTE.safeParse(parsed(text.trim()));
  return read.success ? read.data : null;
}

/** Reads the journal, in order; lines that a power failure cut are left out. */
export function readOutages(directory: string): Outage[] {
  const lines = textOf(outagesPath(directory)).split("\n");
  return lines.flatMap((line) => {
    const read = OUTAGE.safeParse(parsed(line));
    return read.success ? [read.data] : [];
  });
}

/** Finds the outages known by now; the files are read again only when they have changed. */
export function outagesIn(directory: string): () => readonly Span[] {
  let known: { mark: string; spans: readonly Span[] } = { mark: "", spans: [] };
  return () => {
    const mark = [outagesPath(directory), outageNotePath(directory)].map(markOf).join(" ");
    if (mark !== known.mark) known = { mark, spans: spansIn(directory) };
    return known.spans;
  };
}

function spansIn(directory: string): Span[] {
  const over = readOutages(directory).map(({ from, to }) => spanOf(from, Date.parse(to)));
  const refusing = readOutageNote(directory)?.refusing ?? null;
  return refusing === null ? over : [...over, spanOf(refusing.from, Infinity)];
}

function spanOf(from: string, end: Instant): Span {
  return { start: Date.parse(from), end };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw new Error(`reading ${path}`, { cause: error });
  }
}

function markOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "none" : `${found.mtimeMs}:${found.size}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // no line of ours
  }
}
