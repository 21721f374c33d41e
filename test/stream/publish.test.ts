import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sumOf } from "../../src/books/books.ts";
import { AcknowledgedFile } from "../../src/stream/acknowledged.ts";
import { connectTo, type StreamConnection } from "../../src/stream/connection.ts";
import { type Delivery, StreamReader } from "../../src/stream/consume.ts";
import { Publisher } from "../../src/stream/publish.ts";
import { EmbeddedServer } from "../../src/stream/server/server.ts";
import {
  prepareStream,
  readNewestTotals,
  readStreamState,
  streamNameOf,
  subjectOf,
} from "../../src/stream/telemetry-stream.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { frameOf as frame, PATIENT } from "./frames.ts";

const MIB = 1024 * 1024;

let directory = "";
let server: EmbeddedServer;
let connection: StreamConnection;

// a stream for each test: what a failed one leaves must not be read by the next
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "stream-"));
  server = await EmbeddedServer.start(directory, 256 * MIB, silentLog);
  connection = await connectTo(server.address, "test");
  await prepareStream(connection, { maxBytes: 16 * MIB, firstSequence: 1 });
});

afterEach(async () => {
  await connection.close();
  await server.stop();
  rmSync(directory, { recursive: true });
});

function openReader(): StreamReader {
  return StreamReader.open(connection, { bytes: 8 * MIB, waitMs: 20 }, silentLog);
}

async function drain(reader: StreamReader, frames: number): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < frames) {
    const batch = await reader.next();
    if (batch === null) break;
    texts.push(...batch.deliveries.flatMap((delivery) => delivery.requests.map(({ body }) => body)));
    await batch.acknowledge();
  }
  return texts;
}

/** Collects deliveries until it is ended. */
function collect(reader: StreamReader): { deliveries: Delivery[]; end(): Promise<void> } {
  const deliveries: Delivery[] = [];
  const reading = (async () => {
    for (let batch = await reader.next(); batch !== null; batch = await reader.next()) {
      deliveries.push(...batch.deliveries);
      await batch.acknowledge();
    }
  })();
  return {
    deliveries,
    end: async () => {
      while ((await readStreamState(connection)).messages > 0) await Bun.sleep(10);
      reader.close();
      await reading;
    },
  };
}

/** Fails unless each publisher's messages say what was delivered of it up to them. */
function expectExactTotals(deliveries: readonly Delivery[]): void {
  const counted = new Map<string, number>();
  const once = new Map(deliveries.map((delivery) => [delivery.sequence, delivery]));
  const inOrder = [...once.values()].toSorted((one, other) => one.sequence - other.sequence);
  for (const { publisher, totals, requests } of inOrder) {
    const published = (counted.get(publisher) ?? 0) + requests.length;
    counted.set(publisher, published);
    expect(totals.frames).toBe(published);
  }
}

async function publishedInAll(): Promise<{ frames: number; records: number }> {
  return sumOf(await readNewestTotals(connection));
}

/** A connection that keeps acknowledgements of messages to itself for as long as it is asked to. */
function forgetful(loses: () => boolean): StreamConnection {
  return {
    ...connection,
    async answered(question) {
      const answer = await connection.answered(question);
      const isAcknowledgement = typeof answer === "object" && answer !== null && "duplicate" in answer;
      if (isAcknowledgement && loses()) throw new Error("the acknowledgement was lost");
      return answer;
    },
  };
}

/** As a server does that finds its files damaged: the rest is gone as if it had never been there. */
async function forgetAllButTheFirst(): Promise<void> {
  const { streams } = connection.manager;
  const first = await streams.getMessage(streamNameOf(connection), { seq: 1 });
  if (first === null) throw new Error("there is no first message");
  await streams.delete(streamNameOf(connection));
  await prepareStream(connection, { maxBytes: 16 * MIB, firstSequence: 1 });
  await connection.client.publish(first.subject, first.data);
}

const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64");

