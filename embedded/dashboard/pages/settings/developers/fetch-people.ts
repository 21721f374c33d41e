/** Asks for the developers and their names in telemetry; renames, merges and deletes them. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Sort } from "../../../address/sorting.ts";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { PAGE_ROWS } from "../list-place.ts";

const PEOPLE = "settings people";

/** What people are sorted by. */
export const PEOPLE_SORTS = ["name", "last_seen"] as const;

/** Which people, and in which order. */
export interface PeopleAsked extends Sort<(typeof PEOPLE_SORTS)[number]> {
  /** A part of a name; null for all. */
  searched: string | null;
  /** null for the first page. */
  cursor: string | null;
}

/** One page of the developers. */
export function usePeople({ searched, cursor, sort, order }: PeopleAsked) {
  return useQuery({
    queryKey: [PEOPLE, "list", searched, cursor, sort, order],
    queryFn: () => {
      const page = { limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
      const query = { ...page, sort, order, ...(searched === null ? {} : { q: searched }) };
      return ask(api.v1.admin.developers.get({ query }));
    },
    placeholderData: keepPreviousData,
  });
}

/** One developer. */
export type Person = NonNullable<ReturnType<typeof usePeople>["data"]>["developers"][number];

/**
 * The developer whom the address names.
 *
 * @returns null when there is none, or no such one.
 */
export function usePerson(id: string | null) {
  return useQuery({
    queryKey: [PEOPLE, "one", id],
    queryFn: async () => {
      if (id === null) return null;
      const { developers } = await ask(api.v1.admin.developers.get({ query: { developer: id, limit: 1 } }));
      return developers[0] ?? null;
    },
  });
}

export function useRename(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => ask(api.v1.admin.developers({ id }).patch({ name })),
    onSuccess: refresh,
  });
}

/** Says that a developer is the same person as another; gives the one who is left. */
export function useMerge(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (into: string) => ask(api.v1.admin.developers({ id }).merge.post({ into })),
    onSuccess: refresh,
  });
}

/** Counts what a purge would remove. */
export function usePurgeCount(id: string) {
  return useMutation({
    mutationFn: () => ask(api.v1.admin.developers({ id }).purge.post({ dry_run: true })),
  });
}

/** What a purge would remove. */
export type PurgeCount = NonNullable<ReturnType<typeof usePurgeCount>["data"]>;

/** Removes a developer for good. */
export function usePurge(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => ask(api.v1.admin.developers({ id }).purge.post({ dry_run: false })),
    onSuccess: refresh,
  });
}

const WATCH_MS = 3_000;

/** Asks again and again while a developer is being deleted. */
export function useWatchedRemoval(isLeaving: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: [PEOPLE] }), WATCH_MS);
    return () => clearInterval(timer);
  }, [client, isLeaving]);
}

/** Everything that names people is asked for again. */
function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([[PEOPLE], ["developers"]].map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
