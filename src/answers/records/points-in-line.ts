/** Reads the data points of one stored line, of every kind of metric, also those that scoring does not use. */
import { placeOfLine } from "../../normaliser/records/read-line.ts";
import type { Attributes, PlainValue, Surroundings } from "../../normaliser/records/record.ts";
import { firstTime, millisecondsOf } from "../../normaliser/records/record-time.ts";
import { textOf, unwrapAttributes, unwrapValue } from "../../normaliser/records/unwrap.ts";
import {
  type Metric,
  type NumberPoint,
  RECEIVED_AT,
  RECEIVED_KEY,
  type ResourceMetrics,
  type StoredLine,
} from "../../vocabulary/otlp.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { PointRow } from "./points-answer.ts";
import type { PlacedRecord, RecordsOfLine } from "./record-pages.ts";

/** A point, and the metric it is of. */
export interface DataPoint
  extends PlacedRecord, Surroundings, Pick<PointRow, "name" | "unit" | "type" | "temporality" | "value"> {
  /** null when it does not say. */
  startedAt: Instant | null;
  /** null for a point that is one number. */
  distribution: Attributes | null;
}

type ScopeMetrics = NonNullable<ResourceMetrics["scopeMetrics"]>[number];

const TYPES = {
  sum: "sum",
  gauge: "gauge",
  histogram: "histogram",
  exponentialHistogram: "exponential_histogram",
  summary: "summary",
} as const;
type Kind = keyof typeof TYPES;
const KINDS = Object.keys(TYPES) as Kind[];

/** The numbers of `AggregationTemporality` in metrics.proto, from 1 on. */
const TEMPORALITIES = ["delta", "cumulative"] as const;

/**
 * Reads the points.
 *
 * @remarks They are counted in their own way: the places of records, by which parts of sessions begin, are those of
 *   sums only. After a purge the places of points that were sent with the purged ones are others.
 */
export function pointsOf(line: StoredLine): RecordsOfLine<DataPoint> {
  const [entry] = line.resourceMetrics ?? [];
  const resource = unwrapAttributes(entry?.resource?.attributes);
  const { sequence, frame, first } = placeOfLine(resource);
  const place = { sequence, frame };
  const around: Around = { resource, arrival: textOf(resource[RECEIVED_AT]) ?? "0" };
  const points = (entry?.scopeMetrics ?? []).flatMap((scoped) => pointsOfScope(scoped, around));
  return {
    keyId: textOf(resource[RECEIVED_KEY]) ?? "",
    records: points.map((point, index) => ({ ...point, place: { ...place, record: first + index } })),
  };
}

interface Around {
  resource: Attributes;
  /** When the request arrived, for points that have no time. */
  arrival: string;
}

type Unplaced = Omit<DataPoint, "place">;

function pointsOfScope(
  { scope = {}, metrics = [] }: ScopeMetrics,
  { resource, arrival }: Around,
): Unplaced[] {
  const { name = "", version = "" } = scope;
  const around = { resource, arrival, scope: { name, version } };
  return metrics.flatMap((metric) =>
    KINDS.flatMap((kind) =>
      (metric[kind]?.dataPoints ?? []).map((point) => readPoint(point, { metric, kind, ...around })),
    ),
  );
}

function readPoint(
  point: NumberPoint,
  {
    metric,
    kind,
    resource,
    scope,
    arrival,
  }: Around & Pick<Surroundings, "scope"> & { metric: Metric; kind: Kind },
): Unplaced {
  return {
    resource,
    scope,
    ...timesOf(point, arrival),
    traceId: null,
    attributes: unwrapAttributes(point.attributes),
    name: metric.name ?? "",
    unit: metric.unit || null,
    type: TYPES[kind],
    temporality: temporalityOf(metric),
    ...measured(point, kind),
  };
}

function timesOf(point: NumberPoint, arrival: string): Pick<DataPoint, "at" | "atUnixNano" | "startedAt"> {
  const atUnixNano = firstTime([point.timeUnixNano, arrival]);
  return {
    at: millisecondsOf(atUnixNano),
    atUnixNano,
    startedAt: millisecondsOf(firstTime([point.startTimeUnixNano])) || null,
  };
}

function temporalityOf({ sum, histogram, exponentialHistogram }: Metric): PointRow["temporality"] {
  const number = (sum ?? histogram ?? exponentialHistogram)?.aggregationTemporality ?? 0;
  return TEMPORALITIES[number - 1] ?? null;
}

function measured(point: NumberPoint, kind: Kind): Pick<DataPoint, "value" | "distribution"> {
  if (kind === "sum" || kind === "gauge") {
    const { asInt, asDouble } = point;
    const value = asInt === undefined ? (asDouble ?? null) : unwrapValue({ intValue: asInt });
    return { value: value as PointRow["value"], distribution: null };
  }
  return { value: null, distribution: distributionOf(point) };
}

/** What is shown elsewhere in the row, or is about single calls. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  "attributes",
  "startTimeUnixNano",
  "timeUnixNano",
  "flags",
  "exemplars",
]);

/** Whole numbers of 64 bits become plain ones, as those of attributes do. */
function distributionOf(point: object): Attributes {
  const fields = Object.entries(point).filter(([name]) => !SHOWN_ELSEWHERE.has(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, plain(value)]));
}

function plain(value: unknown): PlainValue {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Object)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
  if (typeof value === "string" && /^-?\d+$/.test(value)) return unwrapValue({ intValue: value });
  return value as PlainValue;
}
