/** Shapes what was observed into the measurements that `/metrics` shows. */
import type { Family, Sample } from "../../http/self/exposition.ts";
import type { LastBackup } from "../../http/self/status-answer.ts";
import type { Kept } from "../../answers/read-kept.ts";
import { countAside } from "../../normaliser/set-aside.ts";
import { build } from "../../vocabulary/build.ts";
import { STORED_SIGNALS } from "../../vocabulary/otlp.ts";
import type { Holding } from "../../catalogue/holdings-table.ts";
import type { EngineState } from "../engine/engine.ts";
import { judgeFamilies } from "./describe-judge.ts";
import { byLabel, counter, gauge, single, singleCounter } from "./families.ts";
import type { Unjudged } from "../../rubric/prompts/queue-table.ts";
import { type Bytes, type Instant, SECOND } from "../../vocabulary/units.ts";
import type { Lag } from "./lags.ts";
import type { Observed } from "./observe.ts";

/**
 * Returns every measurement that there is an answer for; what could not be asked is left out, never shown as
 * zero. Counters start at zero with the process (those of the engine with the engine), the books' figures
 * never do.
 */
export function measurementsOf(observed: Observed, organizationId: string | null): Family[] {
  const { engine, kept } = observed;
  return [
    ...programFamilies(observed),
    ...ingestFamilies(observed),
    ...publishFamilies(observed),
    ...streamFamilies(observed),
    ...(engine === null ? [] : [...engineFamilies(engine), ...judgeFamilies(engine.judge)]),
    single("scoring_database_up", "Whether the database answers.", kept === null ? 0 : 1),
    ...(observed.unjudged === null ? [] : [unjudgedFamily(observed.unjudged)]),
    ...(observed.crowdedKeys === null ? [] : [crowdedFamily(observed.crowdedKeys)]),
    ...lagFamilies(observed.lags),
    ...(kept === null ? [] : keptFamilies(kept)),
    ...(kept?.organization == null || organizationId === null
      ? []
      : organizationFamilies(kept.organization, organizationId)),
  ];
}

/** What an ingest node knows of itself. */
interface ObservedIngestNode extends Pick<Observed, "uptime" | "ingest" | "publish" | "certificateUntil"> {
  memory: { server: Bytes };
  isStreamUp: boolean;
  /** How many keys are known; null while they were not read. */
  keys: number | null;
  engines: { answering: number; all: number };
}

/** Returns what an ingest node measures, under the same names. */
export function ingestNodeMeasurements(observed: ObservedIngestNode): Family[] {
  const { uptime, memory, certificateUntil, keys, engines } = observed;
  return [
    buildFamily(),
    single("scoring_uptime_seconds", "Since the process was started.", uptime),
    gauge("scoring_memory_bytes", "Resident memory, by process.", byLabel("process", memory)),
    ...(certificateUntil === null ? [] : [certificateFamily(certificateUntil)]),
    ...ingestFamilies(observed),
    ...publishFamilies(observed),
    single("scoring_stream_up", "Whether the stream's server answers.", observed.isStreamUp ? 1 : 0),
    ...(keys === null ? [] : [single("scoring_known_keys", "Keys that telemetry is judged by.", keys)]),
    gauge("scoring_engines", "Engines that the node forwards to.", [
      { labels: { state: "answering" }, value: engines.answering },
      { labels: { state: "away" }, value: engines.all - engines.answering },
    ]),
  ];
}

function buildFamily(): Family {
  const labels = { version: build.version, commit: build.commit ?? "" };
  return gauge("scoring_build_info", "The version that runs.", [{ labels, value: 1 }]);
}

