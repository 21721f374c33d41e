/** Assembles stored sessions, computes their metrics and replaces their rows. */
import { type Attempts, UnnotedAttempts } from "../attempts/attempts.ts";
import { isFaultOfTheWork } from "../database/engine.ts";
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { clearDirty, type DirtySession, findDirty } from "../normaliser/dirty-table.ts";
import { readSizes } from "../normaliser/parts/parts-table.ts";
import { readSessions } from "../normaliser/table.ts";
import { findDue } from "../turns/table.ts";
import type { PriceTable } from "../prices/price-table.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { DAY, type Instant, type Milliseconds } from "../vocabulary/units.ts";
import { describeError, type Log, silentLog } from "../vocabulary/log.ts";
import type { SessionOf } from "../database/engine.ts";
import { assembleStored, type StoredSession } from "./assemble-stored.ts";
import { Checkpoints } from "./checkpoints.ts";
import { Effort } from "./effort.ts";
import type { LongSessions } from "./long-sessions.ts";
import { measureStored } from "./measure-stored.ts";
import { measuredRows } from "./measured-rows.ts";
import { saveMeasured } from "./save-measured.ts";
import type { Span } from "../metrics/flow/stretches.ts";
import { measurableTogether, leaveBrokenOut, nameOfWork } from "./set-aside.ts";

/** The most sessions and sightings in one transaction, so that it stays short. */
const SESSIONS_AT_ONCE = 200;
const SIZE_AT_ONCE = 2_000;

/** What a round found to do. */
export interface MeasuringRound {
  measured: number;
  /** Whether more may wait. */
  more: boolean;
}

/** What measuring needs. */
export interface MeasurerParts {
  database: Database;
  clock: Clock;
  prices: PriceTable;
  /** The times in which telemetry could not arrive, as known by now. */
  outages(): readonly Span[];
  /** How often long sessions may be measured; always when absent. */
  longSessions?: LongSessions;
  /** Where the sessions in work are noted; nowhere when absent. */
  attempts?: Attempts;
  /** Called for sessions that are set aside. */
  log?: Log;
}

/** Computes one batch after the other: two at once could replace newer rows by older ones. */
export class Measurer {
  private last: Promise<unknown> = Promise.resolve();

  private readonly attempts: Attempts;
  private readonly checkpoints = new Checkpoints();
  /** When each key was last reported. */
  private readonly crowdedOn = new Map<string, number>();

  constructor(private readonly parts: MeasurerParts) {
    this.attempts = parts.attempts ?? new UnnotedAttempts();
  }

  /** Computes some of the waiting sessions, which changed or whose time has come. */
  round(): Promise<MeasuringRound> {
    return this.inTurn(async () => {
      const { database, clock, longSessions } = this.parts;
      this.checkpoints.forgetResting();
      const limit = SESSIONS_AT_ONCE + (longSessions?.count ?? 0);
      const resting = longSessions?.resting() ?? NONE;
      const dirty = await findDirty(database, limit);
      const found = unique([...dirty, ...(await findDue(database, clock(), limit))]);
      const waiting = found.filter((name) => !resting.has(nameOfWork(name)));
      const chosen = longSessions?.choose(waiting, nameOfWork) ?? waiting;
      const short = await this.shortTogether(chosen.slice(0, SESSIONS_AT_ONCE));
      const names = measurableTogether(short, this.attempts);
      if (names.length > 0 && !(await this.tryToMeasure(names, dirty))) return { measured: 0, more: true };
      const more = waiting.length >= SESSIONS_AT_ONCE || names.length < waiting.length;
      return { measured: names.length, more };
    });
  }

  /** Computes these sessions at once. */
  measure(names: readonly SessionOf[]): Promise<void> {
    return this.inTurn(() => this.measureNow(names, []));
  }

  /** Returns as many of the first sessions as fit into one batch, at least one; those that are known take no room. */
  private async shortTogether(names: readonly SessionOf[]): Promise<readonly SessionOf[]> {
    const unknown = names.filter((name) => !this.checkpoints.has(name));
    const sizes = await sizesOf(this.parts.database, unknown);
    let together = 0;
    const tooMany = names.findIndex((name, place) => {
      together += sizes.get(nameOfWork(name)) ?? 0;
      return place > 0 && together > SIZE_AT_ONCE;
    });
    return tooMany === -1 ? names : names.slice(0, tooMany);
  }

