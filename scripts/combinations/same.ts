/** Compares what combinations have and answer with what the plain one has. */
import { compareDumps, type Dump } from "../scale-out/compare-rows.ts";
import { PLAIN } from "./combination.ts";
import type { Moment, Trial } from "./trial.ts";

/** Keeps the rows of the plain combination at that moment, or compares those of another one with them. */
export async function expectSameRows(trial: Trial, moment: Moment): Promise<void> {
  const dump = await trial.dump();
  const { rows } = trial.common.expected;
  if (trial.combination === PLAIN) rows[moment].resolve(dump);
  await expectRows(trial, dump, moment);
}

/** Compares rows that were read with those of the plain combination at that moment. */
export async function expectRows({ common }: Trial, dump: Dump, moment: Moment): Promise<void> {
  const { differences, rows } = compareDumps(dump, await common.expected.rows[moment].promise);
  if (rows === 0) throw new Error("there are no rows");
  if (differences.length > 0) throw new Error(`rows differ from the plain ones: ${differences.join("\n")}`);
}

/** Keeps what the plain combination answers, or compares what another one answers with it. */
export async function expectSameAnswer(trial: Trial, name: string, answer: string): Promise<void> {
  const { answers } = trial.common.expected;
  const kept = answers.get(name) ?? Promise.withResolvers<string>();
  answers.set(name, kept);
  if (trial.combination === PLAIN) kept.resolve(answer);
  const wanted = await kept.promise;
  if (wanted !== answer) throw new Error(`${name} differs:\n${answer}\nplain:\n${wanted}`.slice(0, 3_000));
}
