/** Tells the processes of one session apart: a resumed session runs in a new one. */
import type { Attributes, TelemetryRecord } from "./record.ts";
import { textOf } from "./unwrap.ts";

/**
 * The process that a record comes from.
 *
 * @returns `service.instance.id`, else `process.pid` with `host.name`; null when the resource has neither.
 */
export function processOf(record: TelemetryRecord): string | null {
  return instanceOf(record.resource) ?? hostAndPid(record.resource);
}

/** The resource's `service.instance.id`, null when it has none. */
export function instanceOf(resource: Attributes): string | null {
  return textOf(resource["service.instance.id"]);
}

function hostAndPid(resource: Attributes): string | null {
  const pid = textOf(resource["process.pid"]);
  return pid === null ? null : `${textOf(resource["host.name"]) ?? ""}:${pid}`;
}