describe("the stream", () => {
  test("refuses more than it may hold, and takes again once there is room", async () => {
    const publisher = new Publisher(connection, PATIENT);
    const outcomes: string[] = [];
    while (!outcomes.includes("full")) {
      const outcome = await publisher.publish(frame(Array.from({ length: 20 }, noise).join("")));
      outcomes.push(outcome.ok ? "ok" : outcome.problem.kind);
    }
    const stored = outcomes.filter((one) => one === "ok").length;
    const reader = openReader();
    expect(await drain(reader, stored)).toHaveLength(stored);
    expect(await publisher.publish(frame("again"))).toEqual({ ok: true, value: undefined });
    expect(await publishedInAll()).toEqual({ frames: stored + 1, records: stored + 1 });
    expect(await drain(reader, 1)).toEqual(["again"]);
    reader.close();
    await publisher.stop();
  });

  test("refuses what no message can hold, and goes on with what comes next", async () => {
    const publisher = new Publisher(connection, PATIENT);
    const huge = randomBytes(36 * MIB).toString("base64");
    const outcomes = await Promise.all([huge, "next"].map((text) => publisher.publish(frame(text))));
    expect(outcomes).toEqual([
      { ok: false, problem: { kind: "too_large" } },
      { ok: true, value: undefined },
    ]);
    expect(publisher.refusal()).toBeNull();
    expect(await publishedInAll()).toEqual({ frames: 1, records: 1 });
    await publisher.stop();
  });

  test("joins requests that arrive while a publish is in flight, in their order", async () => {
    const before = await readStreamState(connection);
    const publisher = new Publisher(connection, PATIENT);
    await publisher.publish(frame("before", 1000));
    const texts = Array.from({ length: 200 }, (_, index) => `request ${index}`);
    const outcomes = await Promise.all(texts.map((text) => publisher.publish(frame(text, 3))));
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    const after = await readStreamState(connection);
    expect(after.lastSequence - before.lastSequence).toBeLessThan(10);
    expect(await publishedInAll()).toEqual({ frames: 201, records: 1600 });
    const reader = openReader();
    expect((await drain(reader, 201)).toSorted()).toEqual(["before", ...texts].toSorted());
    reader.close();
    await publisher.stop();
  });

  test("holds requests while the server is away and stores each once when it is back", async () => {
    const publisher = new Publisher(connection, PATIENT);
    const killed = server.pid;
    await server.kill();
    const texts = Array.from({ length: 20 }, (_, index) => `held ${index}`);
    const outcomes = await Promise.all(texts.map((text) => publisher.publish(frame(text))));
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([]);
    expect(server.pid).not.toBe(killed);
    const reader = openReader();
    expect((await drain(reader, 20)).toSorted()).toEqual(texts.toSorted());
    expect((await readStreamState(connection)).messages).toBe(0);
    reader.close();
    await publisher.stop();
  });

  test("reports exact totals in its newest messages although an earlier one was refused", async () => {
    const publisher = new Publisher(connection, PATIENT);
    const large = () => frame(Array.from({ length: 200 }, noise).join(""), 5);
    const three = [large(), large(), frame("small")]; // the stream has room for one of the large ones
    const outcomes = await Promise.all(three.map((one) => publisher.publish(one)));
    expect(outcomes.map((outcome) => outcome.ok).toSorted()).toEqual([false, true, true]);
    expect(await publishedInAll()).toEqual({ frames: 2, records: 6 });
    const reader = openReader();
    expect(await drain(reader, 2)).toHaveLength(2);
    reader.close();
    await publisher.stop();
  });

  test("reports exact totals in every message, however often the server dies", async () => {
    const publisher = new Publisher(connection, PATIENT);
    const collected = collect(openReader());
    for (let round = 0; round < 40; round += 1) {
      if (round % 10 === 5) await server.kill();
      const some = Array.from({ length: 1 + (round % 7) }, (_, number) => frame(`${round} ${number}`));
      for (const outcome of await Promise.all(some.map((one) => publisher.publish(one))))
        expect(outcome.ok).toBe(true);
    }
    await publisher.publish(frame("last"));
    await collected.end();
    expectExactTotals(collected.deliveries);
    await publisher.stop();
  });

  test("stores a message once, however often its acknowledgement is lost", async () => {
    let losses = 0;
    const publisher = new Publisher(
      forgetful(() => (losses += 1) % 4 !== 0),
      PATIENT,
    );
    const texts = Array.from({ length: 20 }, (_, number) => `unanswered ${number}`);
    for (const text of texts) expect((await publisher.publish(frame(text))).ok).toBe(true);
    expect(losses).toBe(80);
    expect(await readStreamState(connection)).toMatchObject({ messages: 20 });
    expect(await publishedInAll()).toEqual({ frames: 20, records: 20 });
    const collected = collect(openReader());
    await collected.end();
    expect(collected.deliveries.flatMap(({ requests }) => requests.map(({ body }) => body))).toEqual(texts);
    expectExactTotals(collected.deliveries);
    await publisher.stop();
  });

  test("reports exact totals although it gave up a message that was stored", async () => {
    let loses = true;
    const publisher = new Publisher(
      forgetful(() => loses),
      { limits: { heldBytes: 64 * MIB, heldMs: 1 } },
    );
    const unanswered = publisher.publish(frame("stored and never acknowledged"));
    expect(await unanswered).toMatchObject({ ok: false, problem: { kind: "unavailable" } });
    await publisher.stop(); // nobody waits for it any more, so it is not repeated
    loses = false;
    const next = new Publisher(connection, PATIENT);
    expect((await next.publish(frame("after"))).ok).toBe(true);
    await next.stop();
    expect(await publishedInAll()).toEqual({ frames: 2, records: 2 });
    const collected = collect(openReader());
    await collected.end();
    expectExactTotals(collected.deliveries);
  });

  test("says what the server has forgotten while it was away, and goes on under a new name", async () => {
    let isUp = true;
    const clock = () => 7;
    const note = AcknowledgedFile.open(join(directory, "acknowledged.json"), { clock, log: silentLog });
    const publisher = new Publisher({ ...connection, isUp: () => isUp }, { ...PATIENT, acknowledged: note });
    for (const text of ["kept", "lost", "lost too"])
      expect((await publisher.publish(frame(text, 10))).ok).toBe(true);
    await forgetAllButTheFirst();
    isUp = false;
    expect((await publisher.publish(frame("after", 10))).ok).toBe(true);
    expect(note.now).toMatchObject({ lost: { frames: 2, records: 20 }, lostAt: 7 });
    expect(await publishedInAll()).toEqual({ frames: 2, records: 20 });
    const collected = collect(openReader());
    await collected.end();
    expectExactTotals(collected.deliveries);
    expect(new Set(collected.deliveries.map((delivery) => delivery.publisher)).size).toBe(2);
    await publisher.stop();
    await note.close();
  });

  test("takes from several publishers at once, and none waits for another", async () => {
    const others = await Promise.all([1, 2].map((number) => connectTo(server.address, `other ${number}`)));
    const publishers = [connection, ...others].map((each) => new Publisher(each, PATIENT));
    const collected = collect(openReader());
    await Promise.all(
      publishers.map(async (publisher, at) => {
        for (let round = 0; round < 60; round += 1) {
          if (at === 0 && round === 30) await server.kill();
          expect((await publisher.publish(frame(`${at} ${round}`))).ok).toBe(true);
        }
      }),
    );
    await collected.end();
    expectExactTotals(collected.deliveries);
    const bodies = collected.deliveries.flatMap(({ requests }) => requests.map(({ body }) => body));
    expect(new Set(bodies).size).toBe(180);
    for (const publisher of publishers) await publisher.stop();
    for (const other of others) await other.close();
  });

  test("goes on from its own totals behind a message of another program, read or not", async () => {
    const publisher = new Publisher(connection, PATIENT);
    const reader = openReader();
    const foreign = () => connection.client.publish(subjectOf(connection, "foreign"), "foreign");
    const told: number[] = [];
    for (const interrupt of [
      async () => {},
      foreign,
      foreign,
      () => reader.next().then((one) => one?.acknowledge()),
    ]) {
      const [outcome] = await Promise.all([publisher.publish(frame("mine")), interrupt()]);
      expect(outcome.ok).toBe(true);
    }
    await foreign();
    expect((await publisher.publish(frame("last"))).ok).toBe(true);
    await foreign();
    expect(await publishedInAll()).toEqual({ frames: 5, records: 5 });
    while ((await readStreamState(connection)).messages > 0) {
      const batch = await reader.next();
      told.push(...(batch?.deliveries ?? []).map(({ totals }) => totals.frames));
      await batch?.acknowledge();
    }
    expect(told.at(-1)).toBe(5);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    await foreign();
    expect((await publisher.publish(frame("after"))).ok).toBe(true);
    expect(await publishedInAll()).toEqual({ frames: 6, records: 6 });
    await (await reader.next())?.acknowledge();
    reader.close();
    await publisher.stop();
  });

  test("gives a batch that was not acknowledged to the next reader", async () => {
    const publisher = new Publisher(connection, PATIENT);
    await publisher.publish(frame("kept"));
    await publisher.stop();
    expect((await readStreamState(connection)).messages).toBe(1);
    const reader = openReader();
    expect(await drain(reader, 1)).toEqual(["kept"]);
    reader.close();
    expect((await readStreamState(connection)).messages).toBe(0);
  });
});
