/** A database with prompts of sessions, as measuring saves them. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { contentKey, contextFrom } from "../../../src/rubric/content-key.ts";
import { readPromptMarks } from "../../../src/rubric/prompts/read-marks.ts";
import { promptRows, savePrompts } from "../../../src/rubric/prompts/prompts-table.ts";
import type { SessionPrompt } from "../../../src/rubric/prompts/session-prompts.ts";
import { openPrepared } from "../../database/prepared.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { named } from "../../session-names.ts";

/** A session whose prompts are stored; they come a second apart from the given one on. */
export interface StoredSession {
  organization?: string;
  session?: string;
  developer?: string;
  startsAt?: number;
  /** null is a withheld one. */
  texts: readonly (string | null)[];
}

/** Returns a database without rows. */
export function openPrompts(): Promise<Database> {
  return openPrepared(join(mkdtempSync(join(tmpdir(), "prompts-")), "scoring.db"));
}

/** Stores a session's prompts, and what is known of them by then. */
export async function storeSession(database: Database, stored: StoredSession): Promise<SessionPrompt[]> {
  const { organization = "org", session = "s", developer = "d" } = stored;
  const prompts = promptsFrom(stored);
  await inTransaction(database, "normal", async (transaction) => {
    const marked = await readPromptMarks(transaction, organization, new Map([[named(session), prompts]]));
    const whose = { organization, session: named(session), developer, repairs: new Set<number>() };
    const rows = promptRows([{ ...whose, prompts: marked.get(named(session)) ?? [] }]);
    await savePrompts(transaction, [whose], rows);
  });
  return prompts;
}

function promptsFrom({ session = "s", startsAt = 0, texts }: StoredSession): SessionPrompt[] {
  return texts.map((text, index) => {
    const earlier = texts.slice(0, index).filter((one) => one !== null);
    return {
      id: `${session}-${index + 1}`,
      givenId: null,
      subSession: `${session}-sub`,
      turnIndex: index + 1,
      submittedAt: startsAt + index * 1_000,
      trivial: false,
      text,
      content: text === null ? null : contentKey(text, contextFrom(earlier)),
    };
  });
}

/** Returns each prompt's id with how far it is, in order of their ids. */
export async function statusesIn(database: Database): Promise<Record<string, string>> {
  const rows = await wholeSchema(database).selectFrom("prompts").select(["prompt", "status"]).execute();
  return Object.fromEntries(rows.map(({ prompt, status }) => [prompt, status]).toSorted());
}
