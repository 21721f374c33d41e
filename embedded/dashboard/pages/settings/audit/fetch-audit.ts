/** Asks for the audit log, page by page. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { windowOf } from "../../../address/range.ts";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { now } from "../../../words/times.ts";
import { PAGE_ROWS } from "../list-place.ts";
import type { AuditFilter } from "./audit-data.ts";

/** The newest entries of the days first, and older ones when asked for. */
export function useAudit(days: number, { action, actor, target }: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ["audit", days, action, actor, target],
    queryFn: async ({ pageParam }) => {
      // the pages after the first belong to its window
      const { cursor, ...window } = pageParam ?? { cursor: null, ...windowOf(days, now()) };
      const query = {
        ...window,
        limit: PAGE_ROWS,
        ...(action !== null && { action }),
        ...(actor !== null && { actor }),
        ...(target !== null && { target }),
        ...(cursor !== null && { cursor }),
      };
      return { ...(await ask(api.v1.admin.audit.get({ query }))), window };
    },
    initialPageParam: null as { from: string; to: string; cursor: string } | null,
    getNextPageParam: ({ nextCursor, window }) =>
      nextCursor === null ? null : { ...window, cursor: nextCursor },
    refetchInterval: false,
    placeholderData: keepPreviousData,
  });
}

type AuditPages = NonNullable<ReturnType<typeof useAudit>["data"]>;
export type AuditEntry = AuditPages["pages"][number]["entries"][number];
