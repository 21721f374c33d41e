/** Finds prompts for the lists. */
import type { ExpressionBuilder } from "kysely";
import type { Database } from "../../database/open.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { tables } from "../../database/table-shape.ts";
import { totalOf } from "../../database/total.ts";
import { pageAfter, inWindow, type WindowFilter } from "../../database/window.ts";
import { findSessionNames } from "../../normaliser/table.ts";
import type { Intent } from "../intent.ts";
import type { PromptStatus } from "../prompts/marked-prompts.ts";
import { isOf, type PromptRow, PROMPTS } from "../prompts/prompts-table.ts";
import type { PromptPosition, RankedPosition } from "./prompt-answer.ts";
import type { AgentSessionId, SessionName } from "../../vocabulary/held-name.ts";

/** Which prompts are wanted; null for all. */
export interface PromptsFilter extends WindowFilter {
  /** Names of sessions. */
  sessions: readonly SessionName[] | null;
  intent: Intent | null;
  status: PromptStatus | null;
}

function filtered(database: Database, { sessions, intent, status, ...window }: PromptsFilter) {
  let query = inWindow(tables(database, PROMPTS).selectFrom("prompts"), window, "submitted_at");
  if (sessions !== null) query = query.where("session", "in", sessions);
  if (intent !== null) query = query.where("intent", "=", intent);
  return status === null ? query : query.where("status", "=", status);
}

/** Returns at most `limit` prompts, the newest first. */
export async function readPromptsPage(
  database: Database,
  filter: PromptsFilter,
  { limit, after }: { limit: number; after: PromptPosition | null },
): Promise<PromptRow[]> {
  const place = after === null ? null : { at: after.submittedAt, id: after.id };
  const query = filtered(database, filter).selectAll();
  return pageAfter(query, ["submitted_at", "id"], place).limit(limit).execute();
}

/** Whether a prompt is older than a page's last one. */
function isListedAfter(row: ExpressionBuilder<{ prompts: PromptRow }, "prompts">, after: PromptPosition) {
  return row.or([
    row("submitted_at", "<", after.submittedAt),
    row.and([row("submitted_at", "=", after.submittedAt), row("id", "<", after.id)]),
  ]);
}

/** Returns how many prompts match, as `totalOf` counts them. */
export function countPrompts(database: Database, filter: PromptsFilter): Promise<number | null> {
  return totalOf(database, filtered(database, filter).select("submitted_at"));
}

