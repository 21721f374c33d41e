/** Reads whose work everyone's mean of a score is computed from, so that lists can have exactly that work. */
import type { Database } from "../../database/open.ts";
import { readEarlierFormulas } from "../../metrics/formulas-table.ts";
import { scorePeriod, type ScoreName } from "../score-period.ts";
import { rowsIn } from "../work.ts";
import { readPeople } from "./read-team.ts";
import type { TeamQuery } from "./team-answer.ts";

/** Whose mean is asked for. */
export interface ScoredQuery extends TeamQuery {
  score: ScoreName;
}

/**
 * Returns the developers' ids that the rows of the people in everyone's mean of a score carry, whoever asks: what is
 * read with them must be held to the caller's scope.
 */
export async function readScored(database: Database, query: ScoredQuery): Promise<string[]> {
  const span = { start: query.from, end: query.to };
  const earlier = await readEarlierFormulas(database);
  const { everyone } = await readPeople(database, query);
  const scored = everyone.filter((work) => scorePeriod(rowsIn(work, span, earlier))[query.score] !== null);
  return [...new Set(scored.flatMap(({ days }) => days.map(({ developer }) => developer)))];
}
