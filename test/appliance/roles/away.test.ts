/** An ingest node whose stream's servers were never there. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mintKey } from "../../../src/identity/keys/key.ts";
import { eventually } from "../../eventually.ts";
import { askWith, sendRecord, startNode, type TestNode } from "./node.ts";

const NOBODY = "127.0.0.1:1";
let node: TestNode;

beforeAll(async () => {
  node = await startNode({ role: "ingest", natsUrl: [`nats://${NOBODY}`], engineUrl: [`http://${NOBODY}`] });
});
afterAll(() => node.stop());

describe("an ingest node that reaches no server of the stream", () => {
  test("starts, and says so by its health", async () => {
    const response = await fetch(`${node.url}/health`);
    expect([response.status, await response.text()]).toEqual([503, "nats unhealthy"]);
  });

  test("says in its log why nobody is reached", async () => {
    await eventually(async () => node.log.some((line) => line.includes("(nats_url) cannot be reached")));
    expect(node.log.join("")).toContain("ECONNREFUSED");
  });

  test("refuses telemetry for now, so that agents send it again", async () => {
    const response = await sendRecord(node.url, mintKey());
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  });

  test("is not ready, and names what is away", async () => {
    const response = await fetch(`${node.url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      status: "not_ready",
      stages: {
        stream: { ready: false, detail: "the stream does not take messages" },
        keys: { ready: false, detail: "the keys were not read yet" },
        engines: { ready: true, detail: "0 of 1 engines answer", failing: true },
      },
    });
  });

  test("answers 503 to who asks for its measurements, because nobody knows the key", async () => {
    expect((await askWith(mintKey(), `${node.url}/metrics`)).status).toBe(503);
  });

  test("answers 502 to everything else", async () => {
    const response = await askWith(mintKey(), `${node.url}/v1/session`);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      502,
      "application/problem+json",
    ]);
  });

  test("reads its settings again, and names what waits for the next start", async () => {
    await node.reloadWith({ corsOrigin: ["https://app.example"], engineUrl: ["http://127.0.0.1:2"] });
    const said = node.log.join("");
    expect(said).toContain('"changed":"cors_origin"');
    expect(said).toContain('"settings":"engine_url"');
    const asked = await fetch(`${node.url}/health`, { headers: { origin: "https://app.example" } });
    expect(asked.headers.get("access-control-allow-origin")).toBe("https://app.example");
  });

  test("lives, and leaves nothing in its folder", async () => {
    expect((await fetch(`${node.url}/livez`)).status).toBe(200);
    expect([...new Bun.Glob("**/*").scanSync({ cwd: node.directory, dot: true })]).toEqual([]);
  });
});
