/** Whether the settings have what their role needs. */
import type { Settings } from "../../settings/schema.ts";

/**
 * Looks, before anything is started.
 *
 * @throws An exception that says what to set.
 */
export function checkRole({ role, natsUrl, engineUrl }: Settings): void {
  if (role === "all") return;
  const missing = [
    ...(natsUrl.length === 0
      ? ["nats_url (--nats-url), the cluster that ingest nodes and engines share"]
      : []),
    ...(role === "ingest" && engineUrl.length === 0
      ? ["engine_url (--engine-url), the engines that answer everything but telemetry"]
      : []),
  ];
  if (missing.length > 0) throw new Error(`role ${role} needs ${missing.join(", and ")}; set it`);
}
