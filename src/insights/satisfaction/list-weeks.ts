/** Answers what was said in check-ins: to each person their own words, to everybody the mean of many. */
import type { Database } from "../../database/open.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { findDeveloper, readDevelopers } from "../../identity/developers/directory.ts";
import { listKeys } from "../../identity/keys/issue.ts";
import { selectAccounts } from "../../identity/accounts/table.ts";
import type { PeriodSpan } from "../../scores/periods.ts";
import { FEWEST_PEOPLE } from "../../scores/team/spread.ts";
import type { Answered, CheckInWeek, Pending, PendingQuery, WeeksQuery } from "./check-in.ts";
import { type CheckInRow, readCheckIns } from "./check-ins-table.ts";
import { weekName, weekOf, weeksIn } from "./week.ts";
import { isoTime } from "../../vocabulary/times.ts";

/**
 * Says whether the caller answered this week, and what.
 *
 * @returns null when the caller names somebody else, or is not known any more
 */
export async function readPending(
  database: Database,
  { scope, developer, named, at }: PendingQuery,
): Promise<Pending | null> {
  const { organizationId } = scope;
  const find = (idOrEmail: string) => findDeveloper(database, { organizationId, idOrEmail });
  const asking = await find(developer);
  const meant = named === null ? asking : await find(named);
  if (asking === null || meant?.id !== asking.id) return null;
  const query = { scope, developer: asking.id, from: at, to: at + 1, now: at };
  const [week] = await readWeeks(database, query);
  const answered = week?.mine ?? null;
  return { ...describeWeek(weekOf(at)), pending: answered === null, answered };
}

/** Returns the weeks that the window touches, the earliest first, those without an answer too. */
export async function readWeeks(database: Database, query: WeeksQuery): Promise<CheckInWeek[]> {
  const { scope, developer, now } = query;
  const { organizationId: organization } = scope;
  const weeks = weeksIn(query);
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first === undefined || last === undefined) return [];
  const developers = await readDevelopers(database, organization);
  const rows = await readCheckIns(database, { organization, from: first.start, to: last.end });
  const rowsOf = Map.groupBy(rows, ({ week }) => week);
  const mine = developer === null ? null : personOf(developers, developer);
  const named = await readNamedPeople(database, organization, developers);
  return weeks.map((span) => {
    const answers = lastAnswers(rowsOf.get(span.start) ?? [], developers);
    const answer = mine === null ? undefined : answers.get(mine);
    return {
      ...describeWeek(span),
      mine: answer === undefined ? null : describeAnswer(answer),
      team: span.end > now ? null : describeTeam([...answers].filter(([person]) => named.has(person))),
    };
  });
}

/** Those with an account or a key of their own, also one that has ended since: a week that is over keeps its mean. */
async function readNamedPeople(
  database: Database,
  organization: string,
  developers: ReadonlyMap<string, Developer>,
): Promise<ReadonlySet<string>> {
  const bound = (await listKeys(database, organization)).flatMap(({ developerId }) => developerId ?? []);
  const accounts = await selectAccounts(database);
  const signIn = accounts.filter(({ organizationId }) => organizationId === organization);
  const ids = [...bound, ...signIn.map(({ developerId }) => developerId)];
  return new Set(ids.map((id) => personOf(developers, id)));
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

/** To the nearest half, which five answers of 1 to 5 rarely give away. */
function describeTeam(answers: readonly [string, CheckInRow][]): CheckInWeek["team"] {
  if (answers.length < FEWEST_PEOPLE) return null;
  const sum = answers.reduce((total, [, { score }]) => total + score, 0);
  return { people: answers.length, mean: Math.round((2 * sum) / answers.length) / 2 };
}

function describeWeek(span: PeriodSpan): Pick<CheckInWeek, "week" | "from" | "to"> {
  const { start, end } = span;
  return { week: weekName(span), from: isoTime(start), to: isoTime(end) };
}

function describeAnswer({ score, comment, answered_at }: CheckInRow): Answered {
  return { score, comment, answeredAt: isoTime(answered_at) };
}
