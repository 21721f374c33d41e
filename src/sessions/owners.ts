/** Whose sessions are: each answer is looked up once for sessions that say the same of themselves. */
import type { Database } from "../database/open.ts";
import { resolveDeveloper } from "../identity/developers/resolve.ts";
import { selectDeveloper } from "../identity/developers/table.ts";
import type { SessionFacts } from "../normaliser/session-facts.ts";

/** Whose a session is. */
export interface Owner {
  developer: string;
  /** Whether the developer stands for a key that several people may share. */
  sharedKey: boolean;
}

/** Finds owners, and makes developers who are new. Takes: a transaction, in which nobody is merged meanwhile. */
export class Owners {
  private readonly known = new Map<string, Owner>();

  constructor(private readonly transaction: Database) {}

  async of(facts: SessionFacts): Promise<Owner> {
    const said = JSON.stringify([
      facts.organization,
      facts.key,
      facts.identities.map(({ kind, value }) => [kind, value]),
    ]);
    const known = this.known.get(said);
    if (known !== undefined) return known;
    const owner = await this.find(facts);
    this.known.set(said, owner);
    return owner;
  }

  private async find({ organization, key, identities }: SessionFacts): Promise<Owner> {
    const userName = identities.find((identity) => identity.kind === "user.name")?.value ?? null;
    const sender = { organizationId: organization, keyId: key, identities, userName };
    const developer = await resolveDeveloper(this.transaction, sender);
    const found = await selectDeveloper(this.transaction, developer);
    return { developer, sharedKey: found?.source === "key" };
  }
}
