/** Puts the recorded marks where the judge keeps its own, so that the demo's prompts have them when they arrive. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { readHolders } from "../../identity/holders.ts";
import { contentKey, contextFrom } from "../../rubric/content-key.ts";
import { judgementOf } from "../../rubric/judgement.ts";
import { insertJudgement } from "../../rubric/prompts/judgements-table.ts";
import { localStores, openDatabaseOf } from "../../stores.ts";
import { isTrivial } from "../../turns/wording/prompt-kind.ts";
import { agentSessionId, sessionName, type SessionName } from "../../vocabulary/held-name.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { DemoKeys } from "../organization.ts";
import type { DemoSession } from "../work/session.ts";
import { recordedOf } from "./recorded-prompts.ts";
import { RECORDED_MODEL } from "./serve-recorded-model.ts";

/** Whose prompts are judged, and when. */
export interface MarksToKeep {
  directory: string;
  sessions: readonly DemoSession[];
  keys: Pick<DemoKeys, "organizationId" | "developers">;
  now: Instant;
}

/**
 * Keeps the marks of every prompt whose text is sent.
 *
 * They are made from the recorded answers as the judge makes them from a model's: what is not proved counts for
 * nothing. A prompt that is missed here is asked about when it has arrived; it only takes longer.
 */
export async function keepRecordedMarks({ directory, sessions, keys, now }: MarksToKeep): Promise<void> {
  const database = openDatabaseOf(localStores(directory), "write");
  try {
    const holders = await readHolders(database);
    await inTransaction(database, "normal", async (transaction) => {
      for (const session of sessions.filter(({ person }) => person.sendsText)) {
        const key = keys.developers.get(session.person.email);
        if (key === undefined) continue;
        const name = sessionName(holders(key.id), agentSessionId(session.id));
        await keepMarksOf(transaction, session, { organization: keys.organizationId, session: name, now });
      }
    });
  } finally {
    await database.destroy();
  }
}

async function keepMarksOf(
  transaction: Database,
  { steps }: DemoSession,
  { organization, session, now }: { organization: string; session: SessionName; now: Instant },
): Promise<void> {
  const earlier: string[] = [];
  for (const step of steps) {
    if (step.kind !== "prompt" || isTrivial(step.text)) continue;
    const { text } = step;
    const context = contextFrom(earlier);
    earlier.push(text);
    const recorded = recordedOf(text);
    if (recorded === null) continue;
    const judged = { organization, session, content: contentKey(text, context) };
    const by = { model: RECORDED_MODEL, judgedAt: now };
    await insertJudgement(transaction, judged, judgementOf(recorded.answer, [text, ...context], by));
  }
}
