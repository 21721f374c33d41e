/** A client's connection to the embedded server; it comes back by itself when the server does. */
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { SECOND, type Milliseconds } from "../vocabulary/units.ts";
import type { ServerAddress } from "./server/server.ts";

/** How long one question to the server may take. */
export const ANSWER_TIMEOUT_MS: Milliseconds = 2 * SECOND;

const RECONNECT_WAIT_MS: Milliseconds = 20;

export interface StreamConnection {
  nats: NatsConnection;
  client: JetStreamClient;
  manager: JetStreamManager;
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
    servers: address.url,
    token: address.token,
    name,
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    reconnectJitter: 0,
    waitOnFirstConnect: true,
    noAsyncTraces: true, // a stack for every publish costs more than it shows
    pingInterval: 10 * SECOND,
    timeout: ANSWER_TIMEOUT_MS,
  });
  const manager = await jetstreamManager(nats, { timeout: ANSWER_TIMEOUT_MS, checkAPI: false });
  return {
    nats,
    manager,
    client: jetstream(nats, { timeout: ANSWER_TIMEOUT_MS }),
    ...watch(nats),
    close: () => nats.close(),
  };
}

function watch(nats: NatsConnection): Pick<StreamConnection, "isUp" | "onceBack" | "answered"> {
  let up = true;
  // a set and not one promise for all: what waits on a promise stays with it until it is settled
  const waiting = new Set<() => void>();
  void (async () => {
    for await (const { type } of nats.status()) {
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
      const giveUp = () => reject(new Error("the stream's server went away before it answered"));
      waiting.add(giveUp);
      const isDone = () => void waiting.delete(giveUp);
      question.then(resolve, reject).finally(isDone);
    });
  }
  return { isUp: () => up, onceBack: (call) => void waiting.add(call), answered };
}
