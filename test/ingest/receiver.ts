/** A receiver to send requests to: the real ingest behind a real server, with what it stored to look at. */
import type { Caller, KeyProblem } from "../../src/identity/caller.ts";
import { createIngest } from "../../src/ingest/accept.ts";
import type { IngestParts } from "../../src/ingest/accept.ts";
import { createIngestCounters } from "../../src/ingest/counters.ts";
import type { IngestCounts } from "../../src/ingest/counters.ts";
import { createRedactor } from "../../src/privacy/redactor.ts";
import type { Frame } from "../../src/stream/frame.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import type { StoredLine } from "../../src/vocabulary/otlp.ts";
import { fail, succeed } from "../../src/vocabulary/result.ts";
import type { Result } from "../../src/vocabulary/result.ts";
import { canonicalise } from "../../src/writer/canonical.ts";

/** What a test sees of a receiver: HTTP, and the lines it stored. */
export interface Receiver {
  url: string;
  port: number;
  key: string;
  /** A key of another organization, and one that was revoked. */
  foreignKey: string;
  revokedKey: string;
  limitBytes: number;
  /** Sends a body; content type and key are added unless the headers name them, and `null` leaves one out. */
  send(path: string, body: unknown, headers?: Record<string, string | null>): Promise<Response>;
  /** What was stored since this was asked last. */
  stored(): Promise<StoredLine[]>;
  /** The frames behind it; only the in-process receiver has them. */
  frames(): Frame[];
  counts(): IngestCounts;
  stop(): Promise<void>;
}

export interface ReceiverOptions {
  limitBytes?: number;
  corsOrigins?: readonly string[];
  requestsPerMinute?: number;
  /** Replaces where frames go. */
  publisher?: IngestParts["publisher"];
  clock?: () => number;
}

const KEYS: Record<string, Result<Caller, KeyProblem>> = {
  "Bearer test-key": succeed(caller("key-1", "org-1")),
  "Bearer foreign-key": succeed(caller("key-2", "org-2")),
  "Bearer revoked-key": fail({ kind: "revoked" }),
};

function caller(keyId: string, organizationId: string): Caller {
  return { keyId, organizationId, role: "member", developerId: null };
}

/** Starts one on a free port. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const frames: Frame[] = [];
  let shown = 0;
  const limitBytes = options.limitBytes ?? 1024 * 1024;
  const counters = createIngestCounters();
  const ingest = createIngest({
    keys: {
      judge: (authorization) =>
        authorization === null
          ? fail({ kind: "missing" })
          : (KEYS[authorization] ?? fail({ kind: "invalid" })),
    },
    publisher: options.publisher ?? {
      refusal: () => null,
      publish: async (frame) => {
        frames.push(frame);
        return succeed(undefined);
      },
    },
    clock: options.clock ?? (() => 1_795_232_848_000),
    limits: { bodyBytes: limitBytes, requestsPerMinute: options.requestsPerMinute ?? 0 },
    counters,
    log: silentLog,
    requestId: () => crypto.randomUUID(),
    corsOrigins: options.corsOrigins ?? [],
  });
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    maxRequestBodySize: 1024 * 1024 * 1024,
    fetch: ingest,
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    port: server.port ?? 0,
    key: "test-key",
    foreignKey: "foreign-key",
    revokedKey: "revoked-key",
    limitBytes,
    send: (path, body, headers = {}) => fetch(url + path, requestOf(body, headers)),
    stored: async () => frames.slice(shown, (shown = frames.length)).flatMap(linesOf),
    frames: () => frames,
    counts: () => counters.snapshot(),
    stop: () => server.stop(true),
  };
}

function requestOf(body: unknown, more: Record<string, string | null>): RequestInit {
  const headers = new Headers({ "content-type": "application/json", authorization: "Bearer test-key" });
  for (const [name, value] of Object.entries(more)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
  return { method: "POST", headers, body: isRaw ? body : JSON.stringify(body) };
}

const REDACTOR = createRedactor({
  captureMode: "full",
  redactEntropy: false,
  redactEmails: false,
  redactPaths: false,
});

const LINES = { logs: "resourceLogs", metrics: "resourceMetrics", traces: "resourceSpans" } as const;

function linesOf({ header, body }: Frame): StoredLine[] {
  const parsed: unknown = JSON.parse(body);
  return canonicalise(parsed, { rejected: header.rejected, redact: REDACTOR }).map(({ signal, entry }) => ({
    [LINES[signal]]: [entry],
  }));
}
