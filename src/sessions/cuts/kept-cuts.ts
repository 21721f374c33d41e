/** Remembers where long sessions were cut, so that what is new in them costs as much as in short ones. */
import { type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import type { Cut } from "./cut.ts";
import { findCut } from "./find-cut.ts";
import type { MeasuredBy } from "./known-before.ts";
import type { MeasuredEnd } from "./measured-end.ts";

/** A session is cut from so many sightings on; shorter ones are put together in no time. */
export const LONG = 2_000;
/** The end of a cut session is cut again when it has so many turns: enough to find a place among them. */
const LONG_END = 25;
/** Sessions of which a cut is remembered; a cut holds what thirty tool calls were told, and names by the thousand. */
const REMEMBERED = 100;
/** A session that rests longer is put together whole once more. */
const REMEMBERED_FOR: Milliseconds = 15 * MINUTE;

interface Remembered {
  cut: Cut;
  usedAt: Milliseconds;
}

/** What is remembered is lost with the program, and then found again. */
export class KeptCuts {
  /** The one that was used longest ago first. */
  private readonly cuts = new Map<string, Remembered>();

  /** Takes: from how many sightings on a session is long, and a clock that never jumps. */
  constructor(
    private readonly long: number = LONG,
    private readonly elapsed: () => Milliseconds = () => performance.now(),
  ) {}

  /** Gives: null where a session is put together whole. */
  of(session: string): Cut | null {
    return this.cuts.get(session)?.cut ?? null;
  }

  /** Has the session put together whole the next time. */
  forget(session: string): void {
    this.cuts.delete(session);
  }

  /** Forgets the cuts of sessions that rest, and those that are too many. */
  forgetOld(): void {
    const now = this.elapsed();
    for (const [oldest, { usedAt }] of this.cuts) {
      if (this.cuts.size <= REMEMBERED && now - usedAt < REMEMBERED_FOR) break;
      this.cuts.delete(oldest);
    }
  }

  /** Looks for a cut in what was just measured and saved, behind the one that is known. */
  advance(session: string, measured: MeasuredEnd, by: MeasuredBy): void {
    const { before, material, assembled } = measured;
    const sightings = material.kept.reduce((sum, kept) => sum + kept.sightings.length, 0);
    const isLong = before === null ? sightings >= this.long : assembled.turns.length >= LONG_END;
    const cut = isLong ? findCut(measured, by) : null;
    this.remember(session, cut ?? before);
  }

  private remember(session: string, cut: Cut | null): void {
    this.cuts.delete(session);
    if (cut !== null) this.cuts.set(session, { cut, usedAt: this.elapsed() });
    this.forgetOld();
  }
}
