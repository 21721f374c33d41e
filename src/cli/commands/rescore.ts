/** `scoring rescore`: what is derived from a window's records again from the object store. */
import { loadPrices } from "../../appliance/load-prices.ts";
import { rescore } from "../../appliance/rescore.ts";
import { type Command, CommandFailure, hasFlag, writeAnswer } from "../command.ts";
import { createProgressLine } from "../demo/progress-line.ts";
import { timeFlag } from "../time-flag.ts";

export const RESCORE: Command = {
  name: "rescore",
  operands: [],
  summary: "Works out the rows of a window again from the object store.",
  details:
    "For a new version that reads records better. Each sub-session keeps the version of its baselines. A running " +
    "server does the work beside everything else; without one this command does it.",
  flags: {
    from: { value: "TIME", summary: "Start, ISO 8601, inclusive." },
    to: { value: "TIME", summary: "End, ISO 8601, exclusive; now by default." },
  },
  reads: "directory",
  run: async (call) => {
    const [from, to] = [timeFlag(call, "from"), timeFlag(call, "to") ?? call.program.clock()];
    if (from === null) throw new CommandFailure("--from is missing: the start of the window", 2);
    if (from > to) throw new CommandFailure("--from is after --to", 2);
    const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
    const window = { from, to };
    const rescored = await rescore(call.loaded.settings.dataDir, window, {
      clock: call.program.clock,
      prices: loadPrices(call.loaded.settings),
      tell: ({ step, done, total }) =>
        line.show(`${done.toLocaleString("en")} of ${total.toLocaleString("en")} ${step}`),
    });
    line.clear();
    writeAnswer(call, rescored, `${rescored.records} records examined again`);
    return 0;
  },
};