function programFamilies(observed: Observed): Family[] {
  const { uptime, listeners, restarts, memory, freeBytes, lastBackup, certificateUntil } = observed;
  const memoryOf: Sample[] = [{ labels: { process: "server" }, value: memory.server }];
  if (memory.stream !== null) memoryOf.push({ labels: { process: "stream" }, value: memory.stream });
  return [
    buildFamily(),
    single("scoring_uptime_seconds", "Since the process was started.", uptime),
    gauge("scoring_memory_bytes", "Resident memory, by process.", memoryOf),
    single("scoring_disk_free_bytes", "Free on the disk of the data directory.", freeBytes),
    ...(lastBackup === null ? [] : [backupFamily(lastBackup)]),
    ...(certificateUntil === null ? [] : [certificateFamily(certificateUntil)]),
    single("scoring_event_streams", "Open streams of coaching cards.", listeners),
    counter("scoring_restarts", "Parts that were started again.", byLabel("part", restarts)),
  ];
}

function backupFamily({ madeAt }: LastBackup): Family {
  const seconds = Math.floor(Date.parse(madeAt) / SECOND);
  return single(
    "scoring_last_backup_timestamp_seconds",
    "When the last backup was made, Unix time.",
    seconds,
  );
}

function certificateFamily(until: Instant): Family {
  return single(
    "scoring_tls_certificate_not_after_timestamp_seconds",
    "When the time of the server's certificate is over, Unix time.",
    Math.floor(until / SECOND),
  );
}

function ingestFamilies({ ingest }: Pick<Observed, "ingest">): Family[] {
  return [
    counter("scoring_received_requests", "OTLP requests, by path.", byLabel("path", ingest.received)),
    counter(
      "scoring_accepted_records",
      "Records that were answered as stored.",
      byLabel("signal", ingest.accepted),
    ),
    counter(
      "scoring_rejected_records",
      "Records refused one by one, by what was wrong.",
      byLabel("reason", ingest.rejected),
    ),
    counter("scoring_refused_requests", "Requests refused as a whole.", byLabel("reason", ingest.refused)),
    singleCounter(
      "scoring_misrouted_requests",
      "Requests with another signal than their path.",
      ingest.misrouted,
    ),
    singleCounter("scoring_dropped_values", "Values left out of records that were stored.", ingest.dropped),
  ];
}

function publishFamilies({ publish }: Pick<Observed, "publish">): Family[] {
  return [
    counter(
      "scoring_published_records",
      "Records on disk in the stream.",
      byLabel("signal", publish.records),
    ),
    singleCounter("scoring_published_requests", "Requests on disk in the stream.", publish.requests),
    singleCounter("scoring_publish_failures", "Messages that the stream did not take.", publish.failed),
    {
      kind: "histogram",
      name: "scoring_publish_batch_requests",
      help: "Requests that shared one message.",
      counts: publish.batchSize,
    },
    {
      kind: "histogram",
      name: "scoring_publish_latency_seconds",
      help: "From sending a message to its acknowledgement.",
      counts: publish.latency,
    },
  ];
}

function streamFamilies({ stream }: Observed): Family[] {
  const up = single("scoring_stream_up", "Whether the stream's server answers.", stream === null ? 0 : 1);
  if (stream === null) return [up];
  const { lost } = stream.noted;
  return [
    up,
    single(
      "scoring_lost_records",
      "Records that were acknowledged and then lost by the stream.",
      lost.records,
    ),
    single("scoring_stream_bytes", "What waits in the stream.", stream.bytes),
    single("scoring_stream_messages", "Messages that wait in the stream.", stream.messages),
  ];
}

function engineFamilies(engine: EngineState): Family[] {
  const families = [
    counter("scoring_persisted_records", "Records written to objects.", byLabel("signal", engine.persisted)),
    singleCounter("scoring_duplicate_requests", "Retries that were recognised.", engine.duplicateRequests),
    singleCounter("scoring_duplicate_records", "Records of these retries.", engine.duplicateRecords),
    counter("scoring_indexed_records", "Records examined for scoring.", byLabel("signal", engine.examined)),
    singleCounter("scoring_odd_time_records", "Records too old or too far ahead to score.", engine.oddTimes),
    counter("scoring_redactions", "What privacy changed, by rule.", byLabel("rule", engine.redactions)),
    single("scoring_writer_stuck", "Whether the object store refuses.", isFailing(engine, "writer")),
    gauge(
      "scoring_stage_failing",
      "Whether the last step of a stage failed; it is tried again.",
      engine.stages.map(({ name }) => ({ labels: { stage: name }, value: isFailing(engine, name) })),
    ),
    counter(
      "scoring_stage_failures",
      "Steps of a stage that failed.",
      engine.stages.map(({ name, failures }) => ({ labels: { stage: name }, value: failures })),
    ),
  ];
  if (engine.books === null) return families;
  const wrong = engine.books.differences.length;
  return [
    ...families,
    single("scoring_books_differences", "Equations of the books that do not hold.", wrong),
  ];
}

