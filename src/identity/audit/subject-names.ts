/** Who the audit log's random ids are, as far as anybody still knows. */
import { type KnownSubject, selectSubjects } from "../../audit/subjects-table.ts";
import type { Database } from "../../database/open.ts";
import { selectAccounts } from "../accounts/table.ts";
import { describeDeveloper } from "../developers/answer.ts";
import { readDevelopers } from "../developers/directory.ts";
import { selectKeys } from "../keys/table.ts";
import { selectOrganizations } from "../organizations/table.ts";

/** Returns the name of a subject; null when nobody knows it any more. */
export type NameOf = (id: string | null) => string | null;

/**
 * Reads the names of subjects.
 *
 * @param ids - Random ids; null for what has none.
 */
export async function readNames(database: Database, ids: readonly (string | null)[]): Promise<NameOf> {
  const subjects = await selectSubjects(database, [...new Set(ids.filter((id) => id !== null))]);
  const kinds = new Set(subjects.map(({ kind }) => kind));
  const keys = kinds.has("key") ? await selectKeys(database) : [];
  const accounts = kinds.has("account") ? await selectAccounts(database) : [];
  const organizations = await selectOrganizations(database);
  const developers = new Map<string, string>();
  for (const { id } of kinds.has("developer") ? organizations : [])
    for (const [developer, described] of await readDevelopers(database, id))
      developers.set(developer, describeDeveloper(described).name);
  const byKind: Partial<Record<KnownSubject["kind"], ReadonlyMap<string, string>>> = {
    account: new Map(accounts.map(({ id, name, email }) => [id, name ?? email])),
    key: new Map(keys.map(({ id, name }) => [id, name])),
    developer: developers,
    organization: new Map(organizations.map(({ id, name }) => [id, name])),
  };
  const names = new Map(
    subjects.map(({ id, kind, real }) => [id, kind in byKind ? byKind[kind]?.get(real) : real]),
  );
  return (id) => (id === null ? null : (names.get(id) ?? null));
}
