/** Walks over one log record, span or metric: is it usable, when was it, and which parts are left out? */
import type { Instant } from "../../vocabulary/units.ts";
import type { Findings } from "./findings.ts";
import { flawOfLogRecord, flawOfPoint, flawOfSpan } from "./flaws.ts";
import { isUsableEvent, isUsableExemplar, isUsableLink } from "./flaws.ts";
import type { Flaw } from "./flaws.ts";
import { isMissing, isObject, wholeDigits } from "./values.ts";
import type { LooseObject } from "./values.ts";
import { textOf, walkAttributes, walkValue } from "./walk-attributes.ts";

/** Looks at one log record. */
export function walkLogRecord(record: LooseObject, findings: Findings): void {
  walkAttributes(record["attributes"], "attributes", findings);
  walkValue(record["body"], "body", findings);
  settle(flawOfLogRecord(record), findings, () => timeOfLogRecord(record));
}

/** Looks at one span, its events and its links. */
export function walkSpan(span: LooseObject, findings: Findings): void {
  walkAttributes(span["attributes"], "attributes", findings);
  walkParts(span["events"], { field: "events", isUsable: isUsableEvent, findings });
  walkParts(span["links"], { field: "links", isUsable: isUsableLink, findings });
  settle(
    flawOfSpan(span),
    findings,
    () =>
      millisecondsOf(span["endTimeUnixNano"] ?? span["end_time_unix_nano"]) ||
      millisecondsOf(span["startTimeUnixNano"] ?? span["start_time_unix_nano"]),
  );
}

/** Looks at one metric: its data points are the records. A metric of an unknown kind has none. */
export function walkMetric(metric: LooseObject, findings: Findings): void {
  const kind = kindOfMetric(metric);
  if (kind === null) return;
  const measurement = metric[kind];
  if (!isObject(measurement)) return findings.drop(kind, "is no object");
  const points = measurement["dataPoints"] ?? measurement["data_points"];
  if (isMissing(points)) return;
  const name = KIND_NAMES.get(kind) ?? kind;
  if (!Array.isArray(points)) return findings.malformed(`${kind}.dataPoints`, "must be a list");
  if (findings.holds(points)) walkPoints(points, name, findings);
}

function walkPoints(points: readonly unknown[], metricKind: string, findings: Findings): void {
  const at = findings.at;
  for (let index = 0; index < points.length; index++) {
    at.metricKind = metricKind;
    at.point = index;
    const point: unknown = points[index];
    if (isObject(point)) walkPoint(point, findings);
    else if (!isMissing(point)) findings.malformed("", "must be an object");
  }
  at.metricKind = "";
}

function walkPoint(point: LooseObject, findings: Findings): void {
  walkAttributes(point["attributes"], "attributes", findings);
  walkParts(point["exemplars"], { field: "exemplars", isUsable: isUsableExemplar, findings });
  settle(flawOfPoint(point), findings, () =>
    millisecondsOf(point["timeUnixNano"] ?? point["time_unix_nano"]),
  );
}

/** The kinds of a metric in both spellings, as one oneof. */
const KIND_NAMES: ReadonlyMap<string, string> = new Map([
  ["gauge", "gauge"],
  ["sum", "sum"],
  ["histogram", "histogram"],
  ["exponentialHistogram", "exponentialHistogram"],
  ["exponential_histogram", "exponentialHistogram"],
  ["summary", "summary"],
]);

/** Returns the name of a metric's kind as it was sent. If it has two kinds, the later one in the text counts. */
function kindOfMetric(metric: LooseObject): string | null {
  let last: string | null = null;
  for (const name in metric) {
    if (KIND_NAMES.has(name) && !isMissing(metric[name])) last = name;
  }
  if (last !== "exponential_histogram" || isMissing(metric["exponentialHistogram"])) return last;
  return "exponentialHistogram";
}

/** A list within a record. Entries that are not usable are left out. */
interface Parts {
  field: "events" | "links" | "exemplars";
  isUsable: (part: unknown) => boolean;
  findings: Findings;
}

function walkParts(list: unknown, { field, isUsable, findings }: Parts): void {
  if (isMissing(list)) return;
  if (!Array.isArray(list)) return findings.drop(field, "is no list");
  if (!findings.holds(list)) return;
  for (let index = 0; index < list.length; index++) {
    const part: unknown = list[index];
    if (isMissing(part)) continue;
    if (!isUsable(part)) findings.drop(`${field}[${index}]`, "has an invalid id, time or count");
    if (isObject(part)) walkAttributes(part["attributes"], `${field}[${index}].attributes`, findings);
  }
}

function settle(flaw: Flaw | null, findings: Findings, time: () => Instant): void {
  if (flaw !== null) return findings.reject(flaw);
  findings.accept(time() || null);
}

/** A log record's own time: the first that is not zero; 0 when it has none. */
function timeOfLogRecord(record: LooseObject): Instant {
  const ownTime = millisecondsOf(record["timeUnixNano"] ?? record["time_unix_nano"]);
  if (ownTime !== 0) return ownTime;
  const observed = millisecondsOf(record["observedTimeUnixNano"] ?? record["observed_time_unix_nano"]);
  if (observed !== 0) return observed;
  const text = textOf(record["attributes"], "event.timestamp");
  return text === null ? 0 : Date.parse(text) || 0;
}

/** Whole milliseconds of a valid time in nanoseconds, without the rounding of a double; 0 when unset. */
function millisecondsOf(time: unknown): Instant {
  if (isMissing(time) || time === "0") return 0;
  if (typeof time === "string" && time.length === USUAL_DIGITS) {
    const usual = leadingMilliseconds(time);
    if (usual !== null) return usual;
  }
  const digits = wholeDigits(time);
  return digits === null || digits.length <= 6 ? 0 : Number(digits.slice(0, -6));
}

/** Nanoseconds from 2001 to 2286. */
const USUAL_DIGITS = 19;
const DIGITS_OF_MILLISECONDS = 13;

/** The milliseconds of nanoseconds in text, read digit by digit: a slice for each record would be garbage. */
function leadingMilliseconds(digits: string): Instant | null {
  let milliseconds = 0;
  for (let index = 0; index < DIGITS_OF_MILLISECONDS; index++) {
    const digit = digits.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return null;
    milliseconds = milliseconds * 10 + digit;
  }
  return milliseconds;
}
