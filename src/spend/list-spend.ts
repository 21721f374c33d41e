/** Answers what was spent on each model, and which models have no price. */
import type { Database } from "../database/open.ts";
import { rowsToRead } from "../identity/scope.ts";
import { compareCosts } from "../prices/cross-check.ts";
import { listedNames } from "../vocabulary/listed-names.ts";
import type { MicroUsd } from "../vocabulary/units.ts";
import type { ModelSpendAnswer, SpendQuery } from "./spend-answer.ts";
import { readSpend } from "./spend-table.ts";
import type { ModelSpend } from "./spend.ts";

/** Reads the spend of each model, by its name. */
export async function listSpend(database: Database, query: SpendQuery): Promise<ModelSpendAnswer[]> {
  const { scope, from, to } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  if (readable === null) return [];
  const filter = { organization: scope.organizationId, developers: readable.developerIds, from, to };
  return listed(await readSpend(database, filter)).map(answerOf);
}

/** Too many models are put in one row. */
function listed(spent: readonly ModelSpend[]): ModelSpend[] {
  const nameOf = listedNames(spent.map(({ model, calls }) => [model, calls]));
  const byName = new Map<string | null, ModelSpend>();
  for (const spend of spent) {
    const name = nameOf(spend.model);
    const known = byName.get(name);
    byName.set(name, known === undefined ? { ...spend, model: name } : joined(known, spend));
  }
  return [...byName.values()];
}

function joined(left: ModelSpend, right: ModelSpend): ModelSpend {
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

function answerOf(spend: ModelSpend): ModelSpendAnswer {
  const { model, calls, unpricedCalls, cost } = spend;
  return { model, calls, unpricedCalls, costUsd: inUsd(cost), check: checkOf(spend) };
}

function checkOf({ checkedCalls, reported, computed }: ModelSpend): ModelSpendAnswer["check"] {
  if (checkedCalls === 0) return null;
  return {
    calls: checkedCalls,
    reportedUsd: inUsd(reported),
    computedUsd: inUsd(computed),
    difference: compareCosts(reported, computed),
  };
}

function inUsd(cost: MicroUsd): number {
  return cost / 1e6;
}
