/** What nodes have noted of outages, as the files of an appliance on one machine, which a restored backup is. */
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { type Outage, parseOutageNote } from "../outages.ts";
import { type OutageNote, outagesBy } from "./outage-note.ts";

/**
 * Adds the outages of nodes to a journal.
 *
 * @param journal - The text of this node's journal; a power failure may have cut its last line.
 */
export function withOutagesOf(notes: readonly OutageNote[], journal: string): string {
  const outages = outagesBy(notes).map(({ start, end }): Outage => ({
    from: isoTime(start),
    to: isoTime(end),
    why: "unavailable",
  }));
  const begun = journal === "" || journal.endsWith("\n") ? journal : `${journal}\n`;
  return begun + outages.map((outage) => `${JSON.stringify(outage)}\n`).join("");
}

/**
 * Returns the note that says when telemetry was taken last: an engine without ingest has an old one, or none.
 *
 * @param note - The text of this node's note; empty where there is none.
 */
export function withLastRunOf(notes: readonly OutageNote[], note: string): string {
  const here = parseOutageNote(note);
  const runs = notes.flatMap(({ runs: stretches }) => stretches.map(({ to }) => to));
  const last = runs.reduce<Instant>((latest, to) => Math.max(latest, to), -Infinity);
  if (last < (here === null ? -Infinity : Date.parse(here.aliveAt)) || runs.length === 0) return note;
  return JSON.stringify({ aliveAt: isoTime(last), refusing: null });
}
