/** The real ingest behind a real server, without the other stages: for what only a stand-in of the stream or of the clock can show. */
import { keyCaller } from "../../src/identity/caller.ts";
import type { KeyCaller, KeyProblem } from "../../src/identity/caller.ts";
import { createIngest } from "../../src/ingest/accept.ts";
import type { IngestParts } from "../../src/ingest/accept.ts";
import { createIngestCounters } from "../../src/ingest/counters.ts";
import type { IngestCounts } from "../../src/ingest/counters.ts";
import type { LeastPace } from "../../src/ingest/reading/pace.ts";
import { createRefusedSenders } from "../../src/ingest/senders/refused-senders.ts";
import { remedyFor } from "../../src/normaliser/dialects/remedies.ts";
import type { StreamRequest } from "../../src/stream/request.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { fail, succeed } from "../../src/vocabulary/result.ts";
import type { Result } from "../../src/vocabulary/result.ts";

/** Ingest without the rest of the appliance; frames go no further than here. */
export interface IngestAlone {
  send(path: string, body: unknown, key?: string): Promise<Response>;
  port: number;
  requests: StreamRequest[];
  counts(): IngestCounts;
  stop(): Promise<void>;
}

export interface IngestAloneOptions {
  requestsPerMinute?: number;
  /** 100,000 when it is not given. */
  items?: number;
  /** 4 MiB when it is not given. */
  limitBytes?: number;
  /** Whether bodies may be protobuf. */
  protobuf?: boolean;
  /** Replaces how slowly a body may arrive. */
  pace?: LeastPace;
  /** Replaces where frames go. */
  publisher?: IngestParts["publisher"];
  clock?: () => number;
}

const KEYS: Record<string, Result<KeyCaller, KeyProblem>> = {
  "Bearer test-key": succeed(caller("key-1", "org-1")),
  "Bearer foreign-key": succeed(caller("key-2", "org-2")),
  "Bearer unread-key": fail({ kind: "unread" }),
};

function caller(keyId: string, organizationId: string): KeyCaller {
  return keyCaller({
    keyId,
    organizationId,
    role: "member",
    developerId: null,
    scopes: ["ingest", "read_team"],
  });
}

/** Starts one on a free port. */
export async function startIngestAlone(options: IngestAloneOptions = {}): Promise<IngestAlone> {
  const requests: StreamRequest[] = [];
  const counters = createIngestCounters();
  const clock = options.clock ?? (() => 1_795_232_848_000);
  const refusedSenders = createRefusedSenders({ clock, log: silentLog, remedyFor });
  const ingest = createIngest({
    keys: { judge: (authorization) => KEYS[authorization ?? ""] ?? fail({ kind: "invalid" }) },
    publisher: options.publisher ?? {
      refusal: () => null,
      publish: async (request) => {
        requests.push(request);
        return succeed(undefined);
      },
    },
    clock,
    refusedSenders,
    limits: {
      bodyBytes: options.limitBytes ?? 4 * 1024 * 1024,
      items: options.items ?? 100_000,
      protobuf: options.protobuf ?? false,
      requestsPerMinute: options.requestsPerMinute ?? 0,
      ...(options.pace !== undefined && { pace: options.pace }),
    },
    counters,
    log: silentLog,
  });
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: ingest, idleTimeout: 60 });
  return {
    send: (path, body, key = "test-key") =>
      fetch(`http://127.0.0.1:${server.port}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    port: server.port ?? 0,
    requests,
    counts: () => counters.snapshot(),
    stop: () => server.stop(true),
  };
}
