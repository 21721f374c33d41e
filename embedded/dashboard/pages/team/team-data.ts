/** What the team's page says: pure, so that each sentence can be tested. People stand in no order but the alphabet's. */
import type { MetricRow } from "../../../../src/metrics/answer.ts";
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import { type Middle, middleOf } from "../../charts/spread-places.ts";
import { formatThings } from "../../words/numbers.ts";
import { SCORE_TITLES, type ScoreName } from "../overview/overview-data.ts";

/** Under so many people a mark without a name would still tell whose it is. */
export const FEWEST_PEOPLE = 5;

type Scores = readonly Pick<ScoreRow, "developer" | ScoreName>[];

/** A key that is bound to nobody may be several people's: it is no person. */
function isPerson({ developer }: Pick<ScoreRow, "developer">): boolean {
  return developer.source !== "key";
}

/** How one score lies among people. */
export type Distribution =
  { kind: "shown"; values: readonly number[]; middle: Middle } | { kind: "hidden"; people: number };

/** Gives: the values from the lowest to the highest, so that their order tells nothing of whose they are. */
export function distributionOf(scores: Scores, name: ScoreName): Distribution {
  const values = scores.filter(isPerson).flatMap((row) => row[name] ?? []);
  if (values.length < FEWEST_PEOPLE) return { kind: "hidden", people: values.length };
  return { kind: "shown", values: values.toSorted((left, right) => left - right), middle: middleOf(values) };
}

/** The efficiency of the counted sub-sessions. Gives: null when they are of too few people. */
export function efficienciesOf(metrics: readonly MetricRow[]): number[] | null {
  const counted = metrics.filter((row) => row.scoreable && row.sse !== null && isPerson(row));
  const people = new Set(counted.map(({ developer }) => developer.id));
  return people.size < FEWEST_PEOPLE ? null : counted.flatMap(({ sse }) => sse ?? []);
}

/** The page's answer. */
export function sayTeam(scores: Scores): string {
  const people = scores.filter(isPerson);
  const scored = people.filter(({ speed, skill, efficiency }) => (speed ?? skill ?? efficiency) !== null);
  const have = `${scored.length} of ${formatThings(people.length, "developer")} ${scored.length === 1 ? "has" : "have"} scores`;
  const skill = distributionOf(scores, "skill");
  if (skill.kind === "hidden")
    return `${have}. That is too few to show how they lie without telling whose they are.`;
  const { low, high } = skill.middle;
  return `${have}. Half of them are between ${Math.round(low)} and ${Math.round(high)} in Skill.`;
}

/** Why a distribution is hidden. */
export function sayHidden(name: ScoreName, people: number): string {
  const has = people === 1 ? "has" : "have";
  return (
    `${people === 0 ? "Nobody" : formatThings(people, "developer")} ${people === 0 ? "has" : has} ` +
    `${SCORE_TITLES[name]} in this window. Under ${FEWEST_PEOPLE} a mark without a name would still tell whose it is.`
  );
}

/** By name, as people read lists. */
export function alphabetical(scores: readonly ScoreRow[]): ScoreRow[] {
  return scores.toSorted((left, right) => left.developer.name.localeCompare(right.developer.name, "en"));
}
