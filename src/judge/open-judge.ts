/** Opens the judge: everything that asks the judge model asks it here. */
import { setTimeout } from "node:timers/promises";
import type { Database } from "../database/open.ts";
import type { Settings } from "../settings/schema.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { Log } from "../vocabulary/log.ts";
import { fail } from "../vocabulary/result.ts";
import type { Instant, MicroUsd, Milliseconds, Ratio, Tokens } from "../vocabulary/units.ts";
import { type AskingParts, Asking } from "./asking.ts";
import { Budget, type BudgetLimits, nextMonth } from "./budget.ts";
import { JudgeCounts, type JudgeCountsSnapshot } from "./judge-counts.ts";
import { Ledger } from "./ledger.ts";
import type { Spent } from "./ledger-table.ts";
import type { Judge } from "./question.ts";
import { Turnstile } from "./turnstile.ts";

/** The settings of the judge model. */
export type JudgeSettings = Pick<Settings, Extract<keyof Settings, `llm${string}`> | "offline">;

/** What the judge is made of. */
export interface JudgeParts {
  settings: JudgeSettings;
  /** A writing connection, for the ledger. */
  database: Database;
  clock: Clock;
  log: Log;
  /** Spreads tries that would come together. */
  random(): Ratio;
  /** What tokens of a model cost; null when its price is not known. */
  costOf(model: string, tokens: { input: Tokens; output: Tokens }): MicroUsd | null;
  /** Between how many the budget is shared; one when absent. */
  countOrganizations?(): Promise<number>;
  /** Waits between tries; the machine's own when absent. */
  pause?: AskingParts["pause"];
}

/** How the judge is. */
export interface JudgeState {
  /** null when none is set. */
  model: string | null;
  /** Why no question can be asked at all; null when they can. */
  closed: "not_configured" | "offline" | null;
  /** Whether the model's price is known. */
  isPriced: boolean;
  /** Calls under way, and the most at once. */
  underWay: number;
  concurrency: number;
  /** What the calendar month came to at the last look, and its limits. */
  month: Spent;
  budget: BudgetLimits;
  resetsAt: Instant;
  /** Since the start. */
  counts: JudgeCountsSnapshot;
}

/** A judge that keeps a ledger. */
export interface RunningJudge extends Judge {
  state(): JudgeState;
  /** Reads what other processes have spent of the month; each call does that too. */
  look(): Promise<void>;
  /** Ends when every call so far is in the ledger. */
  settled(): Promise<void>;
}

/** So many people may wait for an answer while the program's own questions take all places. */
const AWAITED_AT_ONCE = 2;

/** Opens the judge of the settings. Without a model it answers `not_configured` to everything. */
export async function openJudge(parts: JudgeParts): Promise<RunningJudge> {
  const { settings, clock } = parts;
  const ledger = await Ledger.open({
    countOrganizations: async () => 1,
    ...parts,
    organizationShare: settings.llmOrganizationBudgetShare,
  });
  const counts = new JudgeCounts();
  const limits = limitsOf(settings);
  const turnstile = new Turnstile({ most: settings.llmConcurrency, forHurried: AWAITED_AT_ONCE });
  const closed = closedBy(settings);
  const model = settings.llmModel;
  const asking = closed === null ? await askingWith({ pause, ...parts }, { ledger, counts, limits }) : null;
  const probe = { input: 1_000_000, output: 1_000_000 };
  const isPriced = model !== null && parts.costOf(model, probe) !== null;
  return {
    model: closed === "not_configured" ? null : model,
    ask: async (question, signal) =>
      asking === null
        ? fail({ kind: closed ?? "not_configured" })
        : turnstile.pass(() => asking.ask(question, signal), { isHurried: question.isAwaited, signal }),
    state: () => ({
      model: closed === "not_configured" ? null : model,
      closed,
      isPriced,
      underWay: turnstile.inside,
      concurrency: settings.llmConcurrency,
      month: ledger.month(),
      budget: limits,
      resetsAt: nextMonth(clock()),
      counts: counts.snapshot(),
    }),
    look: () => ledger.look(),
    settled: () => ledger.settled(),
  };
}

function closedBy({ offline, llmBaseUrl, llmModel }: JudgeSettings): JudgeState["closed"] {
  if (llmBaseUrl === null || llmModel === null) return "not_configured";
  return offline ? "offline" : null;
}

function limitsOf({ llmMonthlyBudgetUsd, llmMonthlyBudgetTokens }: JudgeSettings): BudgetLimits {
  return {
    cost: llmMonthlyBudgetUsd === null ? null : Math.round(llmMonthlyBudgetUsd * 1e6),
    tokens: llmMonthlyBudgetTokens,
  };
}

async function askingWith(
  parts: JudgeParts & Pick<AskingParts, "pause">,
  { ledger, counts, limits }: { ledger: Ledger; counts: JudgeCounts; limits: BudgetLimits },
): Promise<Asking> {
  const { llmBaseUrl, llmModel, llmApiKey, llmTimeoutMs } = parts.settings;
  if (llmBaseUrl === null || llmModel === null) throw new Error("BUG: a model is asked that is not set");
  // the package takes 12 MB and some time to load: only a program that asks a model pays for it
  const { ModelClient } = await import("./calls/model-client.ts");
  const client = new ModelClient({
    baseUrl: llmBaseUrl,
    model: llmModel,
    apiKey: llmApiKey,
    timeoutMs: llmTimeoutMs,
    clock: parts.clock,
  });
  return new Asking({ ...parts, client, model: llmModel, ledger, counts, budget: new Budget(limits) });
}

async function pause(waitMs: Milliseconds, signal: AbortSignal | undefined): Promise<void> {
  await setTimeout(waitMs, undefined, signal && { signal }).catch((error: unknown) => {
    throw signal?.reason ?? error;
  });
}
