/**
 * How often each session may be computed: the more it costs, the less often, so that no session takes the whole
 * engine.
 */
import type { Instant, Milliseconds } from "../vocabulary/units.ts";

/** A session takes at most one part in this many of the engine's time. */
const SHARE = 20;
/** A session that costs less is short: it may be computed in every round. */
const SHORT_MS: Milliseconds = 50;
/** Long sessions are computed together up to this cost. */
const TOGETHER_MS: Milliseconds = 200;
/** How many long sessions are remembered; no more can be deferred at one time. */
const REMEMBERED = 1_000;

interface LongSession {
  cost: Milliseconds;
  restsUntil: Instant;
}

/** What is reported about deferred sessions. */
export interface Resting {
  sessions: number;
  /** How long the last of them is deferred. */
  longestMs: Milliseconds;
}

/** Remembers what long sessions cost, since the program started. */
export class LongSessions {
  /** The one that was measured longest ago first. */
  private readonly long = new Map<string, LongSession>();
  private tookShort = false;

  /** @param elapsed - A clock that never jumps. */
  constructor(private readonly elapsed: () => Milliseconds = () => performance.now()) {}

  /** Notes what computing a session cost just now. */
  note(session: string, cost: Milliseconds): void {
    this.long.delete(session);
    if (cost < SHORT_MS) return;
    this.long.set(session, { cost, restsUntil: this.elapsed() + (SHARE - 1) * cost });
    if (this.long.size <= REMEMBERED) return;
    const [oldest] = this.long.keys();
    if (oldest !== undefined) this.long.delete(oldest);
  }

  /** How many are known. */
  get count(): number {
    return this.long.size;
  }

  isLong(session: string): boolean {
    return this.long.has(session);
  }

  /** Returns the sessions that must not be computed yet. */
  resting(): ReadonlySet<string> {
    const now = this.elapsed();
    return new Set(
      [...this.long].filter(([, { restsUntil }]) => restsUntil > now).map(([session]) => session),
    );
  }

  /** Returns how many sessions are deferred, and for how long. */
  describe(): Resting {
    const now = this.elapsed();
    const rests = [...this.long.values()]
      .map(({ restsUntil }) => restsUntil - now)
      .filter((rest) => rest > 0);
    return { sessions: rests.length, longestMs: rests.reduce((longest, rest) => Math.max(longest, rest), 0) };
  }

  /**
   * Chooses the waiting sessions that are computed now: all short ones and, in turns with them, some long ones,
   * so that neither keeps the other waiting.
   */
  choose<Waiting>(waiting: readonly Waiting[], nameOf: (session: Waiting) => string): readonly Waiting[] {
    const short = waiting.filter((session) => !this.long.has(nameOf(session)));
    const long = this.chooseLong(new Map(waiting.map((session) => [nameOf(session), session])));
    this.tookShort = short.length > 0 && (long.length === 0 || !this.tookShort);
    return this.tookShort ? short : long;
  }

  /**
   * Returns the sessions that were computed longest ago; the last change says nothing where all change all the
   * time.
   */
  private chooseLong<Waiting>(waiting: ReadonlyMap<string, Waiting>): Waiting[] {
    const chosen: Waiting[] = [];
    let together: Milliseconds = 0;
    for (const [name, { cost }] of this.long) {
      const session = waiting.get(name);
      if (session === undefined) continue;
      together += cost;
      if (chosen.length > 0 && together > TOGETHER_MS) break;
      chosen.push(session);
    }
    return chosen;
  }
}
