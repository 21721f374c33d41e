/** The path of a request, and which paths are OTLP endpoints, as loosely as senders spell them. */
import type { Signal } from "../vocabulary/otlp.ts";

const SIGNAL_OF_PATH: ReadonlyMap<string, Signal> = new Map([
  ["/v1/logs", "logs"],
  ["/v1/metrics", "metrics"],
  ["/v1/traces", "traces"],
]);

/** The path of an absolute URL as it was sent, without the query, and without the cost of parsing all of it. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** A path without doubled and trailing slashes. */
export function plainPath(path: string): string {
  return path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
}

/** The signal whose endpoint this path is, doubled and trailing slashes let be; null for every other path. */
export function otlpSignalOf(path: string): Signal | null {
  // as nearly every sender spells it, found without the two expressions
  return SIGNAL_OF_PATH.get(path) ?? SIGNAL_OF_PATH.get(plainPath(path)) ?? null;
}
