/** What the model may cost in a month, and whether one more call is within it. */
import type { MicroUsd, Milliseconds, Tokens } from "../vocabulary/units.ts";
import type { Spent } from "./ledger-table.ts";

/** The limits of a calendar month; null for none. */
export interface BudgetLimits {
  cost: MicroUsd | null;
  tokens: Tokens | null;
}

/** What a call takes at most, as far as can be said before it. */
export interface Estimate {
  tokens: Tokens;
  /** null when the model's price is not known. */
  cost: MicroUsd | null;
}

/** Sets aside what calls under way may take, so that calls at once do not pass the limit together. */
export class Budget {
  private tokensUnderWay: Tokens = 0;
  private costUnderWay: MicroUsd = 0;

  constructor(private readonly limits: BudgetLimits) {}

  /** Gives: whether the call fits into the month; then it must be given back with `release`. */
  reserve({ tokens, cost }: Estimate, spent: Spent): boolean {
    const wouldBe = {
      tokens: spent.inputTokens + spent.outputTokens + this.tokensUnderWay + tokens,
      cost: spent.cost + this.costUnderWay + (cost ?? 0),
    };
    const { tokens: mostTokens, cost: mostCost } = this.limits;
    if (mostTokens !== null && wouldBe.tokens > mostTokens) return false;
    if (mostCost !== null && wouldBe.cost > mostCost) return false;
    this.tokensUnderWay += tokens;
    this.costUnderWay += cost ?? 0;
    return true;
  }

  /** Takes: what was reserved, once the call itself is in the ledger. */
  release({ tokens, cost }: Estimate): void {
    this.tokensUnderWay -= tokens;
    this.costUnderWay -= cost ?? 0;
  }
}

/** The first instant of the month after the one that holds this instant, UTC. */
export function nextMonth(at: Milliseconds): Milliseconds {
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
