/** Puts together the tasks in which habits are found. */
import type { Database } from "../../../database/open.ts";
import type { WindowFilter } from "../../../database/window.ts";
import type { Developer } from "../../../identity/developers/developer.ts";
import { unpackTurns } from "../../../metrics/accounts/stored-turns.ts";
import { readEarlierFormulas } from "../../../metrics/formulas-table.ts";
import { versionIn } from "../../../metrics/version.ts";
import { DAY } from "../../../vocabulary/units.ts";
import type { PersonsWork } from "./find-habits.ts";
import { type MarksRow, readHabitMarks, readTasks, type TaskRow } from "./habits-work-table.ts";
import type { MarkedTurn } from "./rules/rule.ts";

/** Prompts of a task that starts in the window may come so much later. */
const LONGEST_TASK = 7 * DAY;

/** Reads the tasks of the window that count in scores, by person. */
export async function readWorks(
  database: Database,
  window: WindowFilter,
  developers: ReadonlyMap<string, Developer>,
): Promise<Map<string, PersonsWork[]>> {
  const version = versionIn(await readEarlierFormulas(database), { end: window.to });
  const tasks = await readTasks(database, window, version);
  const marks = await readHabitMarks(database, { ...window, to: window.to + LONGEST_TASK });
  const bySubSession = Map.groupBy(marks, ({ sub_session }) => sub_session);
  const works = new Map<string, PersonsWork[]>();
  for (const task of tasks) {
    const person = developers.get(task.developer)?.id ?? task.developer;
    const prompts = (bySubSession.get(task.sub_session) ?? []).flatMap(markedTurn);
    works.getOrInsertComputed(person, () => []).push(workOf(task, prompts));
  }
  return works;
}

function workOf(task: TaskRow, prompts: readonly MarkedTurn[]): PersonsWork {
  const { sub_session, session, started_at, title, turns, ...row } = task;
  return {
    subSession: sub_session,
    session,
    startedAt: started_at,
    title,
    metrics: row,
    place: row,
    turns: turns === null ? [] : unpackTurns(turns),
    prompts,
  };
}

function markedTurn(row: MarksRow): MarkedTurn | [] {
  if (row.rubric_score === null) return [];
  return {
    turnIndex: row.turn_index,
    rubricScore: row.rubric_score,
    marks: {
      contextLeverage: row.context_leverage,
      informationDensity: row.information_density,
      turnEconomy: row.turn_economy,
      ambiguityCost: row.ambiguity_cost,
    },
  };
}
