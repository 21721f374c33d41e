/** The names of objects: organization, signal, and the hour (UTC) in which their records arrived. */
import { type StoredSignal, STORED_SIGNALS } from "../vocabulary/otlp.ts";
import { isoTime } from "../vocabulary/times.ts";
import type { Instant } from "../vocabulary/units.ts";

/** What an object's name shows. */
export interface ObjectName {
  organization: string;
  signal: StoredSignal;
  arrivedAt: Instant;
  firstSequence: number;
  lastSequence: number;
}

const SEQUENCE_DIGITS = 16;

/**
 * Returns `org=…/signal=…/date=…/hour=…/<first>-<last>.jsonl.zst`; names of one folder sort as the stream
 * does.
 *
 * @param revision - A revision above 0 for an object that is made from one of the same name, or where several engines
 *   write; it is behind the sequences.
 */
export function keyOf(name: ObjectName, revision = 0): string {
  const [date, time = ""] = isoTime(name.arrivedAt).split("T");
  const sequences = [name.firstSequence, name.lastSequence].map((sequence) =>
    String(sequence).padStart(SEQUENCE_DIGITS, "0"),
  );
  const folder = `org=${name.organization}/signal=${name.signal}/date=${date}/hour=${time.slice(0, 2)}`;
  return `${folder}/${sequences.join("-")}${revision === 0 ? "" : `.${revision}`}.jsonl.zst`;
}

const KEY =
  /^org=([^/]+)\/signal=([a-z]+)\/date=(\d{4}-\d\d-\d\d)\/hour=(\d\d)\/(\d+)-(\d+)(?:\.\d+)?\.jsonl\.zst$/;

/** Returns the revision in a key; 0 for one without, and for a file that is no object. */
export function revisionOf(key: string): number {
  return Number(/-\d+\.(\d+)\.jsonl\.zst$/.exec(key)?.[1] ?? 0);
}

/** Returns what a key shows, its time being the start of the hour; null for a file that is no object. */
export function readKey(key: string): ObjectName | null {
  const [, organization = "", signal, date, hour, first, last] = KEY.exec(key) ?? [];
  const known = STORED_SIGNALS.find((name) => name === signal);
  if (known === undefined) return null;
  const arrivedAt = Date.parse(`${date}T${hour}:00:00Z`);
  return { organization, signal: known, arrivedAt, firstSequence: Number(first), lastSequence: Number(last) };
}
