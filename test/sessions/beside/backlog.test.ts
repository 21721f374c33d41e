import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { UnnotedAttempts } from "../../../src/attempts/attempts.ts";
import { MeasuringThreads } from "../../../src/sessions/beside/measuring-threads.ts";
import type { Measurer } from "../../../src/sessions/measurer.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { PRICES, WaitingSessions } from "./waiting-sessions.ts";

const WORKER = new URL("../../../src/sessions/beside/measuring-worker.ts", import.meta.url).href;

const BROKEN = new URL("../../appliance/broken-worker.ts", import.meta.url).href;

let sessions: WaitingSessions;
let threads: MeasuringThreads;

beforeEach(async () => {
  sessions = await WaitingSessions.open();
  threads = threadsOf(() => new Worker(WORKER));
});
afterEach(async () => {
  threads.stop();
  await sessions.close();
});

function threadsOf(startWorker: () => Worker): MeasuringThreads {
  return new MeasuringThreads({
    dataDir: sessions.holding.directory,
    prices: PRICES,
    threads: 1,
    startWorker,
  });
}

async function measureAll(measurer: Measurer): Promise<number> {
  let round = await measurer.round();
  let { measured } = round;
  while (round.more) {
    round = await measurer.round();
    measured += round.measured;
  }
  return measured;
}

describe("a backlog of sessions", () => {
  test("is measured by a thread, with the rows that the engine's own thread gives", async () => {
    await sessions.send(460);
    const copy = await sessions.copy();
    expect(await measureAll(copy.measurer())).toBe(460);
    expect(await measureAll(sessions.measurer({ threads }))).toBe(460);
    expect(await sessions.waiting()).toEqual([]);
    expect(await sessions.dump()).toEqual(await copy.dump());
    await copy.close();
  });

  test("does not put older rows in the place of a session that was measured meanwhile", async () => {
    await sessions.send(260);
    const measurer = sessions.measurer({ threads });
    await measurer.round();
    const [name] = await sessions.waiting();
    if (name === undefined) throw new Error("nothing is left");
    const turns = wholeSchema(sessions.database);
    await measurer.measure([name]);
    await turns.updateTable("turns").set({ calls: 99 }).where("session", "=", name.session).execute();
    await measurer.round();
    const row = await turns
      .selectFrom("turns")
      .select("calls")
      .where("session", "=", name.session)
      .executeTakeFirst();
    expect(row?.calls).toBe(99);
  });

  test("is measured but for the session that breaks it, which is set aside", async () => {
    await sessions.send(70);
    const schema = wholeSchema(sessions.database);
    const scope = (await schema.selectFrom("sighting_chunks").select("scope").executeTakeFirst())?.scope;
    await schema
      .updateTable("sighting_chunks")
      .set({ sightings: "{" })
      .where("scope", "=", scope ?? "")
      .execute();
    await measureAll(sessions.measurer({ threads, attempts: new UnnotedAttempts() }));
    expect(await sessions.waiting()).toEqual([]);
    const aside = await schema.selectFrom("set_aside_sessions").select("session").execute();
    expect(aside.map(({ session }) => `s:${session}`)).toEqual([scope ?? ""]);
  });

  test("is measured here when the thread breaks", async () => {
    await sessions.send(60);
    const broken = threadsOf(() => new Worker(BROKEN));
    expect(await measureAll(sessions.measurer({ threads: broken }))).toBe(60);
    expect(await sessions.waiting()).toEqual([]);
    broken.stop();
  });
});
