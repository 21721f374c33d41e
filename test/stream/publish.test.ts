import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectTo, type StreamConnection } from "../../src/stream/connection.ts";
import { StreamReader } from "../../src/stream/consume.ts";
import { Publisher } from "../../src/stream/publish.ts";
import { EmbeddedServer } from "../../src/stream/server/server.ts";
import {
  prepareStream,
  readNewestTotals,
  readStreamState,
  SUBJECT,
} from "../../src/stream/telemetry-stream.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { frameOf as frame } from "./frames.ts";

const MIB = 1024 * 1024;

let directory = "";
let server: EmbeddedServer;
let connection: StreamConnection;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "stream-"));
  server = await EmbeddedServer.start(directory, 256 * MIB, silentLog);
  connection = await connectTo(server.address, "test");
  await prepareStream(connection, { maxBytes: 16 * MIB, firstSequence: 1 });
});

afterAll(async () => {
  await connection.close();
  await server.stop();
  rmSync(directory, { recursive: true });
});

async function drain(reader: StreamReader, frames: number): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < frames) {
    const batch = await reader.next();
    if (batch === null) break;
    for (const { frames: some } of batch.deliveries) {
      texts.push(...some.map(({ body }) => body));
    }
    await batch.acknowledge();
  }
  return texts;
}

describe("the stream", () => {
  test("refuses more than it may hold, and takes again once there is room", async () => {
    const publisher = new Publisher(connection, { frames: 0, records: 0 });
    const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64");
    const outcomes: string[] = [];
    while (!outcomes.includes("full")) {
      const outcome = await publisher.publish(frame(Array.from({ length: 20 }, noise).join("")));
      outcomes.push(outcome.ok ? "ok" : outcome.problem.kind);
    }
    const stored = outcomes.filter((one) => one === "ok").length;
    const reader = StreamReader.open(connection, { bytes: 8 * MIB, waitMs: 50 }, silentLog);
    expect(await drain(reader, stored)).toHaveLength(stored);
    expect(await publisher.publish(frame("again"))).toEqual({ ok: true, value: undefined });
    expect(await readNewestTotals(connection)).toEqual({ frames: stored + 1, records: stored + 1 });
    expect(await drain(reader, 1)).toEqual(["again"]);
    reader.close();
    await publisher.stop();
  });

  test("joins requests that arrive while a publish is in flight, in their order", async () => {
    const before = await readStreamState(connection);
    const publisher = new Publisher(connection, { frames: 100, records: 1000 });
    const texts = Array.from({ length: 200 }, (_, index) => `request ${index}`);
    const outcomes = await Promise.all(texts.map((text) => publisher.publish(frame(text, 3))));
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    const after = await readStreamState(connection);
    expect(after.lastSequence - before.lastSequence).toBeLessThan(10);
    expect(await readNewestTotals(connection)).toEqual({ frames: 300, records: 1600 });
    const reader = StreamReader.open(connection, { bytes: 8 * MIB, waitMs: 50 }, silentLog);
    expect((await drain(reader, 200)).toSorted()).toEqual(texts.toSorted());
    reader.close();
    await publisher.stop();
  });

  test("holds requests while the server is away and stores each once when it is back", async () => {
    const publisher = new Publisher(connection, { frames: 0, records: 0 });
    const killed = server.pid;
    server.kill();
    const texts = Array.from({ length: 20 }, (_, index) => `held ${index}`);
    const outcomes = await Promise.all(texts.map((text) => publisher.publish(frame(text))));
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([]);
    expect(server.pid).not.toBe(killed);
    const reader = StreamReader.open(connection, { bytes: 8 * MIB, waitMs: 50 }, silentLog);
    expect((await drain(reader, 20)).toSorted()).toEqual(texts.toSorted());
    reader.close();
    await publisher.stop();
  });

  test("tells exact totals in its newest message although an earlier one was refused", async () => {
    const publisher = new Publisher(connection, { frames: 0, records: 0 });
    const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64");
    const large = () => frame(Array.from({ length: 200 }, noise).join(""), 5);
    const three = [large(), large(), frame("small")]; // the stream has room for one of the large ones
    const outcomes = await Promise.all(three.map((one) => publisher.publish(one)));
    expect(outcomes.map((outcome) => outcome.ok).toSorted()).toEqual([false, true, true]);
    expect(await readNewestTotals(connection)).toEqual({ frames: 2, records: 6 });
    const reader = StreamReader.open(connection, { bytes: 8 * MIB, waitMs: 50 }, silentLog);
    expect(await drain(reader, 2)).toHaveLength(2);
    reader.close();
    await publisher.stop();
  });

  test("tells exact totals in every message, however often the server dies", async () => {
    const publisher = new Publisher(connection, { frames: 0, records: 0 });
    const reader = StreamReader.open(connection, { bytes: 8 * MIB, waitMs: 20 }, silentLog);
    const told = new Map<number, number>();
    const counted = new Map<number, number>();
    const reading = (async () => {
      for (let batch = await reader.next(); batch !== null; batch = await reader.next()) {
        for (const { sequence, totals, frames } of batch.deliveries) {
          told.set(sequence, totals.frames);
          counted.set(sequence, frames.length);
        }
        await batch.acknowledge();
      }
    })();
    for (let round = 0; round < 40; round += 1) {
      if (round % 10 === 5) server.kill();
      const some = Array.from({ length: 1 + (round % 7) }, (_, number) => frame(`${round} ${number}`));
      await Promise.all(some.map((one) => publisher.publish(one)));
    }
    await publisher.publish(frame("last"));
    while ((await readStreamState(connection)).messages > 0) await Bun.sleep(10);
    let published = 0;
    for (const sequence of [...told.keys()].toSorted((one, other) => one - other)) {
      published += counted.get(sequence) ?? 0;
      expect(told.get(sequence)).toBe(published);
    }
    reader.close();
    await reading;
    await publisher.stop();
  });

  test("goes on from its own totals behind a message of another program, read or not", async () => {
    const publisher = new Publisher(connection, { frames: 0, records: 0 });
    const reader = StreamReader.open(connection, { bytes: 8 * MIB, waitMs: 50 }, silentLog);
    const foreign = () => connection.client.publish(SUBJECT, "foreign");
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
    expect(await readNewestTotals(connection)).toEqual({ frames: 5, records: 5 });
    while ((await readStreamState(connection)).messages > 0) {
      const batch = await reader.next();
      told.push(...(batch?.deliveries ?? []).map(({ totals }) => totals.frames));
      await batch?.acknowledge();
    }
    expect(told.at(-1)).toBe(5);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    await foreign();
    expect((await publisher.publish(frame("after"))).ok).toBe(true);
    expect(await readNewestTotals(connection)).toEqual({ frames: 6, records: 6 });
    await (await reader.next())?.acknowledge();
    reader.close();
    await publisher.stop();
  });

  test("gives a batch that was not acknowledged to the next reader", async () => {
    const publisher = new Publisher(connection, { frames: 0, records: 0 });
    await publisher.publish(frame("kept"));
    await publisher.stop();
    expect((await readStreamState(connection)).messages).toBe(1);
    const reader = StreamReader.open(connection, { bytes: 8 * MIB, waitMs: 50 }, silentLog);
    expect(await drain(reader, 1)).toEqual(["kept"]);
    reader.close();
    expect((await readStreamState(connection)).messages).toBe(0);
  });
});
