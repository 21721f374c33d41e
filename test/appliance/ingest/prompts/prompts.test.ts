import { afterAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import type { StoredLine } from "../../../../src/vocabulary/otlp.ts";
import { joinReceiver } from "../../../ingest/receiver.ts";
import { responseBeforeBody } from "../../../ingest/unfinished-body.ts";

const receiver = await joinReceiver();
afterAll(() => receiver.stop());

const PROMPTS = "/v1/prompts";
const RESPONSE = "/v1/prompts/response";
const ASKED = { session_id: "s-1", prompt_text: "Fix the flaky test in cart.test.ts" };

/** A hook's payload as Claude Code 2.1 writes it on standard input. */
const HOOK = {
  session_id: "5f1d2c7e-9a40-4f4e-a7c5-0d2b8f8e1c11",
  prompt_id: "0f9b1d1e-43d0-4a92-8a59-0b6f0f9a2f10",
  transcript_path: "/home/ada/.claude/projects/-srv-cart/5f1d2c7e-9a40-4f4e-a7c5-0d2b8f8e1c11.jsonl",
  cwd: "/srv/cart",
  permission_mode: "default",
  hook_event_name: "UserPromptSubmit",
  prompt: "Fix the flaky test in cart.test.ts",
};

/** The only record of a stored line, and what its resource says. */
function recordIn(line: StoredLine | undefined) {
  const [entry] = line?.resourceLogs ?? [];
  return { resource: entry?.resource?.attributes, record: entry?.scopeLogs?.[0]?.logRecords?.[0] };
}

/** A stored record's attributes as plain values. */
function told(line: StoredLine | undefined): Record<string, unknown> {
  const attributes = recordIn(line).record?.attributes ?? [];
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value?.stringValue ?? Number(value?.intValue ?? value?.doubleValue),
    ]),
  );
}

async function problemOf(response: Response): Promise<{ detail: string; errors?: { path: string }[] }> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(response.headers.get("x-request-id")).not.toBeNull();
  expect(response.headers.get("retry-after")).toBeNull();
  return (await response.json()) as { detail: string; errors?: { path: string }[] };
}

describe.each([PROMPTS, RESPONSE])("%s refuses", (path) => {
  test.each([
    ["no key", null],
    ["a key that nobody has", "Bearer scoring_nobody"],
    ["another scheme", "Basic dGVzdA=="],
  ])("%s with 401", async (_, authorization) => {
    const response = await receiver.send(path, ASKED, { authorization });
    expect([response.status, response.headers.get("www-authenticate")?.slice(0, 6)]).toEqual([401, "Bearer"]);
    await problemOf(response);
  });

  test("a body with no key before it is read", async () => {
    expect(await responseBeforeBody(receiver.port, path)).toStartWith("HTTP/1.1 401");
  });

  test("another method with 405", async () => {
    const response = await receiver.appliance.get(path, receiver.key);
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test.each([
    ["text/plain", null],
    ["application/x-www-form-urlencoded", null],
    ["application/json", "br"],
  ])("the type %s packed as %p with 415", async (type, encoding) => {
    const headers = { "content-type": type, "content-encoding": encoding };
    const response = await receiver.send(path, JSON.stringify(ASKED), headers);
    expect(response.status).toBe(415);
    await problemOf(response);
  });

  test.each([
    ["nothing", ""],
    ["half an object", '{"session_id":"s'],
    ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0x00, 0x9f])],
    ["a list", "[]"],
    ["a word", '"s-1"'],
    ["null", "null"],
  ])("%s with 400", async (_, body) => {
    const response = await receiver.send(path, body);
    expect(response.status).toBe(400);
    await problemOf(response);
  });

  test("a body over the limit with 413, as sent and as unzipped", async () => {
    const long = JSON.stringify({ ...ASKED, prompt_text: "x".repeat(receiver.limitBytes) });
    expect((await receiver.send(path, long)).status).toBe(413);
    expect((await receiver.send(path, gzipSync(long), { "content-encoding": "gzip" })).status).toBe(413);
  });

  test("a body of more values than any prompt needs with 413", async () => {
    const response = await receiver.send(path, {
      ...ASKED,
      more: Array.from({ length: 20_000 }, () => [[]]),
    });
    expect(response.status).toBe(413);
  });

  test.each([
    ["session_id", 1],
    ["session_id", ""],
    ["session_id", null],
    ["session_id", "s".repeat(501)],
    ["prompt_id", 7],
    ["prompt_id", ""],
    ["turn_index", "1"],
    ["turn_index", -1],
    ["turn_index", 1.5],
    ["agent", {}],
    ["developer", 1],
    ["timestamp", "yesterday"],
    ["timestamp", "2026-11-22T09:00:00"],
    ["timestamp", "1960-01-01T00:00:00Z"],
    ["timestamp", 1e18],
  ])("%s %p with 400, by name", async (field, value) => {
    const response = await receiver.send(path, { ...ASKED, [field]: value });
    expect(response.status).toBe(400);
    expect((await problemOf(response)).errors?.map((error) => error.path)).toEqual([field]);
  });
});

