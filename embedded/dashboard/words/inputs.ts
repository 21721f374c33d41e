/** The metrics of a sub-session as pages name them; five of them are inputs of Skill. */
import type { MetricDefinition } from "../../../src/metrics/definitions.ts";
import type { MetricName, SkillInput } from "../../../src/metrics/metrics.ts";
import { knownNames } from "./names.ts";

/** An input of Skill, as the API names it. */
export type InputName = SkillInput;

/** A metric that is an input of Skill. */
export interface InputDefinition extends MetricDefinition {
  metric: InputName;
  skillWeight: number;
  help: string;
}

/** Every metric, in the order of the API. */
export function metricDefinitions(): readonly MetricDefinition[] {
  return knownNames().metrics;
}

/** The inputs of Skill, the heaviest first. */
export function inputDefinitions(): InputDefinition[] {
  return metricDefinitions()
    .filter((metric): metric is InputDefinition => metric.skillWeight !== null)
    .toSorted((left, right) => right.skillWeight - left.skillWeight);
}

/** @returns "Prompt efficiency"; the text itself for what is no metric */
export function metricTitle(name: string): string {
  return metricDefinitions().find(({ metric }) => metric === name)?.title ?? name;
}

/** The title inside a sentence. */
export function lowerTitle(name: MetricName): string {
  return metricTitle(name).toLowerCase();
}

/** One value for each input of Skill. */
export function eachInput<Value>(valueFor: (input: InputName) => Value): Record<InputName, Value> {
  const values = inputDefinitions().map(({ metric }) => [metric, valueFor(metric)]);
  return Object.fromEntries(values) as Record<InputName, Value>;
}
