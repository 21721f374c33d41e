/** Sends what was found, and shows a person at once what the files hold: scores take longer. */
import type { Totals } from "../../history/totals.ts";
import { type CommandCall, hasFlag } from "../command.ts";
import { sendShown } from "../import/import-agents.ts";
import type { Sending, SentHistories } from "../import/send-histories.ts";
import { totalsTable } from "../import/totals-table.ts";
import { agentTitle } from "./found-histories.ts";
import type { Wanted } from "./wanted.ts";

/** Sends the histories, and shows their totals. */
export async function sendFound(
  call: CommandCall,
  wanted: Wanted,
  to: Pick<Sending, "door" | "progressFile">,
): Promise<SentHistories> {
  const sent = await sendShown(call, wanted.sources, { ...wanted, ...to });
  const shown = shownAtOnce(call, sent);
  if (shown.length === 0) return sent;
  const isWhole = sent.totals.every(({ unchanged }) => unchanged === 0);
  const titled = shown.map((totals) => ({ ...totals, agent: agentTitle(totals.agent) }));
  const table = totalsTable(titled, call.speaker.columns);
  call.speaker.say(`${isWhole ? "In the files:" : "New in the files:"}\n\n${table}\n`);
  return sent;
}

/** Returns what is shown before the scores: nothing where no person waits for them, or nothing is new. */
export function shownAtOnce(call: CommandCall, { totals }: SentHistories): Totals[] {
  if (hasFlag(call, "json") || !call.speaker.isPerson) return [];
  return totals.filter(({ sessions }) => sessions > 0);
}
