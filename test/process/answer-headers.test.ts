/** What every answer of the API says to browsers and to clients that ask in the wrong way. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { REMOVED_ENDPOINTS } from "../../src/http/removed.ts";
import { readCertificate } from "../../src/http/tls/certificate.ts";
import { type Door, openDoor } from "../http/open-door.ts";

const door = await openDoor();
afterAll(() => door.server.stop(100));

describe("an answer of the API", () => {
  test.each(["/scoring/scores", "/v1/openapi.json", "/scoring/scores?limit=0", "/nothing/here", "/readyz"])(
    "%s is kept by no cache and taken for no other type",
    async (path) => {
      const { headers } = await door.get(path, door.keys.admin);
      expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual([
        "no-store",
        "nosniff",
      ]);
    },
  );

  test("without a key is kept by no cache either", async () => {
    expect((await door.get("/scoring/scores")).headers.get("cache-control")).toBe("no-store");
  });

  test("for the Claude Code plugin is kept for a day, as it says", async () => {
    const { headers } = await door.get("/v1/plugin/config", door.keys.member);
    expect(headers.get("cache-control")).toBe("private, max-age=86400");
  });

  test("over plain HTTP demands no TLS", async () => {
    const { headers } = await door.get("/scoring/scores", door.keys.admin);
    expect(headers.has("strict-transport-security")).toBe(false);
  });
});

describe("with a certificate", () => {
  async function openTls(): Promise<Door> {
    const folder = join(import.meta.dir, "../http/tls/certificates");
    const files = { tlsCert: join(folder, "first.pem"), tlsKey: join(folder, "first-key.pem") };
    const certificate = await readCertificate(files, Date.now());
    if (!certificate.ok || certificate.value === null) throw new Error("the certificate cannot be read");
    return openDoor({ certificate: certificate.value });
  }

  test("every answer has browsers come by TLS from then on", async () => {
    const secured = await openTls();
    const tls = { rejectUnauthorized: false };
    for (const path of ["/", "/scoring/scores", "/health"]) {
      const { headers } = await fetch(secured.server.url + path, { tls });
      expect(headers.get("strict-transport-security")).toBe("max-age=604800");
    }
    await secured.server.stop(100);
  });

  test.each([
    ["AES128-SHA", false],
    ["AES256-GCM-SHA384", false],
    ["ECDHE-RSA-AES128-SHA", false],
    ["ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256", true],
  ])("TLS 1.2 with %s is spoken: %p", async (ciphers, expected) => {
    const secured = await openTls();
    const { port } = new URL(secured.server.url);
    const asking = ["s_client", "-connect", `127.0.0.1:${port}`, "-tls1_2", "-cipher", ciphers];
    const client = Bun.spawn(["openssl", ...asking], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
    const said = await client.stdout.text();
    expect(/Cipher is (?!\(NONE\))\S+/.test(said)).toBe(expected);
    await secured.server.stop(100);
  });
});

describe("another method than a path has", () => {
  test.each([
    ["GET", "/v1/insights/report/generate", "POST"],
    ["DELETE", "/v1/insights/report/pending", "GET, HEAD"],
    ["PUT", "/scoring/scores", "GET, HEAD"],
  ])("%s %s is 405 and names %s", async (method, path, allow) => {
    const response = await door.get(path, door.keys.admin, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
  });

  test("is shown to nobody without a key", async () => {
    expect((await door.get("/v1/insights/report/generate")).status).toBe(401);
  });
});

test.each(Object.keys(REMOVED_ENDPOINTS))("%s is as much gone with a slash at its end", async (path) => {
  for (const method of ["GET", "POST"]) {
    const [plain, slash] = [path, `${path}/`].map((at) => door.get(at, door.keys.member, { method }));
    expect((await slash)?.status).toBe((await plain)?.status);
    expect(await (await slash)?.text()).toBe((await (await plain)?.text()) ?? "");
  }
});
