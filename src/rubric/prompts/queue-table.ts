/** Which prompts the judge model is asked about next. */
import { sql } from "kysely";
import { readPosition } from "../../books/progress-table.ts";
import type { Database } from "../../database/engine.ts";
import { tables } from "../../database/table-shape.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { Rotation } from "../judging/rotation.ts";
import { CONTEXT_PROMPTS, contextFrom } from "../content-key.ts";
import type { Judged } from "./judgements-table.ts";
import { IS_WAITING, PROMPTS, startOf } from "./prompts-table.ts";
import { JUDGING_WAITS } from "./waits-table.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import { heldHere } from "../../database/leases/held-table.ts";

/** A prompt that waits for its judgement; others may have the same content. */
export interface WaitingPrompt extends Judged {
  developer: string;
  text: string;
  /** The prompts before it that count as its context, oldest first. */
  context: string[];
  /** How often the model failed on it. */
  tries: number;
}

/** Prompts of one content are looked for together: one in four of a page is enough. */
const ALIKE = 4;
/** So many developers of an organization are passed over in one look because all of theirs wait for their next try. */
const MOST_PASSED_OVER = 64;

/** What is looked for. */
export interface QueueAsked {
  now: Instant;
  /** At most so many. */
  limit: number;
  /** Whose turn it is. */
  rotation: Pick<Rotation, "organization" | "developerOf">;
  /** Organizations that are left out. */
  except?: ReadonlySet<string>;
}

/**
 * Finds the prompts that the judge model is asked about next: organizations take turns, and in each its developers;
 * of one developer the newest comes first.
 *
 * @returns No two prompts of one content, and none that waits for its next try; none while rows are being rebuilt,
 * because a session's first prompts may still be missing then.
 */
export async function nextToJudge(database: Database, asked: QueueAsked): Promise<WaitingPrompt[]> {
  if ((await readPosition(database, "remaking")) !== null) return [];
  const { rotation, limit, except } = asked;
  const organizations = (await readWaiting(database)).filter((name) => except?.has(name) !== true);
  let lines = rotated(organizations, rotation.organization).map(
    (organization) =>
      new Line({ database, organization, ...asked, after: rotation.developerOf(organization) }),
  );
  const found: WaitingPrompt[] = [];
  while (found.length < limit && lines.length > 0) {
    const left: Line[] = [];
    for (const line of lines) {
      const prompt = found.length < limit ? await line.next() : null;
      if (prompt === null) continue;
      found.push(prompt);
      left.push(line);
    }
    lines = left;
  }
  return found;
}

/** The names that come after one, then the others; each part in its order. */
function rotated(names: readonly string[], after: string): string[] {
  return [...names.filter((name) => name > after), ...names.filter((name) => name <= after)];
}

interface LineParts extends QueueAsked {
  database: Database;
  organization: string;
  /** The developer whose turn was last. */
  after: string;
}

/** The prompts of one organization that wait, its developers in turn. */
class Line {
  private developer: string;
  private readonly pages = new Map<string, QueuedRow[]>();
  private readonly taken = new Set<string>();

  constructor(private readonly parts: LineParts) {
    this.developer = parts.after;
  }

  /** Returns null when nothing is left, as far as is looked. */
  async next(): Promise<WaitingPrompt | null> {
    const { database, organization } = this.parts;
    const passedOver = new Set<string>();
    while (passedOver.size < MOST_PASSED_OVER) {
      const developer = await nextDeveloper(database, organization, this.developer);
      if (developer === null || passedOver.has(developer)) return null;
      this.developer = developer;
      const row = await this.newestOf(developer);
      if (row !== null) return this.take(row, developer);
      passedOver.add(developer);
    }
    return null;
  }

  private async newestOf(developer: string): Promise<QueuedRow | null> {
    const page = this.pages.get(developer) ?? (await readQueue(this.parts, developer));
    this.pages.set(developer, page);
    for (let row = page.shift(); row !== undefined; row = page.shift())
      if (!this.taken.has(row.content ?? "")) return row;
    return null;
  }

