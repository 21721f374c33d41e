/** Asks for raw log records of a session, and whose session it is; both at once. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";

const SHOWN = 100;

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

/**
 * One page, the newest first.
 *
 * @param isKnown - `isKnown`, false while the times wait for another answer.
 */
export function useRecords(asked: RecordsAsked, isKnown: boolean) {
  const { sessionId, from, to, event, text, cursor } = asked;
  return useQuery({
    queryKey: ["records", asked],
    enabled: isKnown,
    queryFn: () =>
      ask(
        api.v1.telemetry.logs.get({
          query: {
            session_id: sessionId,
            from,
            to,
            limit: SHOWN,
            ...(event === null ? {} : { event }),
            ...(text === null ? {} : { q: text }),
            ...(cursor === null ? {} : { cursor }),
          },
        }),
      ),
  });
}

export type RecordsPageData = NonNullable<ReturnType<typeof useRecords>["data"]>;
export type RecordRow = RecordsPageData["logs"][number];

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
