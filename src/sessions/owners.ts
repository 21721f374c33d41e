/** Whose sessions are: each answer is looked up once for sessions that say the same of themselves. */
import type { Database } from "../database/open.ts";
import { findDeveloper, resolveDeveloper, type Sender } from "../identity/developers/resolve.ts";
import { selectDeveloper } from "../identity/developers/table.ts";
import type { SessionFacts } from "../normaliser/session-facts.ts";

/** Whose a session is. */
export interface Owner {
  developer: string;
  /** Whether the developer stands for a key that several people may share. */
  sharedKey: boolean;
}

/** Tells the owner of who sent a session. */
export type OwnerOf = (database: Database, sender: Sender) => Promise<Owner>;

/** Makes developers who are new. Takes: a transaction, in which nobody is merged meanwhile. */
export async function makeOwner(transaction: Database, sender: Sender): Promise<Owner> {
  const developer = await resolveDeveloper(transaction, sender);
  return ownerNamed(transaction, developer);
}

/** Gives: the same owner as `makeOwner`, and writes nothing. */
export async function findOwner(database: Database, sender: Sender): Promise<Owner> {
  const found = await findDeveloper(database, sender);
  if (found.kind !== "new") return ownerNamed(database, found.id);
  return { developer: found.developer.id, sharedKey: found.developer.source === "key" };
}

async function ownerNamed(database: Database, developer: string): Promise<Owner> {
  const found = await selectDeveloper(database, developer);
  return { developer, sharedKey: found?.source === "key" };
}

/** Finds owners, each once. */
export class Owners {
  private readonly known = new Map<string, Owner>();

  constructor(
    private readonly database: Database,
    private readonly ownerOf: OwnerOf,
  ) {}

  async of({ organization, key, identities }: SessionFacts): Promise<Owner> {
    const said = JSON.stringify([organization, key, identities.map(({ kind, value }) => [kind, value])]);
    const known = this.known.get(said);
    if (known !== undefined) return known;
    const userName = identities.find((identity) => identity.kind === "user.name")?.value ?? null;
    const sender = { organizationId: organization, keyId: key, identities, userName };
    const owner = await this.ownerOf(this.database, sender);
    this.known.set(said, owner);
    return owner;
  }
}
