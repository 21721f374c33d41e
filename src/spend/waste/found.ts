/** What was found of one kind of waste. */
import type { MicroUsd } from "../../vocabulary/units.ts";

export interface Found {
  count: number;
  /** Not rounded. */
  cost: MicroUsd;
}

export const NOTHING_FOUND: Found = { count: 0, cost: 0 };
