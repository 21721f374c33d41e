/** Short ways to write OTLP bodies and to look at what was stored of them. */
import type { AnyValue, KeyValue, LogRecord, Metric, Span, StoredLine } from "../../src/vocabulary/otlp.ts";

type Loose = Record<string, unknown>;

/** A log request of these records. */
export const logs = (...logRecords: unknown[]): Loose => ({
  resourceLogs: [{ scopeLogs: [{ logRecords }] }],
});

/** A trace request of these spans. */
export const spans = (...list: unknown[]): Loose => ({ resourceSpans: [{ scopeSpans: [{ spans: list }] }] });

/** A metric request of these metrics. */
export const metrics = (...list: unknown[]): Loose => ({
  resourceMetrics: [{ scopeMetrics: [{ metrics: list }] }],
});

/** A log request of one record with one attribute `k`. */
export const attribute = (value: unknown): Loose => logs({ attributes: [{ key: "k", value }] });

export const logRecordsOf = (lines: readonly StoredLine[]): LogRecord[] =>
  lines.flatMap((line) =>
    (line.resourceLogs ?? []).flatMap((entry) =>
      (entry.scopeLogs ?? []).flatMap((scope) => scope.logRecords ?? []),
    ),
  );

export const spansOf = (lines: readonly StoredLine[]): Span[] =>
  lines.flatMap((line) =>
    (line.resourceSpans ?? []).flatMap((entry) =>
      (entry.scopeSpans ?? []).flatMap((scope) => scope.spans ?? []),
    ),
  );

export const metricsOf = (lines: readonly StoredLine[]): Metric[] =>
  lines.flatMap((line) =>
    (line.resourceMetrics ?? []).flatMap((entry) =>
      (entry.scopeMetrics ?? []).flatMap((scope) => scope.metrics ?? []),
    ),
  );

/** The attribute `k` of the one record stored. */
export const storedAttribute = (lines: readonly StoredLine[]): KeyValue | undefined =>
  logRecordsOf(lines)[0]?.attributes?.find(({ key }) => key === "k");

export const storedValue = (lines: readonly StoredLine[]): AnyValue | undefined =>
  storedAttribute(lines)?.value;
