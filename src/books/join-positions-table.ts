/** Goes from a position for each organization to one for all. */
import { OBJECTS } from "../catalogue/table.ts";
import type { Database } from "../database/open.ts";
import { tables } from "../database/table-shape.ts";
import { readFigures } from "./books-table.ts";
import { readNewestSequence } from "./lag-table.ts";
import { EXAMINED, readPosition, savePosition, setInBooks } from "./progress-table.ts";

/**
 * Makes one position of those of organizations, in a database that several engines shared and that one has now: it goes
 * on with what no organization has missed, and examines the rest once more, which changes no rows.
 */
export async function joinPositions(transaction: Database): Promise<void> {
  const view = tables(transaction, EXAMINED, OBJECTS);
  const rows = await view.selectFrom("examined").selectAll().execute();
  if (rows.length === 0) return;
  const newest = await readNewestSequence(transaction);
  const { streamCreatedAt = "", sequence: floor = 0 } = (await readPosition(transaction, "normaliser")) ?? {};
  const known = new Map(rows.map((row) => [row.organization, row.sequence]));
  const all = await view
    .selectFrom("objects")
    .select(({ fn }) => ["organization", fn.max("last_sequence").as("newest")])
    .groupBy("organization")
    .execute();
  const behind = all.flatMap(({ organization, newest: last }) => {
    const examined = known.get(organization) ?? floor;
    return last > examined ? [examined] : [];
  });
  const furthest = Math.max(newest ?? 0, ...rows.map(({ sequence }) => sequence));
  const sequence = Math.min(furthest, ...behind);
  await savePosition(transaction, "normaliser", { streamCreatedAt, sequence });
  await view.deleteFrom("examined").execute();
  const { persisted, pending } = await readFigures(transaction);
  await setInBooks(transaction, "examined", { frames: 0, records: persisted.records - pending.records });
}
