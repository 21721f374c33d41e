/** The names of objects: organization, signal, and the hour (UTC) in which their records arrived. */
import type { Signal } from "../vocabulary/otlp.ts";
import type { Milliseconds } from "../vocabulary/units.ts";

/** What an object's name tells. */
export interface ObjectName {
  organization: string;
  signal: Signal;
  arrivedAt: Milliseconds;
  firstSequence: number;
  lastSequence: number;
}

const SEQUENCE_DIGITS = 16;

/** Gives: `org=…/signal=…/date=…/hour=…/<first>-<last>.jsonl.zst`; names of one folder sort as the stream does. */
export function keyOf(name: ObjectName): string {
  const [date, time = ""] = new Date(name.arrivedAt).toISOString().split("T");
  const sequences = [name.firstSequence, name.lastSequence].map((one) =>
    String(one).padStart(SEQUENCE_DIGITS, "0"),
  );
  const folder = `org=${name.organization}/signal=${name.signal}/date=${date}/hour=${time.slice(0, 2)}`;
  return `${folder}/${sequences.join("-")}.jsonl.zst`;
}

/** Gives: the sequences that a key tells, null for a file that is no object. */
export function sequencesIn(key: string): { first: number; last: number } | null {
  const found = /\/(\d+)-(\d+)\.jsonl\.zst$/.exec(key);
  return found === null ? null : { first: Number(found[1]), last: Number(found[2]) };
}
