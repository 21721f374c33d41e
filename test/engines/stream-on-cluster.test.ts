/** The stream on three servers, while requests come: the one that leads it is killed and frozen, and two are away at once. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectTo, type StreamConnection } from "../../src/stream/connection.ts";
import { StreamReader } from "../../src/stream/consume.ts";
import { Publisher } from "../../src/stream/publish.ts";
import {
  prepareStream,
  readStreamState,
  readTakingState,
  streamNameOf,
} from "../../src/stream/telemetry-stream.ts";
import type { ClusterAddress } from "../../src/stream/server-address.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { eventually } from "../eventually.ts";
import { frameOf } from "../stream/frames.ts";
import { type Cluster, type ClusterNode, startCluster } from "./cluster.ts";

const MIB = 1024 * 1024;
const LIMITS = { heldBytes: 64 * MIB, heldMs: 2 * SECOND };

let cluster: Cluster;
let ingest: StreamConnection;
let engine: StreamConnection;
/** What became of the connection that publishes. */
const events: string[] = [];

beforeAll(async () => {
  cluster = await startCluster();
  ingest = await connectTo(cluster.address, "ingest");
  void noteEvents(ingest);
  engine = await connectTo(cluster.address, "engine");
  await prepareStream(ingest, { maxBytes: 512 * MIB, firstSequence: 1 });
}, MINUTE);

afterAll(async () => {
  await ingest.close();
  await engine.close();
  await cluster.stop();
}, MINUTE);

async function noteEvents({ nats }: StreamConnection): Promise<void> {
  for await (const event of nats.status())
    if (event.type !== "ping") events.push(`${new Date().toISOString()} ${JSON.stringify(event)}`);
}

/** Publishes one request after the other, and reads them, until it is ended. */
function startTraffic() {
  const publisher = new Publisher(ingest, { limits: LIMITS });
  const reader = StreamReader.open(engine, { bytes: MIB, waitMs: 20 }, silentLog);
  const acknowledged: string[] = [];
  const read: string[] = [];
  const refused = { count: 0 };
  let over = false;
  const sending = (async () => {
    for (let count = 1; !over; count += 1) {
      const outcome = await publisher.publish(frameOf(`request ${count}`));
      if (outcome.ok) acknowledged.push(`request ${count}`);
      else refused.count += 1;
      if (!outcome.ok) await Bun.sleep(10); // a sender comes again later
    }
  })();
  const reading = (async () => {
    for (let batch = await reader.next(); batch !== null; batch = await reader.next()) {
      read.push(...batch.deliveries.flatMap(({ requests }) => requests.map(({ body }) => body)));
      await batch.acknowledge();
    }
  })();
  return {
    publisher,
    acknowledged,
    read,
    refused,
    /** Waits until requests are acknowledged and read that came from now on. */
    async goesOn(): Promise<void> {
      const before = acknowledged.length;
      await described(eventually(async () => acknowledged.length > before + 20));
      const [newest = ""] = acknowledged.slice(-1);
      await described(eventually(async () => read.includes(newest)));
    },
    async end(): Promise<void> {
      over = true;
      await sending;
      await publisher.stop();
      await eventually(async () => (await readStreamState(ingest)).messages === 0);
      reader.close();
      await reading;
    },
  };
}

/** A cluster that does not go on has to be explained by what its servers say. */
async function described(waiting: Promise<void>): Promise<void> {
  await waiting.catch(async (cause: unknown) => {
    throw new Error([...events, await cluster.describe()].join("\n"), { cause });
  });
}

/** One server at a time: a cluster of three has no majority without two of them. */
async function untilAllFollow(): Promise<void> {
  await eventually(async () => (await readStreamState(engine).catch(() => null))?.copies?.behind === 0);
  await cluster.untilCaughtUp(streamNameOf(engine));
}

function atOnly({ host, port }: ClusterNode): ClusterAddress {
  return { ...cluster.address, urls: [`nats://${host}:${port}`] };
}

/** Messages may be read again after a loss, which the writer notices by their place; none may be missing. */
function expectNothingLost({ acknowledged, read }: { acknowledged: string[]; read: string[] }): void {
  const arrived = new Set(read);
  expect(acknowledged.filter((request) => !arrived.has(request))).toEqual([]);
}

describe("the stream on a cluster", () => {
  test("is kept on each of its servers", async () => {
    const { config, cluster: group } = await ingest.manager.streams.info(streamNameOf(ingest));
    expect(config).toMatchObject({ name: "scoring-telemetry", num_replicas: 3 });
    expect(group?.replicas?.length).toBe(2);
  });

  test(
    "goes on without the server that leads it, whether that is killed or frozen, which clients leave",
    async () => {
      const traffic = startTraffic();
      await traffic.goesOn();
      const killed = await cluster.leaderOf(streamNameOf(ingest));
      await killed.kill();
      await traffic.goesOn();
      await killed.start();
      await untilAllFollow();
      const frozen = await cluster.leaderOf(streamNameOf(ingest));
      const full = await connectTo(atOnly(frozen), "full");
      frozen.freeze();
      // more than the network holds on the way to it
      for (let sent = 0; sent < 8; sent += 1) full.nats.publish("nobody", new Uint8Array(8 * MIB));
      await traffic.goesOn();
      await eventually(async () => !full.isUp());
      frozen.thaw();
      await full.close();
      await traffic.end();
      expectNothingLost(traffic);
    },
    3 * MINUTE,
  );

  test(
    "takes nothing without a majority, and goes on by itself when it is back",
    async () => {
      const traffic = startTraffic();
      await traffic.goesOn();
      const gone: ClusterNode[] = cluster.nodes.slice(0, 2);
      await Promise.all(gone.map((node) => node.kill()));
      await eventually(async () => traffic.publisher.refusal() === "unavailable");
      const before = traffic.acknowledged.length;
      await eventually(async () => traffic.refused.count > 3);
      expect(traffic.acknowledged.length).toBe(before);
      await eventually(() =>
        readTakingState(ingest).then(
          () => false,
          () => true,
        ),
      );
      await Promise.all(gone.map((node) => node.start()));
      await traffic.goesOn();
      await eventually(async () => (await readTakingState(ingest)).copies?.servers === 3);
      await traffic.end();
      expectNothingLost(traffic);
    },
    3 * MINUTE,
  );
});
