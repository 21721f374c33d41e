/** Works out what a card did, when somebody asks. */
import type { Database } from "../../../database/open.ts";
import type { SkillInput } from "../../../metrics/metrics.ts";
import type { CardRow } from "../cards-table.ts";
import { type Effect, effectOf, type EffectValue, SUB_SESSIONS_EACH_SIDE } from "./effect.ts";
import { readMetricsOf, readNear, type ValuesRow } from "../writing/work-table.ts";

/**
 * Takes: the card, and the ids under which its developer's rows are.
 * Gives: null until ten sub-sessions of theirs that began after the card's was over have closed.
 */
export async function readEffect(
  database: Database,
  card: CardRow,
  developers: readonly string[],
): Promise<Effect | null> {
  const { organization, started_at: before, closed_at: since, input } = card;
  const after = await readNear(database, { organization, developers, since }, SUB_SESSIONS_EACH_SIDE);
  if (after.length < SUB_SESSIONS_EACH_SIDE) return null;
  const earlier = await readNear(database, { organization, developers, before }, SUB_SESSIONS_EACH_SIDE);
  const own = await readMetricsOf(database, card.sub_session);
  const sides = { before: valuesOf(earlier, input), after: valuesOf(after, input) };
  return effectOf(sides, own === null ? NO_VALUE : valueOf(own, input));
}

const NO_VALUE: EffectValue = { startedAt: 0, value: null, weight: 0 };

function valuesOf(rows: readonly ValuesRow[], input: SkillInput): EffectValue[] {
  return rows.map((row) => valueOf(row, input));
}

function valueOf(row: ValuesRow, input: SkillInput): EffectValue {
  return { startedAt: row.started_at, value: row[input], weight: row.usual_turns };
}
