/**
 * Rows found by their words, with FTS5: for each searched table one that holds words and places, and no text.
 *
 * Triggers keep it in the transaction that changes the rows, whoever does. FTS5's `secure-delete` is not used: it makes
 * each deletion fifty times slower (4 ms for a prompt, measured), also where a row is only written again. A purge has
 * what deletions left behind packed away instead.
 *
 * @see sqlite.org/fts5.html, sections 4.4.2 (contentless tables), 4.6 (detail) and 6.8 (merge).
 */
import { CompiledQuery, type RawBuilder, sql } from "kysely";
import type { TableShape } from "../columns.ts";
import type { Database, FoundByWords, WordsAsked } from "../engine.ts";
import { packed, textOf } from "./ids/packed-ids.ts";
import { PLACE_DIGITS, PLACE_MS, PLACES_AT_ONCE } from "../words/find-by-words.ts";

/** Before ids in the index: no word of a question has it, and the index takes it for a letter. */
const MARK = "\u{e000}";
/** So much of an index is written anew in one step: some milliseconds. */
const PAGES_A_STEP = 64;
/** Letters to JavaScript, which came after the index's table of letters was made. */
const NO_LETTERS = /[\u19b0-\u19c9\u1cf2\u1cf3]+/u;
/** The times that fit a place. */
const LATEST = 2 ** 43;

/** See `Engine.createWordIndex`. */
export async function createWordIndex(database: Database, table: TableShape): Promise<void> {
  const [words, rows] = [indexOf(table), sql.table(table.name)];
  await sql`create virtual table ${words} using fts5(words, content='', columnsize=0, detail=none,
    tokenize='unicode61 remove_diacritics 2')`.execute(database);
  const addNew = sql`insert into ${words} (rowid, words)
    select ${placeIn(table, "new.")}, ${wordsIn(table, "new.")} where ${hasText(table, "new.")};`;
  const deleteOld = sql`insert into ${words} (${words}, rowid, words)
    select 'delete', ${placeIn(table, "old.")}, ${wordsIn(table, "old.")} where ${hasText(table, "old.")};`;
  // the words of another row at this place were deleted with these
  const addOthers = sql`insert into ${words} (rowid, words)
    select ${placeIn(table, "other.")}, ${wordsIn(table, "other.")} from ${rows} as other
    where other.organization in (${organizationsIn(table)}) and ${isAt(table, "other.", placeIn(table, "old."))}
      and ${hasText(table, "other.")};`;
  const changed = sql.join(columnsOf(table).map((column) => sql.ref(column)));
  for (const [name, when, work] of [
    ["added", sql`insert`, addNew],
    ["removed", sql`delete`, sql`${deleteOld} ${addOthers}`],
    ["changed", sql`update of ${changed}`, sql`${deleteOld} ${addOthers} ${addNew}`],
  ] as const)
    await sql`create trigger ${sql.table(`${table.name}_words_${name}`)} after ${when} on ${rows}
      begin ${work} end`.execute(database);
  await sql`insert into ${words} (rowid, words) select ${placeIn(table, "")}, ${wordsIn(table, "")}
    from ${rows} where ${hasText(table, "")}`.execute(database);
}

function indexOf({ name }: TableShape): RawBuilder<unknown> {
  return sql.table(`${name}_words`);
}

function searchedIn({ name, searched }: TableShape) {
  if (searched === null) throw new Error(`BUG: the rows of ${name} are not found by words`);
  return searched;
}

function columnsOf(table: TableShape): string[] {
  const { texts, at, narrowedBy } = searchedIn(table);
  return [...texts, at, ...narrowedBy, ...table.key];
}

/** What `placeOf` returns, of a row. */
function placeIn(table: TableShape, row: string): RawBuilder<number> {
  const id = textOf(sql.raw(row + (table.key[0] ?? "")));
  const digits = Array.from({ length: PLACE_DIGITS.count }, (_, index) => {
    const digit = sql`instr('0123456789abcdef', substr(${id}, ${sql.lit(PLACE_DIGITS.first + index + 1)}, 1)) - 1`;
    return sql`(${digit}) * ${sql.lit(16 ** (PLACE_DIGITS.count - index - 1))}`;
  });
  const second = sql`${sql.raw(row + searchedIn(table).at)} / ${sql.lit(PLACE_MS)}`;
  return sql<number>`(${second}) * ${sql.lit(PLACES_AT_ONCE)} + (${sql.join(digits, sql` + `)}) % ${sql.lit(PLACES_AT_ONCE)}`;
}

/** Whether a row of an organization is at a place, in words for which the index of its time is used. */
function isAt(table: TableShape, row: string, place: RawBuilder<number>): RawBuilder<boolean> {
  const at = sql.raw(row + searchedIn(table).at);
  const second = sql`(${place}) / ${sql.lit(PLACES_AT_ONCE)} * ${sql.lit(PLACE_MS)}`;
  return sql<boolean>`${at} >= ${second} and ${at} < ${second} + ${sql.lit(PLACE_MS)}
    and ${placeIn(table, row)} = ${place}`;
}

/** All that have rows, each found by a step in an index that begins with them. */
function organizationsIn({ name }: TableShape): RawBuilder<string> {
  const next = sql`select min(organization) from ${sql.table(name)}`;
  return sql<string>`with recursive each_one(organization) as (${next} union all
    select (${next} where organization > each_one.organization) from each_one
    where each_one.organization is not null) select organization from each_one`;
}

/** Whose the row is, then what it says. */
function wordsIn(table: TableShape, row: string): RawBuilder<string> {
  const { texts, narrowedBy } = searchedIn(table);
  const parts = [
    ...narrowedBy.map((column) => sql`'${sql.raw(MARK)}' || lower(hex(${sql.raw(row + column)}))`),
    ...texts.map((column) => sql`coalesce(${textOf(sql.raw(row + column))}, '')`),
  ];
  return sql<string>`${sql.join(parts, sql` || ' ' || `)}`;
}

