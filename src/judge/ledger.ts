/** Keeps the ledger: calls are written in the order they end, those of one moment together. */
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { describeError, type Log } from "../vocabulary/log.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { Ratio } from "../vocabulary/units.ts";
import type { Share } from "./budget.ts";
import {
  addSpent,
  type JudgeCall,
  monthOf,
  NOTHING_SPENT,
  readMonth,
  readShares,
  saveCalls,
  type Spent,
  type SpentOfBudget,
  spentOn,
} from "./ledger-table.ts";

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

/** What is written of a month. */
interface Saved {
  month: Spent;
  shares: ReadonlyMap<string, SpentOfBudget>;
}

/** The ledger of a running program. */
export class Ledger {
  /** The month that `saved` is about. */
  private savedMonth: string;
  private waiting: JudgeCall[] = [];
  private writing: Promise<void> | null = null;

  /** Reads what the month came to so far. */
  static async open(parts: LedgerParts): Promise<Ledger> {
    return new Ledger(parts, await readSaved(parts));
  }

  private constructor(
    private readonly parts: LedgerParts,
    private saved: Saved,
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
    return this.unwritten().map(spentOn).reduce(addSpent, this.saved.month);
  }

  /**
   * Returns an organization's part of this month's budget, divided by the number of organizations that there are now.
   *
   * @param organization - Empty for what is asked for nobody.
   * @returns What it may use and has used, with what is not written yet; null for nobody, who has all of it.
   */
  async shareOf(organization: string): Promise<Share | null> {
    if (organization === "") return null;
    const { organizationShare, countOrganizations } = this.parts;
    const most = organizationShare ?? 1 / Math.max(1, await countOrganizations());
    // after the count: a call that ended meanwhile has spent too
    const before: Spent = { ...NOTHING_SPENT, ...this.saved.shares.get(organization) };
    const spent = this.unwritten()
      .filter((call) => call.organization === organization)
      .map(spentOn)
      .reduce(addSpent, before);
    return { organization, spent, most };
  }

  /** Ends when everything noted so far is written. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private unwritten(): JudgeCall[] {
    const month = monthOf(this.parts.clock());
    if (month !== this.savedMonth) {
      // what another process asked in a new month is seen with the next writing
      this.savedMonth = month;
      this.saved = { ...this.saved, month: NOTHING_SPENT, shares: new Map() };
    }
    return this.waiting.filter(({ at }) => monthOf(at) === month);
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const calls = [...this.waiting];
      try {
        this.saved = await this.write(calls);
      } catch (error) {
        // an answer that was paid for is not thrown away because its line in the ledger failed
        this.parts.log.error("could not write calls of the judge model into the ledger", {
          calls: calls.length,
          error: describeError(error),
        });
        this.saved = withCalls(this.saved, calls);
      }
      this.waiting.splice(0, calls.length);
    }
  }

  private async write(calls: readonly JudgeCall[]): Promise<Saved> {
    await inTransaction(this.parts.database, "normal", (transaction) => saveCalls(transaction, calls));
    return readSaved(this.parts);
  }
}

async function readSaved({ database, clock }: LedgerParts): Promise<Saved> {
  return {
    month: await readMonth(database, clock()),
    shares: await readShares(database, clock()),
  };
}

function withCalls(saved: Saved, calls: readonly JudgeCall[]): Saved {
  const shares = new Map(saved.shares);
  for (const call of calls) {
    const before: Spent = { ...NOTHING_SPENT, ...shares.get(call.organization) };
    shares.set(call.organization, addSpent(before, spentOn(call)));
  }
  return { ...saved, month: calls.map(spentOn).reduce(addSpent, saved.month), shares };
}
