/** What an import did, in words. */
import type { Totals } from "../../history/totals.ts";
import { count } from "../text/count.ts";

const LEFT_OUT_SHOWN = 20;

/** What is said about an import. */
interface Said {
  /** The totals, agent by agent. */
  table: string;
  isDryRun: boolean;
  refused: readonly string[];
}

/** Returns the totals, and lines on what was left out or refused. */
export function describeTotals(totals: readonly Totals[], { table, isDryRun, refused }: Said): string {
  const unchanged = totals.reduce((sum, { unchanged: files }) => sum + files, 0);
  const leftOut = totals.flatMap(({ leftOut: all }) => all);
  const more = leftOut.length - LEFT_OUT_SHOWN;
  return [
    table,
    isDryRun ? "Nothing was sent: this is what would be." : "Sent. The scores follow within a minute.",
    ...(unchanged > 0 ? [`${count(unchanged, "session file")} had nothing new.`] : []),
    ...leftOut.slice(0, LEFT_OUT_SHOWN).map(({ path, reason }) => `Left out: ${path}: ${reason}`),
    ...(more > 0 ? [`and ${more} more; --json lists all of them`] : []),
    ...refused.map((reason) => `Refused: ${reason}`),
  ].join("\n");
}
