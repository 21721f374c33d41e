/** Reaches the stream's server: starts the embedded one, or connects to the cluster that the settings name. */
import type { Settings } from "../../settings/schema.ts";
import { connectTo, type StreamConnection, whyUnreachable } from "../../stream/connection.ts";
import type { ClusterAddress, ServerAddress } from "../../stream/server-address.ts";
import { EmbeddedServer } from "../../stream/server/server.ts";
import { readTakingState, type StreamCopies } from "../../stream/telemetry-stream.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { type Bytes, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { streamPath } from "../layout.ts";

/** The server, and this thread's connection to it. */
export interface ReachedServer {
  address: ServerAddress;
  connection: StreamConnection;
  /** The embedded server's process id; null where others run the servers. */
  pid(): number | null;
  /** How often the embedded server was started again. */
  restarts(): number;
  /** The servers of the cluster that keep the stream, when they were asked last; null where there is one server. */
  copies(): StreamCopies | null;
  /** Asks what only servers answer that take messages. */
  ask(): Promise<unknown>;
  /** Does what helps when it does not answer any more. */
  frozen(): void;
  /** Closes the connection; ends the embedded server, with force after that time. */
  stop(withinMs?: Milliseconds): Promise<void>;
}

type ClusterSettings = Pick<Settings, "natsUrl" | "natsCredentials" | "natsCa" | "natsReplicas">;

/** Returns where the cluster is that the settings name. */
export function clusterOf(settings: ClusterSettings): ClusterAddress {
  const { natsUrl: urls, natsCredentials: credentials, natsCa: ca, natsReplicas: replicas } = settings;
  return { kind: "cluster", urls, credentials, ca, replicas };
}

/**
 * Reaches it; waits for a cluster that is away.
 *
 * @throws An exception when the embedded server does not start, or the cluster refuses who connects.
 */
export async function reachServer(settings: Settings, log: Log): Promise<ReachedServer> {
  return settings.natsUrl.length === 0 ? startEmbedded(settings, log) : reachCluster(settings, log);
}

/** Room that the server needs in addition to the messages, for its own indexes. */
const STORE_HEADROOM: Bytes = 256 * 1024 * 1024;

async function startEmbedded({ dataDir, streamMaxBytes }: Settings, log: Log): Promise<ReachedServer> {
  const server = await EmbeddedServer.start(streamPath(dataDir), streamMaxBytes + STORE_HEADROOM, log);
  const connection = await connectTo(server.address, "ingest");
  return {
    address: server.address,
    connection,
    pid: () => server.pid,
    restarts: () => server.restarts,
    copies: () => null,
    ask: () => connection.nats.flush(),
    frozen: () => void server.kill(),
    stop: async (withinMs) => void (await Promise.all([connection.close(), server.stop(withinMs)])),
  };
}

async function reachCluster(settings: Settings, log: Log): Promise<ReachedServer> {
  const address = clusterOf(settings);
  await untilReachable(address, log);
  const connection = await connectTo(address, "ingest");
  refuseSmallMessages(connection, settings);
  let copies: StreamCopies | null = null;
  return {
    address,
    connection,
    pid: () => null,
    restarts: () => 0,
    copies: () => copies,
    ask: async () => ({ copies } = await readTakingState(connection)),
    // another server may have what this one lacks
    frozen: () => void connection.nats.reconnect().catch(() => {}),
    stop: () => connection.close(),
  };
}

const LOOK_EVERY_MS: Milliseconds = SECOND;

async function untilReachable(address: ClusterAddress, log: Log): Promise<void> {
  let isReported = false;
  for (;;) {
    const error = await whyUnreachable(address);
    if (error === null) return;
    const reason = describeError(error);
    const servers = address.urls.join(", ");
    if (/authorization|authentication|credentials/i.test(reason))
      throw new Error(
        `the cluster (${servers}) does not let this server in: ${reason}; see --nats-credentials`,
      );
    if (!isReported) log.warning("the cluster cannot be reached; trying again", { servers, reason });
    isReported = true;
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

/** For what is known of the requests of a message, and what the client writes around it. */
const MESSAGE_HEADROOM: Bytes = 1024 * 1024;
/** Requests share messages up to this; see parcel.ts. */
const LEAST_MESSAGE: Bytes = 2 * 1024 * 1024;

/** Returns how large a message can get that a cluster has to take. */
export function mostNeeded({ bodyLimitBytes }: Pick<Settings, "bodyLimitBytes">): Bytes {
  return Math.max(bodyLimitBytes, LEAST_MESSAGE) + MESSAGE_HEADROOM;
}

/**
 * A request is one message, however large.
 *
 * @throws When the servers take no message as large as a request may be.
 */
function refuseSmallMessages({ nats }: StreamConnection, { bodyLimitBytes }: Settings): void {
  const needed = mostNeeded({ bodyLimitBytes });
  const taken = nats.info?.max_payload ?? needed;
  if (taken >= needed) return;
  throw new Error(
    `the cluster takes messages of up to ${taken} bytes, and requests may need ${needed}: ` +
      "set max_payload: 32MB in the configuration of its servers, or a smaller body_limit_bytes here",
  );
}
