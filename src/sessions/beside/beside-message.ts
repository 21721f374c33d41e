/** What the engine's thread and a measuring thread say to each other. */
import type { PriceTable } from "../../prices/price-table.ts";
import type { BesideAnswer, BesideAsked } from "./measure-beside.ts";

/** To the measuring thread: first where the database is and what tokens cost. */
export type ToBeside =
  { kind: "open"; dataDir: string; prices: PriceTable } | { kind: "measure"; id: number; asked: BesideAsked };

/** From the measuring thread. */
export type FromBeside =
  | { kind: "measured"; id: number; answer: BesideAnswer }
  | {
      kind: "failed";
      id: number;
      reason: string;
      /** Whether it is the fault of what the sessions hold. */
      ofTheWork: boolean;
    };
