/** What a session's model calls cost, model by model, and how far the price table is from what the agent says. */
import type { ModelCall } from "../normaliser/event.ts";
import { costOf } from "../prices/cost.ts";
import { checkCost, type CostCheck } from "../prices/cross-check.ts";
import type { PriceTable } from "../prices/price-table.ts";
import type { Turn } from "../turns/turn.ts";
import type { MicroUsd } from "../vocabulary/units.ts";

/** Calls of one model in one session. */
export interface ModelSpend {
  /** As the agent names it; null where it does not. */
  model: string | null;
  /** Those that have a cost, or tokens. */
  calls: number;
  /** Those whose cost is known neither from the agent nor from the price table; they are not in `cost`. */
  unpricedCalls: number;
  cost: MicroUsd;
  /** Calls that the agent and the table both price, and what each of the two makes of them. */
  checkedCalls: number;
  reported: MicroUsd;
  computed: MicroUsd;
}

/** What a call cost: what the agent says, else what the table makes of its tokens; null when neither is known. */
export function spentOn(prices: PriceTable, call: ModelCall): MicroUsd | null {
  return priced(prices, call).cost;
}

/** What the agent says a call cost against what the table makes of its tokens; null when not both are known. */
export function checkOn(prices: PriceTable, call: ModelCall): CostCheck | null {
  return priced(prices, call).check;
}

/** What a call cost, and how that compares. */
interface Priced {
  prices: PriceTable;
  cost: MicroUsd | null;
  check: CostCheck | null;
}

const known = new WeakMap<ModelCall, Priced>();

function priced(prices: PriceTable, call: ModelCall): Priced {
  const before = known.get(call);
  if (before?.prices === prices) return before;
  const cost = call.reportedCost ?? costOf(prices, call);
  const found = { prices, cost, check: checkCost(prices, call) };
  known.set(call, found);
  return found;
}

/** Adds up a session's calls by model, helpers' too. */
export function spendByModel(turns: readonly Turn[], prices: PriceTable): ModelSpend[] {
  return addUp(turns.flatMap((turn) => spendOfTurn(turn, prices)));
}

const knownTurns = new WeakMap<Turn, { prices: PriceTable; spend: ModelSpend[] }>();

/** A turn that did not change is added up once. */
function spendOfTurn(turn: Turn, prices: PriceTable): ModelSpend[] {
  const before = knownTurns.get(turn);
  if (before?.prices === prices) return before.spend;
  const calls = callsOf(turn).filter(tellsSpend);
  const spend = addUp(calls.map((call) => spendOfCall(call, prices)));
  knownTurns.set(turn, { prices, spend });
  return spend;
}

function addUp(parts: readonly ModelSpend[]): ModelSpend[] {
  const byModel = new Map<string | null, ModelSpend>();
  for (const part of parts) {
    const sum = byModel.get(part.model);
    byModel.set(part.model, sum === undefined ? part : addSpend(sum, part));
  }
  return [...byModel.values()];
}

function callsOf({ events, helperCalls }: Turn): ModelCall[] {
  return [...events.filter((event) => event.kind === "model_call"), ...helperCalls];
}

/** Whether a call says what it cost, or what that can be computed from. */
export function tellsSpend({ reportedCost, tokens }: ModelCall): boolean {
  return reportedCost !== null || Object.values(tokens).some((count) => count !== null);
}

function spendOfCall(call: ModelCall, prices: PriceTable): ModelSpend {
  const { cost, check } = priced(prices, call);
  return {
    model: call.model,
    calls: 1,
    unpricedCalls: Number(cost === null),
    cost: cost ?? 0,
    checkedCalls: Number(check !== null),
    reported: check?.reported ?? 0,
    computed: check?.computed ?? 0,
  };
}

/** Adds what a model cost here and there; the name is that of the first. */
export function addSpend(left: ModelSpend, right: ModelSpend): ModelSpend {
  return {
    model: left.model,
    calls: left.calls + right.calls,
    unpricedCalls: left.unpricedCalls + right.unpricedCalls,
    cost: left.cost + right.cost,
    checkedCalls: left.checkedCalls + right.checkedCalls,
    reported: left.reported + right.reported,
    computed: left.computed + right.computed,
  };
}
