/** Reads the inputs of everybody's Skill, against which habits are found. */
import type { Database } from "../../../database/open.ts";
import type { Developer } from "../../../identity/developers/developer.ts";
import { readEarlierFormulas } from "../../../metrics/formulas-table.ts";
import { readWorkDays } from "../../../scores/days/read-days.ts";
import { scorePeriod } from "../../../scores/score-period.ts";
import { eachInput } from "../../../scores/skill-inputs.ts";
import { rowsIn, workByDeveloper } from "../../../scores/work.ts";
import { medianOf } from "../../../turns/latency/percentiles.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import type { InputScores } from "./gaps.ts";
import type { HabitWork } from "./rules/rule.ts";

/** Reads the inputs of each person, as their own page shows them; shared keys are left out. */
export async function readScoresOfPeople(
  database: Database,
  { organization, from, to }: { organization: string; from: Instant; to: Instant },
  developers: ReadonlyMap<string, Developer>,
): Promise<Map<string, InputScores>> {
  const days = await readWorkDays(database, { organization, developers: null, from, to });
  const earlier = await readEarlierFormulas(database);
  const people = workByDeveloper(days, developers).filter(({ developer }) => developer.source !== "key");
  return new Map(
    people.flatMap((work) => {
      const { skillInputs } = scorePeriod(rowsIn(work, { start: from, end: to }, earlier));
      return skillInputs === null ? [] : [[work.developer.id, skillInputs] as const];
    }),
  );
}

/** Returns the median of each input over somebody's tasks. */
export function ownMedians(works: readonly HabitWork[]): InputScores {
  return eachInput((input) => medianOf(works.flatMap(({ metrics }) => metrics[input] ?? [])));
}
