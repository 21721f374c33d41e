/** Decides whether the machine's clock can be believed; pure, so that every course of events can be tried. */
import { DAY, HOUR, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import type { Agreement, ClockDoubt, DoubtReason } from "./doubts-table.ts";

/** A start or a jump so far past the last arrival needs a reason other than a wrong clock, which nobody knows. */
export const DOUBTED_PAST_MS: Milliseconds = 7 * DAY;
/** The clock is looked at once a minute; when it shows so much more or less than before, it moved by itself. */
const JUMP_MS: Milliseconds = HOUR;
/** How long the server runs with records whose own times agree before the clock is believed again. */
export const BELIEVED_AFTER_MS: Milliseconds = DAY;
/** Retention counts in days, so a record's own time agrees when it is not farther from the clock than that. */
const AGREES_WITHIN_MS: Milliseconds = DAY;

/** What the clock shows, and what it is compared with. */
export interface ClockLook {
  now: Instant;
  /** What it showed at the last look; null after a start. */
  lookedAt: Instant | null;
  /** null when nothing ever arrived. */
  lastArrival: Instant | null;
  /** When the program was built; null when that is not known. */
  builtAt: Instant | null;
}

/** Why the clock is in doubt, and the time that says so. */
export interface Reason {
  reason: DoubtReason;
  comparedWith: Instant;
}

/**
 * Returns the reason to doubt a clock that was believed until now.
 *
 * @returns null when there is none: also when nothing arrived for long and the clock went on as it should.
 */
export function doubtOfClock({ now, lookedAt, lastArrival, builtAt }: ClockLook): Reason | null {
  if (builtAt !== null && now < builtAt) return { reason: "before_build", comparedWith: builtAt };
  const isNew = lookedAt === null || now - lookedAt > JUMP_MS;
  if (!isNew || lastArrival === null || now <= lastArrival + DOUBTED_PAST_MS) return null;
  return { reason: "past_last_arrival", comparedWith: lastArrival };
}

/**
 * Returns a doubt after one more look at the clock.
 *
 * The 24 hours begin with the first record whose own time agrees, only count what the server ran, and begin anew when
 * the clock moves again or is before the build.
 *
 * @param doubt - As it was after the last look.
 * @param look - What the clock shows now.
 */
export function lookAgain(doubt: ClockDoubt, look: ClockLook): ClockDoubt {
  const { now, lookedAt } = look;
  const passed = now - (lookedAt ?? doubt.lookedAt);
  // a server that was away for some days is believed to find the clock as it left it
  const isMoved = passed < -JUMP_MS || passed > (lookedAt === null ? DOUBTED_PAST_MS : JUMP_MS);
  const reason = doubtOfClock(look);
  const seen: ClockDoubt = { ...doubt, ...(reason ?? sinceItMoved(doubt, look)), lookedAt: now };
  if (isMoved || reason?.reason === "before_build") return { ...seen, ranMs: 0, agreeing: 0, disagreeing: 0 };
  const ran = lookedAt === null || doubt.agreeing === 0 ? 0 : Math.max(0, passed);
  return { ...seen, ranMs: doubt.ranMs + ran };
}

/** A clock that was before the build is set, and may be wrong still. */
function sinceItMoved({ reason, comparedWith, lookedAt }: ClockDoubt, look: ClockLook): Reason {
  if (reason === "past_last_arrival") return { reason, comparedWith };
  return { reason: "past_last_arrival", comparedWith: look.lastArrival ?? lookedAt };
}

/** Whether the clock is believed again. */
export function isOver({ ranMs, agreeing, disagreeing }: ClockDoubt): boolean {
  return ranMs >= BELIEVED_AFTER_MS && agreeing > disagreeing;
}

/**
 * Counts by their own times the records that arrived together.
 *
 * @param lines - How many records each line holds, and the newest of their own times.
 * @param arrivedAt - When they arrived by the clock in doubt.
 */
export function agreementOf(
  lines: readonly { records: number; greatestMs: Milliseconds }[],
  arrivedAt: Instant,
): Agreement {
  const agreement: Agreement = { agreeing: 0, disagreeing: 0 };
  for (const { records, greatestMs } of lines) {
    const agrees = Math.abs(greatestMs - arrivedAt) <= AGREES_WITHIN_MS;
    agreement[agrees ? "agreeing" : "disagreeing"] += records;
  }
  return agreement;
}
