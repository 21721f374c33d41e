/** What the overview says of its numbers: pure, so that each sentence can be tested. */
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import type { Team } from "../../../../src/scores/team/team-answer.ts";
import { type ChangeValue, directionOf } from "../../words/direction.ts";
import type { SummedParts } from "../../words/earned.ts";
import { inputDefinitions, type InputName } from "../../words/inputs.ts";
import { joined } from "../../words/joined.ts";
import { formatCount, formatScore, formatSigned, formatThings } from "../../words/numbers.ts";

export const SCORE_NAMES = ["speed", "skill", "efficiency"] as const;

export type ScoreName = (typeof SCORE_NAMES)[number];

export const SCORE_TITLES: Readonly<Record<ScoreName, string>> = {
  speed: "Speed",
  skill: "Skill",
  efficiency: "Efficiency",
};

/** The scores of a window: one developer's row, or the means of the people. */
export type ScoresOfWindow = { kind: "one"; row: ScoreRow } | { kind: "everyone"; team: TeamMeans };

/** The part of a team's answer that scores are said from. */
export type TeamMeans = Pick<Team, "means" | "change">;

/** One score as its card shows it. */
export interface ShownScore {
  name: ScoreName;
  value: number | null;
  interval: readonly [number, number] | null;
  change: ChangeValue | null;
  /** The score of the period before; of everyone, without those who are in one period only. */
  before: number | null;
  missing: { kind: "learning"; counted: number; needed: number } | { kind: "no_value"; reason: string };
  /** What it is based on. */
  people: number;
  subSessions: number;
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
    people: 1,
    subSessions: row.subSessions,
    parts: name === "skill" ? null : (row.breakdown?.[name] ?? null),
  };
}

function missingOf({ state, subSessions, missing }: ScoreRow, name: ScoreName): ShownScore["missing"] {
  if (state === "learning")
    return { kind: "learning", counted: Math.min(subSessions, NEEDED), needed: NEEDED };
  const reason = missing?.reasons.find(({ input }) => input === name);
  return { kind: "no_value", reason: reason?.remedy ?? "An input is missing." };
}

function ofEveryone({ team }: Extract<ScoresOfWindow, { kind: "everyone" }>, name: ScoreName): ShownScore {
  const { value, interval, people, subSessions } = team.means[name];
  const change = team.change[name];
  return {
    name,
    value,
    interval,
    change,
    before: value === null || change === null ? null : value - change.value,
    missing: {
      kind: "no_value",
      reason: "Nobody has this score yet: each person needs three counted tasks.",
    },
    people,
    subSessions: subSessions ?? 0,
    parts: null,
  };
}

/** How many sub-sessions the scores rest on. */
export function countedIn(scores: ScoresOfWindow): number {
  if (scores.kind === "one") return scores.row.subSessions;
  return Math.max(...SCORE_NAMES.map((name) => scores.team.means[name].subSessions ?? 0));
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
 * Returns the page's answer: what changed, and how large a change would have had to be to show.
 *
 * @param whose - "Your", "Ada's" or "The team's".
 */
export function sayScores(scores: ScoresOfWindow, whose: string, days: number): string {
  const shown = shownScores(scores);
  const known = shown.filter(({ value }) => value !== null);
  if (known.length === 0) return sayLearning(scores, shown);
  const compared = known.flatMap((score) => {
    const change = score.change;
    return change === null || change.interval === null
      ? []
      : [{ ...score, change, by: halfWidthOf(change.interval) }];
  });
  if (compared.length === 0)
    return `${whose} ${levelsOf(known)}; there is nothing to compare with in the ${days} days before.`;
  const clear = compared.filter(({ change }) => directionOf(change) !== "same");
  const rest = compared.filter((score) => !clear.includes(score));
  const unclear = `no clear change in ${joined(rest.map(sayLeast))}`;
  if (clear.length === 0) return `${whose} scores show ${unclear} against the ${days} days before.`;
  const first = `${whose} ${joined(clear.map(sayMoved))} against the ${days} days before.`;
  return rest.length === 0 ? first : `${first} There is ${unclear}.`;
}

type Compared = ShownScore & { change: ChangeValue; by: number };

/** Returns "Skill rose by 5 points". */
function sayMoved({ name, change: { value } }: Compared): string {
  const points = Math.max(1, Math.abs(Math.round(value)));
  return `${SCORE_TITLES[name]} ${value > 0 ? "rose" : "fell"} by ${formatThings(points, "point")}`;
}

/** Returns "Skill (52; ±4 would have shown)". */
function sayLeast({ name, value, by }: Compared): string {
  return `${SCORE_TITLES[name]} (${formatScore(value)}; ±${Math.max(1, Math.ceil(by))} would have shown)`;
}

/** The smallest change whose interval would leave out 0. */
function halfWidthOf([low, high]: readonly [number, number]): number {
  return (high - low) / 2;
}

function sayLearning(scores: ScoresOfWindow, shown: readonly ShownScore[]): string {
  if (scores.kind === "everyone")
    return "Still learning: somebody needs three counted tasks, and the first scores appear.";
  const [first] = shown;
  if (first?.missing.kind !== "learning") return "There is work, but no score yet: an input is missing.";
  const left = NEEDED - Math.min(NEEDED, countedIn(scores));
  return `Still learning: ${left === 1 ? "one more counted task" : `${left} more counted tasks`}, and the first scores appear.`;
}

/** Returns "Speed 43, Skill 58 and Efficiency 51". */
function levelsOf(known: readonly ShownScore[]): string {
  return joined(known.map(({ name, value }) => `${SCORE_TITLES[name]} ${formatScore(value)}`));
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

/** Returns "+3.2", or a dash. */
export function sayPoints(input: SkillInput): string {
  return input.moved === null ? "–" : formatSigned(input.moved.points, 1);
}
