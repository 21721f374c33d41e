/** Finds out whether a stored conversation is one that the agent held with itself, by the prompts of others. */
import type { Database } from "../../database/open.ts";
import type { Event } from "../event.ts";
import { isHelperConversation, withoutConversation } from "./helper-conversation.ts";
import { readPromptsNear } from "./moments-table.ts";
import type { SessionFacts } from "../session-facts.ts";

/**
 * What is left of a session's events if it is a helper's conversation whose text is withheld.
 *
 * @param events - The session's settled events.
 * @returns The same events for every other session.
 */
export async function setHelpersApart(
  database: Database,
  { organization, session, key }: Pick<SessionFacts, "organization" | "session" | "key">,
  events: Event[],
): Promise<Event[]> {
  const start = events.find((event) => event.kind === "session_start");
  if (start === undefined || !start.maybeHelper) return events;
  const prompts = await readPromptsNear(database, { organization, session, key, at: start.at });
  return isHelperConversation(events, prompts) ? withoutConversation(events) : events;
}
