/** Where passkeys work: at the public address behind a proxy, or under a name by the server's own TLS; nowhere else. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { makeDevice } from "../identity/passkeys/device.ts";
import { startTestAppliance } from "./running.ts";
import { signInPerson } from "./signed-in-person.ts";

const PUBLIC = "https://scoring.example";
const proxied = await startTestAppliance({ settings: { publicUrl: PUBLIC } });
const CERTIFICATES = join(import.meta.dir, "../http/tls/certificates");
const overTls = await startTestAppliance({
  settings: {
    tlsCert: join(CERTIFICATES, "first.pem"),
    tlsKey: join(CERTIFICATES, "first-key.pem"),
  },
});
afterAll(() => Promise.all([proxied.stop(), overTls.stop()]));

const begin = (url: string, headers: Record<string, string>) =>
  fetch(`${url}/v1/session/passkey/options`, { method: "POST", headers, tls: { rejectUnauthorized: false } });

async function partyOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { rpId: string }).rpId;
}

async function detailOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(409);
  return ((await answer.json()) as { detail: string }).detail;
}

describe("behind a proxy, passkeys", () => {
  test("are for the public address, whatever the server is called there", async () => {
    expect(await partyOf(await begin(proxied.url, { origin: PUBLIC }))).toBe("scoring.example");
  });

  test("work on no page at another address, which is named", async () => {
    const local = proxied.url.replace("127.0.0.1", "localhost");
    expect(await detailOf(await begin(local, { origin: local }))).toBe(
      `Passkeys of this server work at ${PUBLIC} only: open that address.`,
    );
  });

  test("are registered and sign in there", async () => {
    const { id } = await proxied.addOrganization();
    const { cookie, accountId } = await signInPerson(proxied, id);
    const device = makeDevice("scoring.example");
    const post = async (path: string, body: object) =>
      fetch(proxied.url + path, {
        method: "POST",
        headers: { origin: PUBLIC, "content-type": "application/json", cookie },
        body: JSON.stringify(body),
      });
    const challengeFor = async (path: string) =>
      ((await (await post(path, {})).json()) as { challenge: string }).challenge;
    const userId = Buffer.from(accountId).toString("base64url");
    const toRegister = { origin: PUBLIC, challenge: await challengeFor("/v1/passkeys/options") };
    const credential = device.make(toRegister, { userId });
    expect((await post("/v1/passkeys", { name: "Phone", credential })).status).toBe(201);
    const toSignIn = { origin: PUBLIC, challenge: await challengeFor("/v1/session/passkey/options") };
    const signedIn = await post("/v1/session/passkey", device.signIn(toSignIn));
    expect([signedIn.status, signedIn.headers.get("set-cookie")]).toEqual([
      204,
      expect.stringContaining("; Secure"),
    ]);
  });
});

describe("over the server's own TLS, passkeys", () => {
  const named = overTls.url.replace("127.0.0.1", "localhost");

  test("are for the name that the browser asked for", async () => {
    expect(await partyOf(await begin(named, { origin: named }))).toBe("localhost");
    const host = `box.internal:${overTls.port}`;
    expect(await partyOf(await begin(named, { host, origin: `https://${host}` }))).toBe("box.internal");
  });

  test("are refused to a page of the same name over HTTP, and at an address", async () => {
    expect((await begin(named, { origin: named.replace("https", "http") })).status).toBe(403);
    expect(await detailOf(await begin(overTls.url, { origin: overTls.url }))).toContain(
      "Browsers know passkeys by a host name, not by an address",
    );
  });
});

describe("over plain HTTP under another name than localhost, passkeys", () => {
  test("are refused, with what to do", async () => {
    const plain = await startTestAppliance();
    const host = `box.internal:${plain.port}`;
    expect(await detailOf(await begin(plain.url, { host, origin: `http://${host}` }))).toBe(
      "Browsers know passkeys over HTTPS and on localhost only: open localhost on the machine of the server, " +
        "or set public_url to an https address with a host name.",
    );
    await plain.stop();
  });
});
