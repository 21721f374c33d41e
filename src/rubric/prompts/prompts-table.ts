/** One row for each prompt of each session: what was asked, and how well. */
import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { count, instant, orNull, text } from "../../database/columns.ts";
import { type Database, engineOf, type SessionOf } from "../../database/engine.ts";
import type { TableSet } from "../../database/prepare.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { replaceSessionRows } from "../../database/session-rows.ts";
import { createTable, declareTable, type RowOf, tables, type TablesOf } from "../../database/table-shape.ts";
import { timedId } from "../../vocabulary/hash.ts";
import { emptyPromptDays } from "../days/days-table.ts";
import { type Judged, MARKS_COLUMNS, marksColumns } from "./judgements-table.ts";
import { type MarkedPrompt, type Marks, type PromptStatus, statusWith } from "./marked-prompts.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

const READ_IN_WINDOWS = [
  "developer",
  "status",
  "intent",
  "rubric_score",
  "context_leverage",
  "information_density",
  "turn_economy",
  "ambiguity_cost",
  "awaits",
] as const;

/** Prompts. Long texts are at the end of each row, so that the numbers are read without them. */
export const PROMPTS = declareTable(
  "prompts",
  {
    id: text(),
    organization: text(),
    session: text<SessionName>(),
    developer: text(),
    sub_session: text(),
    /** Its event's id. */
    prompt: text(),
    /** The id by which whoever sent it asks for it; null when it came only by telemetry. */
    given: orNull(text()),
    turn_index: count(),
    submitted_at: instant(),
    /** null when its text was lost. */
    trivial: orNull(count()),
    /** 1 when its turn repairs what the agent did. */
    repair: count(),
    status: text<PromptStatus>(),
    /** 1 while it can be judged and is not. */
    awaits: count(),
    /** See `contentKey`; null when there is nothing to judge. */
    content: orNull(text()),
    /** As its newest judgement has them. */
    ...MARKS_COLUMNS,
    /** null when it is withheld or lost. */
    text: orNull(text()),
  },
  {
    owner: ["session", "developer"],
    key: ["id"],
    indexes: {
      prompts_by_session_turn: ["session", "turn_index"],
      // with what windows of everybody's prompts are counted, ranked and averaged by: rows are long, and many
      prompts_by_submitted_at_id: ["organization", "submitted_at", "id", ...READ_IN_WINDOWS],
      // few are sent in the same millisecond: their ids are looked up in the rows
      prompts_by_developer_submitted_at: ["organization", "developer", "submitted_at"],
    },
    searched: { texts: ["text"], at: "submitted_at", narrowedBy: ["organization", "developer"] },
  },
);

export type PromptRow = RowOf<typeof PROMPTS>;

/** Of `awaits`, in the words of the index of those that wait: with a parameter it would not be found. */
export const IS_WAITING = sql.lit(1);

export const promptTables = {
  name: "prompts",
  tables: [PROMPTS],
  kept: false,
  shape: 5,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, PROMPTS);
  await indexHashes(database, "prompt");
  await database.schema
    .createIndex("prompts_by_given")
    .on("prompts")
    .column("given")
    .where(sql.ref("given"), "is not", null)
    .execute();
}

/**
 * Makes the indexes by which prompts are judged, where they are missing: without a judge model every prompt would be in
 * them for nothing.
 */
export async function createJudgingIndexes(transaction: Database): Promise<void> {
  // whose turn it is to be judged is found by steps in it
  await transaction.schema
    .createIndex("prompts_by_awaits")
    .ifNotExists()
    .on("prompts")
    .columns(["organization", "developer", "submitted_at"])
    .where(sql.ref("awaits"), "=", IS_WAITING)
    .execute();
  await indexHashes(transaction, "content");
  await engineOf(transaction).saveEstimates(transaction);
}

async function indexHashes(database: Database, column: "content" | "prompt"): Promise<void> {
  await database.schema
    .createIndex(`prompts_by_${column}`)
    .ifNotExists()
    .on("prompts")
    .expression(startOf(column))
    .execute();
}

const HASH_START = 8;

/** The start of a hash, such as a content or an event's id: it is in an index, and of a million few begin like it. */
export function startOf(column: string) {
  return startIn(sql.ref(column));
}

function startIn(hash: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`substr(${hash}, 1, ${sql.lit(HASH_START)})`;
}

/** Whether a prompt is of one of these contents, or of one of these events, in the words of the index. */
export function isOf(column: "content" | "prompt", hashes: readonly string[]) {
  return ({ and, eb }: ExpressionBuilder<TablesOf<readonly [typeof PROMPTS]>, "prompts">) =>
    and([
      eb(
        startOf(column),
        "in",
        hashes.map((hash) => startIn(sql`${hash}`)),
      ),
      eb(column, "in", hashes),
    ]);
}

