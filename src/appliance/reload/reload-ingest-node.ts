/** Puts settings that were read again into force at an ingest node: those of its door and its certificate. */
import { readCertificate, reportCertificate } from "../../http/tls/certificate.ts";
import { fileKey } from "../../settings/names.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import type { IngestDoor } from "../doors/ingest-door.ts";
import { compareSettings } from "./compare-settings.ts";

/** What settings reach. */
interface Reached {
  door: Pick<IngestDoor, "change" | "renew">;
  clock: Clock;
  log: Log;
}

/** Returns what reads them again; what cannot be used is reported in the log. */
export function reloadIngestNode(
  first: Settings,
  { door, clock, log }: Reached,
): (read: Settings) => Promise<void> {
  let inForce = first;
  const refuse = (reason: string): void =>
    log.error("the settings were not read again; those in force stay", { reason });
  return async (read) => {
    const { settings, changed, waiting } = compareSettings(inForce, read);
    const certificate = await readCertificate(settings, clock());
    if (!certificate.ok) return refuse(certificate.problem.message);
    try {
      if (certificate.value !== null) {
        door.renew(certificate.value);
        reportCertificate(certificate.value, log);
      }
    } catch (error) {
      return refuse(describeError(error));
    }
    door.change(settings);
    inForce = settings;
    log.info("the settings were read again", { changed: changed.map(fileKey).join(", ") || "none" });
    if (waiting.length > 0)
      log.warning("these settings need a restart", { settings: waiting.map(fileKey).join(", ") });
  };
}
