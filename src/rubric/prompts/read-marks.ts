/** Finds out what is known of the prompts of sessions. */
import type { Database } from "../../database/open.ts";
import { type AskedContent, readAsked } from "./asked-table.ts";
import { readMarks } from "./judgements-table.ts";
import { type MarkedPrompt, type Marks, markPrompt } from "./marked-prompts.ts";
import type { SessionPrompt } from "./session-prompts.ts";
import { readFailed } from "./waits-table.ts";

/** What is asked about the judging of one organization's prompts. */
export interface JudgingAsked {
  organization: string;
  sessions: readonly string[];
  /** What their prompts are judged by of themselves. */
  contents: readonly string[];
}

/** What is known of it. */
export interface JudgingKnown {
  asked: Omit<AskedContent, "organization">[];
  marks: ReadonlyMap<string, Marks>;
  failed: ReadonlySet<string>;
}

export async function readJudging(
  database: Database,
  { organization, sessions, contents: ownContents }: JudgingAsked,
): Promise<JudgingKnown> {
  const asked = await readAsked(database, organization, sessions);
  const contents = [...new Set([...ownContents, ...asked.map(({ content }) => content)])];
  const marks = await readMarks(database, organization, contents);
  const unjudged = contents.filter((content) => !marks.has(content));
  const failed = await readFailed(database, organization, unjudged);
  return { asked, marks, failed };
}

/** The prompts of sessions, marked by what was known. */
export interface PromptsMarked {
  /** By session. */
  marked: Map<string, MarkedPrompt[]>;
  asked: JudgingAsked;
  known: JudgingKnown;
}

/** Marks the prompts of one organization's sessions. Takes: by session its prompts. */
export async function readPromptMarks(
  database: Database,
  organization: string,
  sessions: ReadonlyMap<string, readonly SessionPrompt[]>,
): Promise<PromptsMarked> {
  const prompts = [...sessions.values()].flat();
  const contents = prompts.flatMap(({ content }) => (content === null ? [] : [content]));
  const asked = { organization, sessions: [...sessions.keys()], contents: [...new Set(contents)] };
  const known = await readJudging(database, asked);
  const bySession = Map.groupBy(known.asked, ({ session }) => session);
  const marked = [...sessions].map(([session, ofSession]): [string, MarkedPrompt[]] => {
    const byPrompt = new Map((bySession.get(session) ?? []).map(({ prompt, content }) => [prompt, content]));
    return [session, ofSession.map((prompt) => markPrompt(prompt, { ...known, asked: byPrompt }))];
  });
  return { marked: new Map(marked), asked, known };
}
