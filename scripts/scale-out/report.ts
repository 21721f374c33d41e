/** What a run found, as a table for people and as JSON for programs. */
import { median, quantile } from "../bench/sample.ts";
import { describeEnding } from "../../test/engines/node.ts";
import { PREY, type Prey } from "./kills.ts";
import type { Partition } from "./partitions.ts";
import type { ScaleOutReport } from "./run.ts";

/** A line of the table. */
type Row = readonly [name: string, value: string];

const NAMES: Readonly<Record<Prey, string>> = {
  ingest: "kills of an ingest node",
  engine: "kills of an engine",
  writer: "kills of the engine that writes",
  nats: "kills of a stream server",
  leader: "kills of the stream server that leads",
  postgres: "kills of PostgreSQL",
  s3: "kills of the bucket's server",
  slept: "freezes of an engine past its lease",
  frozen_leader: "freezes of the stream server that leads",
  frozen_postgres: "freezes of PostgreSQL",
  frozen_s3: "freezes of the bucket's server",
  bucket: "spoilt answers of the bucket",
};

/** Returns the lines of the table, aligned, and after it each end that a node came to by itself and each broken promise. */
export function tableOf(report: ScaleOutReport): string[] {
  const rows = rowsOf(report);
  const width = Math.max(...rows.map(([name]) => name.length));
  const most = Math.max(...rows.map(([, value]) => value.length));
  return [
    ...rows.map(([name, value]) => `${name.padEnd(width)}  ${value.padStart(most)}`),
    ...report.endings.map(describeEnding),
    ...report.violations.map((violation) => `VIOLATION: ${violation}`),
  ];
}

/** Returns all of it in one line. */
export function asJson({ ledger, figures, upgrade, ...report }: ScaleOutReport): string {
  const { acknowledged, requests, attempts, bytes, statuses } = ledger;
  const { publishers, ...counts } = figures;
  return JSON.stringify({
    ...report,
    sent: {
      requests,
      attempts,
      bytes,
      statuses: Object.fromEntries(statuses),
      recordsAcknowledged: acknowledged.size,
    },
    figures: { ...counts, publishers: publishers.size },
    upgrade: upgrade === null ? null : { ...upgrade, versions: Object.fromEntries(upgrade.versions) },
  });
}

function rowsOf(report: ScaleOutReport): Row[] {
  const { kills, takeoversMs, partitions, upgrade, ledger, figures, comparison, throughput } = report;
  const status = (code: number) => number(ledger.statuses.get(code) ?? 0);
  return [
    ...PREY.map((prey): Row => [NAMES[prey], number(kills[prey])]),
    ...takeoverRows(takeoversMs),
    ...partitions.flatMap(partitionRows),
    ...(upgrade === null
      ? []
      : ([
          ["versions after the upgrade", [...new Set(upgrade.versions.values())].join(", ")],
          ["longest absence of a node in it", seconds(upgrade.longestAbsenceMs)],
        ] satisfies Row[])),
    ["requests", number(ledger.requests)],
    ["  of them while parts failed", number(report.sentAmongFaults)],
    ["attempts", number(ledger.attempts)],
    ["  answered 200", status(200)],
    ["  answered 503", status(503)],
    ["  broken off", status(0)],
    ["bytes sent", number(ledger.bytes)],
    ["records acknowledged", number(ledger.acknowledged.size)],
    ["records persisted", number(figures.persisted.records)],
    ["records examined", number(figures.examined.records)],
    ["requests that came twice, kept once", number(figures.duplicate.frames)],
    ["publishers in the books", number(figures.publishers.size)],
    ...(comparison === null
      ? []
      : ([
          ["tables compared with one machine's", number(comparison.tables)],
          ["rows compared", number(comparison.rows)],
          ["tables that differ", number(comparison.differences.length)],
        ] satisfies Row[])),
    ["nodes that ended by themselves", number(report.endings.length)],
    ["time of the load", seconds(report.loadMs)],
    ["until all was scored after it", seconds(report.settledAfterMs)],
    ...throughputRows(throughput),
    ["time in all", seconds(report.tookMs)],
    ["violations", number(report.violations.length)],
  ];
}

function takeoverRows(took: readonly number[]): Row[] {
  if (took.length === 0) return [];
  return [
    ["takeovers measured", number(took.length)],
    ["  median", seconds(median(took))],
    ["  longest", seconds(quantile(took, 1))],
  ];
}

function partitionRows({ what, tookOverAfterMs, backAfterMs }: Partition): Row[] {
  return [
    [`cut off ${what}: taken over after`, secondsOrNever(tookOverAfterMs)],
    ["  and it worked again after", secondsOrNever(backAfterMs)],
  ];
}

function throughputRows(measured: ScaleOutReport["throughput"]): Row[] {
  const [first] = measured;
  if (first === undefined) return [];
  return measured.flatMap((each): Row[] => [
    [
      `records a second into ${each.ingests} ingest nodes`,
      `${number(Math.round(each.recordsASecond))} (× ${(each.recordsASecond / first.recordsASecond).toFixed(2)})`,
    ],
    ["  99 of 100 answers within", `${each.p99Ms.toFixed(0)} ms`],
    [
      "  until all was scored after it",
      `${each.lagSeconds.toFixed(1)} s (× ${(each.lagSeconds / first.lagSeconds).toFixed(2)})`,
    ],
  ]);
}

function number(count: number): string {
  return count.toLocaleString("en");
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function secondsOrNever(ms: number | null): string {
  return ms === null ? "never" : seconds(ms);
}
