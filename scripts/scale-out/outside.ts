/** The three servers outside of the program that an installation works on, all real: PostgreSQL, a bucket and a cluster. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { connectTo } from "../../src/stream/connection.ts";
import { streamNameOf } from "../../src/stream/telemetry-stream.ts";
import { type Cluster, startCluster } from "../../test/engines/cluster.ts";
import { type HttpProxy, startHttpProxy } from "../../test/engines/http-proxy.ts";
import { signalAll } from "../../test/engines/kill.ts";
import { makeSpace, type Space, whyNoSpaces } from "../../test/engines/namespaces.ts";
import { type PostgresServer, startPostgres } from "../../test/engines/postgres.ts";
import { startS3, type StartedS3 } from "../../test/engines/s3.ts";
import { startTcpProxy, type TcpProxy } from "../../test/engines/tcp-proxy.ts";

/** Settings of the program that lead to them. */
export type OutsideSettings = StartedS3["settings"] & Cluster["settings"] & { database: string };

/** Cuts off a part, and joins it again. */
export interface Link {
  cut(): void;
  heal(): Promise<void>;
}

/** What runs. */
export interface Outside {
  postgres: PostgresServer;
  s3: { kill(): Promise<void>; start(): Promise<void>; freeze(): void; thaw(): void };
  /** What is between the nodes and the bucket, and can answer in its place; null for nothing. */
  bucketFaults: HttpProxy | null;
  cluster: Cluster;
  /** The name that the stream has in the cluster. */
  stream: string;
  settings: OutsideSettings;
  /** For a node that is far away: it can be cut off from PostgreSQL. */
  distant: { settings: OutsideSettings; space: Space | null; link: Link };
  /** The last stream server's way to the others; null where no network can be made. */
  clusterLink: Link | null;
  stop(): Promise<void>;
}

/**
 * Starts all of it.
 *
 * @param parts - PostgreSQL's programs, a folder for the bucket, and whether the bucket's answers can be spoilt.
 */
export async function startOutside({
  postgres: programs,
  folder,
  spoilsBucket,
}: {
  postgres: string;
  folder: string;
  spoilsBucket: boolean;
}): Promise<Outside> {
  const spaces = whyNoSpaces() === null ? { node: makeSpace(1), stream: makeSpace(2) } : null;
  const removeSpaces = () => Object.values(spaces ?? {}).forEach((space) => space.remove());
  process.once("exit", removeSpaces);
  const addresses = [LOOPBACK, ...(spaces === null ? [] : [addressOf(spaces.node, "postgres")])];
  const place = join(folder, "s3");
  const [postgres, cluster, bucket] = await Promise.all([
    startPostgres(programs, { addresses: addresses.join(","), synced: true }),
    startCluster("open", spaces?.stream),
    startS3(place),
  ]);
  let s3 = bucket;
  const bucketFaults = spoilsBucket ? await startHttpProxy({ port: s3.port }) : null;
  const s3Endpoint = bucketFaults?.url ?? s3.endpoint;
  const database = postgres.urlAt(LOOPBACK);
  const settings = { ...s3.settings, s3Endpoint, ...cluster.settings, database };
  const parts = { postgres, cluster, settings };
  const distant = spaces === null ? await behindProxy(parts) : await inSpace(parts, spaces.node);
  return {
    postgres,
    cluster,
    stream: await streamIn(cluster),
    settings,
    distant,
    clusterLink: spaces === null ? null : linkOf(spaces.stream, spaces.stream.outside.slice(0, 2)),
    bucketFaults,
    s3: {
      kill: () => s3.stop(),
      start: async () => {
        s3 = await startS3(place, s3.port);
      },
      freeze: () => signalAll([s3.pid], "SIGSTOP"),
      thaw: () => signalAll([s3.pid], "SIGCONT"),
    },
    stop: async () => {
      await Promise.all([
        cluster.stop(),
        s3.stop(),
        postgres.stop(),
        bucketFaults?.stop(),
        ...distant.proxies.map((each) => each.stop()),
      ]);
      process.off("exit", removeSpaces);
      removeSpaces();
      rmSync(place, { recursive: true, force: true });
    },
  };
}

async function streamIn({ address }: Cluster): Promise<string> {
  const connection = await connectTo(address, "proof");
  const name = streamNameOf(connection);
  await connection.close();
  return name;
}

const LOOPBACK = "127.0.0.1";

type Parts = Pick<Outside, "postgres" | "cluster" | "settings">;
type Distant = Outside["distant"] & { proxies: TcpProxy[] };

/** Where no network can be made, a proxy stalls instead. */
async function behindProxy({ postgres, settings }: Parts): Promise<Distant> {
  const proxy = await startTcpProxy({ port: postgres.port });
  const database = settings.database.replace(`:${postgres.port}`, `:${proxy.port}`);
  const link = { cut: () => proxy.stall(), heal: () => proxy.heal() };
  return { settings: { ...settings, database }, space: null, link, proxies: [proxy] };
}

/** PostgreSQL listens in the network itself; the others are on loopback, and proxies lead to them. */
async function inSpace({ postgres, cluster, settings }: Parts, space: Space): Promise<Distant> {
  const bucketAddress = addressOf(space, "s3");
  const toBucket = await startTcpProxy({ port: Number(new URL(settings.s3Endpoint).port) }, bucketAddress);
  const streamAddress = addressOf(space, "stream");
  const toStream = await Promise.all(
    cluster.nodes.map(({ host, port }) => startTcpProxy({ host, port }, streamAddress)),
  );
  const postgresAddress = addressOf(space, "postgres");
  return {
    settings: {
      ...settings,
      database: postgres.urlAt(postgresAddress),
      s3Endpoint: `http://${bucketAddress}:${toBucket.port}`,
      natsUrl: toStream.map(({ port }) => `nats://${streamAddress}:${port}`),
    },
    space,
    link: linkOf(space, [postgresAddress]),
    proxies: [toBucket, ...toStream],
  };
}

const SERVERS = ["postgres", "s3", "stream"] as const;

/** Each server has another address there, so that each can be cut off. */
function addressOf({ outside }: Space, server: (typeof SERVERS)[number]): string {
  const address = outside[SERVERS.indexOf(server)];
  if (address === undefined) throw new Error(`BUG: no address for ${server}`);
  return address;
}

function linkOf(space: Space, addresses: readonly string[]): Link {
  return {
    cut: () => {
      for (const address of addresses) space.cutFrom(address);
    },
    heal: async () => space.heal(),
  };
}
