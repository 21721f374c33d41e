/** Adds entries to the audit log, in the transaction of what they are about: both are kept, or neither. */
import type { Database } from "../database/open.ts";
import { insertEntry, takePlace } from "./audit-table.ts";
import {
  type Actor,
  type AuditDetails,
  type AuditEntry,
  hashOf,
  SERVER_CHAIN,
  type Subject,
} from "./entry.ts";
import { idOfSubject } from "./subjects-table.ts";

/** A word of the program's own: `member`, `rule_changed`, `2026.12`, `/v1/prompts/:id`. */
const WORD = /^[\w.:/-]{0,100}$/;

/**
 * Adds an entry to its organization's chain.
 *
 * @param transaction - A write transaction.
 * @throws An exception when a detail is a text that somebody may have written.
 */
export async function recordAudit(transaction: Database, entry: AuditEntry): Promise<void> {
  const organization = entry.organization ?? SERVER_CHAIN;
  const named = { organization, ...(await nameSubjects(transaction, { ...entry, organization })) };
  const kept = { ...named, ...(await takePlace(transaction, organization)) };
  await insertEntry(transaction, { ...kept, hash: hashOf(kept) });
}

type IdOf = (subject: Subject, usedBy?: string) => Promise<string>;

/** Puts random ids in the place of everybody and everything that an entry names. */
async function nameSubjects(transaction: Database, entry: AuditEntry & { organization: string }) {
  const { organization, at, actor, action, target = null, result = "done", details = {} } = entry;
  const idOf: IdOf = ({ kind, id }, usedBy = "") =>
    idOfSubject(transaction, { organization, kind, real: id, usedBy, at }, crypto.randomUUID());
  const actorId = await idOfActor(actor, idOf);
  return {
    at,
    actorKind: actor.kind,
    actor: actorId,
    address: await idOfAddress(entry.from, (address) => idOf(address, actorId ?? "")),
    action,
    targetKind: target?.kind ?? null,
    target: target === null ? null : await idOf(target),
    result,
    details: await describeDetails(details, idOf),
  };
}

async function idOfActor(actor: Actor, idOf: IdOf): Promise<string | null> {
  return "id" in actor && actor.id !== null ? idOf({ kind: actor.kind, id: actor.id }) : null;
}

/** One whose connection was gone already has an empty address. */
async function idOfAddress(from: string | null, idOf: IdOf): Promise<string | null> {
  return from === null || from === "" ? null : idOf({ kind: "address", id: from });
}

/** In the order of their names, so that the same details are the same text. */
async function describeDetails(details: AuditDetails, idOf: IdOf): Promise<string> {
  const described: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(details).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (typeof value === "string" && !WORD.test(value))
      throw new Error(`BUG: the detail ${name} of an audit entry is no word of the program's`);
    described[name] = typeof value === "object" && value !== null ? await idOf(value) : value;
  }
  return JSON.stringify(described);
}
