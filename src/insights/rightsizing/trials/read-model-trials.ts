/** Counts what was done the other way since a change of model is tried. */
import type { Database } from "../../../database/open.ts";
import type { WindowFilter } from "../../../database/window.ts";
import { type ReadScope, rowsToRead } from "../../../identity/scope.ts";
import { findModel, type PriceTable } from "../../../prices/price-table.ts";
import { readUsage } from "../../../spend/usage/read-usage.ts";
import type { UsageGroup } from "../../../spend/usage/usage-day.ts";
import { isoTime } from "../../../vocabulary/times.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { triedIn } from "../segments.ts";
import { type ModelTrialRow, readModelTrialRows } from "./model-trials-table.ts";
import { type ModelTrial, TRIED_CHANGE, type TriedChange } from "./trial-answer.ts";

/** Whose trials, and whose work counts. */
export interface ModelTrialsQuery {
  scope: ReadScope;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
  now: Instant;
}

/** Returns the organization's trials, the earliest first, each with the work since it began. */
export async function readModelTrials(
  database: Database,
  { scope, developer, now }: ModelTrialsQuery,
  prices: PriceTable,
): Promise<ModelTrial[]> {
  const readable = await rowsToRead(database, scope, developer);
  if (readable === null) return [];
  const whose = { organization: scope.organizationId, developers: readable.developerIds, to: now + 1 };
  const trials: ModelTrial[] = [];
  for (const row of await readModelTrialRows(database, scope.organizationId))
    trials.push(await countTrial(database, { row, whose }, prices));
  return trials;
}

async function countTrial(
  database: Database,
  { row, whose }: { row: ModelTrialRow; whose: Omit<WindowFilter, "from"> },
  prices: PriceTable,
): Promise<ModelTrial> {
  const change = TRIED_CHANGE.parse(JSON.parse(row.change));
  const { groups } = await readUsage(database, { ...whose, from: row.begun_at });
  const done = triedIn(groups.filter((group) => isDoneAs(change, group, prices)));
  return { id: row.recommendation, change, begunAt: isoTime(row.begun_at), ...done };
}

function isDoneAs(change: TriedChange, group: UsageGroup, prices: PriceTable): boolean {
  const { agent, intent, size } = change.segment;
  const sameWork =
    group.agent === agent && [null, group.intent].includes(intent) && [null, group.size].includes(size);
  return sameWork && isOn(change, group, prices);
}

function isOn({ kind, model, to }: TriedChange, group: UsageGroup, prices: PriceTable): boolean {
  const used = group.model === null ? null : findModel(prices, group.model);
  return kind === "effort" ? used?.name === model && group.effort === to : used?.name === to;
}
