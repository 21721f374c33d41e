/**
 * Rows found by their words, with an index of the words of each row's texts.
 *
 * PostgreSQL's own parser finds addresses, paths and numbers in a text; here words are what is between blanks and signs,
 * in small letters and without accents, as SQLite's index has them.
 */
import { type RawBuilder, sql } from "kysely";
import type { TableShape } from "../columns.ts";
import type { Database, FoundByWords, WordsAsked } from "../engine.ts";
import { PLACE_DIGITS, PLACE_MS, PLACES_AT_ONCE } from "../words/find-by-words.ts";

/** A list of words can be a megabyte at most. */
const MOST_LETTERS = 200_000;
const SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
const ACCENTS = "\u0300-\u036f";

/** See `Engine.createWordIndex`. */
export async function createWordIndex(database: Database, table: TableShape): Promise<void> {
  await sql`create or replace function scoring_words(said text) returns tsvector
    language sql immutable parallel safe as ${sql.raw(`$$ ${wordsOf("said")} $$`)}`.execute(database);
  await sql`create index ${sql.ref(`${table.name}_words`)} on ${sql.table(table.name)}
    using gin (scoring_words(${textsOf(table)}))`.execute(database);
}

/** Written out: a function's text takes no parameters. */
function wordsOf(said: string): string {
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const plain = `regexp_replace(normalize(left(${said}, ${MOST_LETTERS}), nfd), ${quote(`[${ACCENTS}]`)}, '', 'g')`;
  const spaced = `translate(${plain}, ${quote(SIGNS)}, ${quote(" ".repeat(SIGNS.length))})`;
  return `select strip(to_tsvector('simple', lower(${spaced} collate "und-x-icu")))`;
}

function textsOf(table: TableShape): RawBuilder<string> {
  const texts = searchedIn(table).texts.map((column) => sql`coalesce(${sql.ref(column)}, '')`);
  return sql<string>`${sql.join(texts, sql` || ' ' || `)}`;
}

function searchedIn({ name, searched }: TableShape) {
  if (searched === null) throw new Error(`BUG: the rows of ${name} are not found by words`);
  return searched;
}

/** See `Engine.dropWordIndex`. */
export async function dropWordIndex(database: Database, table: TableShape): Promise<void> {
  await sql`drop index if exists ${sql.ref(`${table.name}_words`)}`.execute(database);
}

/** See `findByWords`. */
export async function findByWords(
  database: Database,
  table: TableShape,
  { organization, developers, from, to, upTo, limit, words, beginning }: WordsAsked,
): Promise<FoundByWords[]> {
  const asked = [
    ...words.map(plainWord),
    ...(beginning === null ? [] : [`${plainWord(beginning)}:*`]),
  ].filter((word) => /^[\p{L}\p{N}]/u.test(word));
  if (asked.length === 0) return [];
  const { at, narrowedBy } = searchedIn(table);
  const [time, place] = [sql.ref(at), placeIn(table)];
  const theirs = narrowedBy.includes("developer") && developers !== null;
  const { rows } = await sql<FoundByWords>`select ${sql.ref(table.key[0] ?? "")} as id, ${place} as place
    from ${sql.table(table.name)}
    where organization = ${organization} and ${time} >= ${from - PLACE_MS} and ${time} < ${to}
      and ${theirs ? sql`developer = any(${developers}::text[])` : sql`true`}
      and scoring_words(${textsOf(table)}) @@ to_tsquery('simple', ${asked.join(" & ")}) and ${place} <= ${upTo}
    order by place desc limit ${limit}`.execute(database);
  return rows;
}

/** As the index has it. */
function plainWord(word: string): string {
  return word
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}

/** What `placeOf` returns, of a row. */
function placeIn(table: TableShape): RawBuilder<number> {
  const digits = sql`substr(${sql.ref(table.key[0] ?? "")}, ${sql.lit(PLACE_DIGITS.first + 1)}, ${sql.lit(PLACE_DIGITS.count)})`;
  const apart = sql`('x' || ${digits})::bit(16)::int % ${sql.lit(PLACES_AT_ONCE)}`;
  const second = sql`${sql.ref(searchedIn(table).at)} / ${sql.lit(PLACE_MS)}`;
  return sql<number>`${second} * ${sql.lit(PLACES_AT_ONCE)} + ${apart}`;
}
