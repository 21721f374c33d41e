/** HTTPS by certificate files: what is wrong with them is said, and a new one takes over without a break. */
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { openSocket } from "../../../src/http/listen.ts";
import { type Certificate, readCertificate, reportCertificate } from "../../../src/http/tls/certificate.ts";
import { createLog } from "../../../src/vocabulary/log.ts";
import { openDoor } from "../open-door.ts";

const NOW = Date.UTC(2026, 10, 22);
const folder = mkdtempSync(join(tmpdir(), "tls-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy that only this user reads, as it should be. */
function copyOf(name: string): string {
  const path = join(folder, name);
  copyFileSync(join(import.meta.dir, "certificates", name), path);
  chmodSync(path, 0o600);
  return path;
}

const [FIRST, FIRST_KEY] = [copyOf("first.pem"), copyOf("first-key.pem")];
const [SECOND, SECOND_KEY] = [copyOf("second.pem"), copyOf("second-key.pem")];

async function certificateOf(tlsCert: string, tlsKey: string | null, now = NOW): Promise<Certificate> {
  const read = await readCertificate({ tlsCert, tlsKey }, now);
  if (!read.ok || read.value === null) throw new Error("the certificate could not be read");
  return read.value;
}

const first = await certificateOf(FIRST, FIRST_KEY);
const second = await certificateOf(SECOND, SECOND_KEY);

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

async function problemOf(tlsCert: string | null, tlsKey: string | null): Promise<string> {
  const read = await readCertificate({ tlsCert, tlsKey }, NOW);
  return read.ok ? "none" : read.problem.message.replaceAll(`${folder}/`, "");
}

describe("certificate files", () => {
  test("that are not there are named with their setting", async () => {
    expect(await problemOf(join(folder, "missing"), null)).toBe(
      "tls_cert missing cannot be read; name a file that the user of this program may read",
    );
    expect(await problemOf(FIRST, join(folder, "missing"))).toStartWith("tls_key missing cannot be read");
    expect(await problemOf(null, FIRST_KEY)).toBe("tls_key is set, but tls_cert is not: name both files");
  });

  test("that hold something else are distinguished", async () => {
    expect(await problemOf(written("noise", "noise"), FIRST_KEY)).toBe(
      "tls_cert noise does not begin with a certificate in PEM form (-----BEGIN CERTIFICATE-----)",
    );
    expect(await problemOf(FIRST, null)).toBe(
      "tls_cert first.pem holds no private key; name the key's file with tls_key",
    );
    expect(await problemOf(FIRST, written("no key", "noise"))).toStartWith(
      "tls_key no key holds no private key in PEM form",
    );
    expect(await problemOf(FIRST, SECOND_KEY)).toBe(
      "the private key in second-key.pem does not belong to the certificate in tls_cert first.pem",
    );
  });

  test("may be one file", async () => {
    const both = readFileSync(FIRST, "utf8") + readFileSync(FIRST_KEY, "utf8");
    expect((await certificateOf(written("both", both), null)).remarks).toEqual([]);
  });

  test("that everybody can read, or whose time is over, are used with a warning", async () => {
    chmodSync(SECOND_KEY, 0o644);
    const late = await certificateOf(SECOND, SECOND_KEY, Date.UTC(2200, 0, 1));
    chmodSync(SECOND_KEY, 0o600);
    const lines: string[] = [];
    reportCertificate(
      late,
      createLog("plain", (line) => void lines.push(line)),
    );
    expect(lines.join("")).toMatch(/^! the server's certificate expired at 2126-\S+: replace it/m);
    expect(lines.join("")).toMatch(
      /^! every user of this machine can read the private key in .+ \(mode 644\)/m,
    );
    expect(lines.join("")).not.toContain("PRIVATE KEY");
  });
});

/** Whose certificate is shown at the door. */
async function shownAt(url: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const port = Number(new URL(url).port);
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
    resolve(String(socket.getPeerCertificate().subject.CN));
    socket.end();
  });
  socket.on("error", reject);
  return promise;
}

describe("a door with a certificate", () => {
  test("speaks HTTPS, to clients that trust its issuer, and nothing else", async () => {
    const door = await openDoor({ certificate: first });
    const ca = readFileSync(FIRST, "utf8");
    expect(door.server.url).toStartWith("https://127.0.0.1:");
    const answer = await fetch(`${door.server.url}/health`, { tls: { ca } });
    expect(await answer.text()).toBe("ok");
    await expect(fetch(`${door.server.url}/health`)).rejects.toThrow();
    await expect(fetch(`${door.server.url.replace("https", "http")}/health`)).rejects.toThrow();
    for (const host of ["127.0.0.1", "a"]) {
      const headers = { host, authorization: `Bearer ${door.keys.admin}` };
      const asked = await fetch(`${door.server.url}/v1/openapi.json`, { tls: { ca }, headers });
      expect([host, asked.status]).toEqual([host, 200]);
    }
    await door.server.stop(100);
  });

  test("shows a new certificate at once, and ends what is under way with the one before", async () => {
    const [{ promise: held, resolve: letGo }, entered] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    const opened = openSocket({
      listen: { hostname: "127.0.0.1", port: 0 },
      flag: "--listen",
      maxBodyBytes: 1024,
      certificate: first,
      fetch: async () => {
        entered.resolve();
        await held;
        return new Response("done");
      },
    });
    if (!opened.ok) throw new Error(opened.problem.message);
    const { url, renew, stop } = opened.value;
    const underWay = fetch(url, { tls: { rejectUnauthorized: false } }).then((answer) => answer.text());
    await entered.promise;
    expect(await shownAt(url)).toBe("scoring-first.example");
    renew(second);
    expect(await shownAt(url)).toBe("scoring-second.example");
    letGo();
    expect(await underWay).toBe("done");
    await stop(60_000);
    await expect(shownAt(url)).rejects.toThrow();
  });

  test("stays the one before where the next cannot be used", async () => {
    const first = await certificateOf(FIRST, FIRST_KEY);
    const opened = openSocket({
      listen: { hostname: "127.0.0.1", port: 0 },
      flag: "--listen",
      maxBodyBytes: 1024,
      certificate: first,
      fetch: async () => new Response("done"),
    });
    if (!opened.ok) throw new Error(opened.problem.message);
    const { url, renew, stop } = opened.value;
    // as a copy that is still under way leaves it: the first certificate is whole, the next is cut
    const cut = { ...first, certificate: `${first.certificate}\n${first.certificate.slice(0, 200)}` };
    expect(() => renew(cut)).toThrow();
    expect(await shownAt(url)).toBe("scoring-first.example");
    await stop(60_000);
  });
});
