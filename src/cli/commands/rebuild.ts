/** `scoring rebuild`: everything derived again from the object store. */
import { loadPrices } from "../../appliance/load-prices.ts";
import { readOutagesOf } from "../../appliance/notes/outages-of.ts";
import { rebuild, type Rebuilt } from "../../appliance/rebuild/rebuild.ts";
import type { Adoption } from "../../writer/upkeep/adopt.ts";
import { noteCommand } from "../audit/note-command.ts";
import { type Command, hasFlag, writeAnswer } from "../command.ts";
import { createProgressLine } from "../text/progress-line.ts";
import { count } from "../text/count.ts";

export const REBUILD: Command = {
  name: "rebuild",
  operands: [],
  summary: "Compute all derived rows again from the stored records.",
  details:
    "Stop the server first. Keys, developers, corrections and baselines stay as they are. So do the rows of sessions " +
    "that lost records to retention.",
  flags: {
    adopt: { summary: "First add record files that the database does not list, as after it was lost." },
  },
  reads: "directory",
  run: async (call) => {
    const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
    const rebuilt = await rebuild(call.loaded.settings, {
      clock: call.program.clock,
      prices: loadPrices(call.loaded.settings),
      labels: call.loaded.settings.labels,
      readOutages: () => readOutagesOf(call.loaded.settings),
      adopts: hasFlag(call, "adopt"),
      report: ({ step, done, total }) =>
        line.show(`${done.toLocaleString("en")} of ${total.toLocaleString("en")} ${step}`),
    });
    line.clear();
    const details = { records: rebuilt.records, adopts: hasFlag(call, "adopt") };
    await noteCommand(call, { organization: null, action: "rows_rebuilt", details });
    writeAnswer(call, rebuilt, describe(rebuilt));
    return 0;
  },
};

function describe({ setAside, adopted, records, sessions }: Rebuilt): string {
  return [
    ...(setAside === null ? [] : [`the database was damaged; it was set aside as ${setAside}`]),
    ...(adopted === null ? [] : [describeAdoption(adopted)]),
    `${count(records, "record")} examined, ${count(sessions, "session")} measured`,
  ].join("\n");
}

function describeAdoption({ objects, records, redundant, unreadable, organizations }: Adoption): string {
  const lines = [
    `${count(records, "record")} added from ${count(objects, "object")}; ` +
      `${count(redundant.length, "file")} held nothing new`,
  ];
  if (organizations.length > 0)
    lines.push(
      `organizations created again, without their keys and names, which only a backup has: ${organizations.join(", ")}`,
      "create a key for each with scoring keys create --org ID",
    );
  if (unreadable.length > 0)
    lines.push(`skipped, because nothing in them can be read: ${unreadable.join(", ")}`);
  return lines.join("\n");
}
