/** How often each session may be measured: the more it costs, the less often, so that none takes the engine for itself. */
import type { Milliseconds } from "../vocabulary/units.ts";

/** A session takes one part in so many of the engine's time. */
const SHARE = 20;
/** A session that costs less is short: it may be measured in every round. */
const SHORT_MS: Milliseconds = 50;
/** Long sessions whose cost is remembered; no more of them can be resting at one time. */
const REMEMBERED = 1_000;

/** What is told of sessions that rest. */
export interface Resting {
  sessions: number;
  /** So long the last of them rests. */
  longestMs: Milliseconds;
}

/** Remembers what long sessions cost, from the start of the program on. */
export class LongSessions {
  /** Until when each rests. */
  private readonly long = new Map<string, Milliseconds>();
  private tookShort = false;

  /** Takes: a clock that never jumps. */
  constructor(private readonly elapsed: () => Milliseconds = () => performance.now()) {}

  /** Notes what measuring a session has cost just now. */
  note(session: string, cost: Milliseconds): void {
    this.long.delete(session);
    if (cost < SHORT_MS) return;
    this.long.set(session, this.elapsed() + (SHARE - 1) * cost);
    if (this.long.size <= REMEMBERED) return;
    const [oldest] = this.long.keys();
    if (oldest !== undefined) this.long.delete(oldest);
  }

  /** Gives: the sessions that must not be measured yet. */
  resting(): ReadonlySet<string> {
    const now = this.elapsed();
    return new Set([...this.long].filter(([, restsUntil]) => restsUntil > now).map(([session]) => session));
  }

  /** Gives: how many sessions rest, and for how long. */
  describe(): Resting {
    const now = this.elapsed();
    const rests = [...this.long.values()].map((restsUntil) => restsUntil - now).filter((rest) => rest > 0);
    return { sessions: rests.length, longestMs: rests.reduce((longest, rest) => Math.max(longest, rest), 0) };
  }

  /**
   * Gives: of sessions that wait, the ones that are measured now: all short ones together, and in turns with them one
   * long one, so that neither keeps the others waiting.
   */
  choose<Waiting>(waiting: readonly Waiting[], nameOf: (one: Waiting) => string): readonly Waiting[] {
    const isLong = (one: Waiting) => this.long.has(nameOf(one));
    const short = waiting.filter((one) => !isLong(one));
    const long = waiting.find(isLong);
    this.tookShort = short.length > 0 && (long === undefined || !this.tookShort);
    return this.tookShort || long === undefined ? short : [long];
  }
}