/** Returns at most `limit` scored prompts, by their score; of equal ones the newest first. */
export async function readRanked(
  database: Database,
  filter: PromptsFilter,
  { limit, first, after }: { limit: number; first: "best" | "worst"; after: RankedPosition | null },
): Promise<PromptRow[]> {
  let query = filtered(database, filter).where("rubric_score", "is not", null);
  if (after !== null)
    query = query.where((row) =>
      row.or([
        row("rubric_score", first === "best" ? "<" : ">", after.rubricScore),
        row.and([row("rubric_score", "=", after.rubricScore), isListedAfter(row, after)]),
      ]),
    );
  // ids first: an index holds what they are ordered by, and rows are long
  const ranked = await query
    .select("id")
    .orderBy("rubric_score", first === "best" ? "desc" : "asc")
    .orderBy("submitted_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  const rows: PromptRow[] = [];
  for (const ids of rowChunks(ranked.map(({ id }) => id)))
    rows.push(
      ...(await tables(database, PROMPTS).selectFrom("prompts").selectAll().where("id", "in", ids).execute()),
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ranked.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Returns how many scored prompts match, however many they are. */
export async function countScored(database: Database, filter: PromptsFilter): Promise<number> {
  const row = await filtered(database, filter)
    .select((rows) => rows.fn.countAll<number>().as("prompts"))
    .where("rubric_score", "is not", null)
    .executeTakeFirst();
  return Number(row?.prompts ?? 0);
}

/** Returns what the newest scored prompts of a window were judged by, equal ones as often as they were sent. */
export async function readJudgedContents(
  database: Database,
  window: WindowFilter,
  most: number,
): Promise<{ content: string; model: string }[]> {
  const rows = await inWindow(tables(database, PROMPTS).selectFrom("prompts"), window, "submitted_at")
    .select(["content", "model"])
    .where("rubric_score", "is not", null)
    .orderBy("submitted_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return rows.flatMap(({ content, model }) =>
    content === null || model === null ? [] : [{ content, model }],
  );
}

/** Whose prompts are looked at; null for everybody's. */
type Whose = Pick<WindowFilter, "organization" | "developers">;

/**
 * Returns the newest prompt with that id, as it is shown or as its event's; of these developers only; null
 * for none.
 */
export async function findPrompt(
  database: Database,
  { promptId, ...whose }: Whose & { promptId: string },
): Promise<PromptRow | null> {
  // one after the other, because each has an index
  return (
    (await findNewest(database, whose, ["given", promptId])) ??
    findNewest(database, whose, ["prompt", promptId])
  );
}

async function findNewest(
  database: Database,
  { organization, developers }: Whose,
  [column, id]: readonly ["given" | "prompt", string],
): Promise<PromptRow | null> {
  let query = tables(database, PROMPTS)
    .selectFrom("prompts")
    .selectAll()
    .where("organization", "=", organization);
  query = column === "prompt" ? query.where(isOf(column, [id])) : query.where(column, "=", id);
  if (developers !== null) query = query.where("developer", "in", developers);
  // put in order here: asked for in order, they would be looked for by their time
  const rows = await query.execute();
  return rows.toSorted((left, right) => right.submitted_at - left.submitted_at)[0] ?? null;
}

/**
 * Returns of the sessions with that id the one with the newest prompt, of these developers only; null for
 * none.
 */
export async function findNewestSession(
  database: Database,
  { organization, developers, sessionId }: Whose & { sessionId: AgentSessionId },
): Promise<SessionName | null> {
  const names = await findSessionNames(database, organization, sessionId);
  if (names.length === 0) return null;
  let query = tables(database, PROMPTS)
    .selectFrom("prompts")
    .select("session")
    .where("organization", "=", organization)
    .where("session", "in", names);
  if (developers !== null) query = query.where("developer", "in", developers);
  const row = await query.orderBy("submitted_at", "desc").orderBy("id", "desc").executeTakeFirst();
  return row?.session ?? null;
}

const LINKS_READ = [
  "id",
  "sub_session",
  "turn_index",
  "submitted_at",
  "repair",
] as const satisfies readonly (keyof PromptRow)[];

/** What chains are made of. */
export type LinkRow = Pick<PromptRow, (typeof LINKS_READ)[number]>;

/**
 * Reads the newest non-trivial prompts of a window.
 *
 * @param most - so many of them at most
 */
export async function readLinks(database: Database, window: WindowFilter, most: number): Promise<LinkRow[]> {
  return inWindow(tables(database, PROMPTS).selectFrom("prompts"), window, "submitted_at")
    .select(LINKS_READ)
    .where("trivial", "=", 0)
    .orderBy("submitted_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
}

/** What is reported about a chain's prompts. */
export type ChainedRow = Pick<PromptRow, "id" | "session" | "developer" | "rubric_score">;

/** Returns by row's id what is reported about prompts. */
export async function readChained(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, ChainedRow>> {
  const found: ChainedRow[] = [];
  for (const chunk of rowChunks(ids))
    found.push(
      ...(await tables(database, PROMPTS)
        .selectFrom("prompts")
        .select(["id", "session", "developer", "rubric_score"])
        .where("id", "in", chunk)
        .execute()),
    );
  return new Map(found.map((row) => [row.id, row]));
}

/** Returns by row's id the texts of prompts; null for a withheld one. */
export async function readTexts(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const texts = new Map<string, string | null>();
  for (const chunk of rowChunks(ids)) {
    const rows = await tables(database, PROMPTS)
      .selectFrom("prompts")
      .select(["id", "text"])
      .where("id", "in", chunk)
      .execute();
    for (const { id, text } of rows) texts.set(id, text);
  }
  return texts;
}

/** Returns by their events' ids the texts of prompts; withheld and lost ones are left out. */
export async function readTextsOfEvents(
  database: Database,
  organization: string,
  events: readonly string[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const chunk of rowChunks(events)) {
    const rows = await tables(database, PROMPTS)
      .selectFrom("prompts")
      .select(["prompt", "text"])
      .where("organization", "=", organization)
      .where(isOf("prompt", chunk))
      .execute();
    for (const { prompt, text } of rows) if (text !== null) texts.set(prompt, text);
  }
  return texts;
}
