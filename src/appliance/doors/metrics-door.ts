/** Opens the second door, which serves measurements without a key, when the settings ask for one. */
import { hostname } from "node:os";
import { createKnownHosts } from "../../http/hosts/known-hosts.ts";
import { openMetricsDoor } from "../../http/self/metrics-door.ts";
import type { SelfObservation } from "../../http/routes/admin/status.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Log } from "../../vocabulary/log.ts";
import type { Stopwatch } from "../stopwatch.ts";

/**
 * Opens it, and has it stopped with the rest.
 *
 * @throws An exception when it cannot listen there.
 */
export function openScrapersDoor(
  settings: Settings,
  { observation, started, log }: { observation: SelfObservation; started: Stopwatch; log: Log },
): void {
  const { metricsListen } = settings;
  if (metricsListen === null) return;
  const hosts = createKnownHosts({ ...settings, listen: metricsListen }, hostname());
  const opened = openMetricsDoor({
    listen: metricsListen,
    hosts,
    measure: () => observation.measure(null),
    log,
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  log.info("measurements are served without a key", { url: `${opened.value.url}/metrics` });
  started.add("metrics door", (withinMs) => opened.value.stop(withinMs));
}
