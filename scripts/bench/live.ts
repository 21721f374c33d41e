/**
 * Measures live work: what a body costs until it is scored, in processor time by thread and in bytes written, and how
 * long it waits. Bodies come at a steady rate, each with the next few records of one of many sessions that are open.
 *
 * scripts/run scripts/bench/live.ts [--program CHECKOUT] [--against CHECKOUT] [--executable] [--rounds 1] [--dir FOLDER]
 *   [--bodies 1500] [--rate 25] [--records 10] [--reads 0] [--sessions 200] [--developers 50]
 *   [--records-per-session 0] [--listeners 0] [--questions] [--model] [--find-rate] [--tables] [--json]
 *   [--long] [--agent claude-code,codex] [--sizes 200,2000,20000]
 *
 * A quarter as many bodies are sent before, so that code is compiled and tables are not empty; half as many after, to
 * see how long they wait. --against measures a second version in turn with the first, as often as --rounds says, and
 * shows medians and ratios. --reads has so many files read for each prompt, with three records each: without it there
 * are three records for a prompt, which is as dense as work can be; with six there are 21. Captured sessions have 15 to
 * 55 log records for a prompt.
 * --records-per-session has sessions that are so long already and do not end. --find-rate searches for the highest rate
 * at which 99 of 100 bodies are scored within three seconds. --tables shows which tables and indexes were written.
 * --long shows instead what one of the last bodies of a session costs the engine, by how many records the session has
 * already, for each agent.
 */
import { loadavg } from "node:os";
import { basename, resolve } from "node:path";
import { AGENTS } from "../../src/normaliser/dialects/agents.ts";
import { readFlags, someOf, text, toggle, wholeNumber, wholeNumbers } from "../flags.ts";
import { APPLIANCE_FLAGS } from "./appliance.ts";
import { runLong } from "./live/long.ts";
import { asJson, describe, describeLong, describeTables, type Measured } from "./live/report.ts";
import { type Candidate, runLive } from "./live/run.ts";

const flags = readFlags({
  ...APPLIANCE_FLAGS,
  program: text(resolve(import.meta.dir, "../..")),
  against: text(null),
  rounds: wholeNumber(1),
  bodies: wholeNumber(1_500, { least: 10 }),
  rate: wholeNumber(25),
  records: wholeNumber(10),
  reads: wholeNumber(0, { least: 0 }),
  sessions: wholeNumber(200),
  developers: wholeNumber(50),
  "records-per-session": wholeNumber(0, { least: 0 }),
  listeners: wholeNumber(0, { least: 0 }),
  questions: toggle(),
  model: toggle(),
  "find-rate": toggle(),
  tables: toggle(),
  json: toggle(),
  long: toggle(),
  agent: someOf(AGENTS),
  sizes: wholeNumbers([200, 2_000, 20_000]),
});
const { dir, executable, "records-per-session": recordsPerSession, "find-rate": findRate } = flags;

if (flags.long) await compareLong();
else await compareLive();

async function compareLive(): Promise<void> {
  const measured = await inTurn((candidate) => runLive(candidate, { ...flags, recordsPerSession, findRate }));
  if (flags.json) return say([asJson(measured)]);
  const length = recordsPerSession === 0 ? "" : ` of ${recordsPerSession} records and more`;
  say([
    `${flags.bodies} bodies of ${flags.records} records, ${flags.rate} a second, in ${flags.sessions} sessions${length} ` +
      `of ${flags.developers} developers`,
    ...describe(measured),
    ...(flags.tables ? measured.flatMap(describeTables) : []),
  ]);
}

async function compareLong(): Promise<void> {
  const measured = await inTurn((candidate) => runLong(candidate, flags.agent, flags.sizes));
  say(flags.json ? [JSON.stringify(measured, null, 2)] : measured.flatMap(describeLong));
}

/** Measures each version once in every round. */
async function inTurn<Figures>(
  run: (candidate: Candidate) => Promise<Figures>,
): Promise<Measured<Figures>[]> {
  const checkouts = [flags.program, flags.against].filter((checkout) => checkout !== null);
  const measured = checkouts.map((checkout, place) => ({
    name: checkouts.length === 1 ? "median" : `${"AB"[place]} ${basename(resolve(checkout))}`,
    checkout: resolve(checkout),
    loads: [] as number[],
    runs: [] as Figures[],
  }));
  for (let round = 0; round < flags.rounds; round += 1)
    for (const { checkout, loads, runs } of measured) {
      runs.push(await run({ checkout, executable, dir }));
      loads.push(loadavg()[0] ?? 0);
    }
  return measured;
}

function say(lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
