/** Signed in through a proxy that speaks TLS, at the address that people know: what anybody could plant gets nobody in. */
import { afterAll, describe, expect, test } from "bun:test";
import { openDoor } from "../open-door.ts";

const door = await openDoor({ publicUrl: "https://scoring.example" });
afterAll(() => door.server.stop(100));
const signedIn = await door.signIn(door.keys.admin);
const token = signedIn.split("=")[1] ?? "";

/** What the proxy hands on keeps the host that the browser asked. */
const askedBy = async (host: string, cookie: string) =>
  (await door.get("/v1/openapi.json", undefined, { headers: { host, cookie } })).status;

const changedFrom = async (origin: string) => {
  const headers = { host: "scoring.example", cookie: `__Host-scoring-session=${token}`, origin };
  return (await door.get("/v1/openapi.json", undefined, { method: "PUT", headers })).status;
};

describe("through a proxy that speaks TLS", () => {
  test("a cookie without the prefix signs nobody in", async () => {
    expect(await askedBy("scoring.example", `scoring-session=${token}`)).toBe(401);
    expect(await askedBy("scoring.example", `__Host-scoring-session=${token}`)).toBe(200);
  });

  test("a page over HTTP changes nothing", async () => {
    expect(await changedFrom("http://scoring.example")).toBe(403);
    expect(await changedFrom("https://scoring.example")).toBe(405);
  });

  test("the address that the server listens on keeps its own name", async () => {
    const { host } = new URL(door.server.url);
    expect(await askedBy(host, signedIn)).toBe(200);
    expect(await askedBy(host, `__Host-${signedIn}`)).toBe(401);
  });
});
