/**
 * Three real stream servers as one JetStream cluster, on loopback, with their stores in a temporary folder.
 *
 * They are the server that the executable carries. Each can be killed, frozen and started again at its address.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectTo, type StreamConnection } from "../../src/stream/connection.ts";
import type { ClusterAddress } from "../../src/stream/server-address.ts";
import { embeddedServerPath } from "../../src/stream/server/embedded-server.ts";
import { guardCommand } from "../../src/stream/server/guard.ts";
import { eventually, eventuallyAnswered } from "../eventually.ts";
import { type ClusterDoor, makeDoor } from "./cluster-doors.ts";
import { describeCluster } from "./describe-cluster.ts";
import { lastHeld } from "./last-held.ts";
import type { Space } from "./namespaces.ts";

/** One server of the cluster. */
export interface ClusterNode {
  name: string;
  /** Where clients connect to. */
  host: string;
  port: number;
  /** The file that it logs to. */
  logPath: string;
  /** Starts it, also after a kill: with the same address and store. */
  start(): Promise<void>;
  /** Ends it with SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
  /** Stops it in the middle of whatever it does. */
  freeze(): void;
  /** Lets it go on. */
  thaw(): void;
  /** Ends it in its own time. */
  stop(): Promise<void>;
  /** Returns up to which message it holds a stream itself; 0 while it does not say so. */
  holds(stream: string): Promise<number>;
  isRunning(): boolean;
}

/** A running cluster. */
export interface Cluster {
  nodes: readonly ClusterNode[];
  /** What a client is given. */
  address: ClusterAddress;
  /** Settings of the appliance that lead to it. */
  settings: { natsUrl: string[]; natsCredentials: string | null; natsCa: string | null };
  /** Returns the server that leads a stream, as the cluster says; waits until there is one. */
  leaderOf(stream: string): Promise<ClusterNode>;
  /** Whether every server has all of a stream in its log, as the server says that leads it. */
  isWhole(stream: string): Promise<boolean>;
  /**
   * Waits until every server also holds what the stream held now. One that was started and is in the midst of copying
   * refuses others the lead and does not take it: with another one away nobody leads until that is back.
   */
  untilCaughtUp(stream: string): Promise<void>;
  /** Waits until the servers have chosen who leads them. */
  untilReady(): Promise<void>;
  /** For a person: how each server sees the stream, and what it logged last. */
  describe(): Promise<string>;
  /** Ends all of them and removes their stores. */
  stop(): Promise<void>;
}

const NODES = 3;
const MAX_PAYLOAD = 32 * 1024 * 1024;

/**
 * Starts the three, and waits until they are one cluster.
 *
 * @param space - The last one is in there, and reaches the others at the first and second outside address; without it
 *   all are on loopback.
 */
export async function startCluster(door: ClusterDoor = "open", space?: Space): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), "cluster-"));
  const path = await embeddedServerPath(directory);
  const ports = freePorts(3 * NODES);
  const { config: security, url, ...opens } = makeDoor(door, directory);
  const nodes = Array.from({ length: NODES }, (_, index) => {
    const name = `n${index + 1}`;
    const within = index === NODES - 1 ? space : undefined;
    const routes = ports
      .slice(NODES, 2 * NODES)
      .map((port, to) => `nats://${hostBetween(index, to, space)}:${port}`);
    const host = within?.inside ?? LOOPBACK;
    const routeHost = within === undefined && space !== undefined ? ANY : host;
    const store = join(directory, name);
    const at = { ...portsOf(index, ports), logPath: join(store, "nats.log") };
    const config = configOf({ name, store, routes, host, routeHost, ...at, security });
    mkdirSync(store);
    writeFileSync(join(store, "nats.conf"), config);
    const command = [...guardCommand(), path, "--config", join(store, "nats.conf")];
    return clusterNode({ name, host, ...at, command: within?.enter(command) ?? command });
  });
  const urls = nodes.map(({ host, port }) => url(port).replace(LOOPBACK, host));
  const address: ClusterAddress = { kind: "cluster", urls, ...opens, replicas: NODES };
  const parts = { nodes, address };
  await Promise.all(nodes.map((node) => node.start()));
  const cluster: Cluster = {
    ...parts,
    settings: { natsUrl: urls, natsCredentials: opens.credentials, natsCa: opens.ca },
    leaderOf: (stream) => leaderOf(stream, parts),
    isWhole: (stream) => isWhole(stream, address),
    untilCaughtUp: (stream) => untilCaughtUp(stream, parts),
    untilReady: () => untilReady(address),
    describe: () => describeCluster(nodes, address),
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await cluster.untilReady();
  return cluster;
}

