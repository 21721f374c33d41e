import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkCertificate } from "../../../src/cli/doctor/certificate.ts";
import { DAY } from "../../../src/vocabulary/units.ts";

const folder = mkdtempSync(join(tmpdir(), "doctor-certificate-"));
afterAll(() => rmSync(folder, { recursive: true }));

function copyOf(name: string, mode = 0o600): string {
  const path = join(folder, name);
  copyFileSync(join(import.meta.dir, "../../http/tls/certificates", name), path);
  chmodSync(path, mode);
  return path;
}

const settings = { tlsCert: copyOf("first.pem"), tlsKey: copyOf("first-key.pem") };
/** When the certificate was made, and when its time is over. */
const [MADE, OVER] = [Date.UTC(2026, 10, 22), Date.UTC(2126, 9, 29, 12)];

/** Returns each finding's state, and what was found. */
async function found(now: number, changes: Partial<typeof settings> = {}): Promise<string[][]> {
  const findings = await checkCertificate({ ...settings, ...changes }, now);
  return findings.map((finding) => [finding.state, finding.found]);
}

describe("the server's certificate", () => {
  test("fails when its files cannot be used", async () => {
    expect(await found(MADE, { tlsKey: copyOf("second-key.pem") })).toEqual([
      ["fail", expect.stringContaining("does not belong to the certificate")],
    ]);
  });

  test("is warned of two weeks before its time is over, and after", async () => {
    expect(await found(OVER - 10 * DAY)).toEqual([["warn", "its time is over on 2126-10-29"]]);
    expect(await found(OVER + DAY)).toEqual([["warn", expect.stringContaining("expired at 2126-10-29")]]);
  });

  test("is warned of when everybody can read its key", async () => {
    const tlsKey = copyOf("first-key.pem", 0o644);
    expect(await found(MADE, { tlsKey })).toEqual([["warn", expect.stringContaining("(mode 644)")]]);
    chmodSync(tlsKey, 0o600);
  });

  test("is fine otherwise, and is not mentioned where there is none", async () => {
    expect(await found(MADE)).toEqual([
      ["ok", "for DNS:scoring-first.example, DNS:localhost, IP Address:127.0.0.1, until 2126-10-29"],
    ]);
    expect(await checkCertificate({ tlsCert: null, tlsKey: null }, MADE)).toEqual([]);
  });
});
