/** Runs trials of combinations, and keeps what came of each step. */
import { rmSync } from "node:fs";
import type { Milliseconds } from "../../src/vocabulary/units.ts";
import { CHEAP_STEPS } from "./cheap-steps.ts";
import { type Combination, PLAIN } from "./combination.ts";
import { COPY_STEPS, STOPPED_COPY_STEPS } from "./copy-steps.ts";
import { PURGE_STEPS } from "./purge-steps.ts";
import { REPAIR_STEPS, STOPPED_REPAIR_STEPS } from "./repair-steps.ts";
import { startServers, type Servers } from "./servers.ts";
import { SERVING_STEPS, STOPPED_STEPS } from "./serving-steps.ts";
import type { Step } from "./step.ts";
import { type Common, type Expected, Trial } from "./trial.ts";
import { readWork } from "./work.ts";

const STEPS: readonly Step[] = [
  ...SERVING_STEPS,
  ...CHEAP_STEPS,
  ...REPAIR_STEPS,
  ...COPY_STEPS,
  ...STOPPED_STEPS,
  ...STOPPED_COPY_STEPS,
  ...STOPPED_REPAIR_STEPS,
  ...PURGE_STEPS,
];

/** What is asked of a run. */
export interface RunOptions {
  folder: string;
  program: string;
  /** PostgreSQL's programs. */
  postgres: string;
  combinations: readonly Combination[];
  how: "whole" | "quick";
  say(line: string): void;
}

/** What came of a step. */
export interface StepResult {
  step: string;
  tookMs: Milliseconds;
  /** What is wrong; null for nothing. */
  failed: string | null;
}

/** What came of a combination. */
export interface TrialResult {
  combination: Combination;
  steps: readonly StepResult[];
}

/** Runs the plain combination and these. A quick run has them at the same time, another one after the other. */
export async function runCombinations(options: RunOptions): Promise<TrialResult[]> {
  const { combinations, how, say, program, folder } = options;
  say("starting PostgreSQL, a bucket and a cluster");
  const [servers, work] = await Promise.all([startServers(options), readWork(how)]);
  const common: Common = { program, work, expected: nothingYet() };
  const all = [PLAIN, ...combinations.filter((combination) => combination !== PLAIN)];
  const run = (combination: Combination) => runTrial(combination, { common, servers, folder, how, say });
  try {
    if (how === "quick") return await Promise.all(all.map(run));
    const results: TrialResult[] = [];
    for (const combination of all) results.push(await run(combination));
    return results;
  } finally {
    await servers.stop();
    rmSync(`${folder}/s3`, { recursive: true, force: true });
  }
}

function nothingYet(): Expected {
  return {
    people: Promise.withResolvers(),
    rows: { sent: Promise.withResolvers(), purged: Promise.withResolvers() },
    answers: new Map(),
  };
}

interface Trying extends Pick<RunOptions, "folder" | "how" | "say"> {
  common: Common;
  servers: Servers;
}

async function runTrial(
  combination: Combination,
  { common, servers, folder, how, say }: Trying,
): Promise<TrialResult> {
  const settings = await servers.settingsOf(combination);
  const trial = new Trial(combination, common, { folder, settings });
  const results: StepResult[] = [];
  try {
    for (const step of STEPS.filter((each) => isTried(each, combination, how))) {
      const result = await runStep(step, trial);
      results.push(result);
      if (result.failed !== null) say(`${combination.name}, ${step.name}: ${result.failed}`);
      if (result.failed !== null && step.isNeeded === true) break;
    }
  } finally {
    await trial.node.kill();
    if (combination === PLAIN) giveUp(common.expected);
  }
  say(
    `${combination.name}: ${results.filter(({ failed }) => failed === null).length} of ${results.length} are right`,
  );
  return { combination, steps: results };
}

function isTried({ quick }: Step, combination: Combination, how: RunOptions["how"]): boolean {
  if (how === "whole") return true;
  return quick === "all" || (quick === "compared" && combination !== PLAIN);
}

async function runStep({ name, work }: Step, trial: Trial): Promise<StepResult> {
  const begunAt = performance.now();
  let failed: string | null = null;
  try {
    await work(trial);
  } catch (error) {
    failed = error instanceof Error ? error.message : String(error);
  }
  return { step: name, tookMs: performance.now() - begunAt, failed };
}

/** Nobody waits for what the plain combination did not come to. */
function giveUp({ people, rows, answers }: Expected): void {
  for (const { promise, reject } of [people, rows.sent, rows.purged, ...answers.values()]) {
    promise.catch(() => {});
    reject(new Error("the plain combination has none"));
  }
}
