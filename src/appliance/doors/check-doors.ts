/** Looks, before anything is started, whether the doors can be opened where and as the settings say. */
import { whyNotListening } from "../../http/listen.ts";
import { readCertificate, type ShownCertificate } from "../../http/tls/certificate.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Instant } from "../../vocabulary/units.ts";

/**
 * Returns the certificate that the front door is to show.
 *
 * @throws when the certificate cannot be used, or when another program listens at one of the addresses; the message
 * says what to do
 */
export async function checkDoors(settings: Settings, now: Instant): Promise<ShownCertificate> {
  const certificate = await readCertificate(settings, now);
  if (!certificate.ok) throw new Error(certificate.problem.message);
  const { listen, metricsListen } = settings;
  const problem =
    whyNotListening(listen, "--listen") ??
    (metricsListen === null ? null : whyNotListening(metricsListen, "--metrics-listen"));
  if (problem !== null) throw new Error(problem.message);
  return { current: certificate.value };
}
