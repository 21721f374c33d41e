/**
 * The books: what was published must be somewhere, and what is somewhere must have been published.
 *
 * Every figure is counted at another place. What each publisher has published is in its messages, what of it was
 * acknowledged in a note outside the stream; `persisted`, `duplicate`, `quarantined`, `examined`, `expired` and `purged` are kept by the steps that did so; `held` and `pending` are summed over the
 * catalogue; how many messages wait is the stream server's own count.
 */
import type { Amount } from "./progress-table.ts";

/** The database's figures, all of one moment. Objects count as `frames` of `held` and `pending`. */
export interface Figures {
  /** What each publisher has reported in its newest written message. */
  publishers: ReadonlyMap<string, Amount>;
  /** Their sum. */
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
  /** What each publisher that has a message in it reports in its newest. */
  newest: ReadonlyMap<string, Amount>;
  /**
   * What each publisher was acknowledged before it was asked, as far as a note of it is here, and what of all that is
   * known to be lost; null when nobody notes it.
   */
  noted: { acknowledged: ReadonlyMap<string, Amount>; lost: Amount } | null;
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
 * @param stream - `stream` read before `position`, the writer's: then a message may still wait for its
 *   acknowledgement, but none can be missing without showing; null when the stream was not asked.
 */
export function balance(figures: Figures, stream: (StreamFill & { position: number }) | null): Equation[] {
  const {
    publishers,
    published,
    persisted,
    duplicate,
    quarantined,
    examined,
    pending,
    held,
    expired,
    purged,
  } = figures;
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
  return stream.noted === null ? equations : [...equations, nothingLost(publishers, stream, stream.noted)];
}

/** Noted outside the stream, so that a stream that forgot its own end does not vouch for itself. */
function nothingLost(
  written: Figures["publishers"],
  { newest }: Pick<StreamFill, "newest">,
  { acknowledged, lost }: NonNullable<StreamFill["noted"]>,
): Equation {
  const published = publishedBy(written, newest);
  let [left, right] = [lost.records, lost.records];
  for (const [publisher, { records }] of acknowledged) {
    left += records;
    // of each no more than was acknowledged: what one published without an answer makes up for no other's loss
    right += Math.min(records, published.get(publisher)?.records ?? 0);
  }
  return { says: "records acknowledged = published of them + lost", left, right, holds: left === right };
}

/**
 * Returns what each publisher has published, by the database and by the stream, of which either may be
 * newer.
 */
export function publishedBy(
  written: Figures["publishers"],
  newest: StreamFill["newest"],
): Map<string, Amount> {
  const published = new Map(written);
  for (const [publisher, totals] of newest)
    if (totals.frames >= (written.get(publisher)?.frames ?? 0)) published.set(publisher, totals);
  return published;
}

/** Adds up what all of them have. */
export function sumOf(publishers: ReadonlyMap<string, Amount>): Amount {
  const total = { frames: 0, records: 0 };
  for (const { frames, records } of publishers.values()) {
    total.frames += frames;
    total.records += records;
  }
  return total;
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
