import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { count, instant, orNull, text } from "../../src/database/columns.ts";
import { type Database, engineOf, type WordsAsked } from "../../src/database/engine.ts";
import { openDatabase } from "../../src/database/open.ts";
import { emptyTable } from "../../src/database/table.ts";
import { createTable, declareTable, tables } from "../../src/database/table-shape.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { findByWords, placeOf } from "../../src/database/words/find-by-words.ts";
import { timedId } from "../../src/vocabulary/hash.ts";
import { SECOND } from "../../src/vocabulary/units.ts";
import { SEALED_SESSIONS } from "../../src/writer/upkeep/table.ts";

const NOTES = declareTable(
  "notes",
  {
    id: text(),
    organization: text(),
    session: text(),
    developer: text(),
    at: instant(),
    seen: orNull(count()),
    title: orNull(text()),
    text: orNull(text()),
  },
  {
    key: ["id"],
    indexes: { notes_by_at: ["organization", "at", "id"] },
    searched: { texts: ["title", "text"], at: "at", narrowedBy: ["organization", "developer"] },
  },
);

const NOON = Date.parse("2026-11-24T12:00:00Z");
const EVERYTHING: WordsAsked = {
  organization: "ours",
  developers: null,
  words: [],
  beginning: null,
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  upTo: Number.MAX_SAFE_INTEGER,
  limit: 100,
};

let directory = "";
let database: Database;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "words-"));
  database = openDatabase(join(directory, "scoring.db"), "write");
  for (const table of [NOTES, SEALED_SESSIONS]) await createTable(database, table);
});

afterEach(async () => {
  await database.destroy();
  rmSync(directory, { recursive: true });
});

const view = () => tables(database, NOTES);

interface Note {
  title?: string | null;
  organization?: string;
  developer?: string;
  at?: number;
}

/** Adds a note and returns its id. */
async function add(said: string | null, note: Note = {}): Promise<string> {
  const { title = null, organization = "ours", developer = "ada", at = NOON } = note;
  const id = timedId(at, organization, developer, said ?? "", at);
  const row = { id, organization, session: "a", developer, at, seen: null, title, text: said };
  await view().insertInto("notes").values(row).execute();
  return id;
}

/** Three notes whose ids have the same digits where places look. */
function sharingPlaces() {
  const note = { session: "a", developer: "ada", at: NOON, seen: null, title: null, text: "export both" };
  const id = timedId(NOON, "place");
  const ending = (end: string) => ({ ...note, organization: "ours", id: id.slice(0, -1) + end });
  return [ending("1"), ending("2"), { ...ending("3"), organization: "theirs" }] as const;
}

const find = async (words: string, asked: Partial<WordsAsked> = {}) =>
  (await findByWords(database, NOTES, { ...EVERYTHING, words: words.split(" "), ...asked })).map(
    ({ id }) => id,
  );

