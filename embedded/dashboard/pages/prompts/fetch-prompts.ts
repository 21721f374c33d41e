/** Asks for prompts, their averages, how many wait, and for administrators whether a judge model is set. */
import { useQuery } from "@tanstack/react-query";
import type { PromptStatus } from "../../../../src/rubric/prompts/marked-prompts.ts";
import type { Intent } from "../../../../src/rubric/intent.ts";
import type { PagePlace } from "../../address/page-place.ts";
import { windowOf } from "../../address/range.ts";
import { filterOf, type Whose } from "../../address/whose.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { useCaller } from "../../frame/session-context.ts";
import { now } from "../../words/times.ts";
import { hasWeeks } from "./prompts-data.ts";

/** In which order prompts are listed. */
export type PromptOrder = "newest" | "worst" | "best";

/** Which prompts. */
export interface PromptsAsked {
  whose: Whose;
  days: number;
  order: PromptOrder;
  /** null for all; whatever it is, the weakest and the strongest are scored ones. */
  status: PromptStatus | null;
  intent: Intent | null;
  /** null for the first page. */
  place: PagePlace | null;
}

const SHOWN = 50;

/** One page of prompts. */
export function usePrompts({ whose, days, order, status, intent, place }: PromptsAsked) {
  return useQuery({
    queryKey: ["prompts", whose, days, order, status, intent, place],
    queryFn: async () => {
      const to = place?.to ?? now();
      const query = {
        ...windowOf(days, to),
        ...filterOf(whose),
        limit: SHOWN,
        ...(intent !== null && { intent }),
        ...(place !== null && { cursor: place.cursor }),
      };
      if (order === "newest") {
        const list = api.scoring["prompt-rubric"].prompts;
        return { ...(await ask(list.get({ query: { ...query, ...(status !== null && { status }) } }))), to };
      }
      const ranked =
        order === "worst"
          ? await ask(api.v1.intelligence["worst-prompts"].get({ query }))
          : await ask(api.v1.intelligence["best-prompts"].get({ query }));
      return { ...ranked, to };
    },
  });
}

export type PromptsPageData = NonNullable<ReturnType<typeof usePrompts>["data"]>;
export type PromptRow = PromptsPageData["prompts"][number];

/** From here on a week says more than a day, which has few prompts. */
const LONG_DAYS = 30;

/** The averages of a window, how many prompts have none, and the trend: all from one question. */
export function usePromptFigures(whose: Whose, days: number) {
  return useQuery({
    queryKey: ["prompt figures", whose, days],
    queryFn: async () => {
      const query = { ...windowOf(days, now()), ...filterOf(whose) };
      const readTrend = (bucket: "day" | "week") =>
        ask(api.scoring["prompt-rubric"]["efficiency-rubric-trend"].get({ query: { ...query, bucket } }));
      const weekly = days < LONG_DAYS ? null : await readTrend("week");
      const trend = weekly !== null && hasWeeks(weekly.points) ? weekly : await readTrend("day");
      const { averages, statuses } = trend;
      const { pending, short_circuited: shortCircuited, failed } = statuses;
      return { averages, trend, pending, shortCircuited, failed };
    },
  });
}

/** What the scored prompts of a window lack. */
export function useMissingChecks(whose: Whose, days: number) {
  return useQuery({
    queryKey: ["missing checks", whose, days],
    queryFn: () => {
      const query = { ...windowOf(days, now()), ...filterOf(whose) };
      return ask(api.scoring["prompt-rubric"]["missing-checks"].get({ query }));
    },
  });
}

export type PromptFigures = NonNullable<ReturnType<typeof usePromptFigures>["data"]>;

/** Whether there is a judge model that judges; `unknown` to members, whom the server does not say. */
export type ModelState = "set" | "none" | "offline" | "unknown";

export function useModelState(): ModelState {
  const { role } = useCaller();
  const status = useQuery({
    queryKey: ["prompts model"],
    queryFn: () => ask(api.v1.admin.status.get()),
    enabled: role === "admin",
  });
  const model = status.data?.languageModel ?? null;
  if (model === null) return "unknown";
  if (model.model === null) return "none";
  return model.offline ? "offline" : "set";
}
