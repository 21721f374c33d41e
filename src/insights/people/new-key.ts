/** Makes a key for one developer, who is made too when the e-mail is new. */
import type { Database } from "../../database/open.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import { describeKey, type KeyAnswer } from "../../identity/keys/answer.ts";
import { issueKey } from "../../identity/keys/issue.ts";
import type { Role } from "../../identity/keys/table.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { personToBind } from "./same-person.ts";

/** What is asked for. */
export interface KeyWish {
  organizationId: string;
  role: Role;
  /** An id or an e-mail; null for a key that several people may share. */
  developer: string | null;
  /** What to call the key; null for a usual name. */
  name: string | null;
}

/** A new key: its text, which is known here and nowhere else, and what is kept of it. */
export interface MadeKey {
  key: string;
  answer: KeyAnswer;
}

/**
 * Makes the key.
 *
 * @param transaction - A transaction, and a name that can be shown.
 * @throws When there is no such developer and the text is no e-mail.
 */
export async function makeKey(
  transaction: Database,
  { organizationId, role, developer, name }: KeyWish,
  now: Instant,
): Promise<Result<MadeKey, { kind: "unknown_developer" }>> {
  const bound =
    developer === null ? null : await personToBind(transaction, { organizationId, idOrEmail: developer });
  if (bound !== null && !bound.ok) return fail(bound.problem);
  const keyName = (name ?? developer ?? `${role} key`).trim();
  const request = { organizationId, name: keyName, role, developerId: bound?.value.id ?? null };
  const { key, record } = await issueKey(transaction, request, now);
  const developers = await readDevelopers(transaction, organizationId);
  return succeed({ key, answer: describeKey(record, developers) });
}
