/** Saves what a measuring thread has worked out, as far as it still holds. */
import type { Database } from "../../database/open.ts";
import { clearDirty } from "../../normaliser/dirty-table.ts";
import type { SessionFacts } from "../../normaliser/session-facts.ts";
import { readSessions } from "../../normaliser/table.ts";
import type { SessionName } from "../assemble-stored.ts";
import { rowsOf } from "../measured-rows.ts";
import { makeOwner, Owners } from "../owners.ts";
import { saveMeasured } from "../save-measured.ts";
import { thingOf } from "../set-aside.ts";
import type { Batch } from "./backlog.ts";
import type { BesideAnswer } from "./measure-beside.ts";
import { type Relied, stillHolds } from "./relied.ts";

/** Takes: a transaction. Gives: the sessions whose rows were saved. */
export async function saveBeside(
  transaction: Database,
  { dirty, now, superseded }: Batch,
  answer: BesideAnswer,
): Promise<SessionName[]> {
  const facts = await readFacts(transaction, answer.measured);
  const owners = new Owners(transaction, makeOwner);
  const changed = await changedOrganizations(transaction, answer.relied);
  const saved = new Set<string>();
  for (const session of answer.measured) {
    const thing = thingOf(session);
    const known = facts.get(thing);
    if (known === undefined || superseded.has(thing) || changed.has(session.organization)) continue;
    if (Bun.deepEquals(await owners.of(known), session.owner)) saved.add(thing);
  }
  const isSaved = (session: SessionName) => saved.has(thingOf(session));
  const rows = saved.size === answer.rows.sessions.length ? answer.rows : rowsOf(answer.rows, isSaved);
  await saveMeasured(transaction, rows, now);
  await clearDirty(transaction, dirty.filter(isSaved));
  return answer.measured.filter(isSaved);
}

/** A purge may have taken sessions away while they were measured. */
async function readFacts(
  transaction: Database,
  sessions: readonly SessionName[],
): Promise<Map<string, SessionFacts>> {
  const facts = new Map<string, SessionFacts>();
  for (const [organization, ours] of Map.groupBy(sessions, (name) => name.organization)) {
    const names = ours.map(({ session }) => session);
    for (const known of await readSessions(transaction, organization, names))
      facts.set(thingOf(known), known);
  }
  return facts;
}

/** Organizations whose baselines or judgements are others by now. */
async function changedOrganizations(
  transaction: Database,
  relied: readonly Relied[],
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  for (const known of relied) if (!(await stillHolds(transaction, known))) changed.add(known.organization);
  return changed;
}
