/** What a stream that was made a moment ago still holds after its server is killed for the first time. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cardsNameOf, prepareCards } from "../../src/stream/cards/cards-stream.ts";
import { cardPublisher } from "../../src/stream/cards/publish-card.ts";
import { connectTo, type StreamConnection } from "../../src/stream/connection.ts";
import { Publisher } from "../../src/stream/publish.ts";
import { EmbeddedServer } from "../../src/stream/server/server.ts";
import { makeStreamAnew, prepareStream, streamNameOf } from "../../src/stream/telemetry-stream.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { frameOf, PATIENT } from "./frames.ts";

const MIB = 1024 * 1024;
const MAX_BYTES = 64 * MIB;
/** As large as a stream's that took the place of one with a past. */
const FAR = 1_234_567;
const MESSAGES = 42;
const PATIENCE_MS = 120_000;

let directory = "";
let server: EmbeddedServer;
let connection: StreamConnection;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "first-kill-"));
  server = await EmbeddedServer.start(directory, 256 * MIB, silentLog);
  connection = await connectTo(server.address, "test");
});

afterEach(async () => {
  await connection.close();
  await server.stop();
  rmSync(directory, { recursive: true });
});

/** Publishes as ingest does, one message after the other, each acknowledged. */
async function publishRequests(): Promise<void> {
  const publisher = new Publisher(connection, PATIENT);
  for (let count = 0; count < MESSAGES; count += 1)
    expect((await publisher.publish(frameOf(`request ${count}`))).ok).toBe(true);
  await publisher.stop();
}

async function publishCards(): Promise<void> {
  const publish = cardPublisher(connection);
  for (let count = 0; count < MESSAGES; count += 1) await publish("acme", { id: `card ${count}` });
}

/**
 * Kills the server with SIGKILL, and waits until another one answers.
 *
 * @returns How the stream is then.
 */
async function killAndLook(stream: string) {
  const killed = server.pid;
  await server.kill();
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (performance.now() < giveUpAt) {
    const seen = await connection.answered(connection.manager.streams.info(stream)).catch(() => null);
    if (seen !== null && server.pid !== null && server.pid !== killed) return seen.state;
    await Bun.sleep(20);
  }
  throw new Error("the server did not come back");
}

describe("the first kill of a stream made anew", () => {
  test.each([1, FAR])("loses nothing acknowledged when the stream begins at %i", async (firstSequence) => {
    await prepareStream(connection, { maxBytes: MAX_BYTES, firstSequence });
    await publishRequests();
    const held = { messages: MESSAGES, first_seq: firstSequence, last_seq: firstSequence + MESSAGES - 1 };
    expect(await killAndLook(streamNameOf(connection))).toMatchObject(held);
    expect(await killAndLook(streamNameOf(connection))).toMatchObject(held);
  });

  test.each([1, FAR])(
    "loses nothing when it took the place of an older one, at %i",
    async (firstSequence) => {
      await prepareStream(connection, { maxBytes: MAX_BYTES, firstSequence: 1 });
      await publishRequests();
      await makeStreamAnew(connection, { maxBytes: MAX_BYTES, firstSequence });
      await publishRequests();
      const held = { messages: MESSAGES, first_seq: firstSequence, last_seq: firstSequence + MESSAGES - 1 };
      expect(await killAndLook(streamNameOf(connection))).toMatchObject(held);
    },
  );

  test("loses no card", async () => {
    const { lastSequence } = await prepareCards(connection, systemClock);
    await publishCards();
    expect(await killAndLook(cardsNameOf(connection))).toMatchObject({
      messages: MESSAGES,
      last_seq: lastSequence + MESSAGES,
    });
  });

  test("loses no place when nothing was in it", async () => {
    await prepareStream(connection, { maxBytes: MAX_BYTES, firstSequence: FAR });
    const { lastSequence } = await prepareCards(connection, systemClock);
    expect(await killAndLook(streamNameOf(connection))).toMatchObject({ messages: 0, last_seq: FAR - 1 });
    expect(await killAndLook(cardsNameOf(connection))).toMatchObject({ messages: 0, last_seq: lastSequence });
  });
});

describe("the configuration of a stream", () => {
  test("names no first sequence where the stream begins at 1, for servers before 2.12 lose it then", async () => {
    await prepareStream(connection, { maxBytes: MAX_BYTES, firstSequence: 1 });
    const { config } = await connection.manager.streams.info(streamNameOf(connection));
    expect(config.first_seq ?? 0).toBe(0);
  });
});
