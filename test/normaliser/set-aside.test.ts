import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CompiledQuery } from "kysely";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import { packLines, readFrameLines } from "../../src/catalogue/frame-text.ts";
import { findFrames } from "../../src/catalogue/frame-table.ts";
import { numbersOf, OBJECT_FRAMES } from "../../src/catalogue/table.ts";
import { tables } from "../../src/database/table-shape.ts";
import { SET_ASIDE_SESSIONS } from "../../src/normaliser/set-aside-table.ts";
import { bytesOfSightings, sightingsOfBytes } from "../../src/normaliser/sightings/sightings-bytes.ts";
import { SIGHTING_CHUNKS } from "../../src/normaliser/sightings/sightings-table.ts";
import { SUB_SESSIONS } from "../../src/turns/create-tables.ts";
import { DAMAGED_FRAMES } from "../../src/writer/upkeep/table.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { examiningStage } from "../../src/normaliser/examining-stage.ts";
import { addRescore } from "../../src/normaliser/rescore/rescore-table.ts";
import { readSetAside, retryOthers } from "../../src/normaliser/set-aside.ts";
import { readWaiting } from "../../src/normaliser/waiting-table.ts";
import { measuringStage } from "../../src/sessions/keep.ts";
import { Measurer } from "../../src/sessions/measurer.ts";
import { type Stage, UNHURRIED } from "../../src/vocabulary/stage.ts";
import { SECOND } from "../../src/vocabulary/units.ts";
import { Holding, logsBody, STREAM_MADE_AT } from "../writer/upkeep/holding.ts";

let holding: Holding;
let organization: string;
beforeEach(async () => {
  holding = await Holding.open();
  organization = await holding.addOrganization();
});
afterEach(() => holding.close());

/**
 * A request with one prompt of the session.
 *
 * @returns The key of its object.
 */
async function send(session: string): Promise<string> {
  const attributes = { "event.name": "user_prompt", "prompt.id": session, prompt: "please do" };
  const said = { session, at: holding.now, text: "prompt", attributes };
  const before = new Set(await holding.keys());
  await holding.write([logsBody([said], { "service.name": "claude-code" })], {
    organizationId: organization,
    keyId: "key-1",
  });
  holding.now += SECOND;
  return (await holding.keys()).find((key) => !before.has(key)) ?? "there is no new object";
}

async function linesOf(key: string): Promise<string[]> {
  const all = { organization, signal: "logs" as const, session: null, event: null };
  for await (const frame of findFrames(holding.database, { ...all, from: 0, to: Number.MAX_SAFE_INTEGER })) {
    if (frame.objectKey !== key) continue;
    const lines = await readFrameLines(holding.objects, { key, ...frame });
    if (lines.ok) return lines.value;
  }
  throw new Error(`${key} cannot be read`);
}

/** Puts an object in its place that can be read, and whose lines are these. */
async function replace(key: string, lines: readonly string[]): Promise<void> {
  const frame = await packLines(lines);
  writeFileSync(join(holding.directory, "objects", key), frame);
  await tables(holding.database, OBJECT_FRAMES)
    .updateTable("object_frames")
    .set({ length: frame.byteLength })
    .where("object", "in", numbersOf(holding.database, [key]))
    .execute();
}

/** Lets the stage work until it rests. */
async function work(stage: Stage): Promise<void> {
  for (let step = await stage.step(UNHURRIED); step.mostMs === 0;) step = await stage.step(UNHURRIED);
}

async function examineAndMeasure(): Promise<void> {
  const { database, objects } = holding;
  await work(examiningStage({ database, objects, streamCreatedAt: STREAM_MADE_AT }, () => {}));
  await work(measuring());
}

function measuring(): Stage {
  const prices = loadPrices({ pricesFile: null });
  const { database } = holding;
  return measuringStage(new Measurer({ database, clock: () => holding.now, prices, outages: () => [] }));
}

async function measuredSessions(): Promise<string[]> {
  const rows = await tables(holding.database, SUB_SESSIONS)
    .selectFrom("sub_sessions")
    .select("session")
    .distinct()
    .orderBy("session")
    .execute();
  return rows.map(({ session }) => session.split(":").at(-1) ?? session);
}

