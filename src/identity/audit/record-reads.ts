/** Adds to the audit log who read what other people wrote or sent. */
import type { ReadingAction } from "../../audit/actions.ts";
import type { Actor } from "../../audit/entry.ts";
import { selectNewestEntries } from "../../audit/listed-table.ts";
import { recordAudit } from "../../audit/record.ts";
import { selectIdsOf } from "../../audit/subjects-table.ts";
import type { Database } from "../../database/open.ts";
import { HOUR, type Instant } from "../../vocabulary/units.ts";
import { readDevelopers } from "../developers/directory.ts";

/** What was read of whom. */
export interface Reads {
  organization: string;
  actor: Actor & { id: string };
  /** The reader's own developer, whose texts are nobody else's; null for none. */
  ownDeveloper: string | null;
  from: string;
  action: ReadingAction;
  route: string;
  /** Ids of developers. */
  persons: readonly string[];
}

/** Adds an entry for each person of whom the hour has none yet; it is on disk when this returns. */
export async function recordReads(transaction: Database, reads: Reads, now: Instant): Promise<void> {
  const { organization, actor, ownDeveloper, from, action, route } = reads;
  const developers = await readDevelopers(transaction, organization);
  const meant = (id: string | null) => (id === null ? null : (developers.get(id)?.id ?? id));
  for (const person of new Set(reads.persons.map((id) => meant(id) ?? id))) {
    if (person === meant(ownDeveloper) || (await isRecorded(transaction, { ...reads, person, now })))
      continue;
    const target = { kind: "developer" as const, id: person };
    await recordAudit(transaction, {
      organization,
      at: now,
      actor,
      from,
      action,
      target,
      details: { route },
    });
  }
}

/** Whether an entry of this hour says so, as before a restart. */
async function isRecorded(
  database: Database,
  { organization, actor, action, route, person, now }: Reads & { person: string; now: Instant },
): Promise<boolean> {
  const actors = await selectIdsOf(database, { organization, reals: [actor.id] });
  const targets = await selectIdsOf(database, { organization, reals: [person] });
  if (actors.length === 0 || targets.length === 0) return false;
  const since = { from: Math.floor(now / HOUR) * HOUR, to: Number.MAX_SAFE_INTEGER };
  const wanted = {
    organization,
    ...since,
    actors,
    targets,
    actions: [action],
    after: null,
    limit: MOST_ROUTES,
  };
  const details = JSON.stringify({ route });
  return (await selectNewestEntries(database, wanted)).some((entry) => entry.details === details);
}

/** More than one person can read by in an hour. */
const MOST_ROUTES = 100;
