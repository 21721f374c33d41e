/** Asks for schedules and their runs, and changes them. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import type { Place } from "../../parts/places/places.ts";

const SCHEDULES = "schedules";
const REFRESH_MS = 30_000;
/** While a run is under way. */
const WATCH_MS = 2000;
/** The most that an organization may have. */
const MOST = 100;
const SHOWN_RUNS = 10;

export function useSchedules() {
  return useQuery({
    queryKey: [SCHEDULES],
    queryFn: async () => (await ask(api.v1.reports.schedules.get({ query: { limit: MOST } }))).schedules,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? WATCH_MS : REFRESH_MS),
  });
}

/** One schedule of the list. */
export type Schedule = NonNullable<ReturnType<typeof useSchedules>["data"]>[number];
export type Run = NonNullable<Schedule["lastRun"]>;

function isUnderWay({ lastRun }: { lastRun: { endedAt: string | null } | null }): boolean {
  return lastRun?.endedAt === null;
}

/** The last runs of a schedule; asked again when the last one of the list has moved. */
export function useRuns({ id, lastRun }: Schedule) {
  return useQuery({
    queryKey: [SCHEDULES, id, lastRun?.id, lastRun?.status],
    queryFn: () => ask(api.v1.reports.schedules({ id }).runs.get({ query: { limit: SHOWN_RUNS } })),
    placeholderData: keepPreviousData,
  });
}

/**
 * When an expression would fire.
 *
 * @param cron - What has been typed so far.
 */
export function useFirings({ cron, timezone }: { cron: string; timezone: string }) {
  const typed = { cron: cron.trim(), timezone: timezone.trim() };
  return useQuery({
    queryKey: ["firings", typed],
    queryFn: () => ask(api.v1.reports.firings.get({ query: typed })),
    enabled: typed.cron !== "" && typed.timezone !== "",
    placeholderData: keepPreviousData,
  });
}

/** What a schedule is to be. */
export interface ScheduleWish {
  name: string;
  cron: string;
  timezone: string;
  window: Schedule["window"];
  developer: string | null;
  labels: string[];
  narrative: boolean;
  destinations: Place[];
}

/** Makes a schedule, or changes the one of the id. */
export function useSaveSchedule(id: string | null) {
  return useChange((wish: ScheduleWish) =>
    ask(
      id === null
        ? api.v1.reports.schedules.post({ ...wish, enabled: true })
        : api.v1.reports.schedules({ id }).patch(wish),
    ),
  );
}

export function usePauseSchedule(id: string) {
  return useChange((enabled: boolean) => ask(api.v1.reports.schedules({ id }).patch({ enabled })));
}

export function useRunSchedule(id: string) {
  return useChange(() => ask(api.v1.reports.schedules({ id }).run.post()));
}

export function useDeleteSchedule(id: string) {
  return useChange(() => ask(api.v1.reports.schedules({ id }).delete()));
}

function useChange<Wish, Answer>(change: (wish: Wish) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: [SCHEDULES] }),
  });
}
