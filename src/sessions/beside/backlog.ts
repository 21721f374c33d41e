/** Sessions that wait in great number: they are given to measuring threads, and taken back in the same order. */
import type { Attempts } from "../../attempts/attempts.ts";
import type { Database } from "../../database/open.ts";
import { type DirtySession, findDirty } from "../../normaliser/dirty-table.ts";
import type { Span } from "../../metrics/flow/stretches.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { SessionName } from "../assemble-stored.ts";
import { thingOf } from "../set-aside.ts";
import type { BesideOutcome, MeasuringThreads } from "./measuring-threads.ts";

/** Fewer are no backlog: they are measured at once, without the way to another thread and back. */
const LEAST = 50;
/** Sessions that a thread is given, and that are saved in one transaction. */
const TOGETHER = 200;
/** To look for those that wait longest reads all that wait. */
const FOUND_AT_ONCE = 1_000;
/** Sessions that are known to be measured better here. */
const REMEMBERED = 10_000;

/** What the backlog is made of. */
export interface BacklogParts {
  database: Database;
  threads: MeasuringThreads;
  attempts: Attempts;
  /** Whether a session is measured in the engine's thread: it rests, or only its end is measured. */
  staysHere(name: SessionName): boolean;
  /** Gives: those of the sessions that may be measured. */
  leaveBrokenOut(
    names: readonly SessionName[],
    dirty: readonly DirtySession[],
  ): Promise<readonly SessionName[]>;
}

/** Sessions that a thread was given. */
export interface Batch {
  dirty: readonly DirtySession[];
  now: Milliseconds;
  /** Those that were measured here since: what the thread knew of them is older. */
  superseded: Set<string>;
  outcome: Promise<BesideOutcome>;
}

export class Backlog {
  private readonly underWay: Batch[] = [];
  private readonly away = new Set<string>();
  private waiting: DirtySession[] = [];
  private others: DirtySession[] = [];

  constructor(private readonly parts: BacklogParts) {}

  /** Gives sessions to threads, as long as enough of them wait. */
  async giveAway(by: { now: Milliseconds; outages: readonly Span[] }): Promise<void> {
    // with one core none is to spare
    while (this.underWay.length < this.parts.threads.atOnce) {
      if (this.waiting.length < LEAST) await this.look();
      if (this.waiting.length < LEAST) return;
      const chosen = this.waiting.splice(0, TOGETHER);
      const fit = new Set((await this.parts.leaveBrokenOut(chosen, chosen)).map(thingOf));
      const dirty = chosen.filter((name) => fit.has(thingOf(name)));
      const names = dirty.map(({ organization, session }) => ({ organization, session }));
      const outcome = this.parts.threads.measure({ ...by, names });
      this.underWay.push({ dirty, now: by.now, superseded: new Set(), outcome });
      this.note();
    }
  }

  /** Gives: the batch that was given away first, to be saved; null where none is. */
  take(): Batch | null {
    return this.underWay[0] ?? null;
  }

  /** Says that the first batch is saved, or failed. */
  done(): void {
    this.underWay.shift();
    this.note();
  }

  /** Gives: sessions that wait and are measured here, each once. */
  takeOthers(): DirtySession[] {
    return this.others.splice(0);
  }

  isUnderWay(name: SessionName): boolean {
    const thing = thingOf(name);
    return this.underWay.some(({ dirty }) => dirty.some((given) => thingOf(given) === thing));
  }

  /** Has these sessions measured here from now on. */
  keepHere(names: readonly SessionName[]): void {
    for (const name of names) this.away.add(thingOf(name));
    for (const oldest of this.away) {
      if (this.away.size <= REMEMBERED) break;
      this.away.delete(oldest);
    }
  }

  /** Says that these sessions are measured here now. */
  supersede(names: readonly SessionName[]): void {
    for (const batch of this.underWay) for (const name of names) batch.superseded.add(thingOf(name));
  }

  /** Notes what is worked on, in case the program dies of it. */
  note(): void {
    const things = this.underWay.flatMap(({ dirty }) => dirty.map(thingOf));
    if (things.length === 0) this.parts.attempts.rest();
    else this.parts.attempts.begin(things);
  }

  private async look(): Promise<void> {
    const given = new Set(this.underWay.flatMap(({ dirty }) => dirty.map(thingOf)));
    const found = await findDirty(this.parts.database, FOUND_AT_ONCE + given.size);
    const free = found.filter((name) => !given.has(thingOf(name)));
    this.waiting = free.filter((name) => !this.isMeasuredHere(name));
    this.others = free.filter((name) => this.isMeasuredHere(name));
  }

  private isMeasuredHere(name: SessionName): boolean {
    const thing = thingOf(name);
    return this.away.has(thing) || this.parts.attempts.isSuspect(thing) || this.parts.staysHere(name);
  }
}
