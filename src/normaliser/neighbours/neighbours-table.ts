/** The rows of signs in one session's records that are about another session. */
import type { Database } from "../../database/open.ts";
import { instant, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { NeighbourSign, SignKind } from "./neighbour-sign.ts";
import { NO_SESSION, type SessionName } from "../../vocabulary/held-name.ts";

/** What one session says about another. */
export const NEIGHBOUR_SIGNS = declareTable(
  "neighbour_signs",
  {
    organization: text(),
    /** Empty where the record does not say. */
    session: text<SessionName>(),
    /** The key that it came with. */
    key: text(),
    /** null when the record does not say. */
    process: orNull(text()),
    what: text<SignKind>(),
    at: instant(),
  },
  {
    owner: ["session"],
    key: ["organization", "session", "key", "what", "at"],
    indexes: { neighbour_signs_by_time: ["organization", "key", "what", "at"] },
  },
);

export const neighbourTables = {
  name: "neighbours",
  tables: [NEIGHBOUR_SIGNS],
  kept: false,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, NEIGHBOUR_SIGNS);
}

/** Keeps signs; known ones stay. */
export async function saveSigns(database: Database, signs: readonly NeighbourSign[]): Promise<void> {
  for (const chunk of rowChunks(signs)) {
    await tables(database, NEIGHBOUR_SIGNS)
      .insertInto("neighbour_signs")
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Deletes the signs of keys whose records do not name the session; those that do go with their session. */
export async function deleteUnnamedSigns(
  transaction: Database,
  { organization, keys }: { organization: string; keys: readonly string[] },
): Promise<void> {
  for (const chunk of rowChunks(keys)) {
    await tables(transaction, NEIGHBOUR_SIGNS)
      .deleteFrom("neighbour_signs")
      .where("organization", "=", organization)
      .where("session", "=", NO_SESSION)
      .where("key", "in", chunk)
      .execute();
  }
}

/**
 * So soon after a session's end a reset is what ended it.
 *
 * @see docs/dialects.md, "Reset" (2026-11).
 */
export const RESET_AFTER_END_MS: Milliseconds = 5 * SECOND;
/** So near the end of a call the answer to a patch is the answer to that call. */
export const ANSWER_NEAR_MS: Milliseconds = SECOND;

/** Whose signs are asked for. */
type Sender = Pick<NeighbourSign, "organization" | "key">;

function signsOf(database: Database, { organization, key }: Sender, what: NeighbourSign["what"]) {
  return tables(database, NEIGHBOUR_SIGNS)
    .selectFrom("neighbour_signs")
    .where("organization", "=", organization)
    .where("key", "=", key)
    .where("what", "=", what);
}

/** Returns the sessions on which the signs may throw another light. */
export async function findNeighbours(
  database: Database,
  signs: readonly NeighbourSign[],
): Promise<Set<SessionName>> {
  const found = new Set<SessionName>();
  for (const sign of signs) {
    const sessions = sign.what === "patch_answered" ? await refusedNear(database, sign) : [];
    const reset = await resetTouchedBy(database, sign);
    for (const session of [...sessions, ...(reset === null ? [] : await endedBy(database, reset))])
      if (session !== sign.session) found.add(session);
  }
  return found;
}

async function refusedNear(database: Database, sign: NeighbourSign): Promise<SessionName[]> {
  const rows = await signsOf(database, sign, "refused")
    .select("session")
    .where("at", ">=", sign.at - ANSWER_NEAR_MS)
    .where("at", "<=", sign.at + ANSWER_NEAR_MS)
    .execute();
  return rows.map(({ session }) => session);
}

/** A reset itself; for a prompt the next reset in its process or session, which it may explain otherwise. */
async function resetTouchedBy(database: Database, sign: NeighbourSign): Promise<NeighbourSign | null> {
  if (sign.what === "reset") return sign;
  if (sign.what !== "prompt") return null;
  const { session, process, at } = sign;
  const next = await signsOf(database, sign, "reset")
    .selectAll()
    .where("at", ">=", at)
    .where(({ or, eb }) => or([eb("session", "=", session), eb("process", "=", process)]))
    .orderBy("at")
    .limit(1)
    .executeTakeFirst();
  return next ?? null;
}

/** More than one, because a later record may move the reset from one to the other. */
const CANDIDATES = 20;

async function endedBy(database: Database, reset: NeighbourSign): Promise<SessionName[]> {
  const ends = await signsOf(database, reset, "end")
    .select("session")
    .where("at", ">=", reset.at - RESET_AFTER_END_MS)
    .where("at", "<=", reset.at)
    .execute();
  const prompts = await signsOf(database, reset, "prompt")
    .select("session")
    .where("process", "=", reset.process)
    .where("at", "<=", reset.at)
    .orderBy("at", "desc")
    .limit(CANDIDATES)
    .execute();
  return [...ends, ...prompts].map(({ session }) => session);
}

/** Returns the first resets of other sessions of the sender from a time on. */
export async function readResetsAfter(
  database: Database,
  { from, session, ...sender }: Sender & { session: SessionName; from: Instant },
): Promise<NeighbourSign[]> {
  return signsOf(database, sender, "reset")
    .selectAll()
    .where("session", "!=", session)
    .where("at", ">=", from)
    .orderBy("at")
    .limit(CANDIDATES)
    .execute();
}

/** The newest prompt of the sender before a time: in one session, or in all sessions of one process. */
export async function readPromptBefore(
  database: Database,
  before: Sender & { at: Instant } & ({ session: SessionName } | { process: string }),
): Promise<NeighbourSign | null> {
  const prompts = signsOf(database, before, "prompt").selectAll().where("at", "<", before.at);
  const query =
    "session" in before
      ? prompts.where("session", "=", before.session)
      : prompts.where("process", "=", before.process);
  return (await query.orderBy("at", "desc").limit(1).executeTakeFirst()) ?? null;
}

/** Whether the sender answered a patch near a time. */
export async function wasPatchAnswered(database: Database, near: Sender & { at: Instant }): Promise<boolean> {
  const row = await signsOf(database, near, "patch_answered")
    .select("at")
    .where("at", ">=", near.at - ANSWER_NEAR_MS)
    .where("at", "<=", near.at + ANSWER_NEAR_MS)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