function portsOf(index: number, ports: readonly number[]) {
  const [port = 0, routePort = 0, watchPort = 0] = [0, 1, 2].map((kind) => ports[kind * NODES + index]);
  return { port, routePort, watchPort };
}

const LOOPBACK = "127.0.0.1";
const ANY = "0.0.0.0";

/** Where a server reaches another one: those that are not in the space reach each other, and it, directly. */
function hostBetween(from: number, to: number, space: Space | undefined): string {
  if (space === undefined || (from < NODES - 1 && to < NODES - 1)) return LOOPBACK;
  return to === NODES - 1 ? space.inside : (space.outside[to] ?? LOOPBACK);
}

interface NodeConfig {
  name: string;
  store: string;
  host: string;
  routeHost: string;
  port: number;
  routePort: number;
  watchPort: number;
  logPath: string;
  routes: readonly string[];
  security: string;
}

function configOf({
  name,
  store,
  host,
  port,
  routeHost,
  routePort,
  watchPort,
  logPath,
  ...rest
}: NodeConfig): string {
  const routes = rest.routes.map((route) => `"${route}"`).join();
  return `server_name: ${name}
listen: "${host}:${port}"
http: "${host}:${watchPort}"
log_file: "${logPath}"
max_payload: ${MAX_PAYLOAD}
max_pending: ${4 * MAX_PAYLOAD}
jetstream { store_dir: "${join(store, "store")}", max_file_store: 34359738368, max_memory_store: 67108864 }
cluster { name: scoring, listen: "${routeHost}:${routePort}", no_advertise: true, routes: [${routes}] }
${rest.security}
`;
}

type Child = Bun.Subprocess<"ignore", "ignore", "ignore">;

interface Launch {
  name: string;
  host: string;
  port: number;
  watchPort: number;
  logPath: string;
  command: string[];
}

function clusterNode({ name, host, port, watchPort, logPath, command }: Launch): ClusterNode {
  let child: Child | null = null;
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === null) return;
    child.kill(signal);
    if (signal !== "SIGKILL") child.kill("SIGCONT");
    await child.exited;
  }
  return {
    name,
    host,
    port,
    logPath,
    isRunning,
    async start() {
      if (isRunning()) return;
      child = Bun.spawn(command, {
        stdio: ["ignore", "ignore", "ignore"],
        env: { BUN_FEATURE_FLAG_NO_ORPHANS: "1" }, // a test that is killed leaves none behind
      });
      await eventually(async () => isListening(host, port));
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    freeze: () => child?.kill("SIGSTOP"),
    thaw: () => child?.kill("SIGCONT"),
    holds: (stream) => lastHeld(`http://${host}:${watchPort}/jsz?streams=true`, stream).catch(() => 0),
  };
}

async function isListening(hostname: string, port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname, port, socket: { data: () => {} } });
    socket.end();
    return true;
  } catch {
    return false;
  }
}

/** Below the ports that systems give to outgoing connections, so that nobody takes one while its server is away. */
function freePorts(count: number): number[] {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
    try {
      Bun.listen({ hostname: "127.0.0.1", port, socket: { data: () => {} } }).stop(true);
      ports.add(port);
    } catch {} // somebody listens there
  }
  return [...ports];
}

async function untilReady(address: ClusterAddress): Promise<void> {
  await eventually(async () => {
    const account = await asking(address, ({ manager }) => manager.getAccountInfo());
    return account !== null;
  });
}

async function isWhole(stream: string, address: ClusterAddress): Promise<boolean> {
  const state = await asking(address, ({ manager }) => manager.streams.info(stream));
  const others = state?.cluster?.replicas?.filter(({ current, offline }) => current && offline !== true);
  return others?.length === NODES - 1;
}

async function untilCaughtUp(
  stream: string,
  { nodes, address }: Pick<Cluster, "nodes" | "address">,
): Promise<void> {
  const { state } = await eventuallyAnswered(() =>
    asking(address, ({ manager }) => manager.streams.info(stream)),
  );
  for (const node of nodes) await eventually(async () => (await node.holds(stream)) >= state.last_seq);
}

async function leaderOf(
  stream: string,
  { nodes, address }: Pick<Cluster, "nodes" | "address">,
): Promise<ClusterNode> {
  return eventuallyAnswered(async () => {
    const state = await asking(address, ({ manager }) => manager.streams.info(stream));
    return nodes.find(({ name }) => name === state?.cluster?.leader) ?? null;
  });
}

/** Asks over a connection of its own; null while nobody answers. */
async function asking<Answer>(
  address: ClusterAddress,
  ask: (connection: StreamConnection) => Promise<Answer>,
): Promise<Answer | null> {
  const connection = await connectTo(address, "test");
  try {
    return await connection.answered(ask(connection)).catch(() => null);
  } finally {
    await connection.close();
  }
}
