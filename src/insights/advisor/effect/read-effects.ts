/** Computes what advice did, when somebody asks. */
import type { Database } from "../../../database/open.ts";
import type { SkillInput } from "../../../metrics/metrics.ts";
import { readNearEach, readValuesOf, type Side, type ValuesRow } from "../writing/work-table.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { type Effect, effectOf, type EffectValue, SUB_SESSIONS_EACH_SIDE } from "./effect.ts";

/** An advice whose effect is wanted. */
export interface EffectQuestion {
  /** Of the card or habit. */
  id: string;
  input: SkillInput;
  organization: string;
  /** The ids under which its developer's rows are. */
  developers: readonly string[];
  /** Sub-sessions that start before this time are those before… */
  before: Instant;
  /** …and those that start at or after this one are those after. */
  since: Instant;
  /** A sub-session that was chosen because it was low, as it is today; null for none. */
  subSession: string | null;
}

/**
 * Returns by id; none until ten sub-sessions of its developer that began after the moment have closed.
 */
export async function readEffects(
  database: Database,
  questions: readonly EffectQuestion[],
): Promise<Map<string, Effect>> {
  const later = await readNearEach(database, questions.map(sideAfter), SUB_SESSIONS_EACH_SIDE);
  const ripe = questions
    .map((question, place) => ({ ...question, after: later[place] ?? [] }))
    .filter(({ after }) => after.length === SUB_SESSIONS_EACH_SIDE);
  const earlier = await readNearEach(database, ripe.map(sideBefore), SUB_SESSIONS_EACH_SIDE);
  const values = await readValuesOf(
    database,
    ripe.flatMap(({ subSession }) => subSession ?? []),
  );
  return new Map(
    ripe.flatMap(({ id, input, subSession, after }, place) => {
      const before = earlier[place] ?? [];
      const row = values.get(subSession ?? "");
      if (!areOfOneVersion([...before, ...after, ...(row === undefined ? [] : [row])])) return [];
      const sides = { before: valuesOf(before, input), after: valuesOf(after, input) };
      return [[id, effectOf(sides, row === undefined ? NO_VALUE : valueOf(row, input))]];
    }),
  );
}

/** Nothing is compared across a change of the formulas. */
function areOfOneVersion(rows: readonly ValuesRow[]): boolean {
  return rows.every(({ scoring_version }) => scoring_version === rows[0]?.scoring_version);
}

function sideAfter({ organization, developers, since, subSession }: EffectQuestion): Side {
  return { organization, developers, since, ...exceptOf(subSession) };
}

function sideBefore({ organization, developers, before, subSession }: EffectQuestion): Side {
  return { organization, developers, before, ...exceptOf(subSession) };
}

function exceptOf(subSession: string | null): Pick<Side, "except"> {
  return subSession === null ? {} : { except: subSession };
}

const NO_VALUE: EffectValue = { startedAt: 0, value: null, weight: 0 };

function valuesOf(rows: readonly ValuesRow[], input: SkillInput): EffectValue[] {
  return rows.map((row) => valueOf(row, input));
}

function valueOf(row: ValuesRow, input: SkillInput): EffectValue {
  return { startedAt: row.started_at, value: row[input], weight: row.weight };
}
