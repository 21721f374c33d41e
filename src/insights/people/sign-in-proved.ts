/** Signs in whoever proved an e-mail address to the provider: by the account of that address, or by a new one. */
import { recordAudit } from "../../audit/record.ts";
import type { Database } from "../../database/open.ts";
import { signInAccount } from "../../identity/accounts/sign-in-account.ts";
import {
  type AccountRecord,
  selectAccount,
  selectAccountsOf,
  updateAccount,
} from "../../identity/accounts/table.ts";
import type { Role } from "../../identity/caller.ts";
import { type Organization, selectOrganizations } from "../../identity/organizations/table.ts";
import { SHOWN_NAME } from "../../identity/shown-name.ts";
import type { SignInRequest } from "../../identity/sign-ins/sign-in.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { makeAccount } from "./new-account.ts";

/** Who came back from the provider, and how people get in. */
export interface ProvedSignIn extends Pick<SignInRequest, "client" | "address" | "hours"> {
  /** In small letters, and verified by the provider. */
  email: string;
  /** As the provider says it; null when it says none. */
  name: string | null;
  /** By the person's groups; null when the account's own role counts. */
  role: Role | null;
  /** null for the only one, or the one called default. */
  organization: string | null;
  /** Whether somebody without an account gets one. */
  firstSignIn: "invited" | "allowed_domain";
}

/** Why somebody is not let in. */
export interface NotLetIn {
  kind: "no_organization" | "not_invited" | "ended";
}

/**
 * Signs the person in.
 *
 * @param transaction - A transaction.
 * @throws There is no such organization; nobody invited the person; the account has ended, which no provider undoes.
 */
export async function signInProved(
  transaction: Database,
  proved: ProvedSignIn,
  now: Instant,
): Promise<Result<{ token: string }, NotLetIn>> {
  const organization = organizationOf(await selectOrganizations(transaction), proved.organization);
  if (organization === undefined) return fail({ kind: "no_organization" });
  const account = await findOrMake(transaction, { proved, organizationId: organization.id }, now);
  if (!account.ok) return account;
  const current = renewed(account.value, proved);
  await updateAccount(transaction, current);
  if (current.role !== account.value.role)
    await record(transaction, { account: current, address: proved.address, action: "account_changed" }, now);
  const { client, address, hours } = proved;
  const request = { accountId: account.value.id, way: "oidc", client, address, hours } as const;
  const signedIn = await signInAccount(transaction, request, now);
  return signedIn.ok ? succeed({ token: signedIn.value.token }) : fail({ kind: "ended" });
}

const USUAL_NAME = "default";

function organizationOf(all: readonly Organization[], wanted: string | null): Organization | undefined {
  if (wanted === null && all.length === 1) return all[0];
  return all.find(({ name }) => name === (wanted ?? USUAL_NAME));
}

async function findOrMake(
  transaction: Database,
  { proved, organizationId }: { proved: ProvedSignIn; organizationId: string },
  now: Instant,
): Promise<Result<AccountRecord, NotLetIn>> {
  const known = await selectAccountsOf(transaction, proved.email);
  const account = known.find((each) => each.organizationId === organizationId);
  if (account !== undefined) return account.endedAt === null ? succeed(account) : fail({ kind: "ended" });
  if (proved.firstSignIn === "invited") return fail({ kind: "not_invited" });
  const wish = { organizationId, email: proved.email, name: null, role: "member", labels: [] } as const;
  const made = await makeAccount(transaction, wish, now);
  const added = made.ok ? await selectAccount(transaction, made.value.id) : null;
  if (added === null) return fail({ kind: "not_invited" });
  await record(transaction, { account: added, address: proved.address, action: "account_made" }, now);
  return succeed(added);
}

interface Recorded {
  account: AccountRecord;
  address: string;
  action: "account_made" | "account_changed";
}

/** The settings of the provider decided it, so nobody but the server did it. */
async function record(
  transaction: Database,
  { account: { id, organizationId, role }, address, action }: Recorded,
  at: Instant,
): Promise<void> {
  await recordAudit(transaction, {
    organization: organizationId,
    at,
    actor: { kind: "server" },
    from: address,
    action,
    target: { kind: "account", id },
    details: { role, way: "oidc" },
  });
}

/** With the role of the groups, and the provider's name where nobody gave one. */
function renewed(account: AccountRecord, { role: ofGroups, name }: ProvedSignIn): AccountRecord {
  const role = ofGroups === null ? account.role : grantable(ofGroups, account);
  const shown = name !== null && SHOWN_NAME.test(name) ? name : null;
  return { ...account, role, labels: role === "lead" ? account.labels : [], name: account.name ?? shown };
}

/** A lead reads what has the lead's labels, which an admin gives; until then a lead is a member. */
function grantable(role: Role, { labels }: AccountRecord): Role {
  return role === "lead" && labels.length === 0 ? "member" : role;
}
