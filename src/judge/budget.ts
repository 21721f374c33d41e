/** What the model may cost in a month, and whether one more call is within it. */
import type { Instant, MicroUsd, Ratio, Tokens } from "../vocabulary/units.ts";
import type { SpentOfBudget } from "./ledger-table.ts";

/** The limits of a calendar month; null for none. */
export interface BudgetLimits {
  cost: MicroUsd | null;
  tokens: Tokens | null;
}

/** One organization's part of the budget. */
export interface Share {
  organization: string;
  /** How much of each limit it may use. */
  most: Ratio;
  spent: SpentOfBudget;
}

/** What a call takes at most, as far as can be said before it. */
export interface Estimate {
  tokens: Tokens;
  /** null when the model's price is not known. */
  cost: MicroUsd | null;
}

/** What calls under way may still take. */
interface Reserved {
  tokens: Tokens;
  cost: MicroUsd;
}

/** Sets aside what calls under way may take, so that calls at once do not pass the limit together. */
export class Budget {
  private readonly all: Reserved = { tokens: 0, cost: 0 };
  private readonly each = new Map<string, Reserved>();

  constructor(private readonly limits: BudgetLimits) {}

  /**
   * Sets aside what one more call may take.
   *
   * @param estimate - What it takes at most.
   * @param spent - What the month came to.
   * @param share - Whose call it is; null for one that is nobody's.
   * @returns `reserved` where it fits: then it must be given back with `release`; else which limit it does not fit.
   */
  reserve(
    estimate: Estimate,
    spent: SpentOfBudget,
    share: Share | null,
  ): "reserved" | "out_of_budget" | "share_spent" {
    if (!this.fits(estimate, { most: 1, spent }, this.all)) return "out_of_budget";
    if (share !== null && !this.fits(estimate, share, this.ofShare(share))) return "share_spent";
    this.add(estimate, share, 1);
    return "reserved";
  }

  /** Gives back what was reserved, once the call itself is in the ledger. */
  release(estimate: Estimate, share: Share | null): void {
    this.add(estimate, share, -1);
  }

  private fits(
    { tokens, cost }: Estimate,
    { most, spent }: Pick<Share, "most" | "spent">,
    reserved: Reserved,
  ): boolean {
    const wouldBe = {
      tokens: spent.inputTokens + spent.outputTokens + reserved.tokens + tokens,
      cost: spent.cost + reserved.cost + (cost ?? 0),
    };
    const { tokens: mostTokens, cost: mostCost } = this.limits;
    if (mostTokens !== null && wouldBe.tokens > most * mostTokens) return false;
    return mostCost === null || wouldBe.cost <= most * mostCost;
  }

  private add({ tokens, cost }: Estimate, share: Share | null, sign: 1 | -1): void {
    for (const reserved of share === null ? [this.all] : [this.all, this.ofShare(share)]) {
      reserved.tokens += sign * tokens;
      reserved.cost += sign * (cost ?? 0);
    }
  }

  private ofShare({ organization }: Share): Reserved {
    return this.each.getOrInsertComputed(organization, () => ({ tokens: 0, cost: 0 }));
  }
}

/** The first instant of the month after the one that holds this instant, UTC. */
export function nextMonth(at: Instant): Instant {
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
}

/**
 * Tokens of a text before any model has counted them, on the high side: a token holds about four bytes of English and
 * three of other scripts.
 */
export function estimateTokens(text: string): Tokens {
  return Math.ceil(Buffer.byteLength(text) / 3);
}
