/** `scoring rebuild`: everything derived again from the object store. */
import { loadPrices } from "../../appliance/load-prices.ts";
import { rebuild, type Rebuilt } from "../../appliance/rebuild.ts";
import type { Adoption } from "../../writer/upkeep/adopt.ts";
import { type Command, hasFlag, writeAnswer } from "../command.ts";
import { createProgressLine } from "../demo/progress-line.ts";

export const REBUILD: Command = {
  name: "rebuild",
  operands: [],
  summary: "Works out all derived rows again from the object store.",
  details:
    "Keys, developers, overrides, baselines and recomputes stay as they are, and so do the rows of sessions some of " +
    "whose records retention has removed. It is refused while the directory is served.",
  flags: {
    adopt: { summary: "First takes in objects that the database does not list, as after its loss." },
  },
  reads: "directory",
  run: async (call) => {
    const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
    const rebuilt = await rebuild(call.loaded.settings.dataDir, {
      clock: call.program.clock,
      prices: loadPrices(call.loaded.settings),
      adopts: hasFlag(call, "adopt"),
      tell: ({ step, done, total }) =>
        line.show(`${done.toLocaleString("en")} of ${total.toLocaleString("en")} ${step}`),
    });
    line.clear();
    writeAnswer(call, rebuilt, describe(rebuilt));
    return 0;
  },
};

function describe({ setAside, adopted, records, sessions }: Rebuilt): string {
  return [
    ...(setAside === null ? [] : [`the database was damaged; it was set aside as ${setAside}`]),
    ...(adopted === null ? [] : [describeAdoption(adopted)]),
    `${records} records examined, ${sessions} sessions measured`,
  ].join("\n");
}

function describeAdoption({ objects, records, redundant, unreadable, organizations }: Adoption): string {
  const lines = [
    `${records} records in ${objects} objects taken in; ${redundant.length} files held nothing new`,
  ];
  if (organizations.length > 0)
    lines.push(
      `made again, without keys and names, which only a backup has: ${organizations.join(", ")}`,
      "scoring keys create --org ID makes a key for one",
    );
  if (unreadable.length > 0)
    lines.push(`left where they are, for nothing in them can be read: ${unreadable.join(", ")}`);
  return lines.join("\n");
}
