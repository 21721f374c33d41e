/**
 * What an organization used on each day, which `emptyUsageDays` empties.
 *
 * Everybody's work of a day is packed together, because a team does the same kinds of work over and over: one line of
 * JSON for recommendations, one with developers' ids, and one for each cut of its tallies, so that a question unpacks
 * only what it is about.
 */
import { daysSet, declareDays } from "../../database/days/days-table.ts";
import type { KeptDays } from "../../database/days/kept-days-table.ts";
import { type CutRow, CUTS, type TallyDay } from "../tallies/tally-day.ts";
import type { UsageDay } from "./usage-day.ts";
import { USAGE_VERSION } from "./usage.ts";

export const USAGE_DAYS = declareDays("usage_days");

export const usageDayTables = daysSet("usage days", USAGE_DAYS, {
  table: "sub_sessions",
  time: "started_at",
  of: "everybody",
});

/** One day, of which each part is unpacked when it is asked for. */
export interface KeptUsage extends TallyDay {
  usage(): UsageDay;
}

export const KEPT_USAGE: KeptDays<KeptUsage> = {
  table: USAGE_DAYS,
  packedBy: USAGE_VERSION,
  pack: (day) =>
    new TextEncoder().encode(
      [day.usage(), day.developers(), ...CUTS.map((cut) => day.rows(cut))]
        .map((part) => JSON.stringify(part))
        .join(LINE_END),
    ),
  // each line is what `pack` made of its part
  unpack: (packed) => ({
    usage: () => JSON.parse(lineOf(packed, 0)) as UsageDay,
    developers: () => JSON.parse(lineOf(packed, 1)) as string[],
    rows: (cut) => JSON.parse(lineOf(packed, 2 + CUTS.indexOf(cut))) as CutRow[],
  }),
};

/** JSON has none. */
const LINE_END = "\n";

function lineOf(packed: Uint8Array, place: number): string {
  let from = 0;
  for (let line = 0; line < place; line += 1) from = packed.indexOf(LINE_END.charCodeAt(0), from) + 1;
  const end = packed.indexOf(LINE_END.charCodeAt(0), from);
  return new TextDecoder().decode(packed.subarray(from, end < 0 ? packed.length : end));
}