  /** Returns false when it failed because of one of the sessions; they are tried one by one from then on. */
  private async tryToMeasure(names: readonly SessionOf[], dirty: readonly DirtySession[]): Promise<boolean> {
    try {
      await this.measureNow(names, dirty);
      return true;
    } catch (error) {
      if (!isFaultOfTheWork(this.parts.database, error)) throw error;
      this.attempts.broke(names.map(nameOfWork), describeError(error));
      return false;
    }
  }

  private async measureNow(names: readonly SessionOf[], dirty: readonly DirtySession[]): Promise<void> {
    const { attempts } = this;
    const { database, clock, prices } = this.parts;
    const now = clock();
    const reportCrowded = (keyId: string): void => this.reportCrowded(keyId, now);
    const knowledge = {
      prices,
      now,
      outages: this.parts.outages(),
      reportCrowded,
      checkpoints: this.checkpoints,
    };
    const fit = await this.leaveBrokenOut(names, dirty);
    const things = fit.map(nameOfWork);
    attempts.begin(things);
    try {
      const assembling = new Effort();
      const { checkpoints } = this;
      const assembled = await assembleStored(database, fit, { now, effort: assembling, checkpoints });
      await assembling.pause();
      const spent = assembling.sofar();
      const chosen = new Set(things);
      const cost = await inTransaction(database, "normal", async (transaction) => {
        const saving = new Effort();
        const sessions = await stillKnown(transaction, assembled);
        const measured = await measureStored(transaction, sessions, knowledge);
        await saveMeasured(transaction, measuredRows(measured, prices), now);
        await clearDirty(
          transaction,
          dirty.filter((name) => chosen.has(nameOfWork(name))),
        );
        return spent + saving.sofar();
      });
      this.noteCost(assembled, cost);
      attempts.done(things);
    } finally {
      attempts.rest();
    }
  }

  /** The cost of a batch is divided among its sessions by what is new in them. */
  private noteCost(sessions: readonly StoredSession[], cost: Milliseconds): void {
    const all = sessions.reduce((sum, { added }) => sum + added, 0);
    for (const { facts, added } of sessions)
      this.parts.longSessions?.note(nameOfWork(facts), (cost * added) / Math.max(all, 1));
  }

  /** Once a day for each key. */
  private reportCrowded(key: string, now: Instant): void {
    const day = Math.floor(now / DAY);
    if (this.crowdedOn.get(key) === day) return;
    this.crowdedOn.set(key, day);
    this.parts.log?.warning(CROWDED, { key });
  }

  private leaveBrokenOut(
    names: readonly SessionOf[],
    dirty: readonly DirtySession[],
  ): Promise<readonly SessionOf[]> {
    const { attempts } = this;
    const { database, clock, log = silentLog } = this.parts;
    return leaveBrokenOut(database, names, { attempts, clock, dirty, log });
  }

  private inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.last.then(work);
    this.last = done.catch(() => {}); // the caller of that work gets the error
    return done;
  }
}

const CROWDED =
  "a key named more new developers in a day than one key may make; the sessions of further ones count for the key, and are theirs after scoring rescore";

const NONE: ReadonlySet<string> = new Set();

function unique(names: readonly SessionOf[]): SessionOf[] {
  const byName = new Map(
    names.map(({ organization, session }) => [`${organization} ${session}`, { organization, session }]),
  );
  return [...byName.values()];
}

async function sizesOf(database: Database, names: readonly SessionOf[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const [organization, ours] of Map.groupBy(names, (name) => name.organization)) {
    const known = await readSizes(
      database,
      organization,
      ours.map(({ session }) => session),
    );
    for (const { session, size } of known) {
      const thing = nameOfWork({ organization, session });
      sizes.set(thing, size + (sizes.get(thing) ?? 0));
    }
  }
  return sizes;
}

/** A purge may have deleted sessions while they were assembled. */
async function stillKnown(
  transaction: Database,
  sessions: readonly StoredSession[],
): Promise<readonly StoredSession[]> {
  const known = new Set<string>();
  for (const [organization, ours] of Map.groupBy(sessions, ({ facts }) => facts.organization)) {
    const names = ours.map(({ facts }) => facts.session);
    for (const facts of await readSessions(transaction, organization, names)) known.add(nameOfWork(facts));
  }
  return sessions.filter(({ facts }) => known.has(nameOfWork(facts)));
}
