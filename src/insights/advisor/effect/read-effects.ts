/** Computes what cards did, when somebody asks. */
import type { Database } from "../../../database/open.ts";
import type { SkillInput } from "../../../metrics/metrics.ts";
import type { CardRow } from "../cards-table.ts";
import { readNearEach, readValuesOf, type Side, type ValuesRow } from "../writing/work-table.ts";
import { type Effect, effectOf, type EffectValue, SUB_SESSIONS_EACH_SIDE } from "./effect.ts";

/** A card whose effect is wanted. */
export interface EffectQuestion {
  card: CardRow;
  /** The card's own sub-session as it is today: it is another one once an earlier record has come. */
  subSession: string;
  /** The ids under which its developer's rows are. */
  developers: readonly string[];
}

/**
 * Returns by card; none until ten sub-sessions of its developer that began after the card's was over have
 * closed.
 */
export async function readEffects(
  database: Database,
  questions: readonly EffectQuestion[],
): Promise<Map<string, Effect>> {
  const later = await readNearEach(database, questions.map(afterCard), SUB_SESSIONS_EACH_SIDE);
  const ripe = questions
    .map((question, place) => ({ ...question, after: later[place] ?? [] }))
    .filter(({ after }) => after.length === SUB_SESSIONS_EACH_SIDE);
  const earlier = await readNearEach(database, ripe.map(beforeCard), SUB_SESSIONS_EACH_SIDE);
  const values = await readValuesOf(
    database,
    ripe.map(({ subSession }) => subSession),
  );
  return new Map(
    ripe.flatMap(({ card: { id, input }, subSession, after }, place) => {
      const before = earlier[place] ?? [];
      const row = values.get(subSession);
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

function afterCard({ card, developers, subSession }: EffectQuestion): Side {
  return { organization: card.organization, developers, since: card.closed_at, except: subSession };
}

function beforeCard({ card, developers, subSession }: EffectQuestion): Side {
  return { organization: card.organization, developers, before: card.started_at, except: subSession };
}

const NO_VALUE: EffectValue = { startedAt: 0, value: null, weight: 0 };

function valuesOf(rows: readonly ValuesRow[], input: SkillInput): EffectValue[] {
  return rows.map((row) => valueOf(row, input));
}

function valueOf(row: ValuesRow, input: SkillInput): EffectValue {
  return { startedAt: row.started_at, value: row[input], weight: row.weight };
}
