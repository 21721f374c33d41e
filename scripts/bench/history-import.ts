/**
 * Measures `scoring import` of a team's history: until the server has taken all lines, and until they are scored.
 *
 * scripts/run scripts/bench/history-import.ts [--sub-sessions 10000] [--dir FOLDER] [--executable]
 *
 * Each line of the file holds eight sessions of Claude Code, all 30 developers' over 30 days. The same file is
 * imported again: then every line is known, and none may be taken.
 */
import { createWriteStream } from "node:fs";
import { dirname, join } from "node:path";
import { finished } from "node:stream/promises";
import { SECOND } from "../../src/vocabulary/units.ts";
import { readFlags, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS, discard, program, startBenched } from "./appliance.ts";
import { caughtUp } from "./caught-up.ts";
import { usageOf } from "./processes.ts";
import { daysBefore, teamBodies } from "./team.ts";

const flags = readFlags({ ...APPLIANCE_FLAGS, "sub-sessions": wholeNumber(10_000) });
const DEVELOPERS = 30;
const TURNS_A_SUB_SESSION = 3;

const appliance = await startBenched(flags);
const file = join(dirname(appliance.directory), "history.jsonl");
const written = await writeHistory();
process.stdout.write(
  `${written.lines} lines, ${written.records} records, ${(written.bytes / 1e6).toFixed(0)} MB\n`,
);

const before = usageOf(appliance.pid).cpuSeconds;
const startedAt = performance.now();
const first = await importFile();
const tookAt = secondsSince(startedAt);
await caughtUp(appliance);
const used = usageOf(appliance.pid).cpuSeconds - before;
process.stdout.write(
  `taken after ${tookAt.toFixed(1)} s, ${Math.round(written.records / tookAt)} records/s\n` +
    `scored after ${secondsSince(startedAt).toFixed(1)} s, ${used.toFixed(1)} processor seconds of the server\n`,
);
const againAt = performance.now();
const again = await importFile();
process.stdout.write(`imported again in ${secondsSince(againAt).toFixed(1)} s: ${again.known} lines known\n`);
await appliance.stop();
discard(appliance);
const isRight = first.lines === written.lines && again.lines === 0 && again.known === written.lines;
if (!isRight) process.stderr.write("FAILED: a line was left out or taken twice\n");
process.exit(isRight ? 0 : 1);

async function writeHistory(): Promise<{ lines: number; records: number; bytes: number }> {
  const turnsEach = Math.ceil((flags["sub-sessions"] * TURNS_A_SUB_SESSION) / DEVELOPERS);
  const work = { seed: "history", developers: DEVELOPERS, turnsEach, ...daysBefore(Date.now(), 30) };
  const output = createWriteStream(file);
  const sum = { lines: 0, records: 0, bytes: 0 };
  for (const { body, records } of teamBodies(work)) {
    output.write(`${body}\n`);
    sum.lines += 1;
    sum.records += records;
    sum.bytes += body.length + 1;
  }
  output.end();
  await finished(output);
  return sum;
}

async function importFile(): Promise<{ lines: number; known: number }> {
  const where = ["--data-dir", appliance.directory, "--listen", `127.0.0.1:${appliance.port}`];
  const command = [...program(flags.executable), "import", file, ...where, "--key", appliance.key, "--json"];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  return (await child.stdout.json()) as { lines: number; known: number };
}

function secondsSince(from: number): number {
  return (performance.now() - from) / SECOND;
}
