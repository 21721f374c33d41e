/** Keeps the ledger: calls are written in the order they end, those of one moment together. */
import { randomUUID } from "node:crypto";
import { type Database, isPassing } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { describeError, type Log } from "../vocabulary/log.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { type Milliseconds, type Ratio, SECOND } from "../vocabulary/units.ts";
import type { Share } from "./budget.ts";
import {
  addSpent,
  type JudgeCall,
  monthOf,
  type NotedCall,
  NOTHING_SPENT,
  readMonth,
  readShares,
  saveCalls,
  type Spent,
  type SpentOfBudget,
  spentOn,
} from "./ledger-table.ts";

/** A database that is away is asked again so often. */
const TRY_AGAIN_MS: Milliseconds = 2 * SECOND;

/** What the ledger is kept with. */
export interface LedgerParts {
  database: Database;
  clock: Clock;
  log: Log;
  /** How much of the budget one organization may use; null for as much as every other. */
  organizationShare: Ratio | null;
  /** How many organizations there are. */
  countOrganizations(): Promise<number>;
}

/** What is written of a month, by every process. */
interface Saved {
  /** Which month. */
  of: string;
  month: Spent;
  shares: ReadonlyMap<string, SpentOfBudget>;
  /** How many organizations share its budget. */
  organizations: number;
}

/** The ledger of a running program, in tables that several engines share. */
export class Ledger {
  private waiting: NotedCall[] = [];
  private writing: Promise<void> | null = null;
  /** How many calls were noted. */
  private noted = 0;
  /** Calls of which nobody knows that they are written: counted twice rather than not. */
  private readonly unwritable: JudgeCall[] = [];
  /** Whether somebody waits for the end of the writing, such as a stop. */
  private isAwaited = false;

  /** Reads what the month came to so far. */
  static async open(parts: LedgerParts): Promise<Ledger> {
    return new Ledger(parts, await readSaved(parts));
  }

  private constructor(
    private readonly parts: LedgerParts,
    private saved: Saved,
  ) {}

  /** Writes a call down soon, without keeping whoever asked waiting. */
  note(call: JudgeCall): void {
    this.noted += 1;
    this.waiting.push({ ...call, id: randomUUID() });
    this.writing ??= this.writeAll().finally(() => (this.writing = null));
  }

  /**
   * Reads what every process has written: to be called before a call, because other engines spend of the same budget.
   * What they have under way is not known.
   */
  async look(): Promise<void> {
    const { noted } = this;
    const saved = await readSaved(this.parts);
    // while calls are written, nobody knows which of them were read
    if (this.writing === null && this.noted === noted) this.saved = saved;
  }

  /** What this month came to when it was looked at last, with what is not written yet. */
  month(): Spent {
    return this.unwritten()
      .map(spentOn)
      .reduce(addSpent, this.written()?.month ?? NOTHING_SPENT);
  }

  /**
   * Returns an organization's part of this month's budget, as of the last look.
   *
   * @param organization - Empty for what is asked for nobody.
   * @returns What it may use and has used, with what is not written yet; null for nobody, who has all of it.
   */
  shareOf(organization: string): Share | null {
    if (organization === "") return null;
    const most = this.parts.organizationShare ?? 1 / Math.max(1, this.saved.organizations);
    const before: Spent = { ...NOTHING_SPENT, ...this.written()?.shares.get(organization) };
    const spent = this.unwritten()
      .filter((call) => call.organization === organization)
      .map(spentOn)
      .reduce(addSpent, before);
    return { organization, spent, most };
  }

  /** Ends when everything noted so far is written, or cannot be. */
  async settled(): Promise<void> {
    this.isAwaited = true;
    await this.writing;
    this.isAwaited = false;
  }

  /** null for a month of which nothing was read yet. */
  private written(): Saved | null {
    return this.saved.of === monthOf(this.parts.clock()) ? this.saved : null;
  }

  private unwritten(): JudgeCall[] {
    const month = monthOf(this.parts.clock());
    return [...this.unwritable, ...this.waiting].filter(({ at }) => monthOf(at) === month);
  }

  private async writeAll(): Promise<void> {
    for (let isReported = false; this.waiting.length > 0;) {
      const calls = [...this.waiting];
      const error = await this.tryToWrite(calls);
      if (error !== null && !isReported)
        this.parts.log.error("could not write calls of the judge model into the ledger", {
          calls: calls.length,
          error: describeError(error),
        });
      isReported = error !== null;
      if (isPassing(error) && !this.isAwaited) {
        await Bun.sleep(TRY_AGAIN_MS);
        continue;
      }
      // an answer that was paid for is not thrown away because its line in the ledger failed
      if (error !== null) this.unwritable.push(...calls);
      this.waiting.splice(0, calls.length);
    }
  }

  /** Returns why it failed; null when it did not. */
  private async tryToWrite(calls: readonly NotedCall[]): Promise<unknown> {
    try {
      this.saved = await this.write(calls);
      return null;
    } catch (error) {
      return error;
    }
  }

  private async write(calls: readonly NotedCall[]): Promise<Saved> {
    await inTransaction(this.parts.database, "normal", (transaction) => saveCalls(transaction, calls));
    return readSaved(this.parts);
  }
}

async function readSaved({ database, clock, countOrganizations }: LedgerParts): Promise<Saved> {
  const now = clock();
  return {
    of: monthOf(now),
    month: await readMonth(database, now),
    shares: await readShares(database, now),
    organizations: await countOrganizations(),
  };
}
