/** Asks for the organization's keys, makes one, revokes one. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Sort } from "../../../address/sorting.ts";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { PAGE_ROWS } from "../list-place.ts";

const KEYS = "settings keys";

/** What keys are sorted by. */
export const KEY_SORTS = ["created", "name", "last_used"] as const;

/** Which keys, and in which order. */
export interface KeysAsked extends Sort<(typeof KEY_SORTS)[number]> {
  /** A part of a name; null for all. */
  searched: string | null;
  /** null for the first page. */
  cursor: string | null;
}

/** One page of the keys. */
export function useKeys({ searched, cursor, sort, order }: KeysAsked) {
  return useQuery({
    queryKey: [KEYS, searched, cursor, sort, order],
    queryFn: () => {
      const page = { limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
      const query = { ...page, sort, order, ...(searched === null ? {} : { q: searched }) };
      return ask(api.v1.admin.keys.get({ query }));
    },
    placeholderData: keepPreviousData,
  });
}

/** One key of the list. */
export type KeyRow = NonNullable<ReturnType<typeof useKeys>["data"]>["keys"][number];

/** What a key is to be. */
export interface KeyWish {
  name: string;
  role: "member" | "admin";
  /** null: several people may share it. */
  developer: string | null;
  scopes?: KeyRow["scopes"];
  readsAll?: boolean;
  /** When it ends; left out for never. */
  endsAt?: string;
}

/** Makes a key; its text is in this one answer and nowhere else. */
export function useMakeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: KeyWish) => ask(api.v1.admin.keys.post(wish)),
    // the text of a key is forgotten as soon as the page lets go of it
    gcTime: 0,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [KEYS] });
      await client.invalidateQueries({ queryKey: ["developers"] });
    },
  });
}

/** Revokes a key for ever. */
export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => ask(api.v1.admin.keys({ id }).delete()),
    onSuccess: () => client.invalidateQueries({ queryKey: [KEYS] }),
  });
}