function hasText(table: TableShape, row: string): RawBuilder<boolean> {
  const texts = searchedIn(table).texts.map((column) => sql`${sql.raw(row + column)} is not null`);
  return sql<boolean>`(${sql.join(texts, sql` or `)})`;
}

/** See `Engine.dropWordIndex`. */
export async function dropWordIndex(database: Database, table: TableShape): Promise<void> {
  for (const name of ["added", "removed", "changed"])
    await sql`drop trigger if exists ${sql.table(`${table.name}_words_${name}`)}`.execute(database);
  await sql`drop table if exists ${indexOf(table)}`.execute(database);
}

/** See `findByWords`. */
export async function findByWords(
  database: Database,
  table: TableShape,
  { organization, from, to, upTo, limit, ...asked }: WordsAsked,
): Promise<FoundByWords[]> {
  const isOnlyOne = await isOnlyOrganization(database, table, organization);
  const question = questionOf(table, { organization: isOnlyOne ? null : organization, ...asked });
  if (question === null) return [];
  const words = indexOf(table);
  const first = Math.floor(from / PLACE_MS) * PLACES_AT_ONCE;
  const last = Math.min(upTo, (Math.floor(Math.min(to, LATEST) / PLACE_MS) + 1) * PLACES_AT_ONCE - 1);
  // numbers are sent as floating-point numbers, and FTS5 looks only at whole ones
  const { rows } = await sql<FoundByWords>`
    select ${sql.ref(`row.${table.key[0] ?? ""}`)} as id, found.place as place
    from (select rowid as place from ${words} where ${words} match ${question}
      and rowid >= cast(${first} as integer) and rowid <= cast(${last} as integer)
      order by rowid desc limit ${limit}) as found
    cross join ${sql.table(table.name)} as row
    where row.organization = ${organization} and ${isAt(table, "row.", sql`found.place`)}
    order by found.place desc`.execute(database);
  return rows;
}

/** Whether no other organization has rows: then every row has its mark, and to look for that costs more than all else. */
async function isOnlyOrganization(
  database: Database,
  { name }: TableShape,
  organization: string,
): Promise<boolean> {
  const rowOf = sql`select 1 from ${sql.table(name)} where organization`;
  const { rows } = await sql<{ others: number }>`select
    exists (${rowOf} < ${organization}) or exists (${rowOf} > ${organization}) as others`.execute(database);
  return rows[0]?.others === 0;
}

/** Returns what FTS5 is asked: each word in quotes, so that none is an operator; null when no word is left. */
function questionOf(
  table: TableShape,
  {
    organization,
    developers,
    words,
    beginning,
  }: Pick<WordsAsked, "developers" | "words" | "beginning"> & { organization: string | null },
): string | null {
  const { narrowedBy } = searchedIn(table);
  const asked = words.flatMap(inLetters).map(quoted);
  const begun = beginning === null ? [] : inLetters(beginning);
  const last = begun.pop();
  asked.push(...begun.map(quoted), ...(last === undefined ? [] : [`${quoted(last)} *`]));
  if (asked.length === 0) return null;
  // developers are one organization's
  if (narrowedBy.includes("developer") && developers !== null)
    asked.push(`(${developers.map((developer) => quoted(marked(developer))).join(" OR ")})`);
  else if (narrowedBy.includes("organization") && organization !== null)
    asked.push(quoted(marked(organization)));
  return asked.join(" AND ");
}

function inLetters(word: string): string[] {
  return word.split(NO_LETTERS).filter((letters) => letters !== "");
}

function quoted(word: string): string {
  return `"${word.replaceAll('"', "")}"`;
}

function marked(id: string): string {
  return MARK + Buffer.from(packed(id) as string | Buffer).toString("hex");
}

/** See `Engine.packWords`. */
export async function packWords(database: Database, step: "first" | "next"): Promise<"more" | "done"> {
  const pages = step === "first" ? -PAGES_A_STEP : PAGES_A_STEP;
  let isChanged = false;
  for (const words of await readIndexes(database)) {
    if (step === "first") await addSegment(database, words);
    const before = await countChanges(database);
    const rank = sql`cast(${pages} as integer)`;
    await sql`insert into ${words} (${words}, rank) values ('merge', ${rank})`.execute(database);
    // a step that finds nothing to do changes one row: the command itself
    if ((await countChanges(database)) - before >= 2) isChanged = true;
  }
  return isChanged ? "more" : "done";
}

/**
 * Adds a word at a place where no row is.
 *
 * FTS5 merges nothing while all is in one segment, and that one may hold what was deleted; so there have to be two.
 */
async function addSegment(database: Database, words: RawBuilder<unknown>): Promise<void> {
  await sql`insert into ${words} (rowid, words) values (-1, 'none')`.execute(database);
  await sql`insert into ${words} (${words}) values ('flush')`.execute(database);
}

/** Packs every index at once, while nobody else works on the database. */
export async function packAllWords(database: Database): Promise<void> {
  for (const words of await readIndexes(database)) {
    await addSegment(database, words);
    await sql`insert into ${words} (${words}) values ('optimize')`.execute(database);
  }
}

async function readIndexes(database: Database): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema
    where type = 'table' and sql like 'create virtual table % using fts5(%' order by name`.execute(database);
  return rows.map(({ name }) => sql.table(name));
}

async function countChanges(database: Database): Promise<number> {
  const { rows } = await database.executeQuery<{ changes: number }>(CHANGES);
  return rows[0]?.changes ?? 0;
}

const CHANGES = CompiledQuery.raw("select total_changes() as changes");
