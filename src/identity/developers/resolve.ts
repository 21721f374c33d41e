/** Finds the developer that a session's records belong to, and makes them when they are new. */
import type { Database } from "../../database/open.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { selectKeyById } from "../keys/table.ts";
import {
  chooseIdentity,
  type Developer,
  type DeveloperSource,
  EMAIL,
  fallbackName,
  type Identity,
  isEmptyIdentity,
  KEY,
  NAMED_DEVELOPER,
} from "./developer.ts";
import { countNewDeveloper } from "./new-developers-table.ts";
import { insertDeveloper, selectAlias, selectDeveloper, updateDeveloper } from "./table.ts";

/** What a session's records say about who was at work. */
export interface Sender {
  organizationId: string;
  keyId: string;
  /** Every identity that any record has; record before span before resource within a kind. */
  identities: readonly Identity[];
  /** `user.name`, null when no record has it. */
  userName: string | null;
}

/**
 * Returns the id of the developer that a session belongs to.
 *
 * This is the first of: the developer that the key is bound to, the developer that the telemetry names by id, the
 * one that the most precise identity names, and a developer that is made for the key itself. A key that has made
 * all the developers that it may make in a day makes no more: their sessions are the key's too.
 *
 * @returns The same id for the same identity, also after everything derived was thrown away; after a merge
 *   the id of the developer who took the other in.
 */
export async function resolveDeveloper(transaction: Database, sender: Sender, now: Instant): Promise<string> {
  const found = await findDeveloper(transaction, sender);
  if (found.kind === "given") return found.id;
  const userName = realName(sender.userName);
  if (found.kind === "known") return rememberUserName(transaction, found.id, userName);
  const isNamed = found.identity.kind !== KEY;
  if (isNamed && !(await countNewDeveloper(transaction, { ...sender, now })))
    return resolveDeveloper(transaction, { ...sender, identities: [], userName: null }, now);
  await insertDeveloper(transaction, { ...found.developer, userName }, found.identity);
  return found.developer.id;
}

/** Who a session belongs to, before anything is written of it. */
type FoundDeveloper =
  /** By the key, or by id. */
  | { kind: "given"; id: string }
  /** By what telemetry says. */
  | { kind: "known"; id: string }
  | { kind: "new"; developer: Developer; identity: Identity };

/**
 * Finds the developer as `resolveDeveloper` does.
 *
 * @returns For one who is new what will be known of them.
 */
async function findDeveloper(database: Database, sender: Sender): Promise<FoundDeveloper> {
  const key = await selectKeyById(database, sender.keyId);
  if (key !== null && key.developerId !== null)
    return { kind: "given", id: await currentId(database, key.developerId) };
  const named = await findNamed(database, sender);
  if (named !== null) return { kind: "given", id: named };
  const identity = chooseIdentity(sender.identities) ?? { kind: KEY, value: sender.keyId };
  const known = await selectAlias(database, sender.organizationId, identity);
  if (known !== null) return { kind: "known", id: known };
  const keyName = key?.name ?? sender.keyId.slice(0, 8);
  const developer = newDeveloper({ organizationId: sender.organizationId, identity, keyName });
  return { kind: "new", developer, identity };
}

/** Returns null where nobody is named, or by an id that nobody here has. */
async function findNamed(transaction: Database, sender: Sender): Promise<string | null> {
  const id = sender.identities.find(({ kind }) => kind === NAMED_DEVELOPER)?.value;
  const developer = id === undefined ? null : await selectDeveloper(transaction, id);
  if (developer?.organizationId !== sender.organizationId) return null;
  return developer.mergedInto ?? developer.id;
}

async function currentId(database: Database, id: string): Promise<string> {
  return (await selectDeveloper(database, id))?.mergedInto ?? id;
}

function realName(userName: string | null): string | null {
  return userName === null || isEmptyIdentity(userName) ? null : userName.trim();
}

async function rememberUserName(transaction: Database, id: string, userName: string | null): Promise<string> {
  if (userName === null) return id;
  const developer = await selectDeveloper(transaction, id);
  if (developer !== null && developer.userName === null) await updateDeveloper(transaction, id, { userName });
  return id;
}

/** A developer of whom one identity is known. Its id is a hash of it, so that a rebuild finds it again. */
export function newDeveloper(known: {
  organizationId: string;
  identity: Identity;
  keyName: string;
  source?: DeveloperSource;
}): Developer {
  const { organizationId, identity, keyName } = known;
  return {
    id: derivedId("developer", organizationId, identity.kind, identity.value),
    organizationId,
    givenName: null,
    email: identity.kind === EMAIL ? identity.value : null,
    userName: null,
    fallbackName: fallbackName(identity, keyName),
    source: known.source ?? (identity.kind === KEY ? "key" : "telemetry"),
  };
}
