/** The scores of a team, as far as the reader may filter them. */
import { readsEverybody } from "./session.ts";
import type { Whose } from "../address/whose-of.ts";
import { useCaller } from "../frame/session-context.ts";
import { api, unfilteredApi } from "./client.ts";

/** Returns the labels of the people whose usage and scores the reader leads and sees by name; null for anybody else. */
export function useLedLabels(): readonly string[] | null {
  const { leads } = useCaller();
  return leads?.sees === "people" ? leads.labels : null;
}

/** Whether the reader sees the sessions of the work that is shown; a lead sees only the own ones. */
export function useSeesSessions(whose: Whose): boolean {
  const isLed = useLedLabels() !== null;
  return !isLed || (whose.kind === "one" && whose.isSelf);
}

/** Whether the reader sees the tasks of a developer, and not only the scores; a lead sees those of nobody else. */
export function useSeesTasksOf(developer: string): boolean {
  const ownId = useCaller().developer?.id;
  return useLedLabels() === null || developer === ownId;
}

/** Whether the reader's key shows only one developer's rows: then labels filter these, and never a team's scores. */
export function useReadsOnlyOwn(): boolean {
  const caller = useCaller();
  const isLed = useLedLabels() !== null;
  return !readsEverybody(caller) && !isLed;
}

/** Returns what a team's scores are asked for with. */
export function useTeamApi(): typeof api.scoring.team {
  return (useReadsOnlyOwn() ? unfilteredApi : api).scoring.team;
}
