import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTransaction } from "../../../src/database/transaction.ts";
import { savePurge, selectPurges } from "../../../src/insights/governance/journal-table.ts";
import { StoreUnavailable } from "../../../src/objects/object-store.ts";
import { selectOrganizations } from "../../../src/identity/organizations/table.ts";
import type { HeldSequences } from "../../../src/stream/telemetry-stream.ts";
import { HOUR, SECOND } from "../../../src/vocabulary/units.ts";
import { readFigures } from "../../../src/books/books-table.ts";
import { readPosition } from "../../../src/books/progress-table.ts";
import { adoptObjects } from "../../../src/writer/upkeep/adopt.ts";
import { runRound } from "../../../src/writer/upkeep/keep.ts";
import { readObject } from "../../../src/writer/upkeep/object-table.ts";
import { adoptStrays, settleObjects, wasAdopted } from "../../../src/writer/upkeep/settle.ts";
import { compareFiles, requireCatalogue } from "../../../src/writer/upkeep/strays.ts";
import { selectDamaged } from "../../../src/writer/upkeep/table.ts";
import { EMPTY_STREAM, Holding, logsBody, PUBLISHER } from "./holding.ts";
import { wholeSchema } from "../../whole-schema.ts";

let holding: Holding;
beforeEach(async () => {
  holding = await Holding.open();
});
afterEach(() => holding.close());

/** A stream that holds the messages from first to last. */
function streamOf(
  first: number,
  last: number,
  published: { frames: number; records: number },
): HeldSequences {
  return {
    first,
    holds: (from, to) => from >= first && to <= last,
    publishedUpTo: async () => new Map([[PUBLISHER, published]]),
  };
}

async function say(text: string, organizationId = "org-1"): Promise<void> {
  const body = logsBody([{ session: "s", at: holding.now, text }]);
  await holding.write([body], { organizationId, keyId: "key-1" });
  holding.now += SECOND;
}

/** The same objects with a new database. */
async function withoutDatabase(of: Holding): Promise<Holding> {
  const directory = mkdtempSync(join(tmpdir(), "holding-"));
  cpSync(join(of.directory, "objects"), join(directory, "objects"), { recursive: true });
  const bare = await Holding.open(directory);
  bare.now = of.now;
  return bare;
}

async function adoptAll(into: Holding) {
  return adoptObjects(into.parts(), await compareFiles(into.database, into.objects));
}

describe("a database that was deleted", () => {
  test("is refused while there are objects, naming what to do", async () => {
    await say("a");
    const bare = await withoutDatabase(holding);
    await expect(requireCatalogue(bare.database, bare.objects)).rejects.toThrow("scoring rebuild --adopt");
    await adoptAll(bare);
    await requireCatalogue(bare.database, bare.objects);
    await bare.close();
  });

  test("is no matter while there are none, and one that knew objects is not new", async () => {
    await requireCatalogue(holding.database, holding.objects);
    await say("a");
    await requireCatalogue(holding.database, holding.objects);
  });

  test("has every record again under its organization, and its books balance", async () => {
    for (const text of ["a", "b", "c"]) await say(text);
    await say("d", "org-2");
    await holding.examine();
    holding.now += HOUR;
    await runRound(holding.parts());
    const bare = await withoutDatabase(holding);
    const adoption = await adoptAll(bare);
    // the file of a join and those it was made of, which wait for their readers
    expect(adoption).toMatchObject({ objects: 2, records: 4 });
    expect(adoption.redundant).toHaveLength(3);
    expect(adoption.organizations.toSorted()).toEqual(["org-1", "org-2"]);
    expect((await selectOrganizations(bare.database)).map(({ id }) => id).toSorted()).toEqual([
      "org-1",
      "org-2",
    ]);
    expect(await bare.texts()).toEqual(["a", "b", "c"]);
    expect(await bare.texts("org-2")).toEqual(["d"]);
    expect((await readFigures(bare.database)).persisted).toEqual({ frames: 4, records: 4 });
    await bare.examine();
    expect(await bare.differences()).toEqual([]);
    expect((await adoptAll(bare)).objects).toBe(0);
    await bare.close();
  });

  test("takes batches again that the stream still holds, however much of them was written", async () => {
    await say("a");
    await say("b");
    const bare = await withoutDatabase(holding);
    await adoptAll(bare);
    await settleObjects(bare.parts(), streamOf(2, 4, { frames: 1, records: 1 }));
    expect(await bare.texts()).toEqual(["a"]);
    expect((await readPosition(bare.database, "writer"))?.sequence).toBe(1);
    expect(bare.files()).toEqual(await bare.keys());
    await bare.examine();
    expect(await bare.differences()).toEqual([]);
    await bare.close();
  });
});

