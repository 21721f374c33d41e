/** Asks for one page of sessions, and what the whole window cost; both at once. */
import { useQuery } from "@tanstack/react-query";
import type { PagePlace } from "../../address/page-place.ts";
import { windowOf } from "../../address/range.ts";
import { filterOf, type Whose } from "../../address/whose.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import type { AgentName } from "../../words/agents.ts";
import { now } from "../../words/times.ts";

/** Which sessions. */
export interface SessionsAsked {
  whose: Whose;
  agent: AgentName | null;
  days: number;
  /** null for the newest ones. */
  place: PagePlace | null;
}

const SHOWN = 50;

/** One page, and the end of its window: a page goes on where the one before it ended, not where now is. */
export function useSessions({ whose, agent, days, place }: SessionsAsked) {
  return useQuery({
    queryKey: ["sessions", whose, agent, days, place],
    queryFn: async () => {
      const to = place?.to ?? now();
      const query = { ...windowOf(days, to), ...filterOf(whose), ...(agent === null ? {} : { agent }) };
      const page = place === null ? {} : { cursor: place.cursor };
      const [sessions, spend] = await Promise.all([
        ask(api.v1.sessions.get({ query: { ...query, ...page, limit: SHOWN } })),
        // spend cannot be filtered by agent
        agent === null
          ? ask(api.scoring.spend.get({ query: { ...windowOf(days, to), ...filterOf(whose), limit: 1 } }))
          : null,
      ]);
      return { ...sessions, spend, to };
    },
  });
}

/** What `useSessions` answers. */
export type SessionsPageData = NonNullable<ReturnType<typeof useSessions>["data"]>;
export type SessionRow = SessionsPageData["sessions"][number];
