/** Asks for prompts, answers and sessions by their words. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { filterOf, type Whose } from "../address/whose.ts";
import { ask } from "./ask.ts";
import { api } from "./client.ts";

const ON_A_PAGE = 30;
const IN_THE_PALETTE = 6;
/** Somebody who types is left to finish a word. */
const PAUSE_MS = 200;

/** Returns whether there is a word to look for. */
export function isQuestion(q: string): boolean {
  return /[\p{L}\p{N}]/u.test(q);
}

/** Returns the text once nobody has typed for a moment. */
export function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => settle(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return settled;
}

/** Everything that was found, page by page. */
export function useSearch(q: string, whose: Whose) {
  return useInfiniteQuery({
    queryKey: ["search", q, whose],
    queryFn: ({ pageParam }) => {
      const query = { q, ...filterOf(whose), limit: ON_A_PAGE };
      return ask(api.v1.search.get({ query: pageParam === null ? query : { ...query, cursor: pageParam } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: isQuestion(q),
    refetchInterval: false,
    placeholderData: keepPreviousData,
  });
}

type SearchPages = NonNullable<ReturnType<typeof useSearch>["data"]>;
export type SearchHit = SearchPages["pages"][number]["hits"][number];

/** The newest few that were found; none while too little was typed. */
export function useFirstHits(typed: string): readonly SearchHit[] {
  const q = useSettled(typed.trim());
  const isLongEnough = q.length >= 3 && isQuestion(q);
  const { data } = useQuery({
    queryKey: ["first hits", q],
    queryFn: () => ask(api.v1.search.get({ query: { q, limit: IN_THE_PALETTE } })),
    enabled: isLongEnough,
    refetchInterval: false,
  });
  return isLongEnough ? (data?.hits ?? []) : [];
}
