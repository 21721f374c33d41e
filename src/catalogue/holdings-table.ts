/** How much the object store holds, by the catalogue. */
import type { Database } from "../database/open.ts";
import { tables } from "../database/table-shape.ts";
import { OBJECTS } from "./table.ts";
import type { StoredSignal } from "../vocabulary/otlp.ts";
import type { Bytes } from "../vocabulary/units.ts";

/** What is held of one signal. */
export interface Holding {
  objects: number;
  bytes: Bytes;
  records: number;
}

/**
 * Returns nothing is a holding of zeros.
 *
 * @param organization - The organization, null for all together.
 */
export async function readHoldings(
  database: Database,
  organization: string | null,
): Promise<Record<StoredSignal, Holding>> {
  let query = tables(database, OBJECTS)
    .selectFrom("objects")
    .select(({ fn }) => [
      "signal",
      fn.countAll<number>().as("objects"),
      fn.sum<number | string>("bytes").as("bytes"),
      fn.sum<number | string>("records").as("records"),
    ])
    .groupBy("signal");
  if (organization !== null) query = query.where("organization", "=", organization);
  const holdings = { logs: nothing(), metrics: nothing(), traces: nothing(), prompts: nothing() };
  for (const { signal, objects, bytes, records } of await query.execute())
    holdings[signal] = { objects, bytes: Number(bytes), records: Number(records) };
  return holdings;
}

function nothing(): Holding {
  return { objects: 0, bytes: 0, records: 0 };
}
