/**
 * Measures, on simulated developers, what styles and tricks are worth in points, how steady scores are, and whether an
 * improvement shows.
 *
 * bun scripts/bench/fairness.ts [--runs 30] [--seed plays] [--json]
 *
 * The developers are made up turn by turn (test/simulation/); kinds, accounts, baselines and scores are the program's
 * own. It prints the tables of docs/fairness.md. Runs are developers for each way and seed; with a seed it takes that
 * one instead of the usual six.
 */
import { FULL, measureFairness } from "../../test/simulation/figures.ts";
import { fairnessTables } from "../../test/simulation/table.ts";
import { readFlags, text, toggle, wholeNumber } from "../flags.ts";

const flags = readFlags({ runs: wholeNumber(FULL.developers), seed: text(null), json: toggle() });
const seeds = flags.seed === null ? FULL.seeds : [flags.seed];
const start = performance.now();
const figures = measureFairness({ seeds, developers: flags.runs }, (done) => {
  const seconds = Math.round((performance.now() - start) / 1_000);
  process.stderr.write(`${String(seconds).padStart(5)} s  ${done}\n`);
});
process.stdout.write(flags.json ? `${JSON.stringify(figures, null, 2)}\n` : fairnessTables(figures));
