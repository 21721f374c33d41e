/** Finds out what is known of the prompts of sessions. */
import type { Database } from "../../database/open.ts";
import { readAsked } from "./asked-table.ts";
import { readMarks } from "./judgements-table.ts";
import { type MarkedPrompt, markPrompt } from "./marked-prompts.ts";
import type { SessionPrompt } from "./session-prompts.ts";
import { readFailed } from "./waits-table.ts";

/**
 * Marks the prompts of one organization's sessions.
 *
 * Takes: by session its prompts. Gives: the same, marked.
 */
export async function readPromptMarks(
  database: Database,
  organization: string,
  sessions: ReadonlyMap<string, readonly SessionPrompt[]>,
): Promise<Map<string, MarkedPrompt[]>> {
  const asked = Map.groupBy(
    await readAsked(database, organization, [...sessions.keys()]),
    ({ session }) => session,
  );
  const prompts = [...sessions.values()].flat();
  const ownContents = prompts.flatMap(({ content }) => (content === null ? [] : [content]));
  const askedContents = [...asked.values()].flat().map(({ content }) => content);
  const contents = [...new Set([...ownContents, ...askedContents])];
  const marks = await readMarks(database, organization, contents);
  const unjudged = contents.filter((content) => !marks.has(content));
  const failed = await readFailed(database, organization, unjudged);
  const marked = [...sessions].map(([session, ofSession]): [string, MarkedPrompt[]] => {
    const byPrompt = new Map((asked.get(session) ?? []).map(({ prompt, content }) => [prompt, content]));
    return [session, ofSession.map((prompt) => markPrompt(prompt, { marks, failed, asked: byPrompt }))];
  });
  return new Map(marked);
}
