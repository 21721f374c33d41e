/** Finds the owners of sessions; sessions with the same sender are looked up once. */
import { engineOf, type Findings } from "../database/engine.ts";
import type { Database } from "../database/open.ts";
import { chooseIdentity } from "../identity/developers/developer.ts";
import { resolveDeveloper, type Sender } from "../identity/developers/resolve.ts";
import { ALIASES, DEVELOPERS, selectDeveloper } from "../identity/developers/table.ts";
import { selectKeyById } from "../identity/keys/table.ts";
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

/** Finds the owner of each sender once, until developers or their other names change. */
export class Owners {
  /** Keys that own the sessions of new people, because they have created all developers they may create today. */
  readonly crowded = new Set<string>();
  private readonly known = new Map<string, Owner>();
  /** By key, the developer that it is bound to. */
  private readonly bound = new Map<string, string | null>();
  private found: Findings | null = null;

  /** @param transaction - A transaction, in which nobody is merged meanwhile. */
  constructor(
    private readonly transaction: Database,
    private readonly now: Instant,
  ) {}

  async of({ organization, key, identities }: SessionFacts): Promise<Owner> {
    const names = identities.map(({ kind, value }) => [kind, value]);
    const said = JSON.stringify([organization, key, await this.boundTo(key), names]);
    this.found ??= await engineOf(this.transaction).foundIn(this.transaction, [DEVELOPERS, ALIASES]);
    const known = this.known.get(said) ?? (this.found.get(said) as Owner | undefined);
    if (known !== undefined) return known;
    const userName = identities.find((identity) => identity.kind === "user.name")?.value ?? null;
    const sender = { organizationId: organization, keyId: key, identities, userName };
    const owner = await makeOwner(this.transaction, sender, this.now);
    this.known.set(said, owner);
    // who is one of too many today is somebody else tomorrow
    if (owner.sharedKey && chooseIdentity(identities) !== null) this.crowded.add(key);
    else this.found.set(said, owner);
    return owner;
  }

  private async boundTo(key: string): Promise<string | null> {
    const known = this.bound.get(key);
    if (known !== undefined) return known;
    const bound = (await selectKeyById(this.transaction, key))?.developerId ?? null;
    this.bound.set(key, bound);
    return bound;
  }
}
