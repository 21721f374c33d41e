/** What an ingest node answers about itself: `/readyz` and `/metrics`. */
import type { Engines } from "../../http/proxy/engines.ts";
import type { Family } from "../../http/self/exposition.ts";
import { askStages, type Readiness, type StageState } from "../../http/self/readiness.ts";
import type { ShownCertificate } from "../../http/tls/certificate.ts";
import type { IngestCounters } from "../../ingest/counters.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { type Instant, SECOND } from "../../vocabulary/units.ts";
import type { KeyFollower } from "../keys/nodes/follow-keys.ts";
import type { IntakeStream } from "../roles/intake-stream.ts";
import { ingestNodeMeasurements } from "./measurements.ts";

/** What is looked at. */
interface ObservedIngestNode {
  stream: Pick<IntakeStream, "isHealthy" | "refusal" | "counts">;
  keys: Pick<KeyFollower, "count" | "isCurrent">;
  engines: Pick<Engines, "count">;
  ingestCounters: IngestCounters;
  certificate: ShownCertificate;
  startedAt: Instant;
  clock: Clock;
}

/** Answers for the node. */
export interface ObservingIngestNode {
  askReadiness(): Promise<Readiness>;
  measure(): Promise<Family[]>;
}

/** Looks at it whenever that is asked. */
export function observeIngestNode(parts: ObservedIngestNode): ObservingIngestNode {
  const { stream, keys, engines, ingestCounters, certificate, startedAt, clock } = parts;
  return {
    askReadiness: () =>
      askStages({
        stream: () => streamState(stream),
        keys: () => keysState(keys),
        engines: () => enginesState(engines.count()),
      }),
    measure: async () =>
      ingestNodeMeasurements({
        uptime: (clock() - startedAt) / SECOND,
        memory: { server: process.memoryUsage().rss },
        certificateUntil: certificate.current?.validUntil ?? null,
        ingest: ingestCounters.snapshot(),
        publish: stream.counts(),
        isStreamUp: stream.isHealthy(),
        keys: keys.count,
        engines: engines.count(),
      }),
  };
}

function streamState(stream: ObservedIngestNode["stream"]): StageState {
  const ready = stream.isHealthy() && stream.refusal() === null;
  return { ready, detail: ready ? null : "the stream does not take messages" };
}

/** Keys that may be old still let telemetry in. */
function keysState(keys: ObservedIngestNode["keys"]): StageState {
  if (keys.count === null) return { ready: false, detail: "the keys were not read yet" };
  if (keys.isCurrent()) return { ready: true, detail: null };
  return { ready: true, detail: "changes of keys are not heard of right now", failing: true };
}

/** Without engines telemetry is received all the same. */
function enginesState({ answering, all }: { answering: number; all: number }): StageState {
  if (answering === all) return { ready: true, detail: null };
  return { ready: true, detail: `${answering} of ${all} engines answer`, failing: true };
}
