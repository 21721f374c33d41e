/** What models answered, as record files hold it, by whose words it is found. It goes with its file. */
import { count, instant, orNull, text } from "../database/columns.ts";
import { type Database, engineOf, type SessionOf } from "../database/engine.ts";
import type { TableSet } from "../database/prepare.ts";
import { rowChunks } from "../database/row-chunks.ts";
import { createTable, declareTable, type RowOf, tables } from "../database/table-shape.ts";
import type { SessionName } from "../vocabulary/held-name.ts";
import type { StoredSignal } from "../vocabulary/otlp.ts";
import type { ObjectName } from "./object-key.ts";

/** One row for each answer. */
export const ANSWER_TEXTS = declareTable(
  "answer_texts",
  {
    id: text(),
    organization: text(),
    session: text<SessionName>(),
    /** Empty until its session is assembled, and where that has no turn. */
    developer: text(),
    answered_at: instant(),
    /** Which record file it is in. */
    signal: text<StoredSignal>(),
    sequence: count(),
    /** The id by which its sender names the prompt; null where it names none. */
    prompt: orNull(text()),
    text: text(),
  },
  {
    owner: ["session", "developer"],
    key: ["id"],
    indexes: {
      answer_texts_by_session: ["organization", "session"],
      answer_texts_by_answered_at_id: ["organization", "answered_at", "id"],
      answer_texts_by_sequence: ["organization", "signal", "sequence"],
    },
    searched: { texts: ["text"], at: "answered_at", narrowedBy: ["organization", "developer"] },
  },
);

export type AnswerText = Omit<RowOf<typeof ANSWER_TEXTS>, "developer" | "sequence">;

export const answerTextTables = {
  name: "answer texts",
  tables: [ANSWER_TEXTS],
  kept: false,
  shape: 1,
  create: (database: Database) => createTable(database, ANSWER_TEXTS),
} satisfies TableSet;

/** Saves the answers of a batch; known ones stay. */
export async function saveAnswerTexts(
  transaction: Database,
  answers: readonly AnswerText[],
  sequence: number,
): Promise<void> {
  for (const chunk of rowChunks(answers))
    await tables(transaction, ANSWER_TEXTS)
      .insertInto("answer_texts")
      .values(chunk.map((answer) => ({ ...answer, developer: "", sequence })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Says whose the answers of sessions are; empty for nobody's. */
export async function saveAnswerOwners(
  transaction: Database,
  owners: readonly (SessionOf & { developer: string })[],
): Promise<void> {
  for (const [organization, its] of Map.groupBy(owners, (owner) => owner.organization)) {
    const owned = new Map(its.map(({ session, developer }) => [session, developer]));
    const known = await readOwners(transaction, organization, [...owned.keys()]);
    for (const { session, developer: before } of known) {
      const developer = owned.get(session) ?? "";
      if (developer === before) continue;
      await tables(transaction, ANSWER_TEXTS)
        .updateTable("answer_texts")
        .set({ developer })
        .where("organization", "=", organization)
        .where("session", "=", session)
        .where("developer", "=", before)
        .execute();
    }
  }
}

/** Most sessions have no answers. */
async function readOwners(transaction: Database, organization: string, sessions: readonly SessionName[]) {
  return tables(transaction, ANSWER_TEXTS)
    .selectFrom("answer_texts")
    .select(["session", "developer"])
    .distinct()
    .where("organization", "=", organization)
    .where("session", "in", engineOf(transaction).listOf(sessions))
    .execute();
}

/** Forgets the answers in a record file. */
export async function forgetAnswerTexts(
  transaction: Database,
  { organization, signal, firstSequence, lastSequence }: Omit<ObjectName, "arrivedAt">,
): Promise<void> {
  await tables(transaction, ANSWER_TEXTS)
    .deleteFrom("answer_texts")
    .where("organization", "=", organization)
    .where("signal", "=", signal)
    .where("sequence", ">=", firstSequence)
    .where("sequence", "<=", lastSequence)
    .execute();
}
