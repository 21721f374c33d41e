/** What a developer's page says about the scores; pure, so that each sentence can be tested. */
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import { inputDefinitions, type InputDefinition, type InputName } from "../../words/inputs.ts";
import { joined } from "../../words/joined.ts";
import {
  SCORE_NAMES,
  SCORE_TITLES,
  sayScores,
  skillInputs,
  type SkillInput,
} from "../overview/overview-data.ts";

/** The baseline of scores. */
const USUAL = 50;
/** The middle of the scales of inputs, which is not the baseline of all of them. */
const MIDDLE = 50;

/** What an input is compared with: the median of people, of the developer's own tasks where those are too few. */
export interface Reference {
  value: number;
  of: "organization" | "own" | "scale";
}

/** What each input is compared with; the middle of the scale where nothing is known. */
export type References = Readonly<Partial<Record<InputName, Reference | null>>>;

const SCALE: Reference = { value: MIDDLE, of: "scale" };

/** One input of Skill with what it brings to it. */
export interface WeighedInput
  extends SkillInput, Pick<InputDefinition, "looksAt" | "formula" | "help" | "seenIn"> {
  /** In points of 100, of all five inputs. */
  weight: number;
  /** Its part of Skill, in points; null without a value. All parts together are Skill. */
  part: number | null;
  against: Reference;
  /** By how many points Skill would rise if this were there; 0 or less when it is not below. */
  room: number;
}

/** Returns the inputs, the heaviest first; the weights of those with a value share the whole of Skill. */
export function weighedInputs(row: ScoreRow, references: References = {}): WeighedInput[] {
  const inputs = new Map(skillInputs(row).map((input) => [input.id, input]));
  const weighed = inputDefinitions().flatMap(
    ({ metric, skillWeight: weight, looksAt, formula, help, seenIn }) => {
      const input = inputs.get(metric);
      return input === undefined ? [] : [{ ...input, weight, looksAt, formula, help, seenIn }];
    },
  );
  const known = weighed.filter(({ value }) => value !== null);
  const covered = known.reduce((sum, { weight }) => sum + weight, 0);
  return weighed.map((input) => {
    const { id, value, weight } = input;
    const against = references[id] ?? SCALE;
    return value === null
      ? { ...input, against, part: null, room: 0 }
      : {
          ...input,
          against,
          part: (weight * value) / covered,
          room: (weight * (against.value - value)) / covered,
        };
  });
}

/**
 * The input that holds Skill down most.
 *
 * @returns null when none is below what it is compared with.
 */
export function weakestInput(inputs: readonly WeighedInput[]): WeighedInput | null {
  const [weakest] = inputs.toSorted((left, right) => right.room - left.room);
  return weakest !== undefined && weakest.room > 0 ? weakest : null;
}

/** Returns "Flow continuity holds Skill down most: at 50 instead of 26 Skill would be 3.4 points higher." */
export function sayWeakest(inputs: readonly WeighedInput[]): string {
  const weakest = weakestInput(inputs);
  if (weakest === null) return `No input with a value is below ${sayReferences(inputs)}.`;
  const { title, value, against, room } = weakest;
  return (
    `${title} holds Skill down most: at ${sayReference(against)} instead of ${(value ?? 0).toFixed(1)}, ` +
    `Skill would be ${room.toFixed(1)} points higher.`
  );
}

/** Returns "the organization’s median 55.0", or "50". */
export function sayReference({ value, of }: Reference): string {
  return of === "scale" ? String(value) : `${REFERENCES[of]} ${value.toFixed(1)}`;
}

const REFERENCES = { organization: "the organization’s median", own: "the median of own tasks" } as const;

function sayReferences(inputs: readonly WeighedInput[]): string {
  const known = inputs.find(({ value }) => value !== null);
  return known === undefined || known.against.of === "scale" ? String(MIDDLE) : REFERENCES[known.against.of];
}

/** Says which scores are clearly above or below the baseline; their intervals decide that. */
export function sayLevels(row: ScoreRow, days: number): string {
  const known = SCORE_NAMES.filter((name) => row[name] !== null);
  if (known.length === 0) return sayScores({ kind: "one", row }, "The", days);
  const byPlace = Map.groupBy(known, (name) => placeOf(row.interval?.[name] ?? null));
  const said = (["above", "below", "near"] as const).flatMap((place) => {
    const names = byPlace.get(place)?.map((name) => SCORE_TITLES[name]) ?? [];
    if (names.length === 0) return [];
    return [`${joined(names)} ${names.length === 1 ? "is" : "are"} ${PLACES[place]}.`];
  });
  return said.join(" ");
}

const PLACES = {
  above: "clearly above the baseline",
  below: "clearly below the baseline",
  near: "not clearly different from the baseline",
} as const;

/** Claims a place only when the interval does not contain the baseline. */
function placeOf(interval: readonly [number, number] | null): keyof typeof PLACES {
  if (interval === null) return "near";
  if (interval[0] > USUAL) return "above";
  return interval[1] < USUAL ? "below" : "near";
}
