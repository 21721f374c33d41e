/** Keeps the ledger: calls are written in the order they end, those of one moment together. */
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { describeError, type Log } from "../vocabulary/log.ts";
import type { Clock } from "../vocabulary/clock.ts";
import {
  addSpent,
  type JudgeCall,
  monthOf,
  NOTHING_SPENT,
  readMonth,
  saveCalls,
  type Spent,
  spentOn,
} from "./ledger-table.ts";

/** The ledger of a running program. */
export class Ledger {
  /** Of which month `saved` tells. */
  private savedMonth: string;
  private waiting: JudgeCall[] = [];
  private writing: Promise<void> | null = null;

  /** Reads what the month came to so far. */
  static async open(parts: { database: Database; clock: Clock; log: Log }): Promise<Ledger> {
    return new Ledger(parts, await readMonth(parts.database, parts.clock()));
  }

  private constructor(
    private readonly parts: { database: Database; clock: Clock; log: Log },
    private saved: Spent,
  ) {
    this.savedMonth = monthOf(parts.clock());
  }

  /** Writes a call down soon, without keeping whoever asked waiting. */
  note(call: JudgeCall): void {
    this.waiting.push(call);
    this.writing ??= this.writeAll().finally(() => (this.writing = null));
  }

  /** What this month came to, with what is not written yet. */
  month(): Spent {
    const month = monthOf(this.parts.clock());
    if (month !== this.savedMonth) {
      // what another process asked in a new month is seen with the next writing
      this.savedMonth = month;
      this.saved = NOTHING_SPENT;
    }
    return this.waiting
      .filter(({ at }) => monthOf(at) === month)
      .map(spentOn)
      .reduce(addSpent, this.saved);
  }

  /** Ends when everything noted so far is written. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const calls = [...this.waiting];
      try {
        this.saved = await this.write(calls);
      } catch (error) {
        // an answer that was paid for is not thrown away because its line in the ledger failed
        this.parts.log.error("could not write calls of the language model into the ledger", {
          calls: calls.length,
          error: describeError(error),
        });
        this.saved = calls.map(spentOn).reduce(addSpent, this.saved);
      }
      this.waiting.splice(0, calls.length);
    }
  }

  private write(calls: readonly JudgeCall[]): Promise<Spent> {
    const { database, clock } = this.parts;
    return inTransaction(database, "normal", async (transaction) => {
      await saveCalls(transaction, calls);
      return readMonth(transaction, clock());
    });
  }
}
