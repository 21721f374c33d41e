/** Answers what was done, the newest first: of an organization, and of the server where that is its own. */
import type { AuditAction } from "../../audit/actions.ts";
import { type KeptEntry, SERVER_CHAIN } from "../../audit/entry.ts";
import { type AuditPosition, selectNewestEntries } from "../../audit/listed-table.ts";
import { selectIdsOf } from "../../audit/subjects-table.ts";
import type { Database } from "../../database/open.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { selectAccounts } from "../accounts/table.ts";
import { findDeveloper, idsOf, readDevelopers } from "../developers/directory.ts";
import { selectKeys } from "../keys/table.ts";
import type { AuditEntryAnswer } from "./audit-answer.ts";
import { type NameOf, readNames } from "./subject-names.ts";

/** What is asked for. */
export interface AuditQuery {
  organizationId: string;
  /** Whether what concerns the whole server is wanted too. */
  withServer: boolean;
  from: Instant;
  to: Instant;
  /** Who acted: a developer's id or e-mail, an id of a key, or an id of the log; null for anybody. */
  actor: string | null;
  /** To whom or what it was done, likewise. */
  target: string | null;
  /** null for all. */
  actions: readonly AuditAction[] | null;
  limit: number;
  after: AuditPosition | null;
}

/** One page. */
export interface AuditPage {
  entries: AuditEntryAnswer[];
  next: AuditPosition | null;
}

/** Reads one page. */
export async function listAudit(database: Database, query: AuditQuery): Promise<AuditPage> {
  const { limit } = query;
  const chains = query.withServer ? [SERVER_CHAIN, query.organizationId] : [query.organizationId];
  const found: KeptEntry[] = [];
  for (const organization of chains) {
    const ofChain = { ...query, organization };
    const actors = await idsAsked(database, ofChain, query.actor);
    const targets = await idsAsked(database, ofChain, query.target);
    const wanted = { ...ofChain, actors, targets, limit: limit + 1 };
    found.push(...(await selectNewestEntries(database, wanted)));
  }
  const page = found.toSorted(newestFirst).slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    entries: await describeEntries(database, page),
    next: last === undefined ? null : { at: last.at, organization: last.organization, number: last.number },
  };
}

function newestFirst(left: KeptEntry, right: KeptEntry): number {
  if (left.at !== right.at) return right.at - left.at;
  if (left.organization !== right.organization) return left.organization < right.organization ? -1 : 1;
  return right.number - left.number;
}

/** Returns what is meant by random ids: a developer is also their keys and accounts. */
async function idsAsked(
  database: Database,
  { organization, organizationId }: { organization: string; organizationId: string },
  asked: string | null,
): Promise<string[] | null> {
  if (asked === null) return null;
  const developer = await findDeveloper(database, { organizationId, idOrEmail: asked });
  const reals = [asked];
  if (developer !== null) {
    const theirs = idsOf(developer.id, await readDevelopers(database, organizationId));
    const owned = [...(await selectKeys(database)), ...(await selectAccounts(database))].filter(
      ({ developerId }) => developerId !== null && theirs.includes(developerId),
    );
    reals.push(...theirs, ...owned.map(({ id }) => id));
  }
  return [asked, ...(await selectIdsOf(database, { organization, reals }))];
}

/** Puts names to what entries say. */
async function describeEntries(
  database: Database,
  entries: readonly KeptEntry[],
): Promise<AuditEntryAnswer[]> {
  const nameOf = await readNames(
    database,
    entries.flatMap(({ actor, target, address }) => [actor, target, address]),
  );
  return entries.map((entry) => describeEntry(entry, nameOf));
}

function describeEntry(entry: KeptEntry, nameOf: NameOf): AuditEntryAnswer {
  const { organization, number, at, actorKind, actor, address, action } = entry;
  const { targetKind, target, result, details, previousHash, hash } = entry;
  return {
    chain: organization === SERVER_CHAIN ? "server" : "organization",
    number,
    at: isoTime(at),
    actor: { kind: actorKind, id: actor, name: nameOf(actor) },
    from: nameOf(address),
    action,
    target:
      targetKind === null || target === null ? null : { kind: targetKind, id: target, name: nameOf(target) },
    result,
    details: JSON.parse(details) as AuditEntryAnswer["details"],
    previousHash,
    hash,
  };
}
