/** A client's connection to the stream's server; it comes back by itself when the server does. */
import { readFileSync } from "node:fs";
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from "@nats-io/jetstream";
import {
  type Authenticator,
  connect,
  type ConnectionOptions,
  credsAuthenticator,
  type NatsConnection,
  usernamePasswordAuthenticator,
} from "@nats-io/transport-node";
import { type Milliseconds, SECOND } from "../vocabulary/units.ts";
import type { ClusterAddress, EmbeddedAddress, ServerAddress } from "./server-address.ts";

/** How long one question to the server may take. */
export const ANSWER_TIMEOUT_MS: Milliseconds = 2 * SECOND;

/** Where a connection keeps what is the program's. */
export interface Shelf {
  /** Begins the names and subjects of streams: on servers that others use too. */
  prefix: "" | "scoring-";
  /** On how many servers each stream is kept. */
  replicas: number;
  /** Whether servers are there for each other: one of them may go without the connection being lost. */
  isCluster: boolean;
}

export interface StreamConnection {
  nats: NatsConnection;
  client: JetStreamClient;
  manager: JetStreamManager;
  shelf: Shelf;
  /** Whether the server is there, as far as this end knows. */
  isUp(): boolean;
  /** Calls when the connection comes back after a loss, once. */
  onceBack(call: () => void): void;
  /**
   * Gives the answer to a question.
   *
   * @throws When the connection was lost meanwhile, for then none ever comes.
   */
  answered<Answer>(question: Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

/** Connects, waiting for a server that is still starting. */
export async function connectTo(address: ServerAddress, name: string): Promise<StreamConnection> {
  const nats = await connect({
    ...optionsOf(address),
    name,
    reconnect: true,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    noAsyncTraces: true, // a stack for every publish costs more than it shows
  });
  const manager = await jetstreamManager(nats, { timeout: ANSWER_TIMEOUT_MS, checkAPI: false });
  return {
    nats,
    manager,
    client: jetstream(nats, { timeout: ANSWER_TIMEOUT_MS }),
    shelf: shelfOf(address),
    ...watch(nats),
    close: () => nats.close(),
  };
}

/** Returns why no server takes a connection; null when one does. */
export async function whyUnreachable(address: ServerAddress): Promise<unknown> {
  try {
    const nats = await connect({ ...optionsOf(address), reconnect: false, ignoreAuthErrorAbort: false });
    await nats.close();
    return null;
  } catch (error) {
    return error;
  }
}

function shelfOf(address: ServerAddress): Shelf {
  if (address.kind === "embedded") return { prefix: "", replicas: 1, isCluster: false };
  return { prefix: "scoring-", replicas: address.replicas, isCluster: true };
}

function optionsOf(address: ServerAddress): ConnectionOptions {
  const options = address.kind === "embedded" ? optionsOfEmbedded(address) : optionsOfCluster(address);
  return { timeout: ANSWER_TIMEOUT_MS, ...options };
}

function optionsOfEmbedded({ url, token }: EmbeddedAddress): ConnectionOptions {
  return { servers: url, token, reconnectTimeWait: 20, reconnectJitter: 0, pingInterval: 10 * SECOND };
}

/** A server that is frozen or cut off says nothing: two pings without an answer lead to the next one. */
const CLUSTER_PING_MS: Milliseconds = 2 * SECOND;
const CLUSTER_RECONNECT_MS: Milliseconds = SECOND / 4;

function optionsOfCluster({ urls, credentials, ca }: ClusterAddress): ConnectionOptions {
  const isEncrypted = ca !== null || urls.some((url) => url.startsWith("tls:"));
  return {
    servers: urls.map((url) => new URL(url).host),
    reconnectTimeWait: CLUSTER_RECONNECT_MS,
    pingInterval: CLUSTER_PING_MS,
    // a server that was started before its accounts were there refuses for a while
    ignoreAuthErrorAbort: true,
    ...(credentials !== null && { authenticator: authenticatorOf(credentials) }),
    ...(isEncrypted && { tls: ca === null ? {} : { caFile: ca } }),
  };
}

/**
 * The file holds what a NATS operator issues, or `user:password`. It is read at each connection: it may have been
 * exchanged.
 */
function authenticatorOf(path: string): Authenticator {
  return (nonce) => {
    const text = readFileSync(path, "utf8");
    if (text.includes("NATS USER JWT")) return credsAuthenticator(Buffer.from(text))(nonce);
    const [, user = "", password = ""] = /^([^:]*):(.*)/.exec(text.trim()) ?? [];
    return usernamePasswordAuthenticator(user, password)(nonce);
  };
}

/** The connection was lost while a question waited for its answer. */
class WentAway extends Error {
  override readonly name = "WentAway";
}

/** What the client keeps for itself. */
interface Inside {
  protocol?: { transport?: { socket?: { destroy(): void } } };
}

/**
 * Ends the connection to a server that it is about to leave: the client would wait until that has taken what was written,
 * and one that is frozen never does.
 */
function breakOff(nats: NatsConnection): void {
  (nats as Inside).protocol?.transport?.socket?.destroy();
}

function watch(nats: NatsConnection): Pick<StreamConnection, "isUp" | "onceBack" | "answered"> {
  let up = true;
  // a set and not one promise for all: what waits on a promise stays with it until it is settled
  const waiting = new Set<() => void>();
  void (async () => {
    for await (const { type } of nats.status()) {
      if (type === "staleConnection" || type === "forceReconnect") breakOff(nats);
      if (type === "disconnect") up = false;
      if (type !== "reconnect") continue;
      up = true;
      const calls = [...waiting];
      waiting.clear();
      for (const call of calls) call();
    }
    up = false;
  })();
  function answered<Answer>(question: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new WentAway("the stream's server went away before it answered"));
      waiting.add(giveUp);
      const isDone = () => void waiting.delete(giveUp);
      question.then(resolve, reject).finally(isDone);
    });
  }
  return { isUp: () => up, onceBack: (call) => void waiting.add(call), answered };
}