describe("a prompt", () => {
  test.each([
    ["none", undefined],
    ["null", null],
    ["nothing", ""],
    ["a number", 7],
  ])("whose text is %s is 400", async (_, prompt_text) => {
    const response = await receiver.send(PROMPTS, { session_id: "s-1", prompt_text });
    expect(response.status).toBe(400);
    expect((await problemOf(response)).errors?.map(({ path }) => path)).toEqual(["prompt_text"]);
  });

  test("that is refused is not repeated in the answer", async () => {
    const response = await receiver.send(PROMPTS, { ...ASKED, prompt_text: ["Secret words"] });
    expect(await response.text()).not.toContain("Secret");
  });

  test("is answered with the caller's id and index, and stored as a log record", async () => {
    const more = { prompt_id: "p-1", turn_index: 3, cwd: "/srv/cart", agent: "codex" };
    const timestamp = "2026-11-22T04:00:00.123+01:00";
    const response = await receiver.send(PROMPTS, { ...ASKED, ...more, timestamp });
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ promptId: "p-1", turnIndex: 3 });
    const [line, ...others] = await receiver.stored();
    expect(others).toEqual([]);
    const { resource, record } = recordIn(line);
    expect(resource).toEqual([{ key: "service.name", value: { stringValue: "codex" } }]);
    expect(record?.timeUnixNano).toBe("1795316400123000000");
    expect(told(line)).toEqual({
      "event.name": "prompt",
      "session.id": "s-1",
      "prompt.id": "p-1",
      turn_index: 3,
      prompt: ASKED.prompt_text,
      prompt_length: 34,
      cwd: "/srv/cart",
    });
  });

  test("a hook's payload is taken as the agent sends it", async () => {
    const response = await receiver.send(PROMPTS, HOOK);
    expect([response.status, await response.json()]).toEqual([
      202,
      { promptId: HOOK.prompt_id, turnIndex: null },
    ]);
    const [line] = await receiver.stored();
    expect(told(line)).toMatchObject({
      prompt: HOOK.prompt,
      "session.id": HOOK.session_id,
      cwd: "/srv/cart",
    });
    // the path of the transcript is nobody's business; the folder identifies the agent
    expect(JSON.stringify(line)).not.toContain("projects");
    expect(recordIn(line).resource).toEqual([
      { key: "transcript.source", value: { stringValue: ".claude" } },
    ]);
  });

  test("without an id has a new one each time, also when two come at once", async () => {
    const responses = await Promise.all([1, 2, 3].map(() => receiver.send(PROMPTS, ASKED)));
    const ids = await Promise.all(responses.map(async (one) => (await one.json()) as { promptId: string }));
    expect(new Set(ids.map(({ promptId }) => promptId)).size).toBe(3);
    expect(await receiver.stored()).toHaveLength(3);
  });

  test("without an id that is sent again with its own time is the same, and stored once", async () => {
    const body = { ...ASKED, timestamp: 1_795_316_400_500 };
    const first = await (await receiver.send(PROMPTS, body)).json();
    expect(await (await receiver.send(PROMPTS, body)).json()).toEqual(first);
    expect(await receiver.stored()).toHaveLength(1);
  });

  test("of 32,000 characters is kept whole, of 32,001 cut with its length reported", async () => {
    for (const length of [32_000, 32_001]) {
      const prompt_text = "é ".repeat(16_001).slice(0, length);
      expect((await receiver.send(PROMPTS, { ...ASKED, prompt_text })).status).toBe(202);
      const [line] = await receiver.stored();
      expect(told(line)["prompt_length"]).toBe(length);
      expect(String(told(line)["prompt"]).length).toBe(32_000);
    }
  });

  test("with bytes in it that are no text is stored with what is", async () => {
    const before = new TextEncoder().encode('{"session_id":"s-1","prompt_text":"a\\u0000b \\ud800 ');
    const body = new Uint8Array([...before, 0xff, 0xfe, ...new TextEncoder().encode('c"}')]);
    expect((await receiver.send(PROMPTS, body)).status).toBe(202);
    const [line] = await receiver.stored();
    expect(told(line)["prompt"]).toBe("a\u0000b \ufffd \ufffd\ufffdc");
  });

  test("may be packed with gzip and come to a path with a slash too many", async () => {
    const body = gzipSync(JSON.stringify(ASKED));
    expect((await receiver.send("/v1/prompts/", body, { "content-encoding": "gzip" })).status).toBe(202);
    expect(await receiver.stored()).toHaveLength(1);
  });

  test("is of the organization of its key", async () => {
    await receiver.send(PROMPTS, ASKED, { authorization: `Bearer ${receiver.foreignKey}` });
    expect(await receiver.stored()).toEqual([]);
    expect(await receiver.appliance.held(receiver.foreignOrganization)).toEqual({ prompts: 1 });
  });
});

