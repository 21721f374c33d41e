/** Shapes what was observed into the answer of `/v1/admin/status`. */
import { isoTime } from "../../vocabulary/times.ts";
import type { Kept } from "../../answers/read-kept.ts";
import type { Readiness } from "../../http/self/readiness.ts";
import type {
  BooksStatus,
  ExpiryWaits,
  RefusedSenderStatus,
  StageStatus,
  StatusAnswer,
} from "../../http/self/status-answer.ts";
import type { RefusedSender } from "../../ingest/senders/refused-senders.ts";
import { countAside } from "../../normaliser/set-aside.ts";
import { remedyFor } from "../../normaliser/dialects/remedies.ts";
import { build } from "../../vocabulary/build.ts";
import { HOUR, type Instant, SECOND } from "../../vocabulary/units.ts";
import type { ClockDoubt } from "../../writer/arrivals/doubts-table.ts";
import { balance, publishedBy, sumOf } from "../../books/books.ts";
import type { Amount } from "../../books/progress-table.ts";
import type { EngineState } from "../engine/engine.ts";
import type { Failure, StageCondition } from "../../vocabulary/stage.ts";
import { describeJudge } from "./describe-judge.ts";
import type { Observed } from "./observe.ts";
import type { StreamCopies } from "../../stream/telemetry-stream.ts";
import type { StreamLook } from "../stream.ts";
import type { BooksVerdict } from "./watch-books.ts";

/** What is shown in addition to what was observed. */
export interface StatusParts {
  observed: Observed;
  readiness: Readiness;
  startedAt: Instant;
  /** By stage, what last went wrong in it. */
  failures: Readonly<Record<string, Failure | null>>;
  /** As far as the asker may know of them. */
  refused: readonly RefusedSender[];
  /** What the asker's alerts say; null while the database does not answer. */
  openAlerts: readonly string[] | null;
  /** What deletes records early. */
  bucketRule: StatusAnswer["bucketRule"];
}

export function describeStatus({
  observed,
  readiness,
  startedAt,
  failures,
  refused,
  openAlerts,
  bucketRule,
}: StatusParts): StatusAnswer {
  const extras = stageExtras(observed);
  const names = [...new Set(["ingest", ...Object.keys(readiness.stages)])];
  const stages = names.map((stage): StageStatus => {
    const { ready, detail } = readiness.stages[stage] ?? { ready: true, detail: null };
    const failure = failures[stage] ?? null;
    const lastError =
      failure === null ? null : { at: isoTime(failure.at), message: hidePlaces(failure.reason) };
    const report = observed.engine?.stages.find(({ name }) => name === stage);
    const condition = report === undefined ? null : describeCondition(report.condition);
    return { stage, ready, detail, condition, lastError, ...(extras[stage] ?? { lag: null, counters: {} }) };
  });
  return {
    version: build.version,
    startedAt: isoTime(startedAt),
    uptimeSeconds: observed.uptime,
    status: readiness.status,
    stages,
    books:
      observed.kept === null
        ? null
        : describeBooks(observed.kept, observed.stream, observed.engine?.books ?? null),
    unanswered: unansweredIn(observed, openAlerts),
    setAside: describeSetAside(observed.kept),
    refusedSenders: refused.map(describeRefused),
    openAlerts: [...(openAlerts ?? [])],
    languageModel: observed.engine === null ? null : describeJudge(observed.engine.judge),
    memory: { serverBytes: observed.memory.server, streamBytes: observed.memory.stream },
    disk: { freeBytes: observed.freeBytes },
    expiryWaits: describeDoubt(observed.kept?.clockDoubt ?? null),
    bucketRule,
    lastBackup: observed.lastBackup,
    certificateValidUntil: observed.certificateUntil === null ? null : isoTime(observed.certificateUntil),
  };
}

function describeSetAside(kept: Kept | null): StatusAnswer["setAside"] {
  return (kept?.backlog.setAside ?? []).map((group) => ({ ...group, reason: hidePlaces(group.reason) }));
}

function unansweredIn({ kept, stream }: Observed, openAlerts: unknown): StatusAnswer["unanswered"] {
  return [
    ...(kept === null || openAlerts === null ? ["database" as const] : []),
    ...(stream === null ? ["stream" as const] : []),
  ];
}

/** Why nothing is removed by age; null when the clock is believed. */
export function describeDoubt(doubt: ClockDoubt | null): ExpiryWaits | null {
  if (doubt === null) return null;
  const { beganAt, reason, comparedWith, ranMs } = doubt;
  return {
    since: isoTime(beganAt),
    reason,
    comparedWith: isoTime(comparedWith),
    agreedHours: Math.floor(ranMs / HOUR),
  };
}

function describeCondition(condition: StageCondition): StageStatus["condition"] {
  const since = condition.kind === "idle" ? null : isoTime(condition.since);
  if (condition.kind !== "failed") return { kind: condition.kind, since, reason: null, nextTryAt: null };
  const { kind, reason, nextTryAt } = condition;
  return { kind, since, reason: hidePlaces(reason), nextTryAt: isoTime(nextTryAt) };
}

