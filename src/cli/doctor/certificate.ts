/** What the doctor says of the server's certificate. */
import { type CertificateSettings, readCertificate } from "../../http/tls/certificate.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

/** Time enough to get a new one, also over a holiday. */
const SOON: Milliseconds = 14 * DAY;

const RENEWING = "replace it and send the server SIGHUP";

/**
 * Whether certificate and key can be used, and for how long.
 *
 * @returns Nothing for a server that speaks plain HTTP.
 */
export async function checkCertificate(settings: CertificateSettings, now: Instant): Promise<Finding[]> {
  const read = await readCertificate(settings, now);
  if (!read.ok)
    return [fail("certificate", read.problem.message, "mend it: the server does not start with it")];
  if (read.value === null) return [];
  const { names, validUntil, remarks } = read.value;
  const until = isoTime(validUntil).slice(0, 10);
  const left = validUntil - now;
  const isSoon = left > 0 && left < SOON;
  const found = [
    ...remarks.map((remark) =>
      warn("certificate", remark, left > 0 ? "then send the server SIGHUP" : RENEWING),
    ),
    ...(isSoon ? [warn("certificate", `its time is over on ${until}`, RENEWING)] : []),
  ];
  return found.length > 0 ? found : [ok("certificate", `for ${names ?? "no name"}, until ${until}`)];
}
