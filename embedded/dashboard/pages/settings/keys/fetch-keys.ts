/** Asks for the organization's keys, makes one, revokes one. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { PAGE_ROWS } from "../list-place.ts";

const KEYS = "settings keys";

/**
 * One page of the keys, the newest first.
 *
 * @param cursor - null for the first page.
 */
export function useKeys(cursor: string | null) {
  return useQuery({
    queryKey: [KEYS, cursor],
    queryFn: () => {
      const query = { limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
      return ask(api.v1.admin.keys.get({ query }));
    },
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
