/** Opens what takes records: telemetry and prompts, before anything is kept. */
import type { Keyring } from "../../identity/keys/keyring.ts";
import { createIngest } from "../../ingest/accept.ts";
import type { IngestCounters } from "../../ingest/counters.ts";
import { openGates } from "../../ingest/gates.ts";
import { createCapture } from "../../ingest/prompts/capture.ts";
import type { RefusedSenders } from "../../ingest/senders/refused-senders.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Publisher } from "../../stream/publish.ts";
import type { StreamRequest } from "../../stream/request.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { DiskWatch } from "../observe/disk.ts";
import type { StageLogs } from "../observe/observe-self.ts";
import type { OutageJournal } from "../outage-journal.ts";
import type { RunningStream } from "../stream.ts";

/** What it works with, of what was started before. */
export interface Intake {
  keyring: Keyring;
  stream: { publisher: Pick<Publisher, "publish"> } & Pick<RunningStream, "refusal">;
  /** null where nothing is kept. */
  disk: Pick<DiskWatch, "hasRoom"> | null;
  journal: Pick<OutageJournal, "refused">;
  ingestCounters: IngestCounters;
  refusedSenders: RefusedSenders;
  logs: StageLogs;
}

/** Telemetry and prompts go through the same gates. */
export function openIngest(settings: Settings, clock: Clock, inside: Intake) {
  const limits = {
    bodyBytes: settings.bodyLimitBytes,
    items: settings.maxItems,
    protobuf: settings.acceptProtobuf,
    requestsPerMinute: settings.keyRequestsPerMinute,
  };
  const gates = openGates(limits, clock);
  const { keyring: keys, ingestCounters: counters, refusedSenders, logs } = inside;
  const parts = {
    keys,
    publisher: notingRefusals(inside),
    clock,
    counters,
    refusedSenders,
    log: logs.ingest,
  };
  return {
    otlp: createIngest({ ...parts, limits }, gates),
    capture: createCapture({ ...parts, gates, maxChars: settings.promptMaxChars }),
  };
}

/** What ingest publishes to; what it refuses is noted, because agents may not send it again. */
function notingRefusals({ stream, disk, journal }: Pick<Intake, "stream" | "disk" | "journal">) {
  return {
    // not async: such a function keeps the request, with its whole text, until it is answered
    publish: (request: StreamRequest) =>
      stream.publisher.publish(request).then((outcome) => {
        if (!outcome.ok && outcome.problem.kind !== "too_large") void journal.refused(outcome.problem.kind);
        return outcome;
      }),
    refusal: () => {
      const why = stream.refusal() ?? (disk?.hasRoom() === false ? "full" : null);
      if (why !== null) void journal.refused(why);
      return why;
    },
  };
}
