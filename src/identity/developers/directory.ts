/** Finds, names and merges the developers of an organization. */
import type { Database } from "../../database/open.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { type DeveloperAnswer, describeDeveloper } from "./answer.ts";
import { type Developer, EMAIL, type Identity, isEmptyIdentity, normalizeIdentity } from "./developer.ts";
import { newDeveloper } from "./resolve.ts";
import {
  type DeveloperRecord,
  insertDeveloper,
  redirectDeveloper,
  selectAlias,
  selectDeveloper,
  selectDevelopers,
  updateDeveloper,
} from "./table.ts";

/** A place in one organization. */
export interface Within {
  organizationId: string;
}

/** The developers by id; a merged one's id leads to the developer who took them in. */
export async function readDevelopers(
  database: Database,
  organizationId: string,
): Promise<Map<string, Developer>> {
  const records = await selectDevelopers(database, organizationId);
  const byId = new Map(records.map((record) => [record.id, record]));
  return new Map(records.map((record) => [record.id, byId.get(record.mergedInto ?? record.id) ?? record]));
}

/** All ids whose rows are this developer's, those of merged developers among them. */
export function idsOf(developerId: string, developers: ReadonlyMap<string, Developer>): string[] {
  const ownIds = [...developers].filter(([, developer]) => developer.id === developerId).map(([id]) => id);
  return ownIds.length === 0 ? [developerId] : ownIds;
}

/** The developer with that id or, where none has it, with that e-mail; null when the organization has neither. */
export async function findDeveloper(
  database: Database,
  asked: Within & { idOrEmail: string },
): Promise<Developer | null> {
  const { organizationId, idOrEmail } = asked;
  // the id first: what telemetry names as an e-mail may be any text, another's id too
  const found =
    (await selectOwn(database, { organizationId, id: idOrEmail })) ?? (await selectByEmail(database, asked));
  return found === null || found.mergedInto === null ? found : selectDeveloper(database, found.mergedInto);
}

async function selectByEmail(
  database: Database,
  { organizationId, idOrEmail }: Within & { idOrEmail: string },
): Promise<DeveloperRecord | null> {
  const value = normalizeIdentity({ kind: EMAIL, value: idOrEmail });
  const id = await selectAlias(database, organizationId, { kind: EMAIL, value });
  return id === null ? null : selectOwn(database, { organizationId, id });
}

async function selectOwn(
  database: Database,
  { organizationId, id }: Within & { id: string },
): Promise<DeveloperRecord | null> {
  const found = await selectDeveloper(database, id);
  return found?.organizationId === organizationId ? found : null;
}

/** The developer as answers show them, null when the organization has none with that id. */
export async function readDeveloper(
  database: Database,
  { organizationId, id }: Within & { id: string },
): Promise<DeveloperAnswer | null> {
  const found = await findDeveloper(database, { organizationId, idOrEmail: id });
  return found === null ? null : describeDeveloper(found);
}

/**
 * The developer to bind a key to: an existing one, or a new one for an e-mail that nobody has yet.
 *
 * @throws `unknown_developer` when the text is neither a known id nor an e-mail.
 */
export async function developerToBind(
  transaction: Database,
  asked: Within & { idOrEmail: string },
): Promise<Result<Developer, { kind: "unknown_developer" }>> {
  const found = await findDeveloper(transaction, asked);
  if (found !== null) return succeed(await markBound(transaction, found));
  if (!/^[^\s@]+@[^\s@]+$/.test(asked.idOrEmail)) return fail({ kind: "unknown_developer" });
  const identity = { kind: EMAIL, value: normalizeIdentity({ kind: EMAIL, value: asked.idOrEmail }) };
  return succeed(await addDeveloper(transaction, { ...asked, identity }));
}

/** The developer who works on this machine, named after the operating system's user. */
export async function localDeveloper(
  transaction: Database,
  asked: Within & { userName: string },
): Promise<Developer> {
  const identity = { kind: "os.user", value: asked.userName };
  const known = await selectAlias(transaction, asked.organizationId, identity);
  const found = known === null ? null : await selectDeveloper(transaction, known);
  if (found !== null) return found;
  const developer = await addDeveloper(transaction, { ...asked, identity });
  await updateDeveloper(transaction, developer.id, { givenName: asked.userName });
  return { ...developer, givenName: asked.userName };
}

async function addDeveloper(
  transaction: Database,
  known: Within & { identity: Identity },
): Promise<Developer> {
  const { organizationId, identity } = known;
  const developer = newDeveloper({ organizationId, identity, keyName: identity.value, source: "bound" });
  await insertDeveloper(transaction, developer, identity);
  return developer;
}

async function markBound(transaction: Database, developer: Developer): Promise<Developer> {
  if (developer.source !== "bound") await updateDeveloper(transaction, developer.id, { source: "bound" });
  return { ...developer, source: "bound" };
}

/** Which developer is to be called what. */
export interface NameRequest extends Within {
  id: string;
  name: string;
}

/**
 * Gives a developer a name of an admin's choice.
 *
 * @throws `unknown_developer` when the organization has none; `empty_name`.
 */
export async function nameDeveloper(
  transaction: Database,
  asked: NameRequest,
): Promise<Result<Developer, { kind: "unknown_developer" | "empty_name" }>> {
  if (isEmptyIdentity(asked.name)) return fail({ kind: "empty_name" });
  const found = await findDeveloper(transaction, { ...asked, idOrEmail: asked.id });
  if (found === null) return fail({ kind: "unknown_developer" });
  await updateDeveloper(transaction, found.id, { givenName: asked.name.trim() });
  return succeed({ ...found, givenName: asked.name.trim() });
}

/**
 * Makes two developers one: every value and key of the first belongs to the second, also after a rebuild.
 * Keys stay bound to the first, who leads to the second, so that the sessions that they sent keep their
 * names.
 *
 * @returns The developer who is left. Rows that carry the other's id lead to them by `readDevelopers`; what
 *   is computed over all sessions of a person is only right once those are measured again, as `mergePeople`
 *   has it done.
 * @throws `unknown_developer` when the organization lacks one of them; `same_developer`.
 */
export async function mergeDevelopers(
  transaction: Database,
  asked: Within & { from: string; into: string },
): Promise<Result<Developer, { kind: "unknown_developer" | "same_developer" }>> {
  const from = await findDeveloper(transaction, { ...asked, idOrEmail: asked.from });
  const into = await findDeveloper(transaction, { ...asked, idOrEmail: asked.into });
  if (from === null || into === null) return fail({ kind: "unknown_developer" });
  if (from.id === into.id) return fail({ kind: "same_developer" });
  await redirectDeveloper(transaction, from.id, into.id);
  return succeed(into);
}
