/** Makes a key for one developer, who is made too when the e-mail is new. */
import type { Database } from "../../database/open.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import { describeKey, issueKey, type KeyAnswer } from "../../identity/keys/issue.ts";
import type { Role } from "../../identity/keys/table.ts";
import { personToBind } from "../../insights/people/same-person.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { CommandFailure } from "../command.ts";
import { visibleLine } from "../text/visible.ts";

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

/** Fails: when there is no such developer and the text is no e-mail, or the name cannot be shown. */
export async function makeKey(
  transaction: Database,
  { organizationId, role, developer, name }: KeyWish,
  now: Milliseconds,
): Promise<MadeKey> {
  const developerId = developer === null ? null : await developerIdOf(transaction, organizationId, developer);
  const keyName = printableName(name ?? developer ?? `${role} key`);
  const request = { organizationId, name: keyName, role, developerId };
  const { key, record } = await issueKey(transaction, request, now);
  return { key, answer: describeKey(record, await readDevelopers(transaction, organizationId)) };
}

async function developerIdOf(
  transaction: Database,
  organizationId: string,
  idOrEmail: string,
): Promise<string> {
  const bound = await personToBind(transaction, { organizationId, idOrEmail });
  if (bound.ok) return bound.value.id;
  throw new CommandFailure(`unknown developer: ${idOrEmail}. Give an e-mail address to add a new one.`);
}

/** Fails: when the name holds control characters or nothing at all. */
export function printableName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === "") throw new CommandFailure("the name is empty", 2);
  if (visibleLine(trimmed) !== trimmed)
    throw new CommandFailure(`a name cannot hold control characters: ${visibleLine(trimmed)}`, 2);
  return trimmed;
}
