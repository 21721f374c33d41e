/**
 * Proves that commands do the same on every combination of engines: rows in SQLite or PostgreSQL, records in files or a
 * bucket, an embedded queue or a cluster. It starts PostgreSQL, a bucket and a cluster, and for each combination the
 * built executable; sends captured sessions; compares all rows with those of the plain combination; and runs commands as
 * a person does. It prints a table.
 *
 *   scripts/run scripts/combinations.ts [--only NAME,NAME] [--quick] [--keep] [--dir FOLDER]
 *
 * --quick sends few sessions and tries two combinations that have every engine once. --keep leaves its folder, in which
 * each combination has a file of what its commands printed. It ends with 3 where something that it needs is not here.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { COMBINATIONS, QUICK } from "./combinations/combination.ts";
import { runCombinations } from "./combinations/run.ts";
import { tableOf } from "./combinations/table.ts";
import { readFlags, someOf, text, toggle } from "./flags.ts";
import { requireNeeded } from "./scale-out/missing.ts";

const ROOT = join(import.meta.dir, "..");
const NAMES = COMBINATIONS.map(({ name }) => name);

const flags = readFlags({
  only: someOf(NAMES),
  quick: toggle(),
  keep: toggle(),
  dir: text(join(ROOT, ".tools")),
});

const postgres = await requireNeeded();
// what it started ends with it
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
const say = (line: string) => void process.stderr.write(`${line}\n`);
const begunAt = performance.now();
const folder = mkdtempSync(join(resolve(flags.dir), "combinations-"));
const results = await runCombinations({
  folder,
  program: join(ROOT, "scoring"),
  postgres,
  combinations: flags.quick ? QUICK : COMBINATIONS.filter(({ name }) => flags.only.includes(name)),
  how: flags.quick ? "quick" : "whole",
  say,
});
const isRight = results.every(({ steps }) => steps.every(({ failed }) => failed === null));
process.stdout.write(`${tableOf(results).join("\n")}\n`);
say(`it took ${Math.round((performance.now() - begunAt) / 1_000)} s`);
if (isRight && !flags.keep) rmSync(folder, { recursive: true });
else say(`kept for you to look at: ${folder}`);
process.exitCode = isRight ? 0 : 1;
