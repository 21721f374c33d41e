/** Asks for reports, has them made and cancels them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { labelsHere } from "../../address/labels.ts";
import { lastDays } from "../../address/range.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { now } from "../../words/times.ts";

const REPORTS = ["reports"];
const SHOWN = 50;
/** A report takes seconds. */
const WHILE_MADE_MS = 1_000;
const OTHERWISE_MS = 60_000;

/** The reports that are being made, and the newest that ended; both at once. */
export function useReports() {
  return useQuery({
    queryKey: REPORTS,
    queryFn: async () => {
      const query = { limit: SHOWN };
      const [open, ended] = await Promise.all([
        ask(api.v1.insights.report.pending.get({ query })),
        ask(api.v1.insights.report.history.get({ query })),
      ]);
      return { open: open.reports, ended: ended.reports, endedInAll: ended.total };
    },
    refetchInterval: ({ state }) => ((state.data?.open.length ?? 0) > 0 ? WHILE_MADE_MS : OTHERWISE_MS),
  });
}

export type Reports = NonNullable<ReturnType<typeof useReports>["data"]>;
export type ReportJob = Reports["open"][number];

/** What a report is to be about. */
export interface ReportWish {
  days: number;
  /** An id; null for everybody, or for the key's own developer where it is bound. */
  developer: string | null;
  narrative: boolean;
}

/** Has one made. Without an end the window ends now, and asking twice makes one report. */
export function useMakeReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ days, developer, narrative }: ReportWish) => {
      const { from } = lastDays(days, now());
      const whose = developer === null ? {} : { developer };
      return ask(api.v1.insights.report.generate.post({ from, narrative, labels: labelsHere(), ...whose }));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: REPORTS }),
  });
}

/** @param id - A report's id. */
export function useCancelReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => ask(api.v1.insights.report.cancel({ id }).post()),
    onSettled: () => client.invalidateQueries({ queryKey: REPORTS }),
  });
}
