/** How long a model's calls usually take, and how unusual one of them is. */
import type { Milliseconds, Tokens } from "../../../vocabulary/units.ts";
import { medianOf } from "../../../turns/latency/percentiles.ts";
import { medianSlope } from "./theil-sen.ts";

/** What a call's duration is predicted from. */
export interface CallSize {
  /** null where the agent does not say. */
  output: Tokens | null;
  /** Input that was neither read from nor written to a cache. */
  input: Tokens | null;
}

/** A successful call. */
export interface TimedCall extends CallSize {
  durationMs: Milliseconds;
}

/** What is usual for one model, in natural logarithms. */
export interface UsualTimes {
  perOutput: number;
  perInput: number;
  base: number;
  /** Take the place of counts of tokens that are not known. */
  output: number;
  input: number;
  /** By how much calls differ from what is predicted: their deviation in the middle. */
  residual: number;
  spread: number;
}

/** Calls that a model's usual times are learned from. */
export const LEARNED_FROM = 500;
/** With fewer, only the model's median is known. */
const LEAST_CALLS = 30;
const FROM_SIGMA = 0.6745;
const FROM_MEAN_DEVIATION = 1.2533;

/**
 * Learns what is usual for a model.
 *
 * @param calls - At most 500 of its successful calls, spread evenly over 14 days.
 * @returns null without a call.
 * @see docs/scoring.md, "Throttle".
 */
export function learnUsualTimes(calls: readonly TimedCall[]): UsualTimes | null {
  if (calls.length === 0) return null;
  const output = medianOf(calls.flatMap((call) => logOutput(call) ?? [])) ?? 0;
  const input = medianOf(calls.flatMap((call) => logInput(call) ?? [])) ?? 0;
  const outputs = calls.map((call) => logOutput(call) ?? output);
  const inputs = calls.map((call) => logInput(call) ?? input);
  const times = calls.map(({ durationMs }) => logTime(durationMs));
  const knowsSizes = calls.length >= LEAST_CALLS;
  const perOutput = knowsSizes ? medianSlope(outputs, times) : 0;
  const beyondOutput = times.map((time, index) => time - perOutput * (outputs[index] ?? 0));
  const perInput = knowsSizes ? medianSlope(inputs, beyondOutput) : 0;
  const beyond = beyondOutput.map((time, index) => time - perInput * (inputs[index] ?? 0));
  const base = medianOf(beyond) ?? 0;
  return { perOutput, perInput, base, output, input, ...deviationOf(beyond.map((rest) => rest - base)) };
}

/** Returns what the call was predicted to take. */
export function predictedTime(usual: UsualTimes, size: CallSize): Milliseconds {
  const { perOutput, perInput, base, output, input } = usual;
  return Math.exp(base + perOutput * (logOutput(size) ?? output) + perInput * (logInput(size) ?? input));
}

/** Returns the modified z of a call, infinite where no call ever differed and this one does. */
export function unusualness(usual: UsualTimes, call: TimedCall): number {
  const beyond = logTime(call.durationMs) - Math.log(predictedTime(usual, call)) - usual.residual;
  if (Math.abs(beyond) < SAME) return 0;
  return beyond / usual.spread;
}

/** Logarithms that differ by less are those of the same time. */
const SAME = 1e-9;

function deviationOf(residuals: readonly number[]): Pick<UsualTimes, "residual" | "spread"> {
  const residual = medianOf(residuals) ?? 0;
  const deviations = residuals.map((each) => Math.abs(each - residual));
  const median = medianOf(deviations) ?? 0;
  if (median >= SAME) return { residual, spread: median / FROM_SIGMA };
  const mean = deviations.reduce((sum, each) => sum + each, 0) / deviations.length;
  return { residual, spread: FROM_MEAN_DEVIATION * mean };
}

function logTime(duration: Milliseconds): number {
  return Math.log(Math.max(1, duration));
}

function logOutput({ output }: CallSize): number | null {
  return output === null ? null : Math.log(output + 50);
}

function logInput({ input }: CallSize): number | null {
  return input === null ? null : Math.log(input + 1);
}