describe("a response", () => {
  test("is answered with the caller's id, null where it gave none", async () => {
    const answers = [{ session_id: "s-1" }, { session_id: "s-1", prompt_id: "p-1" }].map(async (body) => {
      const response = await receiver.send(RESPONSE, body);
      return [response.status, await response.json()];
    });
    expect(await Promise.all(answers)).toEqual([
      [202, { promptId: null }],
      [202, { promptId: "p-1" }],
    ]);
    await receiver.stored();
  });

  test("keeps what it says about tokens, model and time", async () => {
    const usage = {
      input_tokens: 12,
      output_tokens: 34,
      cache_read_input_tokens: 5,
      service_tier: "standard",
    };
    const body = { session_id: "s-1", response_text: "Done.", duration_ms: 1_500, model: "m-1", usage };
    expect((await receiver.send(RESPONSE, body)).status).toBe(202);
    expect(told((await receiver.stored())[0])).toEqual({
      "event.name": "prompt_response",
      "session.id": "s-1",
      response_text: "Done.",
      response_length: 5,
      duration_ms: 1_500,
      model: "m-1",
      "usage.input_tokens": 12,
      "usage.output_tokens": 34,
      "usage.cache_read_tokens": 5,
    });
  });

  test("a hook's payload is taken as the agent sends it", async () => {
    const { prompt: _, ...common } = HOOK;
    const stop = {
      ...common,
      hook_event_name: "Stop",
      stop_hook_active: false,
      last_assistant_message: "Done.",
    };
    expect((await receiver.send(RESPONSE, stop)).status).toBe(202);
    expect(told((await receiver.stored())[0])).toMatchObject({
      response_text: "Done.",
      "prompt.id": HOOK.prompt_id,
    });
  });

  test.each([
    ["duration_ms", -1],
    ["duration_ms", "1"],
    ["model", 1],
    ["response_text", {}],
    ["usage", 5],
    ["usage", { input_tokens: -1 }],
    ["usage", { output_tokens: 0.5 }],
  ])("%s %p is 400", async (field, value) => {
    expect((await receiver.send(RESPONSE, { session_id: "s-1", [field]: value })).status).toBe(400);
  });
});

test("what came through these paths is counted as prompts", async () => {
  const { admin } = await receiver.appliance.addOrganization();
  const counts = await (await receiver.appliance.get("/metrics", admin)).text();
  expect(counts).toMatch(/scoring_accepted_records_total\{signal="prompts"\} [1-9]/);
});
