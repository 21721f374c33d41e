/** Saves stored sub-sessions whose turns are different because another session changed. */
import type { Database } from "../../database/open.ts";
import { saveTurnsOf } from "../../metrics/accounts/accounts-table.ts";
import { accountedColumns } from "../../metrics/accounts/account-row.ts";
import { packTurns } from "../../metrics/accounts/stored-turns.ts";
import { baselinesFor } from "../../metrics/baselines/baselines-in-force.ts";
import { findEarlier } from "../../metrics/table.ts";
import { readAccountable, saveAccounted } from "../../metrics/baselines/restate-table.ts";
import { AFTER_BATCHES, markDirty } from "../../normaliser/dirty-table.ts";
import { saveRepairs } from "../../turns/turn-places-table.ts";
import type { ChangedNeighbour } from "./classify-people.ts";

/** Saves the turns, and the metrics that depend on them; rows of earlier formulas stay as they are. */
export async function saveNeighbours(
  transaction: Database,
  neighbours: readonly ChangedNeighbour[],
): Promise<void> {
  const earlier = await findEarlier(
    transaction,
    neighbours.map(({ row }) => row.sub_session),
  );
  const current = neighbours.filter(({ row }) => !earlier.has(row.sub_session));
  for (const [organization, own] of Map.groupBy(current, ({ row }) => row.organization)) {
    const turnsOf = new Map(own.map(({ row, turns }) => [row.sub_session, turns]));
    const baselines = await baselinesFor(transaction, organization);
    const rows = await readAccountable(transaction, [...turnsOf.keys()]);
    const accounted = rows.map((row) => ({
      sub_session: row.sub_session,
      ...accountedColumns(row, turnsOf.get(row.sub_session) ?? [], baselines(row.started_at)),
    }));
    const packed = own.map(({ row, turns }) => ({ row, turns: packTurns(turns) }));
    await saveTurnsOf(transaction, packed);
    await saveAccounted(transaction, accounted);
    const repaired = await saveRepairs(transaction, own.flatMap(repairsOf));
    // more than turns and metrics depends on repairs, so these sessions are measured again
    await markDirty(
      transaction,
      repaired.map(({ session }) => ({ organization, session, sequence: AFTER_BATCHES })),
    );
  }
}

function repairsOf({ row, before, turns }: ChangedNeighbour) {
  const { organization, session } = row;
  return turns.flatMap(({ repair }, place) =>
    before[place]?.repair === repair ? [] : [{ organization, session, turn: row.first_turn + place, repair }],
  );
}