/** One session's prompts, and whose they are. */
export interface SessionPromptRows extends SessionOf {
  developer: string;
  prompts: readonly MarkedPrompt[];
  /** Indices of the turns that repair what the agent did. */
  repairs: ReadonlySet<number>;
}

/** The rows of sessions' prompts. */
export function promptRows(sessions: readonly SessionPromptRows[]): PromptRow[] {
  return sessions.flatMap((session) => session.prompts.map((prompt) => promptRow(prompt, session)));
}

/** Puts the rows of sessions in the place of those they had. */
export async function savePrompts(
  transaction: Database,
  sessions: readonly SessionOf[],
  rows: readonly PromptRow[],
): Promise<void> {
  const { removed, added } = await replaceSessionRows(transaction, PROMPTS, { sessions, rows });
  await emptyPromptDays(transaction, [...removed, ...added]);
}

/** A prompt is one session's, so its row is another one only where its owner or its repair is. */
const knownRows = new WeakMap<MarkedPrompt, PromptRow>();

function promptRow(prompt: MarkedPrompt, whose: SessionPromptRows): PromptRow {
  const repair = repairOf(prompt, whose);
  const known = knownRows.get(prompt);
  if (known?.repair === repair && known.developer === whose.developer) return known;
  const row = newPromptRow(prompt, whose);
  knownRows.set(prompt, row);
  return row;
}

function repairOf({ trivial, turnIndex }: MarkedPrompt, { repairs }: SessionPromptRows): number {
  return Number(trivial === false && repairs.has(turnIndex));
}

function newPromptRow(marked: MarkedPrompt, whose: SessionPromptRows): PromptRow {
  const { marks, ...prompt } = marked;
  const { organization, session, developer } = whose;
  const { id, text, status, content, trivial } = prompt;
  return {
    id: timedId(prompt.submittedAt, "prompt", organization, session, id),
    organization,
    session,
    developer,
    sub_session: prompt.subSession,
    prompt: id,
    given: prompt.givenId,
    turn_index: prompt.turnIndex,
    submitted_at: prompt.submittedAt,
    trivial: trivial === null ? null : Number(trivial),
    repair: repairOf(marked, whose),
    status,
    awaits: Number((marks === null || prompt.isWantedAgain) && content !== null && text !== null),
    content,
    ...marksColumns(marks),
    ...(status === "short_circuited" && marks === null && { intent: "continuation" as const }),
    text,
  };
}

/** Shows a judgement on every prompt of that content. */
export async function showMarks(
  transaction: Database,
  { organization, content }: Pick<Judged, "organization" | "content">,
  marks: Marks,
): Promise<void> {
  const shown = await tables(transaction, PROMPTS)
    .updateTable("prompts")
    .set({ ...marksColumns(marks), status: statusWith(marks), awaits: 0 })
    .where("organization", "=", organization)
    .where(isOf("content", [content]))
    .returning(["organization", "submitted_at"])
    .execute();
  await emptyPromptDays(transaction, shown);
}

/**
 * Says by what one prompt is judged.
 *
 * @returns Whether the prompt is still there.
 */
export async function showContent(
  transaction: Database,
  { id }: Pick<PromptRow, "id">,
  content: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(transaction, PROMPTS)
    .updateTable("prompts")
    .set({ content })
    .where("id", "=", id)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Shows on the prompts of a content that the model failed on them. */
export async function showFailure(
  transaction: Database,
  { organization, content }: Pick<Judged, "organization" | "content">,
): Promise<void> {
  const shown = await tables(transaction, PROMPTS)
    .updateTable("prompts")
    .set({ status: "failed" })
    .where("organization", "=", organization)
    .where(isOf("content", [content]))
    .where("awaits", "=", IS_WAITING)
    // marks that are to be made again stay until then
    .where("judged_at", "is", null)
    .returning(["organization", "submitted_at"])
    .execute();
  await emptyPromptDays(transaction, shown);
}

/** Returns the sessions that have a prompt of one of the contents, each with that content. */
export async function selectSessionsWith(
  database: Database,
  organization: string,
  contents: readonly string[],
): Promise<{ session: SessionName; content: string }[]> {
  const found: { session: SessionName; content: string }[] = [];
  for (const chunk of rowChunks(contents)) {
    const rows = await tables(database, PROMPTS)
      .selectFrom("prompts")
      .select(["session", "content"])
      .distinct()
      .where("organization", "=", organization)
      .where(isOf("content", chunk))
      .orderBy("content")
      .orderBy("session")
      .execute();
    for (const { session, content } of rows) if (content !== null) found.push({ session, content });
  }
  return found;
}
