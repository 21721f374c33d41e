/** Coaching cards: lists of them, votes, and advice on one session. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Card } from "../../../src/insights/advisor/card.ts";
import type { PagePlace } from "../address/page-place.ts";
import { ALL_TIME, windowOf } from "../address/range.ts";
import { filterOf, type Whose } from "../address/whose.ts";
import { now } from "../words/times.ts";
import { ask } from "./ask.ts";
import { api } from "./client.ts";
import { type Liveness, useNewCards } from "./new-cards.ts";

export type { Card } from "../../../src/insights/advisor/card.ts";

/** Every list of cards is kept under this name, so that a vote shows in all of them. */
const CARDS = "cards";
const OF_ONE_SESSION = 50;
const FEW_MINUTES_MS = 300_000;

/** Which cards. */
export interface CardsAsked {
  whose: Whose;
  days: number;
  limit: number;
  /** null for the first page. */
  place: PagePlace | null;
  /** Whether new cards arrive by the event stream, so that the page asks for them less often. */
  isLive?: boolean;
}

/** One page of cards, the newest first. */
export function useCards({ whose, days, limit, place, isLive = false }: CardsAsked) {
  return useQuery({
    ...(isLive && { refetchInterval: FEW_MINUTES_MS, staleTime: FEW_MINUTES_MS }),
    queryKey: [CARDS, whose, days, limit, place],
    queryFn: async () => {
      const to = place?.to ?? now();
      const page = place === null ? {} : { cursor: place.cursor };
      const query = { ...windowOf(days, to), ...filterOf(whose), ...page, limit };
      return { ...(await ask(api.v1.advisor.cards.get({ query }))), to };
    },
  });
}

export type CardsPage = NonNullable<ReturnType<typeof useCards>["data"]>;

/**
 * Has every list of cards asked for again when there is a new one.
 *
 * @returns Whether that works now.
 */
export function useLiveCards(): Liveness {
  const client = useQueryClient();
  const askAgain = () => void client.invalidateQueries({ queryKey: [CARDS] });
  return useNewCards({ heard: askAgain, missed: askAgain });
}

/** The cards of one session, whenever they were made. */
export function useSessionCards(sessionId: string) {
  return useQuery({
    queryKey: [CARDS, "session", sessionId],
    queryFn: () => {
      const query = { from: ALL_TIME, session_id: sessionId, limit: OF_ONE_SESSION };
      return ask(api.v1.advisor.cards.get({ query }));
    },
  });
}

/** Has a session looked at now; the cards that come of it show in its list. */
export function useAdvise(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(api.v1.advisor.run.post({ session_id: sessionId })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [CARDS] });
      await client.invalidateQueries({ queryKey: ["session summary", sessionId] });
    },
  });
}

/** A vote on a card; null withdraws it. */
export type Vote = "up" | "down" | null;

/** Votes on a card; every list that holds it shows the vote at once. */
export function useVote(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (vote: Vote) => ask(api.v1.advisor.cards({ id }).feedback.post({ vote })),
    onSuccess: (card) => showCard(client, card),
  });
}

function showCard(client: QueryClient, card: Card): void {
  client.setQueriesData<{ cards: Card[] }>({ queryKey: [CARDS] }, (page) =>
    page === undefined
      ? page
      : { ...page, cards: page.cards.map((known) => (known.id === card.id ? card : known)) },
  );
}
