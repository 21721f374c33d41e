/** Answers which accounts an organization has, those that have ended among them. */
import type { Database } from "../../database/open.ts";
import { holdsText, sortedPage, type SortedPosition } from "../../vocabulary/lists/sorted-page.ts";
import { readDevelopers } from "../developers/directory.ts";
import { type AccountAnswer, describeAccount } from "./answer.ts";
import { selectAccounts } from "./table.ts";

/** What accounts are sorted by. */
export const ACCOUNT_SORTS = ["created", "email", "last_sign_in"] as const;

/** What is asked for. */
export interface AccountsQuery {
  organizationId: string;
  /** A part of an e-mail or a name; null for all. */
  searched: string | null;
  sort: (typeof ACCOUNT_SORTS)[number];
  order: "asc" | "desc";
  limit: number;
  after: SortedPosition | null;
}

/** One page. */
export interface AccountsPage {
  accounts: AccountAnswer[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  next: SortedPosition | null;
}

/** Reads one page. */
export async function listAccounts(
  database: Database,
  { organizationId, searched, sort, ...page }: AccountsQuery,
): Promise<AccountsPage> {
  const accounts = (await everyAccount(database, organizationId)).filter(({ email, name }) =>
    holdsText(searched, [email, name]),
  );
  const positionOf = (account: AccountAnswer): SortedPosition => ({
    by: SORTED_BY[sort](account),
    id: account.id,
  });
  const { rows, total, next } = sortedPage(accounts, { positionOf, ...page });
  return { accounts: rows, total, next };
}

/** Reads all accounts of an organization, the oldest first. */
export async function everyAccount(database: Database, organizationId: string): Promise<AccountAnswer[]> {
  const developers = await readDevelopers(database, organizationId);
  const accounts = await selectAccounts(database);
  return accounts
    .filter((account) => account.organizationId === organizationId)
    .map((account) => describeAccount(account, developers));
}

/** One who never signed in comes where the oldest do. */
const SORTED_BY: Readonly<Record<AccountsQuery["sort"], (account: AccountAnswer) => string>> = {
  created: ({ createdAt }) => createdAt,
  email: ({ email }) => email,
  last_sign_in: ({ lastSignInAt }) => lastSignInAt ?? "",
};
