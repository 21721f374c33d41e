/** What all agents' writers need: values as the SDK for Rust writes them, requests, and a session cut into its turns. */
import type { KeyValue } from "../../vocabulary/otlp.ts";
import { keyValues, logsBodyOf, type WireAttributes } from "../../vocabulary/sending/otlp-values.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { DemoRequest, DemoSession, Step } from "../work/session.ts";

/** Attributes as the SDK for Rust writes them: whole numbers as text. */
export function rustKeyValues(attributes: WireAttributes): KeyValue[] {
  return keyValues(attributes).map(({ key, value }) =>
    typeof value?.intValue === "number"
      ? { key, value: { intValue: String(value.intValue) } }
      : { key, value: value ?? {} },
  );
}

/** ISO 8601 in UTC. */
export function timestamp(at: Instant): string {
  return isoTime(at);
}

/** A session's steps from each prompt up to the next: about what an agent sends at once. */
export function turnsOf({ steps }: DemoSession): Step[][] {
  const turns: Step[][] = [];
  for (const step of steps) {
    const turn = turns.at(-1);
    if (step.kind === "prompt" || turn === undefined) turns.push([step]);
    else turn.push(step);
  }
  return turns;
}

/** A request with log records of one scope. */
export function logsRequest(
  records: readonly object[],
  from: { resource: KeyValue[]; scope: object; at: Instant },
): DemoRequest {
  return { path: "/v1/logs", at: from.at, body: logsBodyOf(records, from) };
}

/** A request with metrics of one scope. */
export function metricsRequest(
  metrics: readonly object[],
  from: { resource: KeyValue[]; scope: object; at: Instant },
): DemoRequest {
  const resource = { attributes: from.resource, droppedAttributesCount: 0 };
  const scopeMetrics = [{ scope: from.scope, metrics }];
  return { path: "/v1/metrics", at: from.at, body: { resourceMetrics: [{ resource, scopeMetrics }] } };
}

/** A request with spans of one scope. */
export function tracesRequest(
  scopeSpans: readonly object[],
  from: { resource: KeyValue[]; at: Instant },
): DemoRequest {
  const resource = { attributes: from.resource, droppedAttributesCount: 0 };
  return { path: "/v1/traces", at: from.at, body: { resourceSpans: [{ resource, scopeSpans }] } };
}
