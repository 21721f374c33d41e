/**
 * Measures live work: what a body costs until it is scored, in processor time by thread and in bytes written, and how
 * long it waits. Bodies come at a steady rate, each with the next few records of one of many sessions that are open.
 *
 * scripts/run scripts/bench/live.ts [--program CHECKOUT] [--against CHECKOUT] [--executable] [--rounds 1] [--dir FOLDER]
 *   [--bodies 1500] [--rate 25] [--records 10] [--sessions 200] [--developers 50] [--records-per-session 0]
 *   [--listeners 0] [--questions] [--model] [--find-rate] [--tables] [--json]
 *
 * A quarter as many bodies are sent before, so that code is compiled and tables are not empty; half as many after, to
 * see how long they wait. --against measures a second version in turn with the first, as often as --rounds says, and
 * shows medians and ratios. --records-per-session has sessions that are so long already and do not end. --find-rate
 * searches for the highest rate at which 99 of 100 bodies are scored within three seconds. --tables shows which tables
 * and indexes were written.
 */
import { loadavg } from "node:os";
import { resolve } from "node:path";
import { readFlags, text, toggle, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS } from "./appliance.ts";
import { asJson, describe, describeTables } from "./live/report.ts";
import { type LiveFigures, runLive } from "./live/run.ts";

const flags = readFlags({
  ...APPLIANCE_FLAGS,
  program: text(resolve(import.meta.dir, "../..")),
  against: text(null),
  rounds: wholeNumber(1),
  bodies: wholeNumber(1_500, { least: 10 }),
  rate: wholeNumber(25),
  records: wholeNumber(10),
  sessions: wholeNumber(200),
  developers: wholeNumber(50),
  "records-per-session": wholeNumber(0, { least: 0 }),
  listeners: wholeNumber(0, { least: 0 }),
  questions: toggle(),
  model: toggle(),
  "find-rate": toggle(),
  tables: toggle(),
  json: toggle(),
});
const { dir, executable, "records-per-session": recordsPerSession, "find-rate": findRate } = flags;
const options = { ...flags, recordsPerSession, findRate };
const versions = [flags.program, flags.against].flatMap((checkout) =>
  checkout === null ? [] : [{ checkout: resolve(checkout), runs: [] as LiveFigures[] }],
);

for (let round = 0; round < flags.rounds; round += 1)
  for (const { checkout, runs } of versions) runs.push(await runLive({ checkout, executable, dir }, options));

const measured = versions.map(({ checkout, runs }, place) => ({
  name: versions.length === 1 ? "" : `${"AB"[place]} ${checkout.split("/").at(-1)}`,
  runs,
}));
if (flags.json) say([asJson(measured)]);
else {
  const length = recordsPerSession === 0 ? "" : ` of ${recordsPerSession} records and more`;
  say([
    `${flags.bodies} bodies of ${flags.records} records, ${flags.rate} a second, in ${flags.sessions} sessions${length} ` +
      `of ${flags.developers} developers; medians of ${flags.rounds}; load ${loadavg()[0]?.toFixed(1)}`,
    ...describe(measured),
    ...(flags.tables ? measured.flatMap(describeTables) : []),
  ]);
}

function say(lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
