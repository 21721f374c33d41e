/** What the main thread and a read worker say to each other. */
import { z } from "zod";
import type { PriceTable } from "../prices/price-table.ts";
import type { StoreSettings } from "../stores.ts";
import type { DamagedFrame } from "../writer/upkeep/table.ts";
import type { Reply } from "./post-office.ts";
import { QUERIES, type QueryName } from "./queries.ts";

/** To the worker: first where the stores are and what tokens cost, then one query at a time. */
export const TO_WORKER = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("open"), stores: z.custom<StoreSettings>(), prices: z.custom<PriceTable>() }),
  z.object({
    kind: z.literal("ask"),
    id: z.int(),
    name: z.enum(Object.keys(QUERIES) as [QueryName, ...QueryName[]]),
    asked: z.unknown(),
  }),
]);
export type ToWorker = z.infer<typeof TO_WORKER>;

/** From the worker: replies, and what it found broken meanwhile. */
export type FromWorker = Reply | { kind: "damage"; frame: DamagedFrame };
