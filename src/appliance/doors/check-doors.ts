/** Looks, before anything is started, whether the doors can be opened where and as the settings say. */
import { whyNotListening } from "../../http/listen.ts";
import { readCertificate, type ShownCertificate } from "../../http/tls/certificate.ts";
import { readProvider } from "../../settings/provider.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Instant } from "../../vocabulary/units.ts";

/**
 * Returns the certificate that the front door is to show.
 *
 * @throws when the certificate cannot be used, the provider that people sign in with is not set as a whole, or another
 * program listens at one of the addresses; the message says what to do
 */
export async function checkDoors(settings: Settings, now: Instant): Promise<ShownCertificate> {
  const certificate = await readCertificate(settings, now);
  if (!certificate.ok) throw new Error(certificate.problem.message);
  const provider = readProvider(settings);
  if (!provider.ok) throw new Error(provider.problem);
  const { listen, metricsListen } = settings;
  const problem =
    whyNotListening(listen, "--listen") ??
    (metricsListen === null ? null : whyNotListening(metricsListen, "--metrics-listen"));
  if (problem !== null) throw new Error(problem.message);
  return { current: certificate.value };
}
