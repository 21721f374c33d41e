/** Finds what quoted prompts could have been: cards about the same tasks have it. */
import type { Database } from "../../../database/open.ts";
import { idIn } from "../../../vocabulary/held-name.ts";
import { readCardsPage } from "../listed/listed-cards-table.ts";
import type { HabitExample } from "./find-habits.ts";

/** A prompt of a session as it could have been. */
export interface Rewrite {
  sessionId: string;
  text: string;
}

const MOST_CARDS = 500;

/** Returns by sub-session and input. */
export async function readRewrites(
  database: Database,
  organization: string,
  examples: readonly HabitExample[],
): Promise<Map<string, Rewrite>> {
  const sessions = [...new Set(examples.map(({ work }) => work.session))];
  const ever = { organization, developers: null, from: 0, to: Number.MAX_SAFE_INTEGER, sessions };
  const cards = await readCardsPage(database, ever, { limit: MOST_CARDS, after: null });
  return new Map(
    cards.flatMap(({ session, sub_session, input, rewrite }) =>
      rewrite === null ? [] : [[`${sub_session} ${input}`, { sessionId: idIn(session), text: rewrite }]],
    ),
  );
}
