/** Answers which cheaper or stronger models the stored usage speaks for. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { findModel, type PriceTable } from "../../prices/price-table.ts";
import { rungOf } from "../../prices/tiers.ts";
import { readUsage } from "../../spend/usage/read-usage.ts";
import type { ModelTotal, UsageDay } from "../../spend/usage/usage-day.ts";
import { listedNames } from "../../vocabulary/listed-names.ts";
import { idIn } from "../../vocabulary/held-name.ts";
import type { MicroUsd } from "../../vocabulary/units.ts";
import { assumptionsOf } from "./assumptions.ts";
import type { Candidate } from "./candidate.ts";
import { compareReached, type Tried } from "./evidence.ts";
import { type NamedSubSession, readNamed } from "./examples-table.ts";
import { recommendationId } from "./recommendation-id.ts";
import type { Recommendation, Rightsizing, RightsizingQuery } from "./rightsizing-answer.ts";
import { recommend, type Recommended } from "./recommend.ts";

/** Computes the answer from what is stored, each time it is asked for. */
export async function readRightsizing(
  database: Database,
  query: RightsizingQuery,
  prices: PriceTable,
): Promise<Rightsizing> {
  const { scope, from, to, now } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  const { developerIds = null, labels = null } = readable ?? {};
  const filter = { organization: scope.organizationId, developers: developerIds, labels, from, to };
  const usage = readable === null ? NOTHING : await readUsage(database, filter);
  const { recommended, quiet } = recommend(usage, prices, Math.min(to, now) - from);
  const named = await readNamed(
    database,
    scope.organizationId,
    recommended.flatMap(mostExpensiveOf).map(({ id }) => id),
  );
  const names = new Map(named.map((subSession) => [subSession.id, subSession]));
  return {
    recommendations: recommended.map((change) => recommendationOf(change, { prices, names })),
    quiet,
    ...spendOf(usage, prices),
    priceTable: tableOf(prices),
  };
}

const NOTHING: UsageDay = { models: [], waste: [], groups: [] };
const EXAMPLES = 5;

type Example = Candidate["examples"][number];
type Names = ReadonlyMap<string, NamedSubSession>;

function recommendationOf(
  change: Recommended["recommended"][number],
  { prices, names }: { prices: PriceTable; names: Names },
): Recommendation {
  const { kind, model, from, to, segment, subSessions, grade, matched } = change;
  const { difference, low } = compareReached(matched.from, matched.to);
  return {
    id: recommendationId(change),
    kind,
    model,
    from,
    to,
    segment,
    work: workOf(change),
    subSessions,
    basis: change.basis,
    spentUsd: inUsd(change.spent),
    currentCostUsd: inUsd(change.current),
    projectedCostUsd: inUsd(change.projected),
    monthlySavingUsd: inUsd(change.monthlySaving),
    evidence: grade,
    comparison: { from: shareOf(matched.from), to: shareOf(matched.to), difference, low },
    assumptions: assumptionsOf(change),
    examples: mostExpensiveOf(change).flatMap((example) => exampleOf(example, names)),
    priceTable: tableOf(prices),
  };
}

function workOf({ parts }: Candidate): Recommendation["work"] {
  return parts
    .map(({ segment: { intent, size }, subSessions }) => ({ intent, size, subSessions }))
    .toSorted((left, right) => right.subSessions - left.subSessions);
}

function shareOf({ subSessions, reached }: Tried): Recommendation["comparison"]["from"] {
  return { subSessions, reached: subSessions === 0 ? null : reached / subSessions };
}

function mostExpensiveOf({ examples }: Candidate): Candidate["examples"] {
  return examples.toSorted((left, right) => right.cost - left.cost).slice(0, EXAMPLES);
}

function exampleOf({ id, session, cost }: Example, names: Names): Recommendation["examples"] {
  const named = names.get(id);
  if (named === undefined) return [];
  const { title, firstTurn } = named;
  return [{ subSessionId: id, sessionId: idIn(session), title, firstTurn, costUsd: inUsd(cost) }];
}

function spendOf(
  { models }: UsageDay,
  prices: PriceTable,
): Pick<Rightsizing, "models" | "unpricedModels" | "spendUsd"> {
  const byCost = listed(models).toSorted((left, right) => right.cost - left.cost || right.calls - left.calls);
  return {
    models: byCost.map(({ model, calls, cost }) => ({
      model,
      calls,
      costUsd: inUsd(cost),
      tier: tierOf(model, prices),
    })),
    unpricedModels: byCost
      .filter(({ unpriced }) => unpriced > 0)
      .map(({ model, unpriced }) => ({ model, calls: unpriced })),
    spendUsd: inUsd(models.reduce((sum, { cost }) => sum + cost, 0)),
  };
}

type Spent = Pick<ModelTotal, "model" | "calls" | "cost" | "unpriced">;

/** Models without end share one row. */
function listed(models: readonly Spent[]): Spent[] {
  const nameOf = listedNames(models.map(({ model, calls }) => [model, calls]));
  const byName = new Map<string | null, Spent>();
  for (const { model, calls, cost, unpriced } of models) {
    const name = nameOf(model);
    const known = byName.get(name) ?? { model: name, calls: 0, cost: 0, unpriced: 0 };
    byName.set(name, {
      model: name,
      calls: known.calls + calls,
      cost: known.cost + cost,
      unpriced: known.unpriced + unpriced,
    });
  }
  return [...byName.values()];
}

function tierOf(name: ModelTotal["model"], prices: PriceTable): string | null {
  const model = name === null ? null : findModel(prices, name);
  return model === null ? null : (rungOf(prices, model)?.tier ?? null);
}

function tableOf({ date, sha256 }: PriceTable): Rightsizing["priceTable"] {
  return { date, sha256 };
}

function inUsd(cost: MicroUsd): number {
  return cost / 1e6;
}
