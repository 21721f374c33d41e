/** Answers what was said in check-ins: to each person their own words, to everybody what many said together. */
import type { Database } from "../../database/open.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { findDeveloper, readDevelopers } from "../../identity/developers/directory.ts";
import type { PeriodSpan } from "../../scores/periods.ts";
import { FEWEST_PEOPLE } from "../../scores/team/spread.ts";
import type { Answered, CheckInWeek, Pending, PendingQuery, WeeksQuery } from "./check-in.ts";
import { type CheckInRow, readCheckIns } from "./check-ins-table.ts";
import { weekName, weekOf, weeksIn } from "./week.ts";

/** Gives: null for a developer who is unknown. */
export async function readPending(
  database: Database,
  { scope, developer, at, isTheirs }: PendingQuery,
): Promise<Pending | null> {
  const { organizationId } = scope;
  const found = await findDeveloper(database, { organizationId, idOrEmail: developer });
  if (found === null) return null;
  const span = weekOf(at);
  const [week] = await readWeeks(database, { scope, developer: found.id, from: at, to: at + 1 });
  const answered = week?.mine ?? null;
  return { ...describeWeek(span), pending: answered === null, answered: isTheirs ? answered : null };
}

/** Gives: the weeks that the window touches, the earliest first, those without an answer too. */
export async function readWeeks(database: Database, query: WeeksQuery): Promise<CheckInWeek[]> {
  const { scope, developer } = query;
  const { organizationId: organization } = scope;
  const weeks = weeksIn(query);
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first === undefined || last === undefined) return [];
  const developers = await readDevelopers(database, organization);
  const rows = await readCheckIns(database, { organization, from: first.start, to: last.end });
  const rowsOf = Map.groupBy(rows, ({ week }) => week);
  const mine = developer === null ? null : personOf(developers, developer);
  return weeks.map((span) => {
    const answers = lastAnswers(rowsOf.get(span.start) ?? [], developers);
    const answer = mine === null ? undefined : answers.get(mine);
    return {
      ...describeWeek(span),
      mine: answer === undefined ? null : describeAnswer(answer),
      team: describeTeam([...answers.values()]),
    };
  });
}

/** Two who answered may have been found to be one person since: their last answer counts. */
function lastAnswers(
  rows: readonly CheckInRow[],
  developers: ReadonlyMap<string, Developer>,
): Map<string, CheckInRow> {
  return new Map(rows.map((row) => [personOf(developers, row.developer), row]));
}

function personOf(developers: ReadonlyMap<string, Developer>, id: string): string {
  return developers.get(id)?.id ?? id;
}

function describeTeam(rows: readonly CheckInRow[]): CheckInWeek["team"] {
  if (rows.length < FEWEST_PEOPLE) return null;
  const sum = rows.reduce((total, { score }) => total + score, 0);
  return { people: rows.length, mean: sum / rows.length };
}

function describeWeek(span: PeriodSpan): Pick<CheckInWeek, "week" | "from" | "to"> {
  const { start, end } = span;
  return { week: weekName(span), from: new Date(start).toISOString(), to: new Date(end).toISOString() };
}

function describeAnswer({ score, comment, answered_at }: CheckInRow): Answered {
  return { score, comment, answeredAt: new Date(answered_at).toISOString() };
}
