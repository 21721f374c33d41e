/** What the Claude Code plugin is answered when the stream or the program is in trouble: a stand-in of the stream shows it. */
import { afterAll, describe, expect, test } from "bun:test";
import { keyCaller } from "../../../src/identity/caller.ts";
import { answerCapture } from "../../../src/http/plugin/answer-capture.ts";
import { createIngestCounters } from "../../../src/ingest/counters.ts";
import { openGates } from "../../../src/ingest/gates.ts";
import { createIngest } from "../../../src/ingest/accept.ts";
import type { IngestParts } from "../../../src/ingest/accept.ts";
import { createCapture } from "../../../src/ingest/prompts/capture.ts";
import { createRefusedSenders } from "../../../src/ingest/senders/refused-senders.ts";
import { remedyFor } from "../../../src/normaliser/dialects/remedies.ts";
import { createLog } from "../../../src/vocabulary/log.ts";
import { fail, succeed } from "../../../src/vocabulary/result.ts";

const CALLER = keyCaller({
  keyId: "key",
  organizationId: "organization",
  role: "member",
  developerId: null,
  scopes: ["ingest", "read_team"],
});
const NOW = 1_795_232_848_000;
const BODY = { session_id: "s-1", prompt_text: "Secret words" };

const servers: Bun.Server<undefined>[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop(true))));

function start(changes: {
  publisher?: IngestParts["publisher"];
  requestsPerMinute?: number;
  clock?: () => number;
}) {
  const lines: string[] = [];
  const log = createLog("json", (line) => void lines.push(line));
  const counters = createIngestCounters();
  const clock = changes.clock ?? (() => NOW);
  const limits = { bodyBytes: 1024, items: 1_000, requestsPerMinute: changes.requestsPerMinute ?? 0 };
  const gates = openGates(limits, clock);
  const refusedSenders = createRefusedSenders({ clock, log, remedyFor });
  const publisher = changes.publisher ?? { refusal: () => null, publish: async () => succeed(undefined) };
  const keys: IngestParts["keys"] = {
    judge: (authorization) => (authorization === "Bearer key" ? succeed(CALLER) : fail({ kind: "invalid" })),
  };
  const parts = { keys, publisher, clock, counters, refusedSenders, log };
  const capture = createCapture({ ...parts, gates, maxChars: 32_000 });
  const ingest = createIngest({ ...parts, limits }, gates);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) =>
      request.url.endsWith("/v1/logs") ? ingest(request) : answerCapture(await capture(request), request),
  });
  servers.push(server);
  const send = (body: unknown = BODY, path = "/v1/prompts", key = "key") =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "scoring-plugin/0.3.4",
        authorization: `Bearer ${key}`,
      },
      body: JSON.stringify(body),
    });
  return { send, lines, counters, refusedSenders };
}

describe("the Claude Code plugin is asked to come again", () => {
  test.each(["unavailable", "full", "stopping"] as const)("by 503 when the stream is %s", async (kind) => {
    const { send, counters } = start({
      publisher: { refusal: () => null, publish: async () => fail({ kind }) },
    });
    const response = await send();
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, null]);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ status: 503, retryAfterSeconds: 5 });
    expect(counters.snapshot()).toMatchObject({ refused: { unavailable: 1 }, accepted: { prompts: 0 } });
  });

  test("by 503 before its body is read when the stream takes nothing", async () => {
    const { send } = start({ publisher: { refusal: () => "full", publish: async () => succeed(undefined) } });
    expect((await send("no prompt")).status).toBe(503);
  });

  test("by 429 past the limit of its key, which telemetry shares", async () => {
    let now = NOW;
    const { send } = start({ requestsPerMinute: 2, clock: () => now });
    expect([(await send()).status, (await send({}, "/v1/logs")).status]).toEqual([202, 200]);
    const limited = await send();
    expect(limited.status).toBe(429);
    const { retryAfterSeconds } = (await limited.json()) as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(0);
    now += retryAfterSeconds * 1_000;
    expect((await send()).status).toBe(202);
  });

  test("by 429 for no longer when the clock is set back", async () => {
    let now = NOW;
    const { send } = start({ requestsPerMinute: 2, clock: () => now });
    for (const status of [202, 202, 429]) expect((await send()).status).toBe(status);
    now -= 3_600_000;
    const { retryAfterSeconds } = (await (await send()).json()) as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBe(30);
    now += 30_000;
    expect((await send()).status).toBe(202);
  });
});

describe("what was sent is not repeated", () => {
  test("by a bug, which is 500 without its reason; the log has that and no text", async () => {
    const { send, lines } = start({
      publisher: { refusal: () => null, publish: () => Promise.reject(new Error("a reason with a /path")) },
    });
    const response = await send();
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("reason with");
    expect(lines.join()).toContain("reason with");
    expect(lines.join()).not.toContain("Secret words");
  });

  test("by refusals, in answers or in the log", async () => {
    const { send, lines } = start({});
    const texts = [
      await send({ session_id: "s-1", prompt_text: ["Secret words"] }),
      await send({ session_id: ["Secret words"], prompt_text: "Secret words" }),
      await send({ ...BODY, prompt_text: "Secret words ".repeat(100) }),
      await send({ ...BODY, timestamp: "Secret words" }),
    ].map((response) => response.text());
    expect((await Promise.all(texts)).join()).not.toContain("Secret");
    expect(lines.join()).not.toContain("Secret");
  });
});

test("a plugin with a wrong key is shown to the owner, with what mends it", async () => {
  const { send, lines, refusedSenders } = start({});
  expect((await send(BODY, "/v1/prompts/response", "wrong")).status).toBe(401);
  expect(refusedSenders.list()).toMatchObject([{ sender: "plugin", fault: "unknown_key", requests: 1 }]);
  expect(lines.join()).toContain("scoring connect claude-code --write");
});
