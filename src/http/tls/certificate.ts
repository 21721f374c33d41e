/** The server's certificate and its private key, read from the files that the settings name. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { Settings } from "../../settings/schema.ts";
import type { Log } from "../../vocabulary/log.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** A certificate with its key, both as PEM text, fit to listen with. */
export interface Certificate {
  certificate: string;
  key: string;
  /** The names and addresses that it is for, as the certificate writes them; null when it has none. */
  names: string | null;
  validUntil: Instant;
  /** What a person should mend, a sentence each. */
  remarks: readonly string[];
}

/** Why it cannot be used: what is wrong with which setting, and what to do. */
export interface CertificateProblem {
  kind: "not_a_certificate" | "no_key" | "unreadable" | "mismatch";
  message: string;
}

/** The certificate that the server shows at this moment; another takes its place while the server runs. */
export interface ShownCertificate {
  /** null where the server speaks plain HTTP. */
  current: Certificate | null;
}

export type CertificateSettings = Pick<Settings, "tlsCert" | "tlsKey">;

/**
 * Reads both files.
 *
 * @returns null when the settings name none. The key may be in the certificate's own file.
 */
export async function readCertificate(
  { tlsCert, tlsKey }: CertificateSettings,
  now: Instant,
): Promise<Result<Certificate | null, CertificateProblem>> {
  if (tlsCert === null && tlsKey === null) return succeed(null);
  if (tlsCert === null)
    return fail({ kind: "unreadable", message: "tls_key is set, but tls_cert is not: name both files" });
  const keyPath = tlsKey ?? tlsCert;
  const [certificate, key] = [await readText(tlsCert), await readText(keyPath)];
  if (certificate === null) return fail(unreadable("tls_cert", tlsCert));
  if (key === null) return fail(unreadable("tls_key", keyPath));
  const read = readPair(certificate, key);
  if (!read.ok) return fail({ kind: read.problem, message: messageOf(read.problem, tlsCert, tlsKey) });
  const { subjectAltName, validToDate } = read.value;
  const validUntil = validToDate.getTime();
  const remarks = [...remarkOnTime(validUntil, now), ...(await remarkOnMode(keyPath))];
  return succeed({ certificate, key, names: subjectAltName ?? null, validUntil, remarks });
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch(() => null);
}

function unreadable(setting: string, path: string): CertificateProblem {
  return {
    kind: "unreadable",
    message: `${setting} ${path} cannot be read; name a file that the user of this program may read`,
  };
}

function readPair(
  certificate: string,
  key: string,
): Result<X509Certificate, Exclude<CertificateProblem["kind"], "unreadable">> {
  const read = valueOrNull(() => new X509Certificate(certificate));
  if (read === null) return fail("not_a_certificate");
  const privateKey = valueOrNull(() => createPrivateKey(key));
  if (privateKey === null) return fail("no_key");
  return read.checkPrivateKey(privateKey) ? succeed(read) : fail("mismatch");
}

function valueOrNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function messageOf(
  kind: Exclude<CertificateProblem["kind"], "unreadable">,
  tlsCert: string,
  tlsKey: string | null,
): string {
  switch (kind) {
    case "not_a_certificate":
      return `tls_cert ${tlsCert} does not begin with a certificate in PEM form (-----BEGIN CERTIFICATE-----)`;
    case "no_key":
      return tlsKey === null
        ? `tls_cert ${tlsCert} holds no private key; name the key's file with tls_key`
        : `tls_key ${tlsKey} holds no private key in PEM form, or one with a passphrase; take the passphrase off`;
    case "mismatch":
      return `the private key in ${tlsKey ?? tlsCert} does not belong to the certificate in tls_cert ${tlsCert}`;
  }
}

function remarkOnTime(validUntil: Instant, now: Instant): string[] {
  const until = isoTime(validUntil);
  return validUntil > now ? [] : [`the server's certificate expired at ${until}: replace it`];
}

async function remarkOnMode(path: string): Promise<string[]> {
  const mode = (await stat(path)).mode & 0o777;
  if ((mode & 0o007) === 0) return [];
  return [
    `every user of this machine can read the private key in ${path} (mode ${mode.toString(8)}): chmod o= it`,
  ];
}

/** Says in the log which certificate is used, and what is wrong with it. */
export function reportCertificate({ names, validUntil, remarks }: Certificate, log: Log): void {
  log.info("the server has its certificate", { names, validUntil: isoTime(validUntil) });
  for (const remark of remarks) log.warning(remark);
}