describe("a database that is older than its objects", () => {
  test("takes in what it does not know, and goes on behind it", async () => {
    await say("a");
    const older = await holding.copy();
    await say("b");
    await say("c");
    cpSync(join(holding.directory, "objects"), join(older.directory, "objects"), { recursive: true });
    expect(await settleObjects(older.parts(), EMPTY_STREAM)).toMatchObject({ objects: 2 });
    expect(await older.texts()).toEqual(["a", "b", "c"]);
    expect((await readPosition(older.database, "writer"))?.sequence).toBe(3);
    await older.examine();
    expect(await older.differences()).toEqual([]);
    await older.close();
  });

  test("knows objects that were joined since: their records count once", async () => {
    await say("a");
    await say("b");
    await holding.examine();
    const older = await holding.copy();
    await say("c");
    await holding.examine();
    holding.now += HOUR;
    await runRound(holding.parts());
    holding.now += HOUR;
    await runRound(holding.parts());
    rmSync(join(older.directory, "objects"), { recursive: true });
    cpSync(join(holding.directory, "objects"), join(older.directory, "objects"), { recursive: true });
    expect(await settleObjects(older.parts(), EMPTY_STREAM)).toMatchObject({ objects: 1 });
    // some of it was examined already
    expect(await readPosition(older.database, "normaliser")).toBeNull();
    expect(await older.texts()).toEqual(["a", "b", "c"]);
    expect((await readFigures(older.database)).persisted).toEqual({ frames: 3, records: 3 });
    expect(await selectDamaged(older.database)).toEqual([]);
    await older.examine();
    expect(await older.differences()).toEqual([]);
    await older.close();
  });
});

describe("adopting that is broken off", () => {
  test("is settled by the next start", async () => {
    await say("a");
    const older = await holding.copy();
    await say("b");
    await say("c");
    cpSync(join(holding.directory, "objects"), join(older.directory, "objects"), { recursive: true });
    const [, , third] = holding.files();
    const { objects } = older;
    const read: typeof objects.read = async (key, ...span) => {
      if (key === third) throw new StoreUnavailable("the bucket is slow");
      return objects.read(key, ...span);
    };
    const published = { frames: 3, records: 3 };
    const stream = { ...EMPTY_STREAM, publishedUpTo: async () => new Map([[PUBLISHER, published]]) };
    const torn = { ...older.parts(), objects: { ...objects, read } };
    await expect(settleObjects(torn, stream)).rejects.toThrow("slow");
    expect(await older.texts()).toEqual(["a", "b"]);
    await adoptAll(older);
    expect(await wasAdopted(older.database)).toBe(true);
    expect(await settleObjects(older.parts(), stream)).toMatchObject({ objects: 0 });
    expect((await readFigures(older.database)).publishers.get(PUBLISHER)).toEqual(published);
    await older.examine();
    expect(await older.texts()).toEqual(["a", "b", "c"]);
    expect(await older.differences()).toEqual([]);
    await older.close();
  });

  test("has done with each object what follows from it", async () => {
    await say("a");
    await say("b", "org-2");
    await say("c");
    await holding.examine();
    const [first = ""] = await holding.keys();
    const purge = { id: "p", organization: "org-1", developers: ["d"], keys: [], sessions: [], purgedAt: 0 };
    const progress = { scannedThrough: 3, streamedThrough: 3, done: true };
    await inTransaction(holding.database, "full", (transaction) =>
      savePurge(transaction, { ...purge, ...progress }),
    );
    await wholeSchema(holding.database).deleteFrom("objects").where("key", "=", first).execute();
    // no more than the listing
    await adoptAll(holding);
    expect(await readPosition(holding.database, "normaliser")).toBeNull();
    expect(await selectPurges(holding.database)).toMatchObject([{ scannedThrough: 0, done: false }]);
  });
});

