/** What the overview says of its numbers: pure, so that each sentence can be tested. */
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import type { TrendPoint } from "../../charts/trend-points.ts";
import { type ChangeValue, directionOf } from "../../words/direction.ts";
import type { SummedParts } from "../../words/earned.ts";
import { inputDefinitions, type InputName } from "../../words/inputs.ts";
import { joined } from "../../words/joined.ts";
import { formatCount, formatSigned } from "../../words/numbers.ts";

export const SCORE_NAMES = ["speed", "skill", "efficiency"] as const;

export type ScoreName = (typeof SCORE_NAMES)[number];

export const SCORE_TITLES: Readonly<Record<ScoreName, string>> = {
  speed: "Speed",
  skill: "Skill",
  efficiency: "Efficiency",
};

/** The scores of a window: one developer's row, or everybody's work taken together, now and in the period before. */
export type ScoresOfWindow =
  | { kind: "one"; row: ScoreRow }
  | {
      kind: "everyone";
      current: Readonly<Record<ScoreName, TrendPoint | null>>;
      before: Readonly<Record<ScoreName, TrendPoint | null>>;
      /** The change of the mean of the people; null where too few of them can be compared. */
      change: Readonly<Record<ScoreName, ChangeValue | null>>;
    };

/** One score as its card shows it. */
export interface ShownScore {
  name: ScoreName;
  value: number | null;
  interval: readonly [number, number] | null;
  change: ChangeValue | null;
  /** The score of the period before. */
  before: number | null;
  missing: { kind: "learning"; counted: number; needed: number } | { kind: "no_value"; reason: string };
  /** What it was computed from; null where that is no sum, or of several people. */
  parts: SummedParts | null;
}

const NEEDED = 3;

/** The three scores in the order of the page. */
export function shownScores(scores: ScoresOfWindow): ShownScore[] {
  return SCORE_NAMES.map((name) =>
    scores.kind === "one" ? ofRow(scores.row, name) : ofEveryone(scores, name),
  );
}

function ofRow(row: ScoreRow, name: ScoreName): ShownScore {
  const [value, change] = [row[name], row.change?.[name] ?? null];
  return {
    name,
    value,
    interval: row.interval?.[name] ?? null,
    change,
    before: value === null || change === null ? null : value - change.value,
    missing: missingOf(row, name),
    parts: name === "skill" ? null : (row.breakdown?.[name] ?? null),
  };
}

function missingOf({ state, subSessions, missing }: ScoreRow, name: ScoreName): ShownScore["missing"] {
  if (state === "learning")
    return { kind: "learning", counted: Math.min(subSessions, NEEDED), needed: NEEDED };
  const reason = missing?.reasons.find(({ input }) => input === name);
  return { kind: "no_value", reason: reason?.remedy ?? "An input is missing." };
}

function ofEveryone(
  { current, before, change }: Extract<ScoresOfWindow, { kind: "everyone" }>,
  name: ScoreName,
): ShownScore {
  const { value, interval, subSessions } = current[name] ?? NOTHING;
  const earlier = (before[name] ?? NOTHING).value;
  const difference = value === null || earlier === null ? null : { value: value - earlier, interval: null };
  return {
    name,
    value,
    interval,
    change: change[name] ?? difference,
    before: earlier,
    missing:
      subSessions < NEEDED
        ? { kind: "learning", counted: subSessions, needed: NEEDED }
        : { kind: "no_value", reason: "Too few tasks have what this score needs." },
    parts: null,
  };
}

const NOTHING = { value: null, interval: null, subSessions: 0 };

/** How many sub-sessions the scores rest on. */
export function countedIn(scores: ScoresOfWindow): number {
  return scores.kind === "one" ? scores.row.subSessions : (scores.current.speed?.subSessions ?? 0);
}

/**
 * What is next to the number of counted sub-sessions.
 *
 * @param all - How many there are; null for more than were counted.
 */
export function sayCounted(counted: number, all: number | null): { unit?: string; note: string } {
  if (all === null) return { note: "of over 10,000; small tasks are not counted" };
  const unit = `of ${formatCount(all)}`;
  return all <= counted
    ? { unit, note: "all of them" }
    : { unit, note: `${formatCount(all - counted)} too small to be counted` };
}

/**
 * Returns the page's answer, in one or two sentences.
 *
 * @param whose - "Your" or "Ada's".
 */
