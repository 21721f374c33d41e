/** One walk over a parsed OTLP body: refuses what is malformed, finds what is unusable, and counts the rest. */
import { fail, succeed } from "../../vocabulary/result.ts";
import type { Result } from "../../vocabulary/result.ts";
import type { Signal } from "../../vocabulary/otlp.ts";
import { Findings } from "./findings.ts";
import type { WalkProblem } from "./findings.ts";
import { isMissing, isObject } from "./values.ts";
import type { LooseObject } from "./values.ts";
import { walkAttributes } from "./walk-attributes.ts";
import { walkLogRecord, walkMetric, walkSpan } from "./walk-records.ts";

/** How one signal's lists are called, in both spellings, and who looks at its records. */
interface Shape {
  signal: Signal;
  resources: readonly [string, string];
  scopes: readonly [string, string];
  records: readonly [string, string];
  walkRecord: (record: LooseObject, findings: Findings) => void;
}

const SHAPES: readonly Shape[] = [
  {
    signal: "logs",
    resources: ["resourceLogs", "resource_logs"],
    scopes: ["scopeLogs", "scope_logs"],
    records: ["logRecords", "log_records"],
    walkRecord: walkLogRecord,
  },
  {
    signal: "metrics",
    resources: ["resourceMetrics", "resource_metrics"],
    scopes: ["scopeMetrics", "scope_metrics"],
    records: ["metrics", "metrics"],
    walkRecord: walkMetric,
  },
  {
    signal: "traces",
    resources: ["resourceSpans", "resource_spans"],
    scopes: ["scopeSpans", "scope_spans"],
    records: ["spans", "spans"],
    walkRecord: walkSpan,
  },
];

/**
 * Looks at every record of a body once, by hand: a schema costs five times what the parse does.
 *
 * @throws `malformed` with the first container of the wrong type, `too_many_items`; nothing of the body may
 *   be stored then.
 * @remarks Takes what JSON.parse gave, and how many items it may hold.
 */
export function walkBody(
  body: unknown,
  mostItems: number = Number.POSITIVE_INFINITY,
): Result<Findings, WalkProblem> {
  const findings = new Findings(mostItems);
  if (isObject(body)) for (const shape of SHAPES) walkResources(shape, body, findings);
  else findings.malformed("", "the body must be a JSON object");
  return findings.problem === null ? succeed(findings) : fail(findings.problem);
}

function walkResources(shape: Shape, body: LooseObject, findings: Findings): void {
  const at = findings.at;
  at.signal = shape.signal;
  at.resource = at.scope = at.record = -1;
  const resources = listIn(body, shape.resources, findings);
  if (resources.length > 0) findings.held.add(shape.signal);
  for (let index = 0; index < resources.length; index++) {
    at.resource = index;
    at.scope = at.record = -1;
    const holder = entryOf(resources[index], findings);
    if (holder === null) continue;
    walkHead(holder["resource"], "resource", findings);
    walkScopes(shape, holder, findings);
  }
}

function walkScopes(shape: Shape, holder: LooseObject, findings: Findings): void {
  const at = findings.at;
  const scopes = listIn(holder, shape.scopes, findings);
  for (let index = 0; index < scopes.length; index++) {
    at.scope = index;
    at.record = -1;
    const scope = entryOf(scopes[index], findings);
    if (scope === null) continue;
    walkHead(scope["scope"], "scope", findings);
    const records = listIn(scope, shape.records, findings);
    for (let place = 0; place < records.length; place++) {
      at.record = place;
      const record = entryOf(records[place], findings);
      if (record !== null) shape.walkRecord(record, findings);
    }
  }
}

/** The `resource` or `scope` object that a list of records is under. */
function walkHead(head: unknown, field: "resource" | "scope", findings: Findings): void {
  if (isMissing(head)) return;
  if (!isObject(head)) return findings.malformed(field, "must be an object");
  walkAttributes(head["attributes"], `${field}.attributes`, findings);
}

const EMPTY: readonly unknown[] = [];

function listIn(
  holder: LooseObject,
  [camel, snake]: readonly [string, string],
  findings: Findings,
): readonly unknown[] {
  const list = holder[camel] ?? holder[snake];
  if (isMissing(list)) return EMPTY;
  if (Array.isArray(list)) return findings.holds(list) ? list : EMPTY;
  findings.malformed(camel, "must be a list");
  return EMPTY;
}

/** A list's entry; null for one that is missing or no object (then the body is malformed). */
function entryOf(entry: unknown, findings: Findings): LooseObject | null {
  if (isObject(entry)) return entry;
  if (!isMissing(entry)) findings.malformed("", "must be an object");
  return null;
}
