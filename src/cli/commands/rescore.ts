/** `scoring rescore`: what is derived from a window's records again from the object store. */
import { loadPrices } from "../../appliance/load-prices.ts";
import { readOutagesOf } from "../../appliance/notes/outages-of.ts";
import { rescore } from "../../appliance/rebuild/rescore.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { noteCommand } from "../audit/note-command.ts";
import { type Command, type CommandCall, CommandFailure, hasFlag, writeAnswer } from "../command.ts";
import { createProgressLine } from "../text/progress-line.ts";
import { requireDatabase } from "../stores.ts";
import { count } from "../text/count.ts";
import { timeFlag } from "../time-flag.ts";

export const RESCORE: Command = {
  name: "rescore",
  operands: [],
  summary: "Compute the rows of a time window again from the stored records.",
  details:
    "Use it after an upgrade that reads records better. Each sub-session keeps the version of its baselines. A running " +
    "server does the work in the background; without a server this command does it.",
  flags: {
    from: { value: "TIME", summary: "Start of the window, inclusive, ISO 8601." },
    to: { value: "TIME", summary: "End of the window, exclusive, ISO 8601 (default now)." },
  },
  reads: "directory",
  check: (call) => void windowOf(call),
  run: async (call) => {
    const { settings } = call.loaded;
    requireDatabase(settings);
    const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
    const rescored = await rescore(settings, windowOf(call), {
      clock: call.program.clock,
      prices: loadPrices(settings),
      labels: settings.labels,
      readOutages: () => readOutagesOf(settings),
      report: ({ step, done, total }) =>
        line.show(`${done.toLocaleString("en")} of ${total.toLocaleString("en")} ${step}`),
    });
    line.clear();
    const details = { records: rescored.records };
    await noteCommand(call, { organization: null, action: "recomputed", details });
    writeAnswer(call, rescored, `${count(rescored.records, "record")} examined again`);
    return 0;
  },
};

function windowOf(call: CommandCall): { from: Instant; to: Instant } {
  const [from, to] = [timeFlag(call, "from"), timeFlag(call, "to") ?? call.program.clock()];
  if (from === null) throw new CommandFailure("--from is missing: the start of the window", 2);
  if (from > to) throw new CommandFailure("--from is later than --to", 2);
  return { from, to };
}
