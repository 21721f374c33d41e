/** Finds prompts, answers and sessions by their words, the newest first. */
import { ANSWER_TEXTS } from "../../catalogue/answer-texts-table.ts";
import type { TableShape } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { WindowFilter } from "../../database/window.ts";
import { findByWords, PLACE_MS, placeOf } from "../../database/words/find-by-words.ts";
import { describeOwner } from "../../identity/developers/answer.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { PROMPTS } from "../../rubric/prompts/prompts-table.ts";
import { SUMMARY_TEXTS } from "../../turns/titles/summary-texts-table.ts";
import { readSessionTitles } from "../../turns/titles/titles-table.ts";
import { idIn } from "../../vocabulary/held-name.ts";
import { cutPage } from "../../vocabulary/page.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { excerptOf } from "./excerpt.ts";
import {
  type FoundRow,
  readAnswered,
  readFoundAnswers,
  readFoundPrompts,
  readFoundSummaries,
} from "./found-table.ts";
import { type Question, withBeginning } from "./question.ts";
import {
  SEARCHED_KINDS,
  type SearchedKind,
  type SearchHit,
  type SearchPage,
  type SearchQuery,
} from "./search-answer.ts";

/** Where each kind is. */
const KINDS: Readonly<Record<SearchedKind, { table: TableShape; read: typeof readFoundPrompts }>> = {
  prompt: { table: PROMPTS, read: readFoundPrompts },
  answer: { table: ANSWER_TEXTS, read: readFoundAnswers },
  summary: { table: SUMMARY_TEXTS, read: readFoundSummaries },
};

/** So many places are looked up first where most of what is found may not be read… */
const FIRST_LOOK = 100;
/** …and at most at once. */
const LONGEST_LOOK = 5_000;

/** A row that was found, and where it is on the list of all kinds. */
interface Found extends FoundRow {
  kind: SearchedKind;
  place: number;
}

/**
 * Reads one page.
 *
 * The last word counts as the beginning of a word where nothing has it as a whole word.
 */
export async function search(database: Database, query: SearchQuery): Promise<SearchPage> {
  const { scope, developer, words, limit, after, from, to } = query;
  const readable = await rowsToRead(database, scope, developer);
  if (readable === null) return { hits: [], next: null };
  const organization = scope.organizationId;
  const { developerIds, labels, developers } = readable;
  const window = { organization, developers: developerIds, labels, from, to };
  const begun = withBeginning(words);
  let question: Question = after?.begins === true && begun !== null ? begun : { words, beginning: null };
  let found = await findAll(database, { query, window, question });
  if (after === null && begun !== null && found.length === 0) {
    question = begun;
    found = await findAll(database, { query, window, question });
  }
  const begins = question.beginning !== null;
  const { rows, next } = cutPage(found, limit, ({ place }) => ({ place, begins }));
  return {
    hits: await describe(database, rows, { organization, question, developers }),
    next,
  };
}

/** What is looked for, and in which rows. */
interface Look {
  query: SearchQuery;
  window: WindowFilter;
  question: Question;
}

/** Returns one row more than the page has room for, where there are as many. */
async function findAll(database: Database, look: Look): Promise<Found[]> {
  const { query, window } = look;
  const kinds = SEARCHED_KINDS.filter((kind) => query.kind === null || query.kind === kind);
  let found: Found[] = [];
  for (const kind of kinds) {
    // what is older than a full page is on no page but a later one
    const from = Math.max(window.from, (found[query.limit]?.at ?? 0) - PLACE_MS);
    found.push(...(await findKind(database, kind, { ...look, window: { ...window, from } })));
    found = found.toSorted((left, right) => right.place - left.place);
  }
  return found;
}

async function findKind(
  database: Database,
  kind: SearchedKind,
  { query: { limit, after }, window, question }: Look,
): Promise<Found[]> {
  const { table, read } = KINDS[kind];
  const rank = SEARCHED_KINDS.indexOf(kind);
  const found: Found[] = [];
  let upTo =
    after === null ? Number.MAX_SAFE_INTEGER : Math.floor((after.place - 1 - rank) / SEARCHED_KINDS.length);
  for (
    let look = Math.max(FIRST_LOOK, limit + 1);
    found.length <= limit;
    look = Math.min(4 * look, LONGEST_LOOK)
  ) {
    const places = await findByWords(database, table, { ...window, ...question, upTo, limit: look });
    const rows = await read(
      database,
      window,
      places.map(({ id }) => id),
    );
    found.push(...rows.map((row) => ({ ...row, kind, place: placeOf(row) * SEARCHED_KINDS.length + rank })));
    const last = places.at(-1);
    if (last === undefined || places.length < look) break;
    upTo = last.place - 1;
  }
  return found;
}

/** What shows a row. */
interface Shown {
  organization: string;
  question: Question;
  developers: ReadonlyMap<string, Developer>;
}

async function describe(
  database: Database,
  rows: readonly Found[],
  { organization, question, developers }: Shown,
): Promise<SearchHit[]> {
  const sessions = [...new Set(rows.map(({ session }) => session))];
  const titles = await readSessionTitles(database, organization, sessions);
  const hits: SearchHit[] = [];
  for (const row of rows) {
    const { kind, at, developer, session, text } = row;
    const { promptId, turnIndex } = kind === "answer" ? await readAnswered(database, organization, row) : row;
    hits.push({
      kind,
      at: isoTime(at),
      developer: describeOwner(developers, developer),
      sessionId: idIn(session),
      sessionTitle: titles.get(session) ?? null,
      promptId,
      turnIndex,
      excerpt: excerptOf(text, question),
    });
  }
  return hits;
}
