import { describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import {
  type AccountChange,
  changeAccount,
  endAccount,
  type Invitation,
  inviteAccount,
} from "../../../src/identity/accounts/account.ts";
import { signInAccount } from "../../../src/identity/accounts/sign-in-account.ts";
import {
  type AccountRecord,
  selectAccount,
  selectAccounts,
  selectAccountsOf,
} from "../../../src/identity/accounts/table.ts";
import { createKeyring } from "../../../src/identity/keys/keyring.ts";
import { readRegister } from "../../../src/identity/keys/register.ts";
import { hashToken } from "../../../src/identity/sign-ins/sign-in.ts";
import { selectSignIn } from "../../../src/identity/sign-ins/table.ts";
import { isoTime } from "../../../src/vocabulary/times.ts";
import { succeed } from "../../../src/vocabulary/result.ts";
import { addOrganization, NOW, openIdentity } from "../identity-database.ts";

const database = await openIdentity();
const { id: here } = await addOrganization(database, "here");
const { id: there } = await addOrganization(database, "there");
const PLATFORM = { name: "team.id", value: "platform" };

const changing = <Answer>(work: (transaction: Database) => Promise<Answer>) =>
  inTransaction(database, "full", work);

let next = 0;
async function invite(changes: Partial<Invitation> = {}): Promise<AccountRecord> {
  next += 1;
  const wish = { organizationId: here, email: `p${next}@example.com`, name: null, role: "member" } as const;
  const asked = { ...wish, labels: [], developerId: `d${next}`, ...changes };
  const made = await changing((transaction) => inviteAccount(transaction, asked, NOW));
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value;
}

const change = (asked: AccountChange) => changing((transaction) => changeAccount(transaction, asked));

function signIn(accountId: string) {
  const known = { way: "link", client: "Firefox on Linux", address: "127.0.0.1", hours: 12 } as const;
  return changing((transaction) => signInAccount(transaction, { accountId, ...known }, NOW + 5));
}

async function judge(id: string) {
  const parts = { clock: () => NOW, lookUp: async () => succeed(null), recordUses: () => {} };
  return createKeyring(await readRegister(database), parts).judgeId(id);
}

describe("an invited person", () => {
  test("is known by the e-mail in lower case, once in each organization", async () => {
    const account = await invite({ email: " Ada@Example.com " });
    expect(account).toMatchObject({ email: "ada@example.com", lastSignInAt: null, endedAt: null });
    const again = { ...account, email: "ADA@example.com" };
    const second = await changing((transaction) => inviteAccount(transaction, again, NOW));
    expect(second).toEqual({ ok: false, problem: { kind: "account_exists" } });
    await invite({ email: "ada@example.com", organizationId: there });
    expect(await selectAccountsOf(database, "ada@example.com")).toHaveLength(2);
  });

  test("is judged by what the account says", async () => {
    const { id, developerId } = await invite({ role: "admin" });
    expect(await judge(id)).toEqual({
      ok: true,
      value: {
        keyId: null,
        accountId: id,
        organizationId: here,
        role: "admin",
        developerId,
        scopes: ["read_own", "read_team", "admin"],
        labels: [],
        leads: null,
      },
    });
  });

  test("keeps the time of the last sign-in", async () => {
    const { id } = await invite();
    expect(await signIn(id)).toMatchObject({ ok: true });
    expect(await selectAccount(database, id)).toMatchObject({
      lastSignInAt: NOW + 5,
    });
  });
});

describe("a lead", () => {
  test("has labels, and loses them with the role", async () => {
    const { id } = await invite({ role: "lead", labels: [PLATFORM] });
    expect(await judge(id)).toMatchObject({ value: { role: "lead", labels: [PLATFORM] } });
    expect(await change({ organizationId: here, id, role: "member" })).toMatchObject({
      value: { role: "member", labels: [] },
    });
    expect(await change({ organizationId: here, id, role: "lead" })).toEqual({
      ok: false,
      problem: { kind: "lead_without_labels" },
    });
  });
});

describe("an account that has ended", () => {
  test("signs its browsers out", async () => {
    const { id } = await invite();
    const signedIn = await signIn(id);
    if (!signedIn.ok) throw new Error("the account is in force");
    const found = () => selectSignIn(database, hashToken(signedIn.value.token));
    expect(await found()).toMatchObject({ who: { accountId: id } });
    await changing((transaction) => endAccount(transaction, { organizationId: here, id }, NOW));
    expect(await found()).toBeNull();
  });

  test("is not judged, cannot be changed, and stays in the list", async () => {
    const { id } = await invite();
    const ended = await changing((transaction) => endAccount(transaction, { organizationId: here, id }, NOW));
    expect(ended).toMatchObject({ ok: true, value: { endedAt: isoTime(NOW) } });
    expect(await signIn(id)).toEqual({ ok: false, problem: { kind: "unknown_account" } });
    expect(await judge(id)).toEqual({ ok: false, problem: { kind: "invalid" } });
    expect(await change({ organizationId: here, id, name: "Ada" })).toMatchObject({ ok: false });
    expect((await selectAccounts(database)).map((account) => account.id)).toContain(id);
  });

  test("is opened again by a new invitation, with its role", async () => {
    const { id, email } = await invite();
    await changing((transaction) => endAccount(transaction, { organizationId: here, id }, NOW));
    expect(await invite({ email, role: "admin" })).toMatchObject({ id, role: "admin", endedAt: null });
  });

  test("is ended by its own organization only", async () => {
    const { id } = await invite();
    const foreign = { organizationId: there, id };
    const problem = { ok: false, problem: { kind: "unknown_account" } };
    expect(await changing((transaction) => endAccount(transaction, foreign, NOW))).toMatchObject(problem);
    expect(await change({ ...foreign, role: "admin" })).toMatchObject(problem);
    expect(await selectAccount(database, id)).toMatchObject({ role: "member", endedAt: null });
  });
});
