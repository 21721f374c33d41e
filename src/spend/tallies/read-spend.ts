/** What models cost: a view of what usage counts. */
import type { Database } from "../../database/open.ts";
import type { WindowFilter } from "../../database/window.ts";
import type { ModelSpend } from "../spend.ts";
import { readTallyDays, TallySums } from "./read-tallies.ts";
import { countIn } from "./tally.ts";

/**
 * Returns what was spent on each model, by its name; the unnamed one first.
 *
 * @remarks Takes a window of sub-sessions' starts.
 */
export async function readSpend(database: Database, filter: WindowFilter): Promise<ModelSpend[]> {
  const sums = new TallySums((id) => id);
  for (const { tallies } of await readTallyDays(database, filter, ["model"])) sums.add(tallies, "model");
  return [...sums.byName]
    .filter(([, { tally }]) => countIn(tally, "spendCalls") > 0)
    .toSorted(([left], [right]) => compareNames(left, right))
    .map(([model, { tally }]) => ({
      model,
      calls: countIn(tally, "spendCalls"),
      unpricedCalls: countIn(tally, "unpricedCalls"),
      cost: countIn(tally, "cost"),
      checkedCalls: countIn(tally, "checkedCalls"),
      reported: countIn(tally, "reported"),
      computed: countIn(tally, "computed"),
    }));
}

function compareNames(left: string | null, right: string | null): number {
  if (left === null || right === null) return Number(right === null) - Number(left === null);
  return left < right ? -1 : Number(left > right);
}
