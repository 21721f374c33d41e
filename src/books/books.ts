/**
 * The books: what was published must be somewhere, and what is somewhere must have been published.
 *
 * Every figure is counted at another place. `published` stands in the messages themselves, what was
 * acknowledged in a note beside the stream; `persisted`, `duplicate`,
 * `quarantined`, `examined`, `expired` and `purged` are kept by the steps that did so; `held` and `pending` are summed over the
 * catalogue; how many messages wait is the stream server's own count.
 */
import type { Amount } from "./progress-table.ts";

/** The database's figures, all of one moment. Objects count as `frames` of `held` and `pending`. */
export interface Figures {
  /** The totals that the newest written message told. */
  published: Amount;
  persisted: Amount;
  duplicate: Amount;
  /** What could not become records and is kept in files of its own. */
  quarantined: Amount;
  examined: Amount;
  /** Of those examined, the ones whose clock cannot be believed: kept and shown, but not scored. */
  oddTimes: Amount;
  expired: Amount;
  purged: Amount;
  /** What the catalogue lists. */
  held: Amount;
  /** Of that, what the normaliser has not come to. */
  pending: Amount;
}

/** What the stream's server says it holds. */
export interface StreamFill {
  messages: number;
  lastSequence: number;
  /** The totals that its newest message tells; null when it is empty. */
  newest: Amount | null;
  /** What was acknowledged before it was asked, and what of that is known to be lost; null when nobody notes it. */
  noted: { acknowledged: Amount; lost: Amount } | null;
}

/** One sentence of the books, and whether it is true. */
export interface Equation {
  says: string;
  left: number;
  right: number;
  holds: boolean;
}

/**
 * Compares the figures.
 *
 * Takes: `stream` read before `position`, the writer's: then a message may still wait for its acknowledgement, but
 * none can be missing without showing; null when the stream was not asked.
 */
export function balance(figures: Figures, stream: (StreamFill & { position: number }) | null): Equation[] {
  const { published, persisted, duplicate, quarantined, examined, pending, held, expired, purged } = figures;
  const equations = [
    equal(
      "requests published = persisted + duplicate + quarantined",
      published.frames,
      persisted.frames + duplicate.frames + quarantined.frames,
    ),
    equal(
      "records published = persisted + duplicate + quarantined",
      published.records,
      persisted.records + duplicate.records + quarantined.records,
    ),
    equal("records persisted = examined + pending", persisted.records, examined.records + pending.records),
    equal(
      "records held = persisted - expired - purged",
      held.records,
      persisted.records - expired.records - purged.records,
    ),
  ];
  if (stream === null) return equations;
  const awaited = Math.max(0, stream.lastSequence - stream.position);
  const says = "messages in the stream >= sequences after the writer's";
  equations.push({ says, left: stream.messages, right: awaited, holds: stream.messages >= awaited });
  return stream.noted === null ? equations : [...equations, nothingLost(published, stream, stream.noted)];
}

/** Noted outside the stream, so that a stream that forgot its own end does not vouch for itself. */
function nothingLost(
  published: Amount,
  { newest }: Pick<StreamFill, "newest">,
  { acknowledged, lost }: NonNullable<StreamFill["noted"]>,
): Equation {
  const known = Math.max(published.records, newest?.records ?? 0) + lost.records;
  const says = "records acknowledged <= published + lost";
  return { says, left: acknowledged.records, right: known, holds: acknowledged.records <= known };
}

function equal(says: string, left: number, right: number): Equation {
  return { says, left, right, holds: left === right };
}

/** The equations that are not true, in words; empty when the books balance. */
export function describeDifferences(equations: readonly Equation[]): string[] {
  return equations
    .filter(({ holds }) => !holds)
    .map(({ says, left, right }) => `${says}: ${left} against ${right}`);
}
