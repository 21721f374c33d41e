/** People who sign in as themselves: invited over the API, signed in as a one-time link does it. */
import { inTransaction } from "../../src/database/transaction.ts";
import { signInAccount } from "../../src/identity/accounts/sign-in-account.ts";
import type { AccountAnswer } from "../../src/identity/accounts/answer.ts";
import type { Role } from "../../src/identity/caller.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import type { TestAppliance, TestOrganization } from "./running.ts";

/** One who is signed in. */
export interface SignedIn {
  account: AccountAnswer;
  cookie: string;
  /** Asks as the browser does. */
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** Invites a person and signs a browser in. */
export async function addSignedIn(
  appliance: Pick<TestAppliance, "url" | "directory">,
  organization: Pick<TestOrganization, "admin">,
  wish: { email: string; role: Role; labels?: string[] },
): Promise<SignedIn> {
  const response = await fetch(`${appliance.url}/v1/admin/accounts`, {
    method: "POST",
    headers: { authorization: `Bearer ${organization.admin}`, "content-type": "application/json" },
    body: JSON.stringify(wish),
  });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  const account = (await response.json()) as AccountAnswer;
  const cookie = await signIn(appliance, account.id);
  const ask: SignedIn["ask"] = (path, init = {}) =>
    fetch(appliance.url + path, {
      ...init,
      headers: { cookie, origin: appliance.url, ...(init.headers as Record<string, string>) },
    });
  return { account, cookie, ask };
}

async function signIn(
  { url, directory }: Pick<TestAppliance, "url" | "directory">,
  accountId: string,
): Promise<string> {
  const database = openDatabaseOf(localStores(directory), "write");
  try {
    const known = { way: "link", client: "Firefox on Linux", address: "127.0.0.1", hours: 12 } as const;
    const signedIn = await inTransaction(database, "full", (transaction) =>
      signInAccount(transaction, { accountId, ...known }, systemClock()),
    );
    if (!signedIn.ok) throw new Error("the account has ended");
    return `scoring-session-${new URL(url).port}=${signedIn.value.token}`;
  } finally {
    await database.destroy();
  }
}
