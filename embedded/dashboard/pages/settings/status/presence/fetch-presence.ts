/** Asks who worked on which day, and how much agents called by hour. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { PagePlace } from "../../../../address/page-place.ts";
import { windowOf } from "../../../../address/range.ts";
import { ask } from "../../../../api/ask.ts";
import { api } from "../../../../api/client.ts";
import { now } from "../../../../words/times.ts";
import { type PresenceFilter, wholeDays } from "./presence-data.ts";

const FEW_MINUTES_MS = 300_000;
const SHOWN = 50;

/** What is asked for. */
export interface PresenceAsked {
  days: number;
  /** null for everybody. */
  state: PresenceFilter | null;
  /** null for the first page. */
  place: PagePlace | null;
}

/** One page of people, whole UTC days. */
export function usePresence({ days, state, place }: PresenceAsked) {
  return useQuery({
    queryKey: ["presence", days, state, place],
    queryFn: async () => {
      const to = place?.to ?? now();
      const window = wholeDays(windowOf(days, to));
      const query = {
        ...window,
        limit: SHOWN,
        ...(state !== null && { state }),
        ...(place !== null && { cursor: place.cursor }),
      };
      return { ...(await ask(api.v1.presence.get({ query }))), window, to };
    },
    placeholderData: keepPreviousData,
    staleTime: FEW_MINUTES_MS,
    refetchInterval: FEW_MINUTES_MS,
  });
}

export type Presence = NonNullable<ReturnType<typeof usePresence>["data"]>;

/** The model calls of the last days, hour by hour. */
export function usePresenceCalls(days: number) {
  return useQuery({
    queryKey: ["presence calls", days],
    queryFn: async () => {
      const query = windowOf(days, now());
      return { ...(await ask(api.v1.presence.calls.get({ query }))), ...query };
    },
    staleTime: FEW_MINUTES_MS,
    refetchInterval: FEW_MINUTES_MS,
  });
}
