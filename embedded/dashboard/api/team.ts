/** The scores of a team, as far as the reader may filter them. */
import { useCaller } from "../frame/session-context.ts";
import { api, unfilteredApi } from "./client.ts";

/** Whether the reader's key shows only one developer's rows: then labels filter these, and never a team's scores. */
export function useReadsOnlyOwn(): boolean {
  const { role, developer } = useCaller();
  return role !== "admin" && developer !== null;
}

/** Returns what a team's scores are asked for with. */
export function useTeamApi(): typeof api.scoring.team {
  return (useReadsOnlyOwn() ? unfilteredApi : api).scoring.team;
}
