/** Answers what was spent on each model, and which models have no price. */
import type { Database } from "../database/open.ts";
import { rowsToRead } from "../identity/scope.ts";
import { compareCosts } from "../prices/cross-check.ts";
import { listedNames, pageOfNames } from "../vocabulary/listed-names.ts";
import type { MicroUsd } from "../vocabulary/units.ts";
import type { ModelSpendAnswer, SpendPage, SpendPageQuery, SpendQuery } from "./spend-answer.ts";
import { readSpend } from "./tallies/read-spend.ts";
import { addSpend, type ModelSpend } from "./spend.ts";

/** Reads the spend of each model, by its name; too many models are put in one row. */
export async function listSpend(database: Database, query: SpendQuery): Promise<ModelSpendAnswer[]> {
  const spent = await readSpent(database, query);
  return listed(spent, listedNames(spent.map(callsByModel)));
}

/** Reads one page: the models with the most calls first, on each page by name and those of later pages in one row. */
export async function pageSpend(database: Database, query: SpendPageQuery): Promise<SpendPage> {
  const spent = await readSpent(database, query);
  const { listedAs, total, next } = pageOfNames(spent.map(callsByModel), query);
  const sum = (of: (spend: ModelSpend) => number): number =>
    spent.reduce((together, spend) => together + of(spend), 0);
  return {
    costUsd: inUsd(sum(({ cost }) => cost)),
    calls: sum(({ calls }) => calls),
    unpricedCalls: sum(({ unpricedCalls }) => unpricedCalls),
    models: listed(spent, listedAs),
    total,
    next,
  };
}

async function readSpent(database: Database, query: SpendQuery): Promise<ModelSpend[]> {
  const { scope, from, to } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  if (readable === null) return [];
  const { developerIds: developers, labels } = readable;
  const filter = { organization: scope.organizationId, developers, labels, from, to };
  return readSpend(database, filter);
}

function callsByModel({ model, calls }: ModelSpend): [name: string | null, weight: number] {
  return [model, calls];
}

/** @param listedAs - As which name a model is listed; undefined when it is not. */
function listed(
  spent: readonly ModelSpend[],
  listedAs: (model: string | null) => string | null | undefined,
): ModelSpendAnswer[] {
  const byName = new Map<string | null, ModelSpend>();
  for (const spend of spent) {
    const name = listedAs(spend.model);
    if (name === undefined) continue;
    const known = byName.get(name);
    byName.set(name, known === undefined ? { ...spend, model: name } : addSpend(known, spend));
  }
  return [...byName.values()].map(answerOf);
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
