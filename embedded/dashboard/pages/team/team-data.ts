/** What the team's page says: pure, so that each sentence can be tested. People are in no order but the alphabet's. */
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import type { Spread, Team, TeamPoint } from "../../../../src/scores/team/team-answer.ts";
import type { Pair } from "../../charts/pairs/pair-words.ts";
import type { FanPoint } from "../../charts/fan-points.ts";
import { formatInterval, formatThings } from "../../words/numbers.ts";
import { matching } from "../../parts/combobox/matches.ts";
import { SCORE_TITLES, type ScoreName } from "../overview/overview-data.ts";

/** Under so many people a mark without a name would still show whose it is. */
export const FEWEST_PEOPLE = 5;

/** A spread that has its numbers. */
export interface ShownSpread {
  people: number;
  median: number;
  middleHalf: readonly [number, number];
  tenths: readonly [number, number];
}

/** Returns null fewer than five people. */
export function shownSpread({ people, median, middleHalf, tenths }: Spread): ShownSpread | null {
  if (median === null || middleHalf === null || tenths === null) return null;
  return { people, median, middleHalf, tenths };
}

/** The scores of people, from the lowest to the highest, so that their order says nothing of whose they are. */
export function ringsOf(
  scores: readonly Pick<ScoreRow, "developer" | ScoreName>[],
  name: ScoreName,
  ownId: string | null,
): number[] {
  return scores
    .filter(({ developer }) => developer.source !== "key" && developer.id !== ownId)
    .flatMap((row) => row[name] ?? [])
    .toSorted((left, right) => left - right);
}

/** The people who have a score in both periods, without names and without shared keys. */
export function pairsOf(
  scores: readonly Pick<ScoreRow, "developer" | "change" | ScoreName>[],
  name: ScoreName,
): Pair[] {
  return scores.flatMap((row): Pair[] => {
    const [value, change] = [row[name], row.change?.[name] ?? null];
    return row.developer.source === "key" || value === null || change === null
      ? []
      : [[value - change.value, value]];
  });
}

/** The people whose name or e-mail contains what was typed, A to Z. */
export function peopleNamed(scores: readonly ScoreRow[], typed: string): ScoreRow[] {
  const found = new Set(
    matching(
      scores.map(({ developer }) => developer),
      typed,
    ).map(({ id }) => id),
  );
  return alphabetical(scores.filter(({ developer }) => found.has(developer.id)));
}

/** How the people are spread, to be read after the page's answer. */
export function saySpread({
  developers,
  scored,
  scores,
}: Pick<Team, "developers" | "scored" | "scores">): string {
  const have = `${scored} of ${formatThings(developers, "developer")} ${scored === 1 ? "has" : "have"} scores`;
  const order = ["skill", "efficiency", "speed"] as const;
  const name = order.find((candidate) => shownSpread(scores[candidate]) !== null);
  const spread = name === undefined ? null : shownSpread(scores[name]);
  if (name === undefined || spread === null)
    return `${have}. With so few, a chart would show whose they are.`;
  const middle = formatInterval(spread.middleHalf);
  return `${have}. Half of the ${spread.people} with ${SCORE_TITLES[name]} are from ${middle}.`;
}

/** Why a spread is hidden. */
export function sayHidden(name: ScoreName, people: number): string {
  const has = people === 1 ? "has" : "have";
  return (
    `${people === 0 ? "Nobody" : formatThings(people, "developer")} ${people === 0 ? "has" : has} ` +
    `${SCORE_TITLES[name]} in this time range. Under ${FEWEST_PEOPLE} a mark without a name would still show whose it is.`
  );
}

/** Each score of the people over time. */
export interface Fans {
  bucket: "day" | "week";
  points: Readonly<Record<ScoreName, readonly FanPoint[]>>;
}

/**
 * One score's weeks, with those of who looks.
 *
 * @param ownRows - Own rows of the same weeks, in any order.
 */
export function fanPoints(
  name: ScoreName,
  points: readonly TeamPoint[],
  ownRows: readonly Pick<ScoreRow, "periodStart" | ScoreName>[],
): FanPoint[] {
  const ownScores = new Map(ownRows.map((row) => [row.periodStart, row[name]]));
  return points.map((point) => ({
    start: point.start,
    ...point[name],
    ownScore: ownScores.get(point.start) ?? null,
  }));
}

/** By name, as people read lists. */
export function alphabetical(scores: readonly ScoreRow[]): ScoreRow[] {
  return scores.toSorted((left, right) => left.developer.name.localeCompare(right.developer.name, "en"));
}
