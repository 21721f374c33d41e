/** A certificate for loopback that signs itself, made for a test's cluster. */
import { join } from "node:path";

/** Makes it in the directory. */
export function makeCertificate(directory: string): { certificate: string; key: string } {
  const [certificate, key] = [join(directory, "cluster.crt"), join(directory, "cluster.key")];
  const subject = ["-subj", "/CN=cluster", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const files = ["-keyout", key, "-out", certificate];
  const made = Bun.spawnSync(["openssl", "req", ...kind, ...files, ...subject]);
  if (!made.success) throw new Error(`openssl made no certificate: ${made.stderr.toString()}`);
  return { certificate, key };
}