  private async take(row: QueuedRow, developer: string): Promise<WaitingPrompt | null> {
    const { database, organization } = this.parts;
    const { id, session, tries, turn_index: beforeTurn } = row;
    const content = row.content ?? "";
    this.taken.add(content);
    const text = await readText(database, id);
    const context = await readContext(database, { organization, session, beforeTurn });
    return { organization, session, developer, content, text, context, tries: tries ?? 0 };
  }
}

type QueuedRow = Awaited<ReturnType<typeof readQueue>>[number];

/**
 * Returns the organizations that have a prompt that waits, in their order; each is found by one step in the
 * index.
 */
async function readWaiting(database: Database): Promise<string[]> {
  const found: string[] = [];
  for (let last = ""; ;) {
    const next = await tables(database, PROMPTS)
      .selectFrom("prompts")
      .select("organization")
      .where("awaits", "=", IS_WAITING)
      .where("organization", ">", last)
      .$call(heldHere(database, "organization"))
      .orderBy("organization")
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return found;
    found.push((last = next.organization));
  }
}

/**
 * Returns the developer who comes after one, the first of all after the last; null when none has one that
 * waits.
 */
async function nextDeveloper(
  database: Database,
  organization: string,
  after: string,
): Promise<string | null> {
  const first = tables(database, PROMPTS)
    .selectFrom("prompts")
    .select("developer")
    .where("awaits", "=", IS_WAITING)
    .where("organization", "=", organization)
    .orderBy("developer")
    .limit(1);
  const next = await first.where("developer", ">", after).executeTakeFirst();
  return (next ?? (await first.executeTakeFirst()))?.developer ?? null;
}

function readQueue({ database, organization, now, limit }: LineParts, developer: string) {
  return (
    tables(database, PROMPTS, JUDGING_WAITS)
      .selectFrom("prompts")
      .leftJoin("judging_waits", (join) =>
        join
          .onRef("judging_waits.organization", "=", "prompts.organization")
          .onRef("judging_waits.content", "=", "prompts.content"),
      )
      .select([
        "prompts.id",
        "prompts.session",
        "prompts.content",
        "prompts.turn_index",
        "judging_waits.tries",
      ])
      .where("awaits", "=", IS_WAITING)
      .where("prompts.organization", "=", organization)
      .where("developer", "=", developer)
      .where((row) => row.or([row("next_try_at", "is", null), row("next_try_at", "<=", now)]))
      .orderBy("submitted_at", "desc")
      // as an expression, so that no index of everybody's prompts is taken for its order
      .orderBy(sql`prompts.id || ''`, "desc")
      .limit(ALIKE * limit)
      .execute()
  );
}

/** Returns the text of a waiting prompt. Prompts with withheld text never wait. */
async function readText(database: Database, id: string): Promise<string> {
  const row = await tables(database, PROMPTS)
    .selectFrom("prompts")
    .select("text")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.text ?? "";
}

/** How many prompts of all organizations are not judged. */
export interface Unjudged {
  waiting: number;
  /** Those on which the model failed; they wait for their next try. */
  failed: number;
}

/** Counted in the index of everybody's prompts where those that wait have none: without a judge model all of them wait. */
export async function countUnjudged(database: Database): Promise<Unjudged> {
  const view = tables(database, PROMPTS, JUDGING_WAITS);
  const all = await view
    .selectFrom("prompts")
    .select((row) => row.fn.countAll<number>().as("prompts"))
    .where("awaits", "=", IS_WAITING)
    .executeTakeFirst();
  // from the few that failed to their prompts: a join is free to begin with all that wait
  const failed = await view
    .selectFrom("judging_waits")
    .crossJoin("prompts")
    .select((row) => row.fn.countAll<number>().as("prompts"))
    .whereRef("prompts.organization", "=", "judging_waits.organization")
    .where(startOf("prompts.content"), "=", startOf("judging_waits.content"))
    .whereRef("prompts.content", "=", "judging_waits.content")
    .where("prompts.status", "=", "failed")
    .executeTakeFirst();
  const failures = Number(failed?.prompts ?? 0);
  return { waiting: Number(all?.prompts ?? 0) - failures, failed: failures };
}

/** A place in a session. */
export interface PlaceInSession {
  organization: string;
  session: SessionName;
  /** Only prompts of turns before this one. */
  beforeTurn: number;
}

/** Returns what is shown of the prompts before a place in a session, oldest first. */
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
