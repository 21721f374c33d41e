import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ObjectStore } from "../../../src/objects/object-store.ts";
import { DAY, HOUR, SECOND } from "../../../src/vocabulary/units.ts";
import { joinObjects } from "../../../src/writer/upkeep/join.ts";
import { runRound } from "../../../src/writer/upkeep/keep.ts";
import { planRewriting, rewriteObject } from "../../../src/writer/upkeep/rewrite.ts";
import { readObject, selectOutlines } from "../../../src/writer/upkeep/object-table.ts";
import { sweepPlanned, sweepRemoved } from "../../../src/writer/upkeep/sweep.ts";
import { selectDamaged } from "../../../src/writer/upkeep/table.ts";
import { Holding, logsBody, NOON } from "./holding.ts";

let holding: Holding;
beforeEach(async () => {
  holding = await Holding.open();
});
afterEach(() => holding.close());

async function say(text: string, session = "s"): Promise<void> {
  await holding.write([logsBody([{ session, at: holding.now, text }])]);
  holding.now += SECOND;
}

async function sayAll(...texts: string[]): Promise<void> {
  for (const text of texts) await say(text);
  await holding.examine();
}

describe("an object", () => {
  test("is not joined before its hour is over", async () => {
    await sayAll("a", "b");
    await runRound(holding.parts());
    expect(await holding.keys()).toHaveLength(2);
  });

  test("is not joined before the normaliser has examined it", async () => {
    await say("a");
    await say("b");
    holding.now += HOUR;
    await runRound(holding.parts());
    expect(await holding.keys()).toHaveLength(2);
  });

  test("is not joined with one of another signal, organization or hour", async () => {
    await sayAll("a");
    await holding.write([logsBody([{ session: "s", at: holding.now, text: "b" }])], {
      organizationId: "org-2",
      keyId: "key-2",
    });
    const point = { asInt: "1", timeUnixNano: `${holding.now}000000` };
    const metrics = [{ name: "m", sum: { dataPoints: [point], aggregationTemporality: 1 } }];
    await holding.write([{ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }]);
    holding.now += HOUR;
    await sayAll("c");
    holding.now += HOUR;
    await runRound(holding.parts());
    expect(await holding.keys()).toHaveLength(4);
  });

  test("whose frame is damaged is left as it is, and its neighbours are joined without it", async () => {
    await sayAll("a", "b", "c");
    const [key = ""] = await holding.keys();
    writeFileSync(join(holding.directory, "objects", key), "no frame at all, but as long as one".repeat(20));
    holding.now += HOUR;
    await runRound(holding.parts());
    await runRound(holding.parts());
    expect(await holding.keys()).toHaveLength(2);
    expect(await selectDamaged(holding.database)).toMatchObject([{ objectKey: key, kind: "corrupt" }]);
    expect(await holding.texts()).toEqual(["b", "c"]);
  });
});