function isFailing({ stages }: EngineState, stage: string): 0 | 1 {
  return stages.some(({ name, condition }) => name === stage && condition.kind === "failed") ? 1 : 0;
}

function lagFamilies(lags: Observed["lags"]): Family[] {
  const known = Object.entries(lags).filter((entry): entry is [string, Lag] => entry[1] !== null);
  const samples = (valueOf: (lag: Lag) => number | null): Sample[] =>
    known.flatMap(([stage, lag]) => {
      const value = valueOf(lag);
      return value === null ? [] : [{ labels: { stage }, value }];
    });
  return [
    gauge(
      "scoring_lag_seconds",
      "How long the oldest of what waits for a stage waits.",
      samples((lag) => lag.seconds),
    ),
    gauge(
      "scoring_lag_records",
      "Records that wait for a stage.",
      samples((lag) => lag.records),
    ),
    gauge(
      "scoring_lag_sessions",
      "Sessions that wait for a stage.",
      samples((lag) => lag.sessions),
    ),
  ].filter(({ samples: [first] }) => first !== undefined);
}

function unjudgedFamily({ waiting, failed }: Unjudged): Family {
  const samples = byLabel("status", { pending: waiting, failed });
  return gauge("scoring_unjudged_prompts", "Prompts that can be judged and are not.", samples);
}

function crowdedFamily(keys: number): Family {
  const help = "Keys that named more new developers today or yesterday than one key may make in a day.";
  return gauge("scoring_crowded_keys", help, [{ labels: {}, value: keys }]);
}

function keptFamilies({ figures, holdings, clockDoubt, backlog: { setAside } }: Kept): Family[] {
  const { oddTimes, publishers: _, ...others } = figures;
  const accounts = Object.entries({ ...others, odd_time: oddTimes }).map(([account, { records }]) => ({
    labels: { account },
    value: records,
  }));
  return [
    gauge("scoring_books_records", "The figures of the record accounting since the first start.", accounts),
    single(
      "scoring_expiry_waiting",
      "Whether nothing is removed by age, because the clock is in doubt.",
      clockDoubt === null ? 0 : 1,
    ),
    gauge("scoring_set_aside", "What cannot be examined or measured, and is kept.", [
      { labels: { what: "frames" }, value: countAside(setAside, "frames") },
      { labels: { what: "sessions" }, value: countAside(setAside, "sessions") },
    ]),
    gauge(
      "scoring_objects",
      "Objects held.",
      bySignal(holdings, (holding) => holding.objects),
    ),
    gauge(
      "scoring_objects_bytes",
      "Size of the objects.",
      bySignal(holdings, (holding) => holding.bytes),
    ),
    gauge(
      "scoring_objects_records",
      "Records in the objects.",
      bySignal(holdings, (holding) => holding.records),
    ),
  ];
}

function organizationFamilies(holdings: Kept["holdings"], organization: string): Family[] {
  return [
    gauge(
      "scoring_organization_objects_bytes",
      "Size of this organization's objects.",
      bySignal(holdings, (holding) => holding.bytes, { organization }),
    ),
    gauge(
      "scoring_organization_objects_records",
      "Records in this organization's objects.",
      bySignal(holdings, (holding) => holding.records, { organization }),
    ),
  ];
}

function bySignal(
  holdings: Kept["holdings"],
  valueOf: (holding: Holding) => number,
  labels: Sample["labels"] = {},
): Sample[] {
  return STORED_SIGNALS.map((signal) => ({
    labels: { ...labels, signal },
    value: valueOf(holdings[signal]),
  }));
}
