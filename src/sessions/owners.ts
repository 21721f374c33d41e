/** Finds the owners of sessions; sessions with the same sender are looked up once. */
import type { Database } from "../database/open.ts";
import { chooseIdentity } from "../identity/developers/developer.ts";
import { resolveDeveloper, type Sender } from "../identity/developers/resolve.ts";
import { selectDeveloper } from "../identity/developers/table.ts";
import type { Instant } from "../vocabulary/units.ts";
import type { SessionFacts } from "../normaliser/session-facts.ts";

/** Whose a session is. */
export interface Owner {
  developer: string;
  /** Whether the developer is a shared key. */
  sharedKey: boolean;
}

/** Creates new developers. */
async function makeOwner(transaction: Database, sender: Sender, now: Instant): Promise<Owner> {
  const developer = await resolveDeveloper(transaction, sender, now);
  const found = await selectDeveloper(transaction, developer);
  return { developer, sharedKey: found?.source === "key" };
}

/** Finds each owner once. */
export class Owners {
  /** Keys that own the sessions of new people, because they have created all developers they may create today. */
  readonly crowded = new Set<string>();
  private readonly known = new Map<string, Owner>();

  /** @param transaction - A transaction, in which nobody is merged meanwhile. */
  constructor(
    private readonly transaction: Database,
    private readonly now: Instant,
  ) {}

  async of({ organization, key, identities }: SessionFacts): Promise<Owner> {
    const said = JSON.stringify([organization, key, identities.map(({ kind, value }) => [kind, value])]);
    const known = this.known.get(said);
    if (known !== undefined) return known;
    const userName = identities.find((identity) => identity.kind === "user.name")?.value ?? null;
    const sender = { organizationId: organization, keyId: key, identities, userName };
    const owner = await makeOwner(this.transaction, sender, this.now);
    if (owner.sharedKey && chooseIdentity(identities) !== null) this.crowded.add(key);
    this.known.set(said, owner);
    return owner;
  }
}