export function sayScores(scores: ScoresOfWindow, whose: string, days: number): string {
  const shown = shownScores(scores);
  const known = shown.filter(({ value }) => value !== null);
  if (known.length === 0) return sayLearning(scores, shown);
  if (scores.kind === "everyone") return sayLevels(known, days);
  const compared = known.filter(({ change }) => change !== null);
  if (compared.length === 0)
    return `${whose} ${levelsOf(known)}; there is nothing to compare with in the ${days} days before.`;
  const clear = compared.filter(({ change }) => change !== null && directionOf(change) !== "same");
  const rest = compared.filter((score) => !clear.includes(score));
  if (clear.length === 0) return `${listOf(rest)} ${verb(rest)} no clear change in ${days} days.`;
  const moved = clear.map((score, index) => {
    const { value } = score.change ?? { value: 0 };
    const points = Math.max(1, Math.abs(Math.round(value)));
    const went = value > 0 ? "rose" : "fell";
    const subject = index === 0 ? `${whose} ${SCORE_TITLES[score.name]}` : SCORE_TITLES[score.name];
    return `${subject} ${went} by ${points} ${points === 1 ? "point" : "points"}`;
  });
  const first = `${joined(moved)} in ${days} days.`;
  return rest.length === 0 ? first : `${first} ${listOf(rest)} ${verb(rest)} no clear change.`;
}

function sayLearning(scores: ScoresOfWindow, shown: readonly ShownScore[]): string {
  const [first] = shown;
  if (first?.missing.kind !== "learning") return "There is work, but no score yet: an input is missing.";
  const left = NEEDED - Math.min(NEEDED, countedIn(scores));
  return `Still learning: ${left === 1 ? "one more counted task" : `${left} more counted tasks`}, and the first scores appear.`;
}

function sayLevels(known: readonly ShownScore[], days: number): string {
  return `Everybody's work of ${days} days together: ${levelsOf(known)}.${sayMoves(known)}`;
}

/** Returns "Speed 43, Skill 58 and Efficiency 51". */
function levelsOf(known: readonly ShownScore[]): string {
  return joined(known.map(({ name, value }) => `${SCORE_TITLES[name]} ${Math.round(value ?? 0)}`));
}

/**
 * Returns " The mean of the people is clearly up in Skill."; nothing where nothing is known of how it moved.
 */
function sayMoves(known: readonly ShownScore[]): string {
  const compared = known.filter(({ change }) => change !== null && change.interval !== null);
  if (compared.length === 0) return "";
  const moved = (["up", "down"] as const).flatMap((direction) => {
    const names = compared.filter(({ change }) => change !== null && directionOf(change) === direction);
    return names.length === 0 ? [] : [`clearly ${direction} in ${listOf(names)}`];
  });
  return moved.length === 0
    ? " The average developer shows no clear change."
    : ` The average developer is ${joined(moved)}.`;
}

function listOf(scores: readonly ShownScore[]): string {
  return joined(scores.map(({ name }) => SCORE_TITLES[name]));
}

function verb(scores: readonly unknown[]): string {
  return scores.length === 1 ? "shows" : "show";
}

/** One input of Skill: where it is, and its part in the change. */
export interface SkillInput {
  id: InputName;
  title: string;
  value: number | null;
  /** null: there is nothing to compare with. */
  moved: { from: number; to: number; points: number } | null;
  /** Why there is no value, and what would change that. */
  remedy: string | null;
}

/** Returns the inputs, those that moved Skill most first. */
export function skillInputs(row: ScoreRow): SkillInput[] {
  const inputs = inputDefinitions().map(({ metric: id, title }): SkillInput => {
    const reason = row.missing?.reasons.find(({ input }) => input === id);
    return {
      id,
      title,
      value: row.skillInputs?.[id] ?? null,
      moved: row.change?.inputs[id] ?? null,
      remedy: reason?.remedy ?? null,
    };
  });
  return inputs.toSorted(
    (left, right) => Math.abs(right.moved?.points ?? 0) - Math.abs(left.moved?.points ?? 0),
  );
}

/** Why inputs have no value: each reason once, with all the inputs it holds for. */
export function sayRemedies(inputs: readonly SkillInput[]): string[] {
  const missing = inputs.filter(({ value, remedy }) => value === null && remedy !== null);
  const byRemedy = Map.groupBy(missing, ({ remedy }) => remedy);
  return [...byRemedy].map(([remedy, held]) => `${joined(held.map(({ title }) => title))}: ${remedy ?? ""}`);
}

/** Returns "+3.2", or a dash. */
export function sayPoints(input: SkillInput): string {
  return input.moved === null ? "–" : formatSigned(input.moved.points, 1);
}
