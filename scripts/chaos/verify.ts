/** Looks for what a crash may not do: a record lost or kept twice, books that do not balance, files left over. */
import { balance, describeDifferences, type Figures } from "../../src/books/books.ts";
import { readAcknowledged } from "../../src/stream/acknowledged.ts";
import { readFigures } from "../../src/books/books-table.ts";
import { listKeys } from "../../src/catalogue/table.ts";
import { selectRemoved } from "../../src/writer/upkeep/table.ts";
import type { StoredObject } from "../../src/objects/object-store.ts";
import { eventuallyAnswered } from "../../test/eventually.ts";
import { ID } from "./bodies.ts";
import { openDatabaseOf, openObjectsOf, type StoreSettings } from "../../src/stores.ts";

/** How often each record's id was found, and in which organization. */
export type Found = Map<string, { count: number; organization: string }>;

const PATIENCE_MS = 60_000;

/**
 * Waits until so many requests are written and examined.
 *
 * @returns The figures then, or when patience ended.
 */
export async function drained(
  stores: StoreSettings,
  requests: number,
  patienceMs = PATIENCE_MS,
): Promise<Figures> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const figures = await figuresOf(stores);
    const written = figures.persisted.frames >= requests;
    const examined = figures.persisted.records === figures.examined.records;
    if ((written && examined) || performance.now() > giveUpAt) return figures;
    await Bun.sleep(100);
  }
}

async function figuresOf(stores: StoreSettings): Promise<Figures> {
  const database = openDatabaseOf(stores, "read");
  try {
    return await readFigures(database);
  } finally {
    await database.destroy();
  }
}

/** Returns what is wrong with the books, in words. */
export function checkBooks(figures: Figures, acknowledged: number): string[] {
  const problems = describeDifferences(balance(figures, null));
  if (figures.persisted.records !== acknowledged)
    problems.push(`${figures.persisted.records} records persisted, ${acknowledged} acknowledged`);
  if (figures.pending.records !== 0) problems.push(`${figures.pending.records} records were not examined`);
  return problems;
}

/** Returns what of one process's acknowledged messages is not written, in words. */
export function checkNote(figures: Figures, path: string): string[] {
  const noted = readAcknowledged(path);
  if (noted === null || noted === "unreadable") return [`${path} cannot be read`];
  const problems = [...noted.acknowledged].flatMap(([publisher, { frames }]) => {
    const written = figures.publishers.get(publisher)?.frames ?? 0;
    return written >= frames ? [] : [`${frames} requests acknowledged to ${publisher}, ${written} written`];
  });
  if (noted.lostAt !== null) problems.push(`${noted.lost.frames} requests are noted as lost in ${path}`);
  return problems;
}

/**
 * Compares what is there with what was acknowledged.
 *
 * @returns What is wrong, a line for each kind.
 */
export function compare(where: string, expected: ReadonlyMap<string, string>, found: Found): string[] {
  const lost = [...expected.keys()].filter((id) => !found.has(id));
  const twice = [...found].filter(([, { count }]) => count > 1).map(([id]) => id);
  const foreign = [...found.keys()].filter((id) => !expected.has(id));
  const elsewhere = [...found].filter(
    ([id, { organization }]) => (expected.get(id) ?? organization) !== organization,
  );
  return [
    ...line(lost, "acknowledged but not"),
    ...line(twice, "more than once"),
    ...line(foreign, "never acknowledged but"),
    ...line(
      elsewhere.map(([id]) => id),
      "under another organization",
    ),
  ];

  function line(ids: readonly string[], what: string): string[] {
    return ids.length === 0
      ? []
      : [`${ids.length} records ${what} in ${where}, as ${ids.slice(0, 3).join(", ")}`];
  }
}

/** Reads every object as any program can that knows zstd and JSON Lines. */
export async function findInObjects(stores: StoreSettings): Promise<Found> {
  const found: Found = new Map();
  const objects = openObjectsOf(stores);
  for (const { key, bytes: length } of await listCurrent(stores)) {
    const organization = /org=([^/]+)/.exec(key)?.[1] ?? "";
    const bytes = await objects.read(key, 0, length);
    const text = (await Bun.zstdDecompress(bytes)).toString("utf8");
    for (const [, id = ""] of text.matchAll(ID_PATTERN)) note(found, id, organization);
  }
  return found;
}

/** All but those that wait to be deleted, because their records are in a newer one: at the end of an hour there are some. */
async function listCurrent(stores: StoreSettings): Promise<StoredObject[]> {
  const database = openDatabaseOf(stores, "read");
  try {
    for (;;) {
      const removed = await selectRemoved(database);
      const files = await openObjectsOf(stores).list("");
      // what was joined meanwhile would be there twice, or not at all
      if ((await selectRemoved(database)).join() !== removed.join()) continue;
      return files.filter(({ key }) => !removed.includes(key));
    }
  } finally {
    await database.destroy();
  }
}

const ID_PATTERN = new RegExp(`"${ID.replace(".", "\\.")}","value":\\{"stringValue":"([^"]+)"`, "g");

function note(found: Found, id: string, organization: string): void {
  const count = (found.get(id)?.count ?? 0) + 1;
  found.set(id, { count, organization });
}

/** Reads every log record through the API, page by page. */
export async function findInLogs(url: string, readers: Readonly<Record<string, string>>): Promise<Found> {
  const found: Found = new Map();
  for (const [organization, key] of Object.entries(readers)) {
    let cursor: string | null = "";
    while (cursor !== null) {
      const address = `${url}/v1/telemetry/logs?limit=500${cursor === "" ? "" : `&cursor=${cursor}`}`;
      const answer = await eventuallyAnswered(async () => {
        const given = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
        // as clients do: it says when to ask again
        return given.status === 503 || given.status === 502 ? null : given;
      });
      if (!answer.ok) throw new Error(`reading logs: ${answer.status} ${await answer.text()}`);
      const page = (await answer.json()) as LogsPage;
      for (const { attributes } of page.logs) note(found, attributes[ID] ?? "", organization);
      cursor = page.nextCursor;
    }
  }
  return found;
}

interface LogsPage {
  logs: { attributes: Record<string, string> }[];
  nextCursor: string | null;
}

/** Returns objects that no part of the program knows, in words. */
export async function findLeftovers(stores: StoreSettings): Promise<string[]> {
  const database = openDatabaseOf(stores, "read");
  const listed = new Set(await listKeys(database).finally(() => database.destroy()));
  const files = new Set((await listCurrent(stores)).map(({ key }) => key));
  return [
    ...[...files].filter((key) => !listed.has(key)).map((key) => `the catalogue does not list ${key}`),
    ...[...listed].filter((key) => !files.has(key)).map((key) => `there is no file ${key}`),
  ];
}
