/** Makes keys for commands: what is wrong with a wish ends the command. */
import type { Database } from "../../database/open.ts";
import { SHOWN_NAME } from "../../identity/shown-name.ts";
import { type KeyWish, makeKey as makeKeyFor, type MadeKey } from "../../insights/people/new-key.ts";
import type { Role } from "../../identity/keys/table.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { CommandEntry } from "../audit/note-command.ts";
import { CommandFailure } from "../command.ts";
import { visibleLine } from "../../vocabulary/wording/visible.ts";

/** @throws CommandFailure when the key cannot be as it is wished, or its name cannot be shown. */
export async function makeKey(transaction: Database, wish: KeyWish, now: Instant): Promise<MadeKey> {
  const name = printableName(wish.name ?? wish.developer ?? `${wish.role} key`);
  const made = await makeKeyFor(transaction, { ...wish, name }, now);
  if (made.ok) return made.value;
  throw FAILURES[made.problem.kind](made.problem, wish);
}

const FAILURES = {
  unknown_developer: (_: object, { developer }: KeyWish) =>
    new CommandFailure(`unknown developer: ${developer}. Give an e-mail address to add a new developer.`),
  unfit_scopes: ({ why }: { why?: string }) => new CommandFailure(`--scope: ${why}`, 2),
  ends_in_the_past: () => new CommandFailure("--ends needs a time that is still to come", 2),
};

/** @throws When the name holds control characters or nothing at all, or is longer than anybody reads. */
export function printableName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === "") throw new CommandFailure("the name is empty", 2);
  if (visibleLine(trimmed) !== trimmed)
    throw new CommandFailure(`a name cannot hold control characters: ${visibleLine(trimmed)}`, 2);
  if (!SHOWN_NAME.test(trimmed)) throw new CommandFailure("a name has at most 200 characters", 2);
  return trimmed;
}

/** What the audit log says of a new key. */
export function keyMade(organization: string, key: { id: string; role: Role }): CommandEntry {
  const { id, role } = key;
  return { organization, action: "key_made", target: { kind: "key", id }, details: { role } };
}
