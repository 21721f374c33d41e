/** The OTLP that records are sent as, without secrets. */
import { createHash } from "node:crypto";
import {
  keyValues,
  logsBodyOf,
  nanoseconds,
  type WireAttributes,
} from "../vocabulary/sending/otlp-values.ts";
import { FROM_HISTORY, HISTORY_RECORD } from "../normaliser/records/from-history.ts";
import type { Redactor } from "../privacy/redactor.ts";
import type { HistoryRecord, Producer } from "./record.ts";

/** A record's id: the same whenever its file is read, so that the server knows it again. */
export function recordId({ session, key }: HistoryRecord): string {
  return createHash("sha256").update(`${session}\u001f${key}`).digest("hex").slice(0, 32);
}

/**
 * Returns the JSON of a body for `/v1/logs`.
 *
 * @param redactor - Takes out what must not leave this machine; the server looks through it once more.
 */
export function bodyOf(records: readonly HistoryRecord[], redactor: Redactor): string {
  const groups = Map.groupBy(records, ({ from }) => JSON.stringify([from.service, from.version]));
  const bodies = [...groups.values()].map((same) => groupOf(same, redactor));
  return JSON.stringify({ resourceLogs: bodies.flatMap(({ resourceLogs }) => resourceLogs) });
}

function traceId(session: string, trace: string): string {
  return createHash("sha256").update(`${session}\u001f${trace}`).digest("hex").slice(0, 32);
}

function groupOf(records: readonly HistoryRecord[], redactor: Redactor): { resourceLogs: object[] } {
  const logs = records.map((record) => ({
    timeUnixNano: nanoseconds(record.at),
    ...(record.trace !== undefined && { traceId: traceId(record.session, record.trace) }),
    attributes: keyValues({
      "event.name": record.name,
      [HISTORY_RECORD]: recordId(record),
      ...redacted(record.attributes, redactor),
    }),
  }));
  const [first] = records;
  return logsBodyOf(logs, {
    resource: keyValues(resourceOf(first?.from)),
    scope: { name: "scoring.history" },
  });
}

function resourceOf(from: Producer | undefined): WireAttributes {
  return {
    "service.name": from?.service,
    "service.version": from?.version ?? undefined,
    [FROM_HISTORY.name]: FROM_HISTORY.value,
  };
}

/** What the capture mode leaves out is not sent. */
function redacted(attributes: WireAttributes, redactor: Redactor): WireAttributes {
  const entries = Object.entries(attributes).map(([name, value]) => [
    name,
    typeof value === "string" ? (redactor.textAt(value, redactor.place(name)) ?? undefined) : value,
  ]);
  return Object.fromEntries(entries) as WireAttributes;
}
