import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDriver from "better-sqlite3";
import { type Database, engineOf } from "../../../src/database/engine.ts";
import { openDatabase } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { CompiledQuery } from "kysely";

let folder = "";
let path = "";
let database: Database;
/** Numbers in an order that is the same each time. */
let seed = 1;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "scrub-"));
  path = join(folder, "scoring.db");
  seed = 1;
  database = openDatabase(path, "write");
  await run("create table notes (id text primary key, who text, body text)");
  await run("create index notes_by_who on notes (who, body)");
});
afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true });
});

/** With a file that says so from the first. */
async function beginAnew(pragma: string): Promise<void> {
  await database.destroy();
  path = join(folder, "another.db");
  const made = new SqliteDriver(path);
  made.pragma(pragma);
  made.exec("create table first (id text)");
  made.close();
  database = openDatabase(path, "write");
}

async function run(text: string, ...values: unknown[]): Promise<void> {
  await database.executeQuery(CompiledQuery.raw(text, values));
}

function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
  return seed / 0x7fffffff;
}

/** Rows that come and are replaced in no order, so that pages are split, and long values that come and go. */
async function fill(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    await inTransaction(database, "normal", async (transaction) => {
      for (let row = 0; row < 300; row += 1) {
        const isTheirs = random() < 0.15;
        const long = "x".repeat(Math.floor(random() * (random() < 0.15 ? 20_000 : 300)));
        const body = isTheirs
          ? `ada-secret ${long.replaceAll("x", "ada-secret ").slice(0, long.length)}`
          : long;
        const id = String(Math.floor(random() * 8_000));
        const values = [id, isTheirs ? "ada" : `other ${row % 20}`, body];
        await transaction.executeQuery(
          CompiledQuery.raw("insert or replace into notes values (?, ?, ?)", values),
        );
      }
    });
}

/** How often the person's words are in the files. */
function found(): number {
  const text = [path, `${path}-wal`].map((file) => readFileSync(file, "latin1")).join("");
  return text.split("ada-secret").length - 1;
}

function contents(): unknown {
  const other = new SqliteDriver(path, { readonly: true });
  try {
    expect(other.pragma("integrity_check", { simple: true })).toBe("ok");
    return other.prepare("select * from notes order by id").all();
  } finally {
    other.close();
  }
}

async function scrubAll(between: () => Promise<void> = async () => {}): Promise<void> {
  await scrubPages(undefined, { from: 0, between });
}

/** Returns how many pages each step went over; the last step has no end of its own. */
async function scrubPages(
  elapsed: (() => number) | undefined,
  {
    from: begin = FIRST_SCRUBBED,
    between = async () => {},
  }: { from?: number; between?: () => Promise<void> } = {},
): Promise<number[]> {
  const pages: number[] = [];
  for (let from = begin; ;) {
    const step = await engineOf(database).scrub(database, from, elapsed);
    expect(step.kind).not.toBe("held");
    if (step.kind !== "more") return pages;
    pages.push(step.next - from);
    from = step.next;
    await between();
  }
}

/** The page before it describes the file and holds no rows of anybody's. */
const FIRST_SCRUBBED = 2;

/** A clock by which each page takes this long: it is looked at once at the beginning and once after each page. */
function eachPageTakes(milliseconds: number): () => number {
  let now = 0;
  return () => (now += milliseconds);
}

function countPages(): number {
  const file = new SqliteDriver(path, { readonly: true });
  const pages = file.pragma("page_count", { simple: true });
  file.close();
  return Number(pages);
}

describe("scrubbing", () => {
  test("leaves nothing of deleted rows in any page, and everything else as it was", async () => {
    await fill(40);
    await run("delete from notes where who = 'ada'");
    const before = contents();
    expect(found()).toBeGreaterThan(0);
    await scrubAll();
    expect(found()).toBe(0);
    expect(contents()).toEqual(before);
  });

  test.each(["delete", "replace"])(
    "leaves nothing either where others %s rows between its steps",
    async (verb) => {
      seed = 7_919;
      await fill(40);
      await run("delete from notes where who = 'ada'");
      const other = openDatabase(path, "write");
      const insertFifty = async (writer: Database, insert: string) =>
        inTransaction(writer, "normal", async (transaction) => {
          for (let row = 0; row < 50; row += 1) {
            const body = "y".repeat(Math.floor(random() * 9_000));
            const values = [String(Math.floor(random() * 20_000)), "another", body];
            await transaction.executeQuery(
              CompiledQuery.raw(`${insert} into notes values (?, ?, ?)`, values),
            );
          }
        });
      let times = 0;
      await scrubPages(eachPageTakes(0.067), {
        from: 0,
        between: async () => {
          times += 1;
          if (times > 60) return;
          if (verb === "delete")
            return run("delete from notes where rowid % 97 = ?", Math.floor(random() * 97));
          await insertFifty(database, "insert or replace");
          await insertFifty(other, "insert or ignore");
        },
      });
      await other.destroy();
      expect(times).toBeGreaterThan(60);
      expect(found()).toBe(0);
      contents();
    },
  );

  describe("where very many pages are free", () => {
    beforeEach(async () => {
      await beginAnew("page_size = 512");
      await run("create table large (body blob)");
      await run("insert into large values (zeroblob(300000))");
      await run("drop table large");
      await run("create table notes (id text primary key, who text, body text)");
      await fill(1);
      await run("delete from notes where who = 'ada'");
      // the file holds all pages only once the log is empty
      await engineOf(database).scrub(database, Number.MAX_SAFE_INTEGER);
    });

    test("goes over as many pages in each step as fit into 10 ms", async () => {
      const pages = countPages() - 1;
      const steps = await scrubPages(eachPageTakes(2));
      expect(new Set(steps.slice(0, -1))).toEqual(new Set([5]));
      expect(steps).toHaveLength(Math.floor(pages / 5));
      expect(found()).toBe(0);
    });

    test("goes over one page in each step on the slowest disk", async () => {
      const pages = countPages() - 1;
      const steps = await scrubPages(eachPageTakes(60_000));
      expect(new Set(steps)).toEqual(new Set([1]));
      expect(steps).toHaveLength(pages);
      expect(found()).toBe(0);
    });

    test("needs one step where no time passes", async () => {
      expect(await scrubPages(() => 0)).toEqual([]);
      expect(found()).toBe(0);
    });
  });

  test("changes nothing in a file whose pages of pointers it would take for others", async () => {
    await beginAnew("auto_vacuum = full");
    await run("create table notes (id text primary key, who text, body text)");
    await fill(2);
    await run("delete from notes where who = 'ada'");
    const before = contents();
    expect(await engineOf(database).scrub(database, 0)).toMatchObject({ kind: "unsupported" });
    expect(contents()).toEqual(before);
  });

  test("waits for a reader, and says so", async () => {
    await fill(2);
    const reader = new SqliteDriver(path, { readonly: true });
    reader.exec("begin");
    reader.prepare("select count(*) from notes").get();
    await run("delete from notes where who = 'ada'");
    expect(await engineOf(database).scrub(database, 0)).toEqual({ kind: "held" });
    reader.exec("commit");
    await scrubAll();
    expect(found()).toBe(0);
    reader.close();
  });

  test("keeps nobody waiting who has the file open, and ends no lock", async () => {
    await fill(2);
    await scrubAll();
    const writer = new SqliteDriver(path, { timeout: 0 });
    await inTransaction(database, "normal", async (transaction) => {
      await transaction.executeQuery(CompiledQuery.raw("delete from notes where who = 'ada'"));
      expect(() => writer.exec("begin immediate")).toThrow("locked");
    });
    writer.close();
  });
});
