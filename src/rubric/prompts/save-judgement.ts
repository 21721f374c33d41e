/** A judgement, or a failure, is kept and shown on every prompt that it is about. */
import type { Database } from "../../database/open.ts";
import { AFTER_BATCHES, markDirty } from "../../normaliser/dirty-table.ts";
import type { Judgement } from "../judgement.ts";
import { giveJudgements, insertJudgement, type Judged, selectContentsOf } from "./judgements-table.ts";
import { selectSessionsWith, showFailure, showMarks } from "./prompts-table.ts";
import { deleteWait, insertWait, type Wait } from "./waits-table.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/**
 * Keeps a judgement, shows it on every prompt of that content, and has their sessions measured again. It is not kept
 * when no prompt has the content any more: whoever sent it may have been purged while the model read it.
 *
 * @param transaction - A transaction.
 */
export async function saveJudgement(
  transaction: Database,
  judged: Judged,
  judgement: Judgement,
): Promise<void> {
  const { organization, content } = judged;
  const sessions = await selectSessionsWith(transaction, organization, [content]);
  const session = ownerAmong(sessions, judged);
  if (session === null) return;
  await insertJudgement(transaction, { ...judged, session }, judgement);
  await deleteWait(transaction, judged);
  await showMarks(transaction, judged, judgement);
  await markDirty(
    transaction,
    sessions.map(({ session }) => ({ organization, session, sequence: AFTER_BATCHES })),
  );
}

/**
 * Keeps when a content is tried again, and shows on its prompts that the model failed on it; as a judgement is kept,
 * while a prompt has the content.
 *
 * @param transaction - A transaction.
 */
export async function putOff(transaction: Database, judged: Judged, wait: Wait): Promise<void> {
  const { organization, content } = judged;
  const session = ownerAmong(await selectSessionsWith(transaction, organization, [content]), judged);
  if (session === null) return;
  await insertWait(transaction, { ...judged, session }, wait);
  await showFailure(transaction, judged);
}

/** Returns the session that the model was asked for, or another one with the content when that one is gone. */
function ownerAmong(
  sessions: readonly { session: SessionName }[],
  { session: asked }: Judged,
): SessionName | null {
  const isThere = sessions.some(({ session }) => session === asked);
  return isThere ? asked : (sessions[0]?.session ?? null);
}

/**
 * Lets the judgements of sessions that are about to be purged outlive them where other sessions have the same
 * content.
 *
 * @remarks Takes a transaction.
 */
export async function passOnJudgements(
  transaction: Database,
  { organization, sessions }: { organization: string; sessions: readonly SessionName[] },
): Promise<void> {
  const contents = await selectContentsOf(transaction, { organization, sessions });
  const purged = new Set(sessions);
  for (const heir of await selectSessionsWith(transaction, organization, contents))
    if (!purged.has(heir.session)) await giveJudgements(transaction, { organization, ...heir });
}
