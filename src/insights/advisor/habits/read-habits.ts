/** Reads the habits of a window: one developer's with all that is known, or everybody's most expensive ones. */
import type { Database } from "../../../database/open.ts";
import type { Developer } from "../../../identity/developers/developer.ts";
import { describeOwner } from "../../../identity/developers/answer.ts";
import { idsOf } from "../../../identity/developers/directory.ts";
import { type RowsToRead, rowsToRead } from "../../../identity/scope.ts";
import { SKILL_INPUTS } from "../../../metrics/metrics.ts";
import { eachInput } from "../../../scores/skill-inputs.ts";
import { readSeen } from "../seen/seen-table.ts";
import { type SeenByPerson, seenByPerson } from "../seen/seen.ts";
import { chooseHabit } from "./choose-habit.ts";
import { describeHabits } from "./describe-habits.ts";
import { findHabits, type FoundHabit } from "./find-habits.ts";
import { gapsOf, type InputGaps, type InputScores, mediansOf, weakestOf } from "./gaps.ts";
import type { DeveloperHabits, HabitsAnswer, HabitsQuery } from "./habits-answer.ts";
import { ownMedians, readScoresOfPeople } from "./read-inputs.ts";
import { readWorks } from "./read-works.ts";
import { teamHabits } from "./team-habits.ts";

/** More people are not described at once. */
const MOST_PEOPLE = 500;

/** What was found of one person. */
interface PersonsHabits {
  developer: Developer;
  gaps: InputGaps;
  habits: FoundHabit[];
}

/** Reads the habits of everybody who may be read, or of the developer who is asked for. */
export async function readHabits(database: Database, query: HabitsQuery): Promise<HabitsAnswer> {
  const readable = await rowsToRead(database, query.scope, query.developer);
  if (readable === null) return { people: 0, developers: [], team: null };
  const people = await findHabitsOfPeople(database, query, readable);
  const { organizationId: organization } = query.scope;
  const rows = await readSeen(database, { organization, developers: readable.developerIds });
  const seen = seenByPerson(rows, readable.developers);
  return {
    people: people.length,
    developers: await describePeople(database, people.slice(0, MOST_PEOPLE), { query, readable, seen }),
    team:
      readable.developerIds === null
        ? teamHabits(people.filter(isMeasured).map(({ habits }) => habits))
        : null,
  };
}

/** By name; shared keys are left out, because nobody knows whose habit it would be. */
async function findHabitsOfPeople(
  database: Database,
  query: HabitsQuery,
  { developers, developerIds }: RowsToRead,
): Promise<PersonsHabits[]> {
  const { organizationId: organization } = query.scope;
  const window = { organization, from: query.from, to: query.to };
  const scores = await readScoresOfPeople(database, window, developers);
  const organizationMedians = mediansOf([...scores.values()]);
  const works = await readWorks(database, { ...window, developers: developerIds }, developers);
  const people = [...works].flatMap(([id, ofPerson]) => {
    const developer = developers.get(id);
    if (developer === undefined || developer.source === "key") return [];
    const gaps = gapsOf(scores.get(id) ?? NO_SCORES, {
      organization: organizationMedians,
      own: ownMedians(ofPerson),
    });
    return { developer, gaps, habits: findHabits(ofPerson, gaps) };
  });
  const nameOf = ({ developer }: PersonsHabits) => describeOwner(developers, developer.id).name;
  return people.toSorted((left, right) => nameOf(left).localeCompare(nameOf(right), "en"));
}

/** Whether so much is known of somebody that a habit could have been found. */
function isMeasured({ gaps }: PersonsHabits): boolean {
  return SKILL_INPUTS.some((input) => gaps[input].points !== null);
}

const NO_SCORES: InputScores = eachInput(() => null);

async function describePeople(
  database: Database,
  people: readonly PersonsHabits[],
  { query, readable, seen }: { query: HabitsQuery; readable: RowsToRead; seen: SeenByPerson },
): Promise<DeveloperHabits[]> {
  const { developers, developerIds } = readable;
  const chosen = people.map(({ developer, habits }) =>
    chooseHabit(habits, seen.get(developer.id) ?? new Map(), query.now),
  );
  const shown = people.map(({ developer, habits }, place) => ({
    developers: idsOf(developer.id, developers),
    seen: seen.get(developer.id) ?? new Map(),
    habits: developerIds === null ? habits.filter(({ id }) => id === chosen[place]) : habits,
  }));
  const isDetailed = developerIds !== null;
  const described = await describeHabits(database, shown, {
    organization: query.scope.organizationId,
    isDetailed,
  });
  return people.map(({ developer, gaps }, place) => ({
    developer: describeOwner(developers, developer.id),
    inputs: gaps,
    weakest: weakestOf(gaps),
    chosen: chosen[place] ?? null,
    habits: described[place] ?? [],
  }));
}
