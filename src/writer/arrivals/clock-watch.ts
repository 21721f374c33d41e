/** Watches the machine's clock, because by a wrong one retention would remove what is not old. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { readPosition } from "../../books/progress-table.ts";
import { type Log } from "../../vocabulary/log.ts";
import type { Instant } from "../../vocabulary/units.ts";
import {
  type Agreement,
  type ClockDoubt,
  readLastArrival,
  readOpenDoubt,
  saveDoubt,
  saveLastArrival,
} from "./doubts-table.ts";
import { type ClockLook, doubtOfClock, isOver, lookAgain, type Reason } from "./judge-clock.ts";
import { sayDoubt } from "./say-doubt.ts";

/** What arrived together. */
export interface Arrival {
  /** By the clock, of the newest. */
  at: Instant;
  firstSequence: number;
  agreement: Agreement;
}

/** What the watch works with. */
export interface ClockWatchParts {
  /** When the program was built; null when that is not known. */
  builtAt: Instant | null;
  log: Log;
}

/** One for each run of the engine: the writer reports arrivals, and upkeep asks before it removes anything by age. */
export class ClockWatch {
  private lookedAt: Instant | null = null;
  private isLogged = false;

  constructor(private readonly parts: ClockWatchParts) {}

  /**
   * Looks at the clock; to be called at the start and then once a minute.
   *
   * A look that throws was none: the next one compares with the last that ended, and finds the same jump.
   *
   * @param database - The writing connection.
   * @param now - What the clock shows.
   * @returns The doubt that goes on; null when the clock is believed.
   */
  async look(database: Database, now: Instant): Promise<ClockDoubt | null> {
    const { builtAt, log } = this.parts;
    const look = { now, lookedAt: this.lookedAt, builtAt, lastArrival: await readLastArrival(database) };
    const found = await findDoubt(database, look);
    this.lookedAt = now;
    if (found === null) return this.believe();
    if (!this.isLogged) log.warning(sayDoubt(found), { reason: found.reason });
    this.isLogged = true;
    return found;
  }

  private believe(): null {
    if (this.isLogged) this.parts.log.info("the clock is believed again: expiry by age goes on");
    this.isLogged = false;
    return null;
  }

  /**
   * Keeps the last arrival, in the transaction that lists what arrived.
   *
   * A clock that jumped since the last look is found here, before its time is taken for the last arrival's.
   */
  async noteArrival(transaction: Database, { at, firstSequence, agreement }: Arrival): Promise<void> {
    const open = await readOpenDoubt(transaction);
    const lastArrival = await readLastArrival(transaction);
    // what waited in the stream may have arrived before the program was built
    const look = { now: at, lookedAt: this.lookedAt, lastArrival, builtAt: null };
    const reason = open === null ? doubtOfClock(look) : null;
    const doubt = open ?? (reason === null ? null : newDoubt(reason, at, firstSequence));
    if (doubt !== null) {
      const agreeing = doubt.agreeing + agreement.agreeing;
      const disagreeing = doubt.disagreeing + agreement.disagreeing;
      await saveDoubt(transaction, { ...doubt, agreeing, disagreeing });
    }
    await saveLastArrival(transaction, at);
  }
}

/** Returns the doubt that goes on, which is saved then; null when there is none, or it is over. */
async function findDoubt(database: Database, look: ClockLook): Promise<ClockDoubt | null> {
  if ((await readOpenDoubt(database)) === null && doubtOfClock(look) === null) return null;
  const { now } = look;
  return inTransaction(database, "full", async (transaction) => {
    const open = await readOpenDoubt(transaction);
    const sequence = (await readPosition(transaction, "writer"))?.sequence ?? 0;
    // a command may have confirmed the clock meanwhile
    const reason =
      open === null ? doubtOfClock({ ...look, lastArrival: await readLastArrival(transaction) }) : null;
    if (open === null && reason === null) return null;
    const doubt = open === null ? newDoubt(reason as Reason, now, sequence + 1) : lookAgain(open, look);
    const over = isOver(doubt) ? { endedAt: now, lastSequence: sequence } : {};
    await saveDoubt(transaction, { ...doubt, ...over });
    return isOver(doubt) ? null : doubt;
  });
}

function newDoubt(reason: Reason, now: Instant, firstSequence: number): ClockDoubt {
  const nothing = { lastSequence: null, endedAt: null, ranMs: 0, agreeing: 0, disagreeing: 0 };
  return { ...reason, firstSequence, beganAt: now, lookedAt: now, ...nothing };
}