describe("an unlisted object", () => {
  test("goes when the stream will bring all of it again", async () => {
    await say("a");
    const before = await holding.copy();
    await say("b");
    cpSync(join(holding.directory, "objects"), join(before.directory, "objects"), { recursive: true });
    await settleObjects(before.parts(), streamOf(2, 2, { frames: 1, records: 1 }));
    expect(before.files()).toEqual(await before.keys());
    expect(await before.texts()).toEqual(["a"]);
    await before.close();
  });

  test("that some attempt left behind whose batch was written after all goes too", async () => {
    await say("a");
    const [key = ""] = await holding.keys();
    const copied = key.replace("0000000000000001.jsonl", "0000000000000002.jsonl");
    const objects = join(holding.directory, "objects");
    writeFileSync(join(objects, copied), readFileSync(join(objects, key)));
    const adoption = await settleObjects(holding.parts(), streamOf(1, 2, { frames: 1, records: 1 }));
    expect(adoption).toMatchObject({ objects: 0, redundant: [copied] });
    expect(await holding.texts()).toEqual(["a"]);
  });

  test("whose frames are listed all the same is listed whole again, its records once", async () => {
    await say("a");
    await say("b");
    await holding.examine();
    const [key = ""] = await holding.keys();
    await wholeSchema(holding.database).deleteFrom("objects").where("key", "=", key).execute();
    expect(await adoptStrays(holding.parts())).toMatchObject({ objects: 1, records: 1 });
    expect(await holding.texts()).toEqual(["a", "b"]);
    expect(await holding.differences()).toEqual([]);
    expect((await readObject(holding.database, key))?.frames).toMatchObject([
      { records: 1, sessions: ["s"] },
    ]);
  });

  test("with a torn end gives the frames that are whole", async () => {
    const large = Array.from({ length: 30_000 }, () => crypto.randomUUID()).join(" ");
    await holding.write([
      logsBody([{ session: "s", at: holding.now, text: "a" }]),
      logsBody([{ session: "s", at: holding.now, text: large }]),
    ]);
    const bare = await withoutDatabase(holding);
    const [file = ""] = bare.files();
    truncateSync(join(bare.directory, "objects", file), 2_000);
    expect(await adoptAll(bare)).toMatchObject({ objects: 1, records: 1 });
    expect(await bare.texts()).toEqual(["a"]);
    expect(await selectDamaged(bare.database)).toMatchObject([{ objectKey: file, kind: "corrupt" }]);
    await bare.close();
  });

  test("in which nothing can be read stays where it is", async () => {
    await say("a");
    const bare = await withoutDatabase(holding);
    const [file = ""] = bare.files();
    writeFileSync(join(bare.directory, "objects", file), "not what it was");
    expect(await adoptAll(bare)).toMatchObject({ objects: 0, unreadable: [file] });
    expect(bare.files()).toEqual([file]);
    await bare.close();
  });
});

describe("a start", () => {
  test("clears what a crash left half-written, and says which records are gone", async () => {
    await say("a");
    await say("b");
    const [first = "", second = ""] = await holding.keys();
    writeFileSync(join(holding.directory, "objects", `${first}.unfinished`), "half");
    rmSync(join(holding.directory, "objects", second));
    await settleObjects(holding.parts(), EMPTY_STREAM);
    expect(holding.files()).toEqual([first]);
    expect(await selectDamaged(holding.database)).toMatchObject([{ objectKey: second, kind: "missing" }]);
    await holding.examine();
    expect(await holding.texts()).toEqual(["a"]);
    expect(await holding.differences()).toEqual([]);
  });
});
