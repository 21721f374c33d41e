/** Why a score is what it is, as steps from a start to it that add up to the shown digit; pure. */
import type { ScoreRow } from "../../../../../src/scores/answer.ts";
import type { SummedParts } from "../../../words/earned.ts";
import { formatShare } from "../../../words/numbers.ts";
import { type ScoreName, SCORE_TITLES } from "../../overview/overview-data.ts";
import { type References, sayReference, type WeighedInput, weighedInputs } from "../developer-data.ts";

/** One step: from where it starts to where it ends, in tenths of a point so that sums are exact. */
export interface Step {
  id: string;
  title: string;
  /** What it compares, as words. */
  compares: string;
  fromTenths: number;
  toTenths: number;
}

/** The steps of one score. */
export interface Waterfall {
  startName: string;
  startTenths: number;
  steps: readonly Step[];
  endName: string;
  endTenths: number;
}

/** What Skill and its inputs are compared with. */
export interface Compared {
  /** The median of people; null where fewer than five have a Skill. */
  skill: number | null;
  inputs: References;
}

/** The score of what the baseline usually earns. */
const MIDDLE = 50;

/** Returns null where the score has no value. */
export function waterfallOf(row: ScoreRow, name: ScoreName, compared: Compared): Waterfall | null {
  const value = row[name];
  if (value === null) return null;
  if (name === "skill") return ofSkill(weighedInputs(row, compared.inputs), value, compared.skill);
  const parts = row.breakdown?.[name] ?? null;
  return parts === null ? null : ofSums(name, value, parts);
}

/** A change that is not rounded yet. */
type Change = Pick<Step, "id" | "title" | "compares"> & { points: number };

function ofSkill(inputs: readonly WeighedInput[], skill: number, median: number | null): Waterfall {
  const known = inputs.filter((input): input is WeighedInput & { value: number } => input.value !== null);
  const changes = known.map((input) => ({ ...input, compares: sayCompared(input), points: -input.room }));
  // without a median of people, Skill is compared with what its inputs are compared with
  const start = median ?? skill - changes.reduce((sum, { points }) => sum + points, 0);
  const rest = skill - start - changes.reduce((sum, { points }) => sum + points, 0);
  const between = { id: BETWEEN_ID, title: "Between the medians", compares: BETWEEN, points: rest };
  return {
    startName: median === null ? STARTS[known[0]?.against.of ?? "scale"] : STARTS.organization,
    endName: SCORE_TITLES.skill,
    ...roundSteps(start, Math.abs(rest) < 0.05 ? changes : [between, ...changes], skill),
  };
}

const STARTS = {
  organization: "The organization’s median",
  own: "The median of own tasks",
  scale: "The middle of the scale",
} as const;

/** The step that is no input. */
export const BETWEEN_ID = "medians";
const BETWEEN = "the median of Skill is not made of the medians of its inputs";

function sayCompared({ value, against, weight }: WeighedInput & { value: number }): string {
  return `${value.toFixed(1)} against ${sayReference(against)}, weight ${weight} %`;
}

const AXES = { tokens: "Tokens", turns: "Prompts", humanTime: "Human time" } as const;

/**
 * Each axis against the usual r′, then how much of the outcomes is unknown. Steps in r′ become points in the
 * same proportion, because the curve from r′ to the score is bent.
 */
function ofSums(name: ScoreName, score: number, parts: SummedParts): Waterfall {
  const { axes, evidence, r, reference } = parts;
  const known = (["tokens", "turns", "humanTime"] as const).flatMap((axis) => {
    const { axis: value, weight } = axes[axis];
    return value === null || weight === null ? [] : [{ axis, value, weight }];
  });
  const whole = known.reduce((sum, { value, weight }) => sum + weight * value, 0);
  const scale = r === reference ? 0 : (score - MIDDLE) / (r - reference);
  const changes: Change[] = known.map(({ axis, value, weight }) => ({
    id: axis,
    title: AXES[axis],
    compares: `earned ${formatShare(Math.exp(value))} of what was taken, usually ${formatShare(Math.exp(reference))}`,
    points: scale * weight * (value - reference),
  }));
  const unknown = {
    id: "outcome",
    title: "Outcomes not known",
    compares: `the outcome of ${formatShare(evidence)} of the work is known`,
    points: scale * (r - whole),
  };
  return {
    startName: "As the baseline has it",
    endName: SCORE_TITLES[name],
    ...roundSteps(MIDDLE, Math.abs(unknown.points) < 0.05 ? changes : [...changes, unknown], score),
  };
}

/** Rounds so that the steps lead exactly from the rounded start to the rounded end. */
function roundSteps(
  start: number,
  changes: readonly Change[],
  end: number,
): Pick<Waterfall, "startTenths" | "steps" | "endTenths"> {
  const [startTenths, endTenths] = [tenths(start), tenths(end)];
  let exact = start;
  let fromTenths = startTenths;
  const steps = changes.map(({ id, title, compares, points }, place) => {
    exact += points;
    const toTenths = place === changes.length - 1 ? endTenths : tenths(exact);
    const step = { id, title, compares, fromTenths, toTenths };
    fromTenths = toTenths;
    return step;
  });
  return { startTenths, steps, endTenths };
}

function tenths(points: number): number {
  return Math.round(points * 10);
}

/** The step that takes most away; null where none does. */
export function worstStep({ steps }: Pick<Waterfall, "steps">): Step | null {
  const ofInputs = steps.filter(({ id }) => id !== BETWEEN_ID);
  const [worst] = ofInputs.toSorted((left, right) => sizeOf(left) - sizeOf(right));
  return worst !== undefined && sizeOf(worst) < 0 ? worst : null;
}

/** In tenths of a point. */
export function sizeOf({ fromTenths, toTenths }: Step): number {
  return toTenths - fromTenths;
}
