/** Asks for one page of sessions or of tasks. */
import { type QueryKey, useQuery } from "@tanstack/react-query";
import type { PagePlace } from "../../address/page-place.ts";
import { windowOf } from "../../address/range.ts";
import type { Sort } from "../../address/sorting.ts";
import { filterOf, type Whose } from "../../address/whose.ts";
import type { WorkFilter } from "../../address/work-filter.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import type { AgentName } from "../../words/agents.ts";
import { now } from "../../words/times.ts";

/** Which work. */
export interface WorkAsked {
  whose: Whose;
  filter: WorkFilter;
  days: number;
  /** null for the newest. */
  place: PagePlace | null;
}

/** Which sessions. */
export interface SessionsAsked extends WorkAsked, Sort<SessionSort> {
  agent: AgentName | null;
}

/** What sessions can be sorted by. */
export const SESSION_SORTS = ["started", "turns", "failed", "cost"] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];

const SHOWN = 50;

/** One page, and the end of its window: a page goes on where the one before it ended, not where now is. */
export function useSessions({ whose, agent, filter, days, sort, order, place }: SessionsAsked) {
  const same = ["sessions", whose, agent, days];
  return useQuery({
    queryKey: [...same, filter, sort, order, place],
    // what is typed into the search box changes the rows below it, and leaves the box
    placeholderData: (shown, query) => (startsWith(query?.queryKey, same) ? shown : undefined),
    queryFn: async () => {
      const { query, to } = pageQuery({ whose, filter, days, place });
      const { model, tool, mcpServer, otherThan, costOverUsd, outcome, flag, searched } = filter;
      const having = {
        sort,
        order,
        ...(searched !== null && { q: searched }),
        ...(agent !== null && { agent }),
        ...(model !== null && { model }),
        ...(tool !== null && { tool }),
        ...(mcpServer !== null && { mcp_server: mcpServer }),
        ...(otherThan !== null && { other_than: otherThan }),
        ...(costOverUsd !== null && { cost_over_usd: costOverUsd }),
        ...(outcome !== null && { outcome }),
        ...(flag !== null && { flag }),
      };
      return { ...(await ask(api.v1.sessions.get({ query: { ...query, ...having } }))), to };
    },
  });
}

function startsWith(key: QueryKey | undefined, part: QueryKey): boolean {
  return JSON.stringify(key?.slice(0, part.length)) === JSON.stringify(part);
}

/** One page of tasks, and the end of its window. */
export function useTasks({ whose, filter, days, place }: WorkAsked) {
  return useQuery({
    queryKey: ["tasks", whose, filter, days, place],
    queryFn: async () => {
      const { query, to } = pageQuery({ whose, filter, days, place });
      const { outcome, counted, scoredIn } = filter;
      const having = {
        ...(outcome !== null && { outcome }),
        ...(counted !== null && { scoreable: counted ? ("true" as const) : ("false" as const) }),
        ...(scoredIn !== null && { scored_in: scoredIn }),
      };
      return { ...(await ask(api.scoring["sub-sessions"].get({ query: { ...query, ...having } }))), to };
    },
  });
}

/** The named models of the window, the most expensive first. */
export function useModels(whose: Whose, days: number) {
  return useQuery({
    queryKey: ["models", whose, days],
    queryFn: async () => {
      const query = { ...windowOf(days, now()), ...filterOf(whose), limit: MODELS_READ };
      const { models } = await ask(api.scoring.spend.get({ query }));
      return models
        .toSorted((left, right) => right.costUsd - left.costUsd)
        .flatMap(({ model }) => model ?? []);
    },
  });
}

const MODELS_READ = 100;

function pageQuery({ whose, filter: { window }, days, place }: WorkAsked) {
  const to = window === null ? (place?.to ?? now()) : Date.parse(window.to);
  const page = place === null ? {} : { cursor: place.cursor };
  return { query: { ...(window ?? windowOf(days, to)), ...filterOf(whose), ...page, limit: SHOWN }, to };
}

/** What `useSessions` answers. */
export type SessionsPageData = NonNullable<ReturnType<typeof useSessions>["data"]>;
export type SessionRow = SessionsPageData["sessions"][number];

/** One row of what `useTasks` answers. */
export type TaskRow = NonNullable<ReturnType<typeof useTasks>["data"]>["subSessions"][number];
