/** Answers a developer who read what they wrote or sent. */
import { z } from "zod";
import { ACTOR_KINDS, AUDIT_ACTIONS, READING_ACTIONS } from "../../audit/actions.ts";
import { type AuditPosition, selectNewestEntries } from "../../audit/listed-table.ts";
import { selectIdsOf } from "../../audit/subjects-table.ts";
import type { Database } from "../../database/open.ts";
import { cutPage } from "../../vocabulary/page.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { idsOf, readDevelopers } from "../developers/directory.ts";
import { readNames } from "./subject-names.ts";

const SEEN_BY_THE_PERSON = [...READING_ACTIONS, "person_exported"] as const;

/** That somebody read something of a person. */
export const READ = z.object({
  at: z.iso.datetime(),
  reader: z.object({ kind: z.enum(ACTOR_KINDS), name: z.string().nullable() }),
  action: z.enum(AUDIT_ACTIONS),
  route: z.string().nullable(),
});
export type ReadAnswer = z.infer<typeof READ>;

/** What is asked for. */
export interface ReadsQuery {
  organizationId: string;
  /** Whose texts they were. */
  developer: string;
  from: Instant;
  to: Instant;
  limit: number;
  after: AuditPosition | null;
}

/** Reads one page, the newest first. */
export async function listReads(
  database: Database,
  { organizationId: organization, developer, from, to, limit, after }: ReadsQuery,
): Promise<{ reads: ReadAnswer[]; next: AuditPosition | null }> {
  const reals = idsOf(developer, await readDevelopers(database, organization));
  const targets = await selectIdsOf(database, { organization, reals });
  if (targets.length === 0) return { reads: [], next: null };
  const wanted = { organization, from, to, actors: null, targets, actions: SEEN_BY_THE_PERSON, after };
  const found = await selectNewestEntries(database, { ...wanted, limit: limit + 1 });
  const { rows, next } = cutPage(found, limit, ({ at, number }) => ({ at, organization, number }));
  const nameOf = await readNames(
    database,
    rows.map(({ actor }) => actor),
  );
  const reads = rows.map(({ at, actorKind, actor, action, details }) => ({
    at: isoTime(at),
    reader: { kind: actorKind, name: nameOf(actor) },
    action,
    route: DETAILS.parse(JSON.parse(details)).route,
  }));
  return { reads, next };
}

const DETAILS = z.object({ route: z.string().nullable().default(null) });
