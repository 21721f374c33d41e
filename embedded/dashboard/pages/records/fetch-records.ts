/** Asks for raw log records of a session, and whose session it is; both at once. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";

/** What one request may ask for, and how many records are read before the page shows what it has. */
const OF_ONE_REQUEST = 500;
const MOST = 2_000;
/** A search may find nothing in what one request reads. */
const MOST_REQUESTS = 8;

/** Which records. */
export interface RecordsAsked {
  sessionId: string;
  /** ISO 8601, `to` not included. */
  from: string;
  to: string;
  /** null for every event. */
  event: string | null;
  /** Text in body or attributes; null for all. */
  text: string | null;
  /** null for the newest ones. */
  cursor: string | null;
}

/** Records as the page lists them. */
export interface FoundRecords {
  /** The oldest first. */
  logs: readonly RecordRow[];
  /** Where older ones go on; null when all were read. */
  nextCursor: string | null;
}

/**
 * All records of the part, or the newest 2,000; the oldest first.
 *
 * @param isKnown - `isKnown`, false while the times wait for another answer.
 */
export function useRecords(asked: RecordsAsked, isKnown: boolean) {
  return useQuery({
    queryKey: ["records", asked],
    enabled: isKnown,
    // what was received of a time that is over stays as it is
    refetchInterval: false,
    queryFn: async (): Promise<FoundRecords> => {
      const newestFirst: RecordRow[] = [];
      let cursor = asked.cursor;
      for (let requests = 0; requests < MOST_REQUESTS; requests += 1) {
        const { logs, nextCursor } = await readRecords({ ...asked, cursor });
        newestFirst.push(...logs);
        cursor = nextCursor;
        if (cursor === null || newestFirst.length >= MOST) break;
      }
      return { logs: newestFirst.toReversed(), nextCursor: cursor };
    },
  });
}

function readRecords({ sessionId, from, to, event, text, cursor }: RecordsAsked) {
  return ask(
    api.v1.telemetry.logs.get({
      query: {
        session_id: sessionId,
        from,
        to,
        limit: OF_ONE_REQUEST,
        ...(event === null ? {} : { event }),
        ...(text === null ? {} : { q: text }),
        ...(cursor === null ? {} : { cursor }),
      },
    }),
  );
}

export type RecordRow = Awaited<ReturnType<typeof readRecords>>["logs"][number];

/** What is known of the session as a whole. */
export function useSessionOutline(sessionId: string) {
  return useQuery({
    queryKey: ["session outline", sessionId],
    queryFn: async () => {
      const query = { limit: 1 };
      const { session, recordsRemoved } = await ask(
        api.v1.sessions({ id: sessionId }).timeline.get({ query }),
      );
      return { session, recordsRemoved };
    },
  });
}
