/** Finds out what is known of the prompts of sessions. */
import type { Database } from "../../database/open.ts";
import { readAsked } from "./asked-table.ts";
import { readMarks } from "./judgements-table.ts";
import { type MarkedPrompt, markPrompt } from "./marked-prompts.ts";
import { readRejudgings } from "../rejudging/rejudgings-table.ts";
import type { SessionPrompt } from "./session-prompts.ts";
import { readFailed } from "./waits-table.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** Marks the prompts of one organization's sessions. Takes, gives: prompts by session. */
export async function readPromptMarks(
  database: Database,
  organization: string,
  sessions: ReadonlyMap<SessionName, readonly SessionPrompt[]>,
): Promise<Map<SessionName, MarkedPrompt[]>> {
  const prompts = [...sessions.values()].flat();
  const asked = await readAsked(database, organization, [...sessions.keys()]);
  const contents = new Set(prompts.flatMap(({ content }) => content ?? []));
  for (const { content } of asked) contents.add(content);
  const marks = await readMarks(database, organization, [...contents]);
  const unjudged = [...contents].filter((content) => !marks.has(content));
  const failed = await readFailed(database, organization, unjudged);
  const wishes = await readRejudgings(database, organization);
  const bySession = Map.groupBy(asked, ({ session }) => session);
  return new Map(
    [...sessions].map(([session, ofSession]) => {
      const byPrompt = new Map(
        (bySession.get(session) ?? []).map(({ prompt, content }) => [prompt, content]),
      );
      const findings = { marks, failed, wishes, asked: byPrompt };
      return [session, ofSession.map((prompt) => markPrompt(prompt, findings))];
    }),
  );
}
