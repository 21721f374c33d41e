/** Asks for one session: its timeline page by page, the scores of its sub-sessions, and sets its boundaries. */
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ALL_TIME } from "../../address/range.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { now } from "../../words/times.ts";

const PAGE = 500;
/** Read without being asked; whoever wants more asks for as many again. */
const PAGES_AT_ONCE = 12;
const STILL_RUNS_MS = 7_200_000;
const REFRESH_MS = 15_000;

function readTimeline(sessionId: string, cursor: string | null) {
  const query = { limit: PAGE, ...(cursor === null ? {} : { cursor }) };
  return ask(api.v1.sessions({ id: sessionId }).timeline.get({ query }));
}

/** One page of a timeline, as it was answered. */
export type TimelinePage = Awaited<ReturnType<typeof readTimeline>>;
export type SubSession = TimelinePage["subSessions"][number];

/**
 * A session's timeline. The first page shows at once; the others follow behind it.
 *
 * @param isEnough - `isEnough`, which says of what was read whether the page can stop there.
 * @returns `readOn` where it has stopped before the end, else null.
 */
export function useTimeline(sessionId: string, isEnough: (pages: readonly TimelinePage[]) => boolean) {
  const timeline = useInfiniteQuery({
    queryKey: ["timeline", sessionId],
    queryFn: ({ pageParam }) => readTimeline(sessionId, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => (state.data !== undefined && mayGrow(state.data) ? REFRESH_MS : false),
  });
  const [most, setMost] = useState(PAGES_AT_ONCE);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = timeline;
  const pages = data?.pages ?? [];
  const goesOn = hasNextPage && !isFetching && !isError && (pages.length < most || !isEnough(pages));
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const waits = hasNextPage && pages.length >= most && !isFetching;
  return { timeline, readOn: waits ? () => setMost(pages.length + PAGES_AT_ONCE) : null };
}

/** Every page is read again, so only what is short and may still go on. */
function mayGrow({ pages }: InfiniteData<TimelinePage>): boolean {
  const endedAt = pages[0]?.session.endedAt ?? "";
  return pages.length <= 2 && now() - Date.parse(endedAt) < STILL_RUNS_MS;
}

/** Its title and what a judge model wrote about it. */
export function useSummary(sessionId: string) {
  return useQuery({
    queryKey: ["session summary", sessionId],
    queryFn: () => ask(api.v1.advisor.sessions({ session_id: sessionId }).summary.get()),
  });
}

/** The scores of its sub-sessions, by their ids. */
export function useSubSessionScores(sessionId: string) {
  return useQuery({
    queryKey: ["session scores", sessionId],
    queryFn: async () => {
      const query = { from: ALL_TIME, session_id: sessionId, limit: PAGE };
      const { metrics } = await ask(api.scoring.metrics.get({ query }));
      return new Map(metrics.map((row) => [row.subSessionId, row]));
    },
  });
}

export type SubSessionScores = NonNullable<ReturnType<typeof useSubSessionScores>["data"]>;

/** A person's word on where a sub-session begins. */
export interface BoundaryWord {
  action: "split" | "join";
  turnIndex: number;
  /** Any of the session's: several sessions may have its id. */
  subSessionId: string;
}

/** Sets a boundary; the answer has all sub-sessions as they are then, so nothing is read again to draw them. */
export function useSetBoundary(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, turnIndex, subSessionId }: BoundaryWord) =>
      ask(
        api.scoring["sub-sessions"].boundaries.post({
          session_id: sessionId,
          sub_session_id: subSessionId,
          turn_index: turnIndex,
          action,
        }),
      ),
    onSuccess: ({ subSessions }) => {
      client.setQueryData<InfiniteData<TimelinePage>>(["timeline", sessionId], (known) =>
        known === undefined
          ? known
          : { ...known, pages: known.pages.map((page) => ({ ...page, subSessions })) },
      );
      void client.invalidateQueries({ queryKey: ["session scores", sessionId] });
      void client.invalidateQueries({ queryKey: ["sessions"] });
    },
  });
}
