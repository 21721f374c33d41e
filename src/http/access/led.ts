/** What a lead reads in addition to the own work: usage and scores of the sessions with the account's labels. */
import type { Caller } from "../../identity/caller.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Need } from "./needs.ts";

/** How a lead sees the people with the labels: each by name, or only in groups. */
export type LeadSees = Settings["leadSees"];

/**
 * Returns the caller as the route that is asked takes it. A lead is a member to every other route, and also
 * where the lead's own developer is named by id.
 */
export function asLead(
  caller: Caller,
  need: Need | null,
  { leadSees, request }: { leadSees: LeadSees; request: Request },
): Caller {
  const { role, labels, developerId } = caller;
  if (role !== "lead" || need === null || !isLed(need, leadSees)) return caller;
  if (new URL(request.url).searchParams.get("developer") === developerId) return caller;
  return { ...caller, leads: { labels, groupsOnly: leadSees === "groups" } };
}

function isLed(need: Need, leadSees: LeadSees): boolean {
  return need === "read_groups" || (need === "read_usage" && leadSees === "people");
}
