/** The ledger of calls to the judge model, and what each month came to. It holds no text. */
import type { Database } from "../database/open.ts";
import { count, instant, orNull, text } from "../database/columns.ts";
import { createTable, declareTable, tables } from "../database/table-shape.ts";
import type { TableSet } from "../database/prepare.ts";
import { isoTime } from "../vocabulary/times.ts";
import type { Instant, MicroUsd, Milliseconds, Tokens } from "../vocabulary/units.ts";
import type { JudgeProblem, Purpose } from "./question.ts";

/** How a call ended: `unfit` is an answer of another shape, `not_accepted` a request that the server takes in another form, `abandoned` one that nobody waited for any more. */
export type CallEnd = "answered" | "unfit" | "not_accepted" | "abandoned" | JudgeProblem["kind"];

/** One call to the model. */
export interface JudgeCall {
  at: Instant;
  organization: string;
  purpose: Purpose;
  model: string;
  end: CallEnd;
  /** Zero when the call ended without an answer: then nobody says what it took. */
  inputTokens: Tokens;
  outputTokens: Tokens;
  /** null when the model's price is not known. */
  cost: MicroUsd | null;
  latencyMs: Milliseconds;
}

/** A call on its way into the ledger; its id is its own, so that it is written once, however often that is tried. */
export interface NotedCall extends JudgeCall {
  id: string;
}

/** What calls came to. */
export interface Spent {
  calls: number;
  inputTokens: Tokens;
  outputTokens: Tokens;
  /** Of the calls whose price is known. */
  cost: MicroUsd;
  /** Calls with tokens whose price is not known. */
  unpriced: number;
}

/** What somebody has spent of a month, as far as limits are held against it. */
export type SpentOfBudget = Pick<Spent, "inputTokens" | "outputTokens" | "cost">;

export const JUDGE_CALLS = declareTable(
  "judge_calls",
  {
    id: text(),
    at: instant(),
    organization: text(),
    purpose: text<Purpose>(),
    model: text(),
    outcome: text<CallEnd>(),
    input_tokens: count(),
    output_tokens: count(),
    cost_micro_usd: orNull(count()),
    latency_ms: count(),
  },
  { key: ["id"], indexes: { judge_calls_at: ["at"] } },
);

/** Sums of the ledger, so that a budget is asked without reading a month of calls. */
export const JUDGE_MONTHS = declareTable(
  "judge_months",
  {
    /** YYYY-MM, UTC. */
    month: text(),
    model: text(),
    calls: count(),
    input_tokens: count(),
    output_tokens: count(),
    cost_micro_usd: count(),
    unpriced: count(),
  },
  { key: ["month", "model"] },
);

/** The same by organization, for its share of the budget. */
export const JUDGE_SHARES = declareTable(
  "judge_shares",
  {
    /** YYYY-MM, UTC. */
    month: text(),
    organization: text(),
    input_tokens: count(),
    output_tokens: count(),
    cost_micro_usd: count(),
  },
  { key: ["month", "organization"] },
);

export const judgeTables = {
  name: "judge",
  tables: [JUDGE_CALLS, JUDGE_MONTHS, JUDGE_SHARES],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, JUDGE_CALLS);
  await createTable(database, JUDGE_MONTHS);
  await createTable(database, JUDGE_SHARES);
}

/**
 * Writes calls into the ledger and into their months; those that are there already are left out.
 *
 * @param transaction - A transaction.
 */
export async function saveCalls(transaction: Database, noted: readonly NotedCall[]): Promise<void> {
  if (noted.length === 0) return;
  const rows = noted.map((call) => ({
    id: call.id,
    at: call.at,
    organization: call.organization,
    purpose: call.purpose,
    model: call.model,
    outcome: call.end,
    input_tokens: call.inputTokens,
    output_tokens: call.outputTokens,
    cost_micro_usd: call.cost,
    latency_ms: Math.round(call.latencyMs),
  }));
  const written = await tables(transaction, JUDGE_CALLS)
    .insertInto("judge_calls")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .execute();
  const ids = new Set(written.map(({ id }) => id));
  const calls = noted.filter(({ id }) => ids.has(id));
  for (const group of Map.groupBy(calls, ({ at, model }) => `${monthOf(at)} ${model}`).values())
    await addToMonth(transaction, group);
  for (const group of Map.groupBy(calls, ({ at, organization }) => `${monthOf(at)} ${organization}`).values())
    await addToShare(transaction, group);
}