describe("objects of an hour that is over", () => {
  test("become one, whose small frames are one, with every record in its order", async () => {
    await sayAll("a", "b", "c");
    holding.now += HOUR;
    await runRound(holding.parts());
    const keys = await holding.keys();
    expect(keys).toEqual([
      "org=org-1/signal=logs/date=2026-11-20/hour=12/0000000000000001-0000000000000003.jsonl.zst",
    ]);
    expect(await readObject(holding.database, keys[0] ?? "")).toMatchObject({
      records: 3,
      frames: [{ records: 3, sessions: ["s"], leastMs: NOON, greatestMs: NOON + 2 * SECOND }],
    });
    expect(await holding.texts()).toEqual(["a", "b", "c"]);
    expect(await holding.differences()).toEqual([]);
  });

  test("keep their files while a backup is made, and lose them after it", async () => {
    await sayAll("a", "b");
    const before = await holding.keys();
    holding.now += HOUR;
    await runRound(holding.parts());
    holding.now += HOUR;
    const held: ObjectStore = { ...holding.objects, isHeld: () => true };
    expect(await sweepRemoved({ ...holding.parts(), objects: held }, 0)).toBe(0);
    expect(holding.files()).toEqual(expect.arrayContaining(before));
    expect(await sweepRemoved(holding.parts(), 0)).toBe(2);
    expect(holding.files()).toEqual(await holding.keys());
  });

  test("keep them too when an engine begins and takes the new file, which is not listed yet, for litter", async () => {
    await sayAll("a", "b");
    const before = await holding.keys();
    const put: ObjectStore["put"] = async (key, bytes) => {
      await holding.objects.put(key, bytes);
      await sweepPlanned(holding.parts());
    };
    const parts = holding.parts({ objects: { ...holding.objects, put } });
    expect(await joinObjects(parts, await selectOutlines(holding.database, {}))).toBeNull();
    const [key = ""] = before;
    const withoutNobody = { without: () => null, dropsUnreadable: () => false };
    const emptied = await planRewriting(parts, key, withoutNobody);
    const kept = { ...emptied!, pieces: [{ frame: emptied!.object.frames[0]!, bytes: Buffer.from("kept") }] };
    await expect(rewriteObject(parts, kept)).rejects.toThrow("an engine began and took");
    await sweepRemoved(holding.parts(), 0);
    expect(await holding.keys()).toEqual(before);
    expect(await holding.texts()).toEqual(["a", "b"]);
    expect(holding.files()).toEqual(before);
  });

  test("are joined again when their day is over", async () => {
    await sayAll("a", "b");
    holding.now += HOUR;
    await sayAll("c", "d");
    holding.now += HOUR;
    await runRound(holding.parts());
    expect(await holding.keys()).toHaveLength(2);
    holding.now += DAY;
    await runRound(holding.parts());
    expect(await holding.keys()).toEqual([
      "org=org-1/signal=logs/date=2026-11-20/hour=12/0000000000000001-0000000000000004.jsonl.zst",
    ]);
    expect(await holding.texts()).toEqual(["a", "b", "c", "d"]);
  });

  test("keep large frames as they are", async () => {
    const large = Array.from({ length: 3_000 }, () => crypto.randomUUID()).join(" "); // hardly compressible
    await sayAll("a", large.repeat(3), "b", "c");
    holding.now += HOUR;
    await runRound(holding.parts());
    const [key = ""] = await holding.keys();
    expect((await readObject(holding.database, key))?.frames.map((frame) => frame.records)).toEqual([
      1, 1, 2,
    ]);
    expect(await holding.texts()).toHaveLength(4);
  });

  test("stay on disk until no reader can be at them", async () => {
    await sayAll("a", "b");
    holding.now += HOUR;
    await runRound(holding.parts());
    expect(holding.files()).toHaveLength(3);
    holding.now += 31 * SECOND;
    await runRound(holding.parts());
    expect(holding.files()).toEqual(await holding.keys());
  });

  test("are joined under another name when the plain one is taken", async () => {
    await holding.write([logsBody([{ session: "s", at: NOON, text: "a" }])]);
    // one batch that reaches over the end of an hour has the same sequences in both
    await holding.database.destroy();
    holding = await Holding.open(holding.directory);
    await holding.examine();
    const [only] = await selectOutlines(holding.database, {});
    if (only === undefined) throw new Error("nothing was written");
    const joined = await joinObjects(holding.parts(), [only]);
    expect(joined?.key).toEndWith("0000000000000001-0000000000000001.1.jsonl.zst");
    expect(await holding.texts()).toEqual(["a"]);
  });
});

describe("a crash while objects are joined", () => {
  /** Runs the joining and copies the directory before and after each step that changes files. */
  async function crashEverywhere(): Promise<Holding[]> {
    const copies: Holding[] = [];
    const around = async (step: () => Promise<void>) => {
      copies.push(await holding.copy());
      await step();
      copies.push(await holding.copy());
    };
    const objects: ObjectStore = {
      ...holding.objects,
      put: (key, bytes) =>
        around(async () => {
          writeFileSync(join(holding.directory, "objects", `${key}.unfinished`), bytes.subarray(0, 10));
          copies.push(await holding.copy());
          await holding.objects.put(key, bytes);
        }),
      remove: (key) => around(() => holding.objects.remove(key)),
    };
    await runRound(holding.parts({ objects }));
    holding.now += 31 * SECOND;
    await sweepRemoved({ ...holding.parts(), objects });
    return copies;
  }

  test("loses nothing, leaves no double, and the next start cleans up", async () => {
    await sayAll("a", "b", "c");
    holding.now += HOUR;
    const copies = await crashEverywhere();
    expect(copies.length).toBeGreaterThan(5);
    for (const copy of copies) {
      await sweepPlanned(copy.parts());
      await sweepRemoved(copy.parts(), 0);
      expect(await copy.texts()).toEqual(["a", "b", "c"]);
      expect(await copy.differences()).toEqual([]);
      expect(copy.files().filter((path) => !path.endsWith(".unfinished"))).toEqual(await copy.keys());
      await runRound(copy.parts());
      expect(await copy.keys()).toHaveLength(1);
      await copy.close();
    }
  });
});

describe("a disk that refuses", () => {
  test("leaves everything as it was, and the next round does the work", async () => {
    await sayAll("a", "b");
    holding.now += HOUR;
    const full: ObjectStore = { ...holding.objects, put: () => Promise.reject(new Error("ENOSPC")) };
    await expect(runRound(holding.parts({ objects: full }))).rejects.toThrow("ENOSPC");
    expect(await holding.keys()).toHaveLength(2);
    await runRound(holding.parts());
    expect(await holding.keys()).toHaveLength(1);
    expect(await holding.texts()).toEqual(["a", "b"]);
  });
});

describe("a torn object", () => {
  test("gives what is left of it, and the normaliser goes on behind it", async () => {
    await say("a");
    await say("b");
    const [first = ""] = await holding.keys();
    truncateSync(join(holding.directory, "objects", first), 20);
    await holding.examine();
    expect(await selectDamaged(holding.database)).toMatchObject([{ objectKey: first, kind: "missing" }]);
    expect(await holding.texts()).toEqual(["b"]);
    expect(await holding.differences()).toEqual([]);
  });
});
