/** When a schedule fires: a cron expression, read on the clocks of a time zone. */
import { Cron } from "croner";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { HOUR, type Instant, type Milliseconds } from "../../vocabulary/units.ts";

/** A cron expression of five fields, and the IANA name of the time zone in which it is read. */
export interface Timing {
  cron: string;
  timezone: string;
}

/** Why a timing is none. */
export type TimingProblem = {
  kind: "invalid_cron" | "invalid_timezone" | "never_fires" | "too_often";
};

/** Reports are about whole days, weeks and months, are kept, and may ask the judge model: so often is enough. */
const LEAST_DISTANCE: Milliseconds = HOUR;

/**
 * Reads what somebody wrote.
 *
 * @returns The timing with one blank between its fields, and the zone's name in its own spelling.
 * @throws `never_fires` for days that no calendar has, such as 30 February; `too_often` for more than once an
 *   hour.
 */
export function readTiming(written: Timing, now: Instant): Result<Timing, TimingProblem> {
  const timezone = readZone(written.timezone);
  if (timezone === null) return fail({ kind: "invalid_timezone" });
  const timing = { cron: written.cron.trim().split(/\s+/).join(" "), timezone };
  if (!isCron(timing)) return fail({ kind: "invalid_cron" });
  if (nextFiring(timing, now) === null) return fail({ kind: "never_fires" });
  return firesTooOften(timing, now) ? fail({ kind: "too_often" }) : succeed(timing);
}

/** Two minutes of an hour, which is the only way, show among any three firings; in UTC no change of clocks does. */
function firesTooOften({ cron }: Timing, now: Instant): boolean {
  const firings = cronOf({ cron, timezone: "UTC" }).nextRuns(3, new Date(now));
  return firings.some((firing, index) => {
    const before = firings[index - 1];
    return before !== undefined && firing.getTime() - before.getTime() < LEAST_DISTANCE;
  });
}

/** Returns null when there is no such zone. An offset such as +01:00 is none: it knows no summer. */
function readZone(written: string): string | null {
  if (!/^[A-Za-z]/.test(written)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: written }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

function isCron(timing: Timing): boolean {
  try {
    // a date is none, though croner takes it for a single firing
    return cronOf(timing).getPattern() !== undefined;
  } catch {
    return false;
  }
}

/**
 * The first firing after a time; null when there is none.
 *
 * A time of day that a change of the clocks skips fires when they have moved on, and one that comes twice
 * fires the first time. Expressions with `*` or a step in minute or hour follow the clocks: they miss what is
 * skipped, and fire both times.
 *
 * @param timing - A timing that was read.
 */
export function nextFiring(timing: Timing, after: Instant): Instant | null {
  return cronOf(timing).nextRun(new Date(after))?.getTime() ?? null;
}

/** What somebody typed, and when they did. */
export interface FiringsQuery extends Timing {
  after: Instant;
  count: number;
}

/**
 * Returns the next firings after a time, the earliest first.
 *
 * @throws As `readTiming`.
 */
export function nextFirings({ after, count, ...written }: FiringsQuery): Result<Instant[], TimingProblem> {
  const timing = readTiming(written, after);
  if (!timing.ok) return timing;
  const firings = cronOf(timing.value).nextRuns(count, new Date(after));
  return succeed(firings.map((firing) => firing.getTime()));
}

/**
 * The last firing at or before a time; null when there is none.
 *
 * @param timing - A timing that was read.
 */
export function lastFiring(timing: Timing, at: Instant): Instant | null {
  // croner looks before a time, and takes a run of that same second for earlier
  const [firing] = cronOf(timing).previousRuns(1, new Date(at + 1));
  return firing?.getTime() ?? null;
}

function cronOf({ cron, timezone }: Timing): Cron {
  return new Cron(cron, { timezone, mode: "5-part", fixedTimeRule: "no-wildcard", paused: true });
}