/** One refused sender as every answer shows it. */
export function describeRefused(refused: RefusedSender): RefusedSenderStatus {
  const { sender, fault, keyId, requests, firstAt, lastAt } = refused;
  const remedy = remedyFor(sender, fault);
  return { sender, fault, keyId, requests, firstAt: isoTime(firstAt), lastAt: isoTime(lastAt), remedy };
}

/** Messages of the file system name paths, and those of objects name organizations; the log has them in full. */
function hidePlaces(reason: string): string {
  return reason.replaceAll(/(?<![\w:])\/[\w.=/@+-]+/g, "(path)").replaceAll(/\borg=[\w-]+/g, "org=(id)");
}

type StageExtras = Pick<StageStatus, "lag" | "counters">;

function stageExtras(observed: Observed): Record<string, StageExtras> {
  const { lags, engine, restarts, stream, kept } = observed;
  return {
    ingest: { lag: null, counters: ingestCounters(observed) },
    stream: {
      lag: null,
      counters: {
        ...(stream !== null && { messages: stream.messages, bytes: stream.bytes }),
        publishedRequests: observed.publish.requests,
        failedPublishes: observed.publish.failed,
        ...serverCounters(stream?.copies ?? null, restarts.stream),
      },
    },
    engine: { lag: null, counters: { restarts: restarts.engine } },
    writer: { lag: lags.writer, counters: engine === null ? {} : writerCounters(engine) },
    normaliser: {
      lag: lags.normaliser,
      counters: {
        ...(engine !== null && normaliserCounters(engine)),
        ...(kept !== null && { setAsideFrames: countAside(kept.backlog.setAside, "frames") }),
      },
    },
    metrics: {
      lag: lags.metrics,
      counters: {
        ...(engine !== null && restingCounters(engine)),
        ...(kept !== null && { setAsideSessions: countAside(kept.backlog.setAside, "sessions") }),
        ...(observed.crowdedKeys !== null && { crowdedKeys: observed.crowdedKeys }),
      },
    },
    judging: { lag: null, counters: unjudgedCounters(observed) },
  };
}

/** Without a judge model every prompt waits. */
function unjudgedCounters({ unjudged }: Observed): Record<string, number> {
  return unjudged === null ? {} : { waitingPrompts: unjudged.waiting, failedPrompts: unjudged.failed };
}

function ingestCounters({ ingest }: Observed): Record<string, number> {
  return {
    receivedRequests: sum(ingest.received),
    acceptedRecords: sum(ingest.accepted),
    rejectedRecords: sum(ingest.rejected),
    refusedRequests: sum(ingest.refused),
    misroutedRequests: ingest.misrouted,
    droppedValues: ingest.dropped,
  };
}

/** Nobody here starts the servers of a cluster again. */
function serverCounters(copies: StreamCopies | null, restarts: number): Record<string, number> {
  return copies === null ? { restarts } : { servers: copies.servers, serversBehind: copies.behind };
}

function writerCounters(engine: EngineState): Record<string, number> {
  return {
    persistedRecords: sum(engine.persisted),
    duplicateRequests: engine.duplicateRequests,
    duplicateRecords: engine.duplicateRecords,
    redactions: sum(engine.redactions),
  };
}

function normaliserCounters(engine: EngineState): Record<string, number> {
  return { examinedRecords: sum(engine.examined), oddTimeRecords: engine.oddTimes };
}

/** Long sessions are measured less often than others; shown is how many wait for that reason, and for how long. */
function restingCounters({ resting }: EngineState): Record<string, number> {
  return { restingSessions: resting.sessions, longestRestSeconds: Math.ceil(resting.longestMs / SECOND) };
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

/** @param stream - `stream` null when it was not asked, `watch` null when there is no engine that looks. */
export function describeBooks(
  kept: Kept,
  stream: StreamLook | null,
  watch: BooksVerdict | null,
): BooksStatus {
  const { figures } = kept;
  const equations = balance(figures, stream === null ? null : { ...stream, position: kept.writerPosition });
  const published = stream === null ? null : sumOf(publishedBy(figures.publishers, stream.newest));
  return {
    balanced: equations.every(({ holds }) => holds),
    published: published === null ? null : amountOf(published),
    inStream: published === null ? null : amountOf(difference(published, figures.published)),
    persisted: amountOf(figures.persisted),
    duplicate: amountOf(figures.duplicate),
    quarantined: amountOf(figures.quarantined),
    lost: stream === null ? null : describeLoss(stream.noted),
    examinedRecords: figures.examined.records,
    oddTimeRecords: figures.oddTimes.records,
    pendingRecords: figures.pending.records,
    heldRecords: figures.held.records,
    expiredRecords: figures.expired.records,
    purgedRecords: figures.purged.records,
    equations,
    watch: watch === null ? null : { checkedAt: isoTime(watch.checkedAt), differences: watch.differences },
  };
}

function describeLoss({ lost, lostAt }: StreamLook["noted"]): BooksStatus["lost"] {
  return { ...amountOf(lost), noticedAt: lostAt === null ? null : isoTime(lostAt) };
}

function difference(left: Amount, right: Amount): Amount {
  return { frames: left.frames - right.frames, records: left.records - right.records };
}

function amountOf({ frames, records }: Amount): { requests: number; records: number } {
  return { requests: frames, records };
}