async function addToShare(transaction: Database, calls: readonly JudgeCall[]): Promise<void> {
  const [first] = calls;
  if (first === undefined) return;
  const spent = calls.map(spentOn).reduce(addSpent, NOTHING_SPENT);
  await tables(transaction, JUDGE_SHARES)
    .insertInto("judge_shares")
    .values({
      month: monthOf(first.at),
      organization: first.organization,
      input_tokens: spent.inputTokens,
      output_tokens: spent.outputTokens,
      cost_micro_usd: spent.cost,
    })
    .onConflict((conflict) =>
      conflict.columns(["month", "organization"]).doUpdateSet(({ ref, eb }) => ({
        input_tokens: eb("judge_shares.input_tokens", "+", ref("excluded.input_tokens")),
        output_tokens: eb("judge_shares.output_tokens", "+", ref("excluded.output_tokens")),
        cost_micro_usd: eb("judge_shares.cost_micro_usd", "+", ref("excluded.cost_micro_usd")),
      })),
    )
    .execute();
}

/** Returns by organization, what its calls came to in the month that holds the instant. */
export async function readShares(
  database: Database,
  at: Instant,
): Promise<ReadonlyMap<string, SpentOfBudget>> {
  const rows = await tables(database, JUDGE_SHARES)
    .selectFrom("judge_shares")
    .selectAll()
    .where("month", "=", monthOf(at))
    .execute();
  return new Map(
    rows.map(({ organization, input_tokens, output_tokens, cost_micro_usd: cost }) => [
      organization,
      { inputTokens: input_tokens, outputTokens: output_tokens, cost },
    ]),
  );
}

async function addToMonth(transaction: Database, calls: readonly JudgeCall[]): Promise<void> {
  const [first] = calls;
  if (first === undefined) return;
  const spent = calls.map(spentOn).reduce(addSpent, NOTHING_SPENT);
  await tables(transaction, JUDGE_MONTHS)
    .insertInto("judge_months")
    .values({
      month: monthOf(first.at),
      model: first.model,
      calls: spent.calls,
      input_tokens: spent.inputTokens,
      output_tokens: spent.outputTokens,
      cost_micro_usd: spent.cost,
      unpriced: spent.unpriced,
    })
    .onConflict((conflict) =>
      conflict.columns(["month", "model"]).doUpdateSet(({ ref, eb }) => ({
        calls: eb("judge_months.calls", "+", ref("excluded.calls")),
        input_tokens: eb("judge_months.input_tokens", "+", ref("excluded.input_tokens")),
        output_tokens: eb("judge_months.output_tokens", "+", ref("excluded.output_tokens")),
        cost_micro_usd: eb("judge_months.cost_micro_usd", "+", ref("excluded.cost_micro_usd")),
        unpriced: eb("judge_months.unpriced", "+", ref("excluded.unpriced")),
      })),
    )
    .execute();
}

/** Returns what all models together came to in the month that holds the instant. */
export async function readMonth(database: Database, at: Instant): Promise<Spent> {
  const rows = await tables(database, JUDGE_MONTHS)
    .selectFrom("judge_months")
    .selectAll()
    .where("month", "=", monthOf(at))
    .execute();
  return rows
    .map((row) => ({
      calls: row.calls,
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      cost: row.cost_micro_usd,
      unpriced: row.unpriced,
    }))
    .reduce(addSpent, NOTHING_SPENT);
}

/** Returns what a model's calls of one purpose came to since a time. */
export async function readSpentOn(
  database: Database,
  { purpose, model, since }: { purpose: Purpose; model: string; since: Instant },
): Promise<Spent> {
  const rows = await tables(database, JUDGE_CALLS)
    .selectFrom("judge_calls")
    .select(["input_tokens", "output_tokens", "cost_micro_usd"])
    .where("at", ">=", since)
    .where("purpose", "=", purpose)
    .where("model", "=", model)
    .execute();
  return rows
    .map(({ input_tokens, output_tokens, cost_micro_usd: cost }) =>
      spentOn({ inputTokens: input_tokens, outputTokens: output_tokens, cost }),
    )
    .reduce(addSpent, NOTHING_SPENT);
}

/** The calendar month of an instant, UTC, as YYYY-MM. */
export function monthOf(at: Instant): string {
  return isoTime(at).slice(0, 7);
}

/** What nothing came to. */
export const NOTHING_SPENT: Spent = { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0, unpriced: 0 };

/** What one call came to. */
export function spentOn({
  inputTokens,
  outputTokens,
  cost,
}: Pick<JudgeCall, "inputTokens" | "outputTokens" | "cost">): Spent {
  const hasTokens = inputTokens + outputTokens > 0;
  return {
    calls: 1,
    inputTokens,
    outputTokens,
    cost: cost ?? 0,
    unpriced: Number(cost === null && hasTokens),
  };
}

/** Two sums as one. */
export function addSpent(left: Spent, right: Spent): Spent {
  return {
    calls: left.calls + right.calls,
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cost: left.cost + right.cost,
    unpriced: left.unpriced + right.unpriced,
  };
}
