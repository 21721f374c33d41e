/** Prompts that somebody had judged on demand by another text or context than is stored of them; kept. */
import { text } from "../../database/columns.ts";
import { type Database, engineOf } from "../../database/engine.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** What such a prompt was judged by. */
const ASKED_CONTENTS = declareTable(
  "asked_contents",
  {
    organization: text(),
    session: text<SessionName>(),
    /** The event id of the prompt. */
    prompt: text(),
    content: text(),
  },
  { owner: ["session"], key: ["organization", "session", "prompt"] },
);

export const askedTables = {
  name: "asked_contents",
  tables: [ASKED_CONTENTS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, ASKED_CONTENTS);
}

/** A prompt, and what it was judged by. */
export interface AskedContent {
  organization: string;
  session: SessionName;
  prompt: string;
  content: string;
}

/** Keeps what a prompt was judged by, in the place of what it was judged by before. */
export async function saveAsked(transaction: Database, asked: AskedContent): Promise<void> {
  const { content } = asked;
  await tables(transaction, ASKED_CONTENTS)
    .insertInto("asked_contents")
    .values(asked)
    .onConflict((conflict) =>
      conflict.columns(["organization", "session", "prompt"]).doUpdateSet({ content }),
    )
    .execute();
}

/** Returns of the sessions' prompts those that were judged so. */
export async function readAsked(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<Omit<AskedContent, "organization">[]> {
  return tables(database, ASKED_CONTENTS)
    .selectFrom("asked_contents")
    .select(["session", "prompt", "content"])
    .where("organization", "=", organization)
    .where("session", "in", engineOf(database).listOf(sessions))
    .execute();
}
