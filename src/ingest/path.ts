/** Which paths are OTLP endpoints, as loosely as senders spell them. */
import type { Signal } from "../vocabulary/otlp.ts";

const SIGNAL_OF_PATH: ReadonlyMap<string, Signal> = new Map([
  ["/v1/logs", "logs"],
  ["/v1/metrics", "metrics"],
  ["/v1/traces", "traces"],
]);

/** The path of a URL: with or without scheme and host, without the query. */
const PATH = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i;

/**
 * The signal whose endpoint this is; null for every other path.
 *
 * Takes: a path, or a whole URL; doubled and trailing slashes and a query do not matter.
 */
export function otlpSignalOf(url: string): Signal | null {
  const path = PATH.exec(url)?.[1] ?? "";
  const plain = path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  return SIGNAL_OF_PATH.get(plain) ?? null;
}
