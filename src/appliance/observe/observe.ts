/** Gathers everything that the appliance knows of itself at one moment; measurements and status are made from it. */
import type { Answered } from "../../answers/post-office.ts";
import type { ReadPool } from "../../answers/read-pool.ts";
import type { Kept } from "../../answers/read-kept.ts";
import { publishedBy, sumOf } from "../../books/books.ts";
import type { ShownCertificate } from "../../http/tls/certificate.ts";
import { crowdedLately } from "../../identity/developers/new-developers-table.ts";
import type { LastBackup } from "../../http/self/status-answer.ts";
import type { IngestCounters, IngestCounts } from "../../ingest/counters.ts";
import type { PublishCounts } from "../../stream/publish-counts.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { type Bytes, type Instant, type Milliseconds, SECOND, type Seconds } from "../../vocabulary/units.ts";
import { readLastBackup } from "../backup/last-backup.ts";
import type { DiskWatch } from "./disk.ts";
import type { EngineState } from "../engine/engine.ts";
import type { EngineThread } from "../engine/engine-thread.ts";
import { type Lag, lagsOf, secondsSince } from "./lags.ts";
import { residentBytes } from "./memory.ts";
import type { Unjudged } from "../../rubric/prompts/queue-table.ts";
import type { RunningStream, StreamLook } from "../stream.ts";

/** The parts that are asked. */
export interface ObservedParts {
  ingestCounters: IngestCounters;
  stream: RunningStream;
  engine: EngineThread;
  disk: DiskWatch;
  pool: ReadPool;
  listeners: { readonly count: number };
  certificate: ShownCertificate;
  clock: Clock;
  startedAt: Instant;
  dataDir: string;
}

/** What was found. */
export interface Observed {
  uptime: Seconds;
  ingest: IngestCounts;
  publish: PublishCounts;
  /** null while the stream's server does not answer. */
  stream: StreamLook | null;
  /** null while the engine is being started. */
  engine: EngineState | null;
  /** null while the database does not answer. */
  kept: Kept | null;
  /** Keys that have named more new developers than they may make, today or yesterday; null while the database does not answer. */
  crowdedKeys: number | null;
  /** null while the database does not answer. */
  unjudged: Unjudged | null;
  /** By the stage that has to catch up; null when it is not known. */
  lags: Record<"writer" | "normaliser" | "metrics", Lag | null>;
  /** How many listen for cards. */
  listeners: number;
  restarts: { stream: number; engine: number };
  memory: { server: Bytes; stream: Bytes | null };
  freeBytes: Bytes;
  lastBackup: LastBackup | null;
  /** When the time of the server's certificate is over; null for plain HTTP. */
  certificateUntil: Instant | null;
}

/**
 * Returns what the database does not answer within the time as null: the rest is to be seen while it hangs.
 *
 * @param organization - The organization whose own holdings are wanted too; null for none.
 */
export async function observe(
  parts: ObservedParts,
  { organization, withinMs }: { organization: string | null; withinMs: Milliseconds },
): Promise<Observed> {
  const { stream, engine, pool, clock, startedAt } = parts;
  // the stream first: what leaves it meanwhile has then reached the database, and nothing seems to be missing
  const look = await stream.look();
  const [kept, unjudged] = await Promise.all([
    inTime(pool.ask("readKept", organization), withinMs),
    inTime(pool.ask("countUnjudged", null), withinMs),
  ]);
  const now = clock();
  return {
    uptime: (now - startedAt) / SECOND,
    ingest: parts.ingestCounters.snapshot(),
    publish: stream.publisher.counters.snapshot(),
    stream: look,
    engine: engine.state,
    kept,
    crowdedKeys: kept === null ? null : crowdedLately(kept.backlog.crowdedKeys, now).length,
    unjudged,
    lags: {
      writer: writerLag(look, kept, now),
      ...(kept === null ? { normaliser: null, metrics: null } : lagsOf(kept.backlog, now)),
    },
    listeners: parts.listeners.count,
    restarts: { stream: stream.restarts(), engine: engine.restarts },
    memory: { server: process.memoryUsage().rss, stream: residentBytes(stream.pid()) },
    freeBytes: parts.disk.freeBytes(),
    lastBackup: readLastBackup(parts.dataDir),
    certificateUntil: parts.certificate.current?.validUntil ?? null,
  };
}

/** Returns null where there is no answer in time, and where it fails. */
export async function inTime<Value>(
  asked: Promise<Answered<Value>>,
  withinMs: Milliseconds,
): Promise<Value | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), withinMs);
  const answered = await Promise.race([asked.catch(() => null), late]);
  clearTimeout(timer);
  return answered?.ok === true ? answered.value : null;
}

function writerLag(look: StreamLook | null, kept: Kept | null, now: Instant): Lag | null {
  if (look === null || kept === null) return null;
  const { published, publishers } = kept.figures;
  const records = sumOf(publishedBy(publishers, look.newest)).records - published.records;
  return { seconds: secondsSince(look.oldestAt, now), records, sessions: null };
}
