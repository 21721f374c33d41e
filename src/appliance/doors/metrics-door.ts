/** Opens the second door, which serves measurements without a key. */
import { hostname } from "node:os";
import { createKnownHosts } from "../../http/hosts/known-hosts.ts";
import { openMetricsDoor } from "../../http/self/metrics-door.ts";
import type { SelfObservation } from "../../http/routes/admin/status.ts";
import type { RunningServer } from "../../http/listen.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Log } from "../../vocabulary/log.ts";

/**
 * Opens it.
 *
 * @throws An exception when it cannot listen there.
 */
export function openScrapersDoor(
  settings: Settings & { metricsListen: NonNullable<Settings["metricsListen"]> },
  { observation, log }: { observation: Pick<SelfObservation, "measure">; log: Log },
): RunningServer {
  const { metricsListen } = settings;
  const hosts = createKnownHosts({ ...settings, listen: metricsListen }, hostname());
  const opened = openMetricsDoor({
    listen: metricsListen,
    hosts,
    measure: () => observation.measure(null),
    log,
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  log.info("measurements are served without a key", { url: `${opened.value.url}/metrics` });
  return opened.value;
}