describe("rows found by their words", () => {
  test("have all of the words, in any of their texts, in any order", async () => {
    const both = await add("mend the time zone of the export", { title: "Reports" });
    await add("mend the export");
    expect(await find("zone mend reports")).toEqual([both]);
  });

  test("are found whatever the case and the accents", async () => {
    const id = await add("Über die CAFÉ-Liste");
    expect(await find("uber cafe")).toEqual([id]);
    expect(await find("ÜBER café")).toEqual([id]);
  });

  test("are found by how a word begins", async () => {
    const id = await add("parse the timezone");
    expect(await find("parse", { beginning: "timez" })).toEqual([id]);
    expect(await find("parse", { beginning: "zone" })).toEqual([]);
  });

  test("come newest first, from a place on, so many at once", async () => {
    const [old, middle, recent] = [
      await add("export", { at: NOON }),
      await add("export", { at: NOON + 60 * SECOND }),
      await add("export", { at: NOON + 120 * SECOND }),
    ];
    expect(await find("export")).toEqual([recent, middle, old]);
    expect(await find("export", { limit: 1 })).toEqual([recent]);
    const upTo = placeOf({ at: NOON + 60 * SECOND, id: middle }) - 1;
    expect(await find("export", { upTo })).toEqual([old]);
  });

  test("are those of a window, a second more or less", async () => {
    await add("export", { at: NOON - 10 * SECOND });
    const id = await add("export", { at: NOON });
    await add("export", { at: NOON + 10 * SECOND });
    expect(await find("export", { from: NOON - SECOND, to: NOON + SECOND })).toEqual([id]);
  });

  test("are one organization's, and only of the developers that are asked for", async () => {
    await add("export", { organization: "theirs" });
    const own = await add("export");
    const other = await add("export", { developer: "grace", at: NOON + 5 * SECOND });
    await add("export", { developer: "linus", at: NOON + 9 * SECOND });
    expect(await find("export", { developers: ["ada"] })).toEqual([own]);
    expect(await find("export", { developers: ["ada", "grace"] })).toEqual([other, own]);
  });

  test("are not found by whose they are", async () => {
    await add("export", { developer: "ada" });
    expect(await find("ada")).toEqual([]);
    expect(await find(Buffer.from("ada").toString("hex"))).toEqual([]);
  });

  test.each(["NOT", "OR", "NEAR", 'a"b', "*", "^", "-", "notes:", "\u19b0", "{}", "'"])(
    "are looked for by %p as by any word",
    async (word) => {
      await add("export");
      expect(await find(word)).toEqual([]);
    },
  );

  test("are no rows without text", async () => {
    const id = await add(null);
    await view().updateTable("notes").set({ seen: 1 }).execute();
    expect(await find("ours")).toEqual([]);
    await view().updateTable("notes").set({ text: "arrived later" }).where("id", "=", id).execute();
    expect(await find("later")).toEqual([id]);
  });

  test("follow a change of their text and of their owner", async () => {
    const id = await add("export");
    await view().updateTable("notes").set({ text: "import", developer: "grace" }).execute();
    expect(await find("export")).toEqual([]);
    expect(await find("import", { developers: ["ada"] })).toEqual([]);
    expect(await find("import", { developers: ["grace"] })).toEqual([id]);
  });

  test("are gone with the row, and with text that is taken away", async () => {
    const id = await add("export");
    await add("export again", { at: NOON + 5 * SECOND });
    await view().updateTable("notes").set({ text: null }).where("id", "=", id).execute();
    await view().deleteFrom("notes").where("id", "!=", id).execute();
    expect(await find("export")).toEqual([]);
  });

  test("are found where another row at the same place goes, of whatever organization", async () => {
    const [left, right, foreign] = sharingPlaces();
    await view().insertInto("notes").values([left, right, foreign]).execute();
    const theirs = { organization: foreign.organization };
    await view().deleteFrom("notes").where("id", "=", left.id).execute();
    expect(await find("export both")).toEqual([right.id]);
    expect(await find("export both", theirs)).toEqual([foreign.id]);
    await view().updateTable("notes").set({ text: "export mine" }).where("id", "=", right.id).execute();
    expect(await find("export mine")).toEqual([right.id]);
    expect(await find("export both", theirs)).toEqual([foreign.id]);
  });

  test("are kept in the transaction that changes them", async () => {
    const change = inTransaction(database, "full", async (transaction) => {
      await tables(transaction, NOTES).deleteFrom("notes").execute();
      throw new Error("on second thought");
    });
    const id = await add("export");
    expect(change).rejects.toThrow("on second thought");
    await change.catch(() => {});
    expect(await find("export")).toEqual([id]);
  });

  test("are those that stay when a table is emptied", async () => {
    await add("export");
    await emptyTable(database, NOTES, SEALED_SESSIONS);
    expect(await find("export")).toEqual([]);
    const id = await add("import");
    expect(await find("import")).toEqual([id]);
  });
});

describe("words of deleted rows", () => {
  /** Whether a file of the database holds the beginning of a word. */
  const holds = (word: string) =>
    ["scoring.db", "scoring.db-wal"].some((file) => readFileSync(join(directory, file)).includes(word));

  async function eraseAll(): Promise<void> {
    const engine = engineOf(database);
    for (
      let step: "first" | "next" = "first";
      (await engine.packWords(database, step)) === "more";
      step = "next"
    );
    for (let from = 0; ;) {
      const scrubbed = await engine.scrub(database, from);
      if (scrubbed.kind === "done") return;
      if (scrubbed.kind === "more") from = scrubbed.next;
    }
  }

  test("are in no byte of the database once it is packed and scrubbed", async () => {
    for (let index = 0; index < 3_000; index += 1)
      await add(`note ${index} qz${index} of ${index % 7 === 0 ? "zebrafinch" : "others"}`, {
        developer: index % 7 === 0 ? "grace" : "ada",
        at: NOON + index * SECOND,
      });
    expect(holds("zebrafinch")).toBe(true);
    await view().deleteFrom("notes").where("developer", "=", "grace").execute();
    await eraseAll();
    expect(holds("ebrafinch")).toBe(false);
    expect(holds(Buffer.from("grace").toString("hex"))).toBe(false);
    expect(await find("others", { limit: 1 })).toHaveLength(1);
  });

  test("are in no byte once the database is compacted", async () => {
    await add("about the zebrafinch");
    await add("about others", { developer: "grace" });
    await view().deleteFrom("notes").where("developer", "=", "ada").execute();
    await engineOf(database).compact(database);
    expect(holds("ebrafinch")).toBe(false);
    expect(await find("others")).toHaveLength(1);
  });
});
