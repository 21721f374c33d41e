/** Reads what was said in one session: its prompts, each with the answers to it. */
import { selectSealed } from "../../writer/upkeep/table.ts";
import { cutPage } from "../../vocabulary/page.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { type Instant, type Milliseconds, MINUTE, SECOND } from "../../vocabulary/units.ts";
import type { ReadAnswer } from "../../normaliser/captured/read-answer.ts";
import { readTexts } from "../../rubric/lists/lists-table.ts";
import { findSession } from "../listed/find-session.ts";
import type {
  ConversationPage,
  ConversationPosition,
  ConversationPrompt,
  ConversationQuery,
} from "./conversation-answer.ts";
import { type FoundAnswers, readAnswers, type RecordStores } from "./read-answers.ts";
import { type PlacedPrompt, readPlacedPrompts } from "./session-prompts-table.ts";

/** An answer that names its prompt may seem to come so much before it, by another clock… */
const EARLY: Milliseconds = 10 * SECOND;
/** …and so long after the next page's first prompt, which waited for it. */
const LATE: Milliseconds = 10 * MINUTE;

/**
 * Reads one page.
 *
 * @returns null for an unknown session and for one that may not be read.
 */
export async function readConversation(
  stores: RecordStores,
  query: ConversationQuery,
): Promise<ConversationPage | null> {
  const { database } = stores;
  const meant = await findSession(database, query);
  if (meant === null) return null;
  const { name, session } = meant;
  const all = await readPlacedPrompts(database, name);
  const { after, limit } = query;
  const left = all.filter((prompt) => after === null || isAfter(prompt, after));
  const { rows, next } = cutPage(left, limit, ({ submitted_at: at, id }) => ({ at, id }));
  const [first] = rows;
  if (first === undefined) return { developer: session.developer, prompts: [], next: null };
  const texts = await readTexts(
    database,
    rows.map(({ id }) => id),
  );
  const following = left[rows.length]?.submitted_at ?? Number.MAX_SAFE_INTEGER - LATE;
  const span = { from: first.submitted_at - EARLY, to: following + LATE };
  const found = await readAnswers(stores, { name, agent: session.agent, ...span });
  const answersOf = Map.groupBy(found.answers, (answer) => promptOf(all, answer));
  const sealed = await selectSealed(database, name.organization, [query.sessionId]);
  const why = { found, sealed: sealed.length > 0 };
  return {
    developer: session.developer,
    prompts: rows.map((row) => describe(row, { text: texts.get(row.id) ?? null, answersOf, why })),
    next,
  };
}

function isAfter({ submitted_at, id }: PlacedPrompt, after: ConversationPosition): boolean {
  return submitted_at > after.at || (submitted_at === after.at && id > after.id);
}

/** Returns the prompt that an answer names, else the last one before it. */
function promptOf(prompts: readonly PlacedPrompt[], { at, promptId }: ReadAnswer): PlacedPrompt | undefined {
  const named = promptId === null ? undefined : prompts.find(({ given }) => given === promptId);
  return named ?? prompts.findLast(({ submitted_at }) => submitted_at <= at);
}

/** What a prompt is shown with. */
interface Said {
  text: string | null;
  answersOf: ReadonlyMap<PlacedPrompt | undefined, readonly ReadAnswer[]>;
  why: { found: FoundAnswers; sealed: boolean };
}

function describe(row: PlacedPrompt, { text, answersOf, why }: Said): ConversationPrompt {
  const answers = eachOnce(answersOf.get(row) ?? []);
  const at: Instant = row.submitted_at;
  return {
    promptId: row.given ?? row.prompt,
    turnIndex: row.turn_index,
    at: isoTime(at),
    text,
    missing: text !== null ? null : row.trivial === null ? "lost" : "withheld",
    answers: answers.map((answer) => ({ at: isoTime(answer.at), text: answer.text, isCut: answer.isCut })),
    answersMissing: answers.length > 0 ? null : missingAt(at, why),
  };
}

/** The Claude Code plugin sends a turn's last answer, which an agent's own telemetry may have sent as well. */
function eachOnce(answers: readonly ReadAnswer[]): ReadAnswer[] {
  const whole = answers.filter(({ text }) => text !== null);
  if (whole.length === 0) return answers.slice(0, 1);
  const known = new Set<string>();
  return whole.filter(({ text }) => {
    const isNew = text !== null && !known.has(text.trim());
    known.add(text?.trim() ?? "");
    return isNew;
  });
}

function missingAt(at: Instant, { found, sealed }: Said["why"]): ConversationPrompt["answersMissing"] {
  if (at < found.readFrom - EARLY) return "unread";
  return sealed ? "removed" : "not_sent";
}
