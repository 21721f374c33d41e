/** The stream that an ingest node publishes to: others run its cluster, which may be away when the node starts. */
import { connectTo, type StreamConnection, whyUnreachable } from "../../stream/connection.ts";
import type { AcknowledgedNote } from "../../stream/acknowledged.ts";
import { ACKNOWLEDGED, AcknowledgedBucket } from "../../stream/notes/acknowledged-bucket.ts";
import { openBucket } from "../../stream/notes/bucket.ts";
import { patiently } from "../../stream/patience.ts";
import { createPublishCounters, type PublishCounts } from "../../stream/publish-counts.ts";
import { type PassingProblem, Publisher } from "../../stream/publish.ts";
import type { ServerAddress } from "../../stream/server-address.ts";
import { type Pulse, takePulse } from "../../stream/server/pulse.ts";
import { readTakingState } from "../../stream/telemetry-stream.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";

/** What ingest publishes to; until the cluster was reached it is unavailable. */
export interface IntakeStream {
  connected: Promise<StreamConnection>;
  publisher: Pick<Publisher, "publish">;
  counts(): PublishCounts;
  isHealthy(): boolean;
  /** Why a request that came now would not be taken; null when it would. */
  refusal(): PassingProblem["kind"] | null;
  /** Refuses requests from now on; those that are under way are still published. */
  leave(): void;
  /** Takes no more, and returns when what was taken is acknowledged or given up. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

interface Reached {
  connection: StreamConnection;
  publisher: Publisher;
  acknowledged: AcknowledgedNote;
  pulse: Pulse;
}

/** Who publishes. */
interface IntakeNode {
  node: string;
  clock: Clock;
  log: Log;
}

/** A start usually takes less. */
const SAID_AFTER_MS: Milliseconds = 2 * SECOND;

/** An outage must not hold up the end; what is not noted then counts as never acknowledged. */
const NOTED_WITHIN_MS: Milliseconds = SECOND;

/** Begins to connect; what it returns can be used at once. */
export function openIntakeStream(address: ServerAddress, by: IntakeNode): IntakeStream {
  let reached: Reached | null = null;
  let leaving = false;
  const connected = connectTo(address, "ingest").then((connection) => {
    const bucket = patiently(() => openBucket(connection, ACKNOWLEDGED), by.log);
    const acknowledged = new AcknowledgedBucket(bucket, by);
    const publisher = new Publisher(connection, { acknowledged });
    const waitingSince = () => publisher.waitingSince();
    const ask = () => readTakingState(connection);
    const frozen = () => void connection.nats.reconnect().catch(() => {}); // another server may take messages
    const pulse = takePulse({ connection, waitingSince, ask, frozen });
    reached = { connection, publisher, acknowledged, pulse };
    return connection;
  });
  sayWhenAway(address, connected, by.log);
  const away = { ok: false, problem: { kind: "unavailable" } } as const;
  const refusal = (): PassingProblem["kind"] | null => {
    if (leaving) return "stopping";
    return reached === null ? "unavailable" : reached.publisher.refusal();
  };
  return {
    connected,
    // not async: such a function keeps the request, with its whole text, until it is answered
    publisher: { publish: (request) => reached?.publisher.publish(request) ?? Promise.resolve(away) },
    counts: () => (reached?.publisher.counters ?? createPublishCounters()).snapshot(),
    isHealthy: () => reached !== null && reached.pulse.isHealthy() && refusal() !== "unavailable",
    refusal,
    leave: () => void (leaving = true),
    async finish() {
      await reached?.publisher.stop();
      await reached?.acknowledged.close(NOTED_WITHIN_MS);
    },
    async close() {
      reached?.pulse.stop();
      await reached?.connection.close();
    },
  };
}

function sayWhenAway(address: ServerAddress, connected: Promise<unknown>, log: Log): void {
  const timer = setTimeout(() => void say(), SAID_AFTER_MS);
  void connected.then(() => clearTimeout(timer));
  async function say(): Promise<void> {
    const error = await whyUnreachable(address);
    if (error !== null) log.warning(AWAY, { reason: describeError(error) });
  }
}

const AWAY = "the cluster (nats_url) cannot be reached, so telemetry gets 503; trying again";
