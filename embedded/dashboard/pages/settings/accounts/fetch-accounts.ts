/** Asks for the organization's accounts; invites people, changes and ends their accounts. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Sort } from "../../../address/sorting.ts";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { readPages } from "../../../api/read-pages.ts";
import { PAGE_ROWS } from "../list-place.ts";
import type { Role } from "../roles.ts";

const ACCOUNTS = "settings accounts";

/** What accounts are sorted by. */
export const ACCOUNT_SORTS = ["email", "created", "last_sign_in"] as const;

/** Which accounts, and in which order. */
export interface AccountsAsked extends Sort<(typeof ACCOUNT_SORTS)[number]> {
  /** A part of an e-mail or a name; null for all. */
  searched: string | null;
  /** null for the first page. */
  cursor: string | null;
}

/** One page of the accounts. */
export function useAccounts({ searched, cursor, sort, order }: AccountsAsked) {
  return useQuery({
    queryKey: [ACCOUNTS, "list", searched, cursor, sort, order],
    queryFn: () => {
      const page = { limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
      const query = { ...page, sort, order, ...(searched === null ? {} : { q: searched }) };
      return ask(api.v1.admin.accounts.get({ query }));
    },
    placeholderData: keepPreviousData,
  });
}

/** One account. */
export type Account = NonNullable<ReturnType<typeof useAccounts>["data"]>["accounts"][number];

/**
 * The account whose id the address has, on whatever page of the list it is.
 *
 * @returns null when there is none, or no such one.
 */
export function useAccount(id: string | null) {
  return useQuery({
    queryKey: [ACCOUNTS, "one", id],
    queryFn: async () => {
      if (id === null) return null;
      const all = await readPages(async (place) => {
        const { accounts: rows, nextCursor } = await ask(api.v1.admin.accounts.get({ query: place }));
        return { rows, nextCursor };
      });
      return all.find((account) => account.id === id) ?? null;
    },
  });
}

/** What a person may do, and what they are called. */
export interface AccountWish {
  name: string | null;
  role: Role;
  labels: string[];
}

/** Invites a person, or opens an account again that has ended. */
export function useInvite() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (wish: AccountWish & { email: string }) => ask(api.v1.admin.accounts.post(wish)),
    onSuccess: refresh,
  });
}

export function useChangeAccount(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (wish: Partial<AccountWish>) => ask(api.v1.admin.accounts({ id }).patch(wish)),
    onSuccess: refresh,
  });
}

/** Ends an account, which signs its browsers out. */
export function useEndAccount(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => ask(api.v1.admin.accounts({ id }).delete()),
    onSuccess: refresh,
  });
}

/** Makes a link that signs the person in once; it is in this one answer and nowhere else. */
export function useMakeLink(id: string) {
  return useMutation({
    mutationFn: () => ask(api.v1.admin.accounts({ id })["sign-in-links"].post()),
    // forgotten as soon as the page lets go of it
    gcTime: 0,
  });
}

/** An invitation may add a developer. */
function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([[ACCOUNTS], ["developers"]].map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
