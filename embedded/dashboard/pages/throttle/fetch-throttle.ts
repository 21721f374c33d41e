/** Asks for what throttling cost, and for the latency of the last days; both at once. */
import { useQuery } from "@tanstack/react-query";
import { windowOf } from "../../address/range.ts";
import { filterOf, type Whose } from "../../address/whose.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { DAY_MS, now } from "../../words/times.ts";

/** The longest page that the server gives. */
const MOST_EPISODES = 500;

/** What is lost in the window, and its newest episodes. */
export function useThrottle(whose: Whose, days: number) {
  return useQuery({
    queryKey: ["throttle", whose, days],
    queryFn: () =>
      ask(
        api.v1.intelligence.throttle.get({
          query: { ...windowOf(days, now()), ...filterOf(whose), limit: MOST_EPISODES },
        }),
      ),
  });
}

/** The chart shows hours; with more days they could not be distinguished. */
const HOURLY_DAYS = 7;

/** Latency by hour and model, and the time that it is of. */
export function useHourly(whose: Whose) {
  return useQuery({
    queryKey: ["throttle hours", whose],
    queryFn: async () => {
      const to = now();
      const query = { ...windowOf(HOURLY_DAYS, to), ...filterOf(whose) };
      const { hours } = await ask(api.scoring.latency.hourly.get({ query }));
      return { hours, from: to - HOURLY_DAYS * DAY_MS, to };
    },
  });
}

/** What `useHourly` answers. */
export type Hourly = NonNullable<ReturnType<typeof useHourly>["data"]>;
