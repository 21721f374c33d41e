/** `scoring rebuild`: everything derived again from the object store. */
import { loadPrices } from "../../appliance/load-prices.ts";
import { rebuild } from "../../appliance/rebuild.ts";
import { type Command, hasFlag, writeAnswer } from "../command.ts";
import { createProgressLine } from "../demo/progress-line.ts";

export const REBUILD: Command = {
  name: "rebuild",
  operands: [],
  summary: "Works out all derived rows again from the object store.",
  details:
    "Keys, developers, overrides, baselines and recomputes stay as they are, and so do the rows of sessions some of " +
    "whose records retention has removed. It is refused while the directory is served.",
  flags: {},
  reads: "directory",
  run: async (call) => {
    const line = createProgressLine(call.terminal, { silent: hasFlag(call, "json") });
    const rebuilt = await rebuild(call.loaded.settings.dataDir, {
      clock: call.program.clock,
      prices: loadPrices(call.loaded.settings),
      tell: ({ step, done, total }) =>
        line.show(`${done.toLocaleString("en")} of ${total.toLocaleString("en")} ${step}`),
    });
    line.clear();
    const { records, sessions } = rebuilt;
    writeAnswer(call, rebuilt, `${records} records examined, ${sessions} sessions measured`);
    return 0;
  },
};
