/** Asks for alerts and their rules, and changes them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import type { Place } from "../../parts/places/places.ts";

const ALERTS = "alerts";
const REFRESH_MS = 30_000;
const SHOWN_CLOSED = 20;
/** Rules and what they watch are few; more at once could not be read. */
const MOST_OPEN = 200;

/** Those that are not over, the newest over ones, and the rules: a page shows all three. */
export function useAlerts() {
  return useQuery({
    queryKey: [ALERTS],
    queryFn: async () => {
      const [open, closed, { rules }] = await Promise.all([
        ask(api.v1.alerts.get({ query: { closed: "false", limit: MOST_OPEN } })),
        ask(api.v1.alerts.get({ query: { closed: "true", limit: SHOWN_CLOSED } })),
        ask(api.v1.alerts.rules.get()),
      ]);
      return { open: open.alerts, closed: closed.alerts, rules };
    },
    refetchInterval: REFRESH_MS,
  });
}

type Found = NonNullable<ReturnType<typeof useAlerts>["data"]>;
export type Alert = Found["open"][number];
export type Rule = Found["rules"][number];

/** What a rule is to be. */
export interface RuleWish {
  name: string;
  kind: Rule["kind"];
  thresholds: number[];
  places: Place[];
}

export function useAcknowledge(id: string) {
  return useChange(() => ask(api.v1.alerts({ id }).acknowledge.post()));
}

/** Makes a rule, or changes the one of the id, whose kind stays. */
export function useSaveRule(id: string | null) {
  return useChange(({ kind, ...wish }: RuleWish) =>
    ask(
      id === null
        ? api.v1.alerts.rules.post({ kind, ...wish, enabled: true })
        : api.v1.alerts.rules({ id }).patch(wish),
    ),
  );
}

export function useSwitchRule(id: string) {
  return useChange((enabled: boolean) => ask(api.v1.alerts.rules({ id }).patch({ enabled })));
}

export function useTestRule(id: string) {
  return useChange(() => ask(api.v1.alerts.rules({ id }).test.post()));
}

export function useDeleteRule(id: string) {
  return useChange(() => ask(api.v1.alerts.rules({ id }).delete()));
}

function useChange<Wish, Answer>(change: (wish: Wish) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: [ALERTS] }),
  });
}
