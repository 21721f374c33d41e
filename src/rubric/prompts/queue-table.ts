/** Which prompts the language model is asked about next. */
import { readPosition } from "../../books/progress-table.ts";
import type { Database } from "../../database/engine.ts";
import { tables } from "../../database/table-shape.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { CONTEXT_PROMPTS, contextFrom } from "../content-key.ts";
import type { Judged } from "./judgements-table.ts";
import { PROMPTS } from "./prompts-table.ts";
import { JUDGING_WAITS } from "./waits-table.ts";

/** A prompt that waits for its judgement; others may have the same content. */
export interface WaitingPrompt extends Judged {
  text: string;
  /** The prompts before it that count as its context, oldest first. */
  context: string[];
  /** How often the model failed on it. */
  tries: number;
}

/** Prompts of one content are looked for together: one in four of a page is enough. */
const ALIKE = 4;

/**
 * The newest prompts of all organizations that wait for a judgement and need not wait for their next try.
 *
 * Gives: at most `limit`, no two of one content; none while rows are worked out again, because a session's first
 * prompts may still be missing then.
 */
export async function nextToJudge(
  database: Database,
  now: Milliseconds,
  limit: number,
): Promise<WaitingPrompt[]> {
  if ((await readPosition(database, "remaking")) !== null) return [];
  const newest = new Map<string, QueuedRow>();
  for (const row of await readQueue(database, now, ALIKE * limit)) {
    const name = `${row.organization} ${row.content}`;
    if (!newest.has(name)) newest.set(name, row);
  }
  const waiting: WaitingPrompt[] = [];
  for (const row of [...newest.values()].slice(0, limit)) {
    const { organization, session, content, text, tries } = row;
    // the columns are null only where nothing is awaited
    if (content === null || text === null) continue;
    const place = { organization, session, beforeTurn: row.turn_index };
    const context = await readContext(database, place);
    waiting.push({ organization, session, content, text, context, tries: tries ?? 0 });
  }
  return waiting;
}

type QueuedRow = Awaited<ReturnType<typeof readQueue>>[number];

function readQueue(database: Database, now: Milliseconds, limit: number) {
  return tables(database, PROMPTS, JUDGING_WAITS)
    .selectFrom("prompts")
    .leftJoin("judging_waits", (join) =>
      join
        .onRef("judging_waits.organization", "=", "prompts.organization")
        .onRef("judging_waits.content", "=", "prompts.content"),
    )
    .select([
      "prompts.organization",
      "prompts.session",
      "prompts.content",
      "prompts.turn_index",
      "prompts.text",
      "judging_waits.tries",
    ])
    .where("awaits", "=", 1)
    .where((row) => row.or([row("next_try_at", "is", null), row("next_try_at", "<=", now)]))
    .orderBy("submitted_at", "desc")
    .orderBy("prompts.id", "desc")
    .limit(limit)
    .execute();
}

/** How many prompts of all organizations are not judged. */
export interface Unjudged {
  waiting: number;
  /** Those on which the model failed; they wait for their next try. */
  failed: number;
}

/** Each is counted in an index, because without a language model all prompts wait. */
export async function countUnjudged(database: Database): Promise<Unjudged> {
  const view = tables(database, PROMPTS, JUDGING_WAITS);
  const all = await view
    .selectFrom("prompts")
    .select((row) => row.fn.countAll<number>().as("prompts"))
    .where("awaits", "=", 1)
    .executeTakeFirst();
  // from the few that failed to their prompts: a join is free to begin with all that wait
  const failed = await view
    .selectFrom("judging_waits")
    .crossJoin("prompts")
    .select((row) => row.fn.countAll<number>().as("prompts"))
    .whereRef("prompts.organization", "=", "judging_waits.organization")
    .whereRef("prompts.content", "=", "judging_waits.content")
    .where("prompts.status", "=", "failed")
    .executeTakeFirst();
  const failures = Number(failed?.prompts ?? 0);
  return { waiting: Number(all?.prompts ?? 0) - failures, failed: failures };
}

/** A place in a session. */
export interface PlaceInSession {
  organization: string;
  session: string;
  /** Only prompts of turns before this one. */
  beforeTurn: number;
}

/** Gives: what is shown of the prompts before a place in a session, oldest first. */
export async function readContext(
  database: Database,
  { organization, session, beforeTurn }: PlaceInSession,
): Promise<string[]> {
  const rows = await tables(database, PROMPTS)
    .selectFrom("prompts")
    .select("text")
    .where("organization", "=", organization)
    .where("session", "=", session)
    .where("turn_index", "<", beforeTurn)
    .where("trivial", "=", 0)
    .where("text", "is not", null)
    .orderBy("turn_index", "desc")
    .limit(CONTEXT_PROMPTS)
    .execute();
  return contextFrom(rows.flatMap(({ text }) => (text === null ? [] : [text])).toReversed());
}