describe("a part of an object that cannot be examined", () => {
  test("is set aside with its reason, and those before and after it are scored", async () => {
    await send("first");
    await replace(await send("broken"), ["null"]);
    await send("last");
    await examineAndMeasure();
    const [aside, ...others] = await readSetAside(holding.database);
    expect(others).toEqual([]);
    expect(aside).toMatchObject({ what: "frames", count: 1 });
    expect(aside?.reason).toContain("null");
    expect(await measuredSessions()).toEqual(["first", "last"]);
    expect(await holding.differences()).toEqual([]);
  });

  test("leaves nothing behind of what it held before its broken line", async () => {
    const key = await send("broken");
    await replace(key, [...(await linesOf(key)), "null"]);
    await send("last");
    await examineAndMeasure();
    expect(await measuredSessions()).toEqual(["last"]);
  });

  test("is set aside when its rows are refused, and the batch's other objects are not", async () => {
    const refusal = CompiledQuery.raw(
      "create trigger refuse before insert on sighting_chunks when new.scope like '%broken' " +
        "begin select raise(abort, 'refused'); end",
    );
    await holding.database.executeQuery(refusal);
    await send("first");
    await send("broken");
    await send("last");
    await examineAndMeasure();
    expect(await readSetAside(holding.database)).toMatchObject([{ what: "frames", reason: "refused" }]);
    expect(await measuredSessions()).toEqual(["first", "last"]);
    expect(await holding.differences()).toEqual([]);
  });

  test.each(["a rescore", "another version"])("is tried again by %s", async (again) => {
    const key = await send("broken");
    const whole = await linesOf(key);
    await replace(key, ["null"]);
    await examineAndMeasure();
    await replace(key, whole);
    await inTransaction(holding.database, "full", async (transaction) => {
      if (again === "a rescore") return void (await addRescore(transaction, { from: 0, to: holding.now }));
      await tables(transaction, DAMAGED_FRAMES)
        .updateTable("damaged_frames")
        .set({ version: "older" })
        .execute();
      await retryOthers(transaction);
    });
    await examineAndMeasure();
    expect(await readSetAside(holding.database)).toEqual([]);
    expect(await measuredSessions()).toEqual(["broken"]);
  });

  test("is not tried again by the version that set it aside", async () => {
    await replace(await send("broken"), ["null"]);
    await examineAndMeasure();
    const before = await readSetAside(holding.database);
    await inTransaction(holding.database, "full", retryOthers);
    await examineAndMeasure();
    expect(await readSetAside(holding.database)).toEqual(before);
  });
});

describe("a session that cannot be measured", () => {
  /** What was kept of the session is no JSON any more. */
  async function breakSightings(): Promise<Uint8Array> {
    const { database, objects } = holding;
    await work(examiningStage({ database, objects, streamCreatedAt: STREAM_MADE_AT }, () => {}));
    const broken = tables(database, SIGHTING_CHUNKS).selectFrom("sighting_chunks").select("sightings");
    const { sightings } = await broken.where("scope", "like", "%broken").executeTakeFirstOrThrow();
    await setSightings(Buffer.from("{"));
    return sightings;
  }

  async function setSightings(sightings: Uint8Array): Promise<void> {
    const rows = tables(holding.database, SIGHTING_CHUNKS).updateTable("sighting_chunks").set({ sightings });
    await rows.where("scope", "like", "%broken").execute();
  }

  test("is set aside with its reason, and those that waited with it are measured", async () => {
    for (const session of ["first", "broken", "last"]) await send(session);
    await breakSightings();
    await work(measuring());
    expect(await readSetAside(holding.database)).toMatchObject([{ what: "sessions", count: 1 }]);
    expect(await measuredSessions()).toEqual(["first", "last"]);
    expect((await readWaiting(holding.database)).sessions).toBe(0);
  });

  test("is set aside when it holds more than can be measured", async () => {
    for (const session of ["first", "broken"]) await send(session);
    const [sighting] = sightingsOfBytes(await breakSightings());
    if (sighting === undefined) throw new Error("nothing was seen");
    await setSightings(bytesOfSightings(Array.from({ length: 100_001 }, () => sighting)));
    await work(measuring());
    const [aside] = await readSetAside(holding.database);
    expect(aside).toMatchObject({ what: "sessions", count: 1 });
    expect(aside?.reason).toContain("more than 100000 records");
    expect(await measuredSessions()).toEqual(["first"]);
  });

  test.each(["a rescore", "another version"])("is tried again by %s", async (again) => {
    await send("broken");
    const sound = await breakSightings();
    await work(measuring());
    await setSightings(sound);
    await inTransaction(holding.database, "full", async (transaction) => {
      if (again === "a rescore") return void (await addRescore(transaction, { from: 0, to: holding.now }));
      await tables(transaction, SET_ASIDE_SESSIONS)
        .updateTable("set_aside_sessions")
        .set({ version: "older" })
        .execute();
      await retryOthers(transaction);
    });
    await examineAndMeasure();
    expect(await readSetAside(holding.database)).toEqual([]);
    expect(await measuredSessions()).toEqual(["broken"]);
  });
});
