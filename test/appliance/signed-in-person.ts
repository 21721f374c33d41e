/** A person with an account, signed in to a running appliance. */
import { inTransaction } from "../../src/database/transaction.ts";
import { inviteAccount } from "../../src/identity/accounts/account.ts";
import { signInAccount } from "../../src/identity/accounts/sign-in-account.ts";
import { developerToBind } from "../../src/identity/developers/directory.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { eventually } from "../eventually.ts";
import type { TestAppliance } from "./running.ts";

/** A browser in which somebody is signed in. */
export interface SignedInPerson {
  accountId: string;
  /** As a browser sends it. */
  cookie: string;
}

/** Invites a member and signs a browser in, as a command would; returns once the server knows it. */
export async function signInPerson(
  { directory, url, port }: Pick<TestAppliance, "directory" | "url" | "port">,
  organizationId: string,
  email = `${crypto.randomUUID()}@example.com`,
): Promise<SignedInPerson> {
  const database = openDatabaseOf(localStores(directory), "write");
  const { accountId, token } = await inTransaction(database, "full", async (transaction) => {
    const now = systemClock();
    const developer = known(await developerToBind(transaction, { organizationId, idOrEmail: email }));
    const wish = { organizationId, email, name: null, role: "member" as const, labels: [] };
    const { id } = known(await inviteAccount(transaction, { ...wish, developerId: developer.id }, now));
    const browser = { way: "link" as const, client: "a browser", address: "", hours: 1 };
    return {
      accountId: id,
      ...known(await signInAccount(transaction, { accountId: id, ...browser }, now)),
    };
  }).finally(() => database.destroy());
  const cookie = `scoring-session-${port}=${token}`;
  const isKnown = async () => (await fetch(`${url}/v1/session`, { headers: { cookie } })).status === 200;
  await eventually(isKnown);
  return { accountId, cookie };
}

function known<Value>(found: { ok: true; value: Value } | { ok: false; problem: { kind: string } }): Value {
  if (!found.ok) throw new Error(found.problem.kind);
  return found.value;
}
