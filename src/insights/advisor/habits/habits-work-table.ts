/** Reads what habits are found in: tasks that count, their turns as accounts have them, and their prompts' marks. */
import type { Database } from "../../../database/open.ts";
import { rowChunks } from "../../../database/row-chunks.ts";
import { tables } from "../../../database/table-shape.ts";
import type { WindowFilter } from "../../../database/window.ts";
import { ACCOUNTS } from "../../../metrics/accounts/accounts-table.ts";
import { METRICS_TABLE } from "../../../metrics/columns-table.ts";
import { SKILL_INPUTS } from "../../../metrics/metrics.ts";
import { PROMPTS } from "../../../rubric/prompts/prompts-table.ts";
import { SUB_SESSIONS } from "../../../turns/create-tables.ts";
import type { SessionName } from "../../../vocabulary/held-name.ts";

/** Returns the tasks that count in scores and start in the window, the earliest first. */
export async function readTasks(
  database: Database,
  { organization, developers, from, to }: WindowFilter,
  version: string,
) {
  const all = tables(database, METRICS_TABLE, SUB_SESSIONS, ACCOUNTS)
    .selectFrom("metrics")
    .innerJoin("sub_sessions", "sub_sessions.id", "metrics.sub_session")
    .leftJoin("accounts", "accounts.sub_session", "metrics.sub_session")
    .select([
      "metrics.sub_session",
      "metrics.session",
      "metrics.developer",
      "metrics.started_at",
      "metrics.outcome",
      "metrics.weight",
      "metrics.bad_resets",
      ...SKILL_INPUTS.map((input) => `metrics.${input}` as const),
      "metrics.took_t",
      "metrics.took_n",
      "metrics.took_h",
      "metrics.took_k",
      "metrics.earned_t",
      "metrics.earned_n",
      "metrics.earned_h",
      "metrics.earned_k",
      "sub_sessions.sub_session_index",
      "sub_sessions.boundary_kind",
      "sub_sessions.first_turn",
      "sub_sessions.title",
      "accounts.turns",
    ])
    .where("metrics.organization", "=", organization)
    .where("metrics.started_at", ">=", from)
    .where("metrics.started_at", "<", to)
    .where("metrics.scoreable", "=", 1)
    .where("metrics.scoring_version", "=", version)
    .orderBy("metrics.started_at")
    .orderBy("metrics.sub_session");
  return (developers === null ? all : all.where("metrics.developer", "in", developers)).execute();
}

export type TaskRow = Awaited<ReturnType<typeof readTasks>>[number];

/** Returns the scored prompts of the window, in order, by what they are found with; no texts. */
export async function readHabitMarks(
  database: Database,
  { organization, developers, from, to }: WindowFilter,
) {
  const all = tables(database, PROMPTS)
    .selectFrom("prompts")
    .select([
      "sub_session",
      "turn_index",
      "rubric_score",
      "context_leverage",
      "information_density",
      "turn_economy",
      "ambiguity_cost",
    ])
    .where("organization", "=", organization)
    .where("submitted_at", ">=", from)
    .where("submitted_at", "<", to)
    .where("rubric_score", "is not", null)
    .orderBy("submitted_at")
    .orderBy("id");
  return (developers === null ? all : all.where("developer", "in", developers)).execute();
}

export type MarksRow = Awaited<ReturnType<typeof readHabitMarks>>[number];

/** Returns the prompts of the sessions that open one of the turns; text is null where it is withheld. */
export async function readOpeningTexts(
  database: Database,
  { organization, turns }: { organization: string; turns: readonly number[] },
  sessions: readonly SessionName[],
): Promise<{ session: SessionName; turn_index: number; text: string | null }[]> {
  const found = [];
  for (const chunk of rowChunks(sessions))
    found.push(
      ...(await tables(database, PROMPTS)
        .selectFrom("prompts")
        .select(["session", "turn_index", "text"])
        .where("organization", "=", organization)
        .where("session", "in", chunk)
        .where("turn_index", "in", turns)
        .execute()),
    );
  return found;
}
