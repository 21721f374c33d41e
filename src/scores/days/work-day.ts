/** The unit in which work is read and added up. */
import type { ColumnBlock } from "../columns.ts";

/** One developer's sub-sessions of one UTC day, by start, then id. */
export interface WorkDay {
  /** The id that the rows carry. */
  developer: string;
  day: number;
  block: ColumnBlock;
}
