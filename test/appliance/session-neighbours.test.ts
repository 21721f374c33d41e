/** What a session's neighbours decide: helpers' conversations, stray spans, resets. */
import { afterAll, describe, expect, test } from "bun:test";
import { attributes, logsBody } from "../normaliser/captured.ts";
import { joinTestAppliance } from "./running.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());

const AT = Date.parse("2026-11-20T10:00:00Z");

async function sessionsOf(key: string): Promise<string[]> {
  const rows = await appliance.metrics(key);
  return rows.map(({ sessionId }) => sessionId).toSorted();
}

async function send(path: string, body: object, key: string): Promise<void> {
  expect((await appliance.send(path, body, key)).status).toBe(200);
}

describe("a Codex conversation whose text is withheld", () => {
  interface Conversation {
    id: string;
    at: number;
    sandbox: string;
  }

  function conversation({ id, at, sandbox }: Conversation): object {
    const own = { "conversation.id": id };
    const usage = { "event.name": "codex.sse_event", "event.kind": "response.completed" };
    return logsBody("codex_cli_rs", [
      { at, attributes: { ...own, "event.name": "codex.conversation_starts", sandbox_policy: sandbox } },
      {
        at: at + 100,
        attributes: { ...own, "event.name": "codex.user_prompt", prompt: "[REDACTED]", prompt_length: "40" },
      },
      { at: at + 900, attributes: { ...own, ...usage, input_token_count: 100, output_token_count: 10 } },
    ]);
  }

  const person = { id: "person", at: AT, sandbox: "workspace-write" };
  const title = { id: "title", at: AT + 600, sandbox: "read-only" };

  test.each([
    ["before", [title, person]],
    ["after", [person, title]],
  ])("is the agent's own when it starts at another's prompt and is known %s it", async (_, conversations) => {
    const { key } = await appliance.addOrganization();
    for (const one of conversations) {
      await send("/v1/logs", conversation(one), key);
      await appliance.settled();
    }
    expect(await sessionsOf(key)).toEqual(["person"]);
  });

  test("is a person's when nobody else spoke nearby, or only somebody with another key", async () => {
    const organization = await appliance.addOrganization();
    const other = await organization.addKey();
    await send("/v1/logs", conversation(person), organization.key);
    await send("/v1/logs", conversation({ ...title, id: "later", at: AT + 60_000 }), organization.key);
    await send("/v1/logs", conversation({ ...title, id: "elsewhere" }), other.key);
    await appliance.settled();
    expect(await sessionsOf(organization.key)).toEqual(["elsewhere", "later", "person"]);
  });

  test("is a person's when it started first and the other may be the agent's own too", async () => {
    const { key } = await appliance.addOrganization();
    await send("/v1/logs", conversation({ ...person, sandbox: "read-only" }), key);
    await send("/v1/logs", conversation(title), key);
    await appliance.settled();
    expect(await sessionsOf(key)).toEqual(["person"]);
  });
});

describe("an opencode span in a trace that names no session", () => {
  const resource = {
    attributes: attributes({ "service.name": "opencode", "service.instance.id": "instance" }),
  };

  function promptSpan(trace: string): object {
    const span = {
      traceId: trace.repeat(32),
      spanId: "b".repeat(16),
      name: "SessionPrompt.createUserMessage",
      startTimeUnixNano: `${AT}000000`,
      endTimeUnixNano: `${AT + 50}000000`,
    };
    return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "opencode" }, spans: [span] }] }] };
  }

  function mention(session: string): object {
    const record = { timeUnixNano: `${AT}000000`, body: { stringValue: `created ${session}` } };
    return {
      resourceLogs: [{ resource, scopeLogs: [{ scope: { name: "opencode" }, logRecords: [record] }] }],
    };
  }

  test.each([
    ["before", [promptSpan("a"), mention("ses_one")]],
    ["after", [mention("ses_one"), promptSpan("a")]],
  ])("belongs to the only session of its instance, which is known %s it", async (_, bodies) => {
    const { key } = await appliance.addOrganization();
    for (const body of bodies) {
      await send("resourceSpans" in body ? "/v1/traces" : "/v1/logs", body, key);
      await appliance.settled();
    }
    expect(await sessionsOf(key)).toEqual(["ses_one"]);
  });

  test("belongs to none once the instance has two", async () => {
    const { key } = await appliance.addOrganization();
    await send("/v1/traces", promptSpan("a"), key);
    await send("/v1/logs", mention("ses_one"), key);
    await appliance.settled();
    await send("/v1/logs", mention("ses_two"), key);
    await appliance.settled();
    expect(await sessionsOf(key)).toEqual([]);
  });
});

describe("Claude's /clear", () => {
  test("counts for the session that it ends, not for the one that follows within seconds", async () => {
    const { key } = await appliance.addOrganization();
    const log = (session: string, at: number, own: object) => ({
      at: AT + at,
      attributes: { "session.id": session, ...own },
    });
    const prompt = { "event.name": "user_prompt", prompt: "Rename the parser everywhere" };
    const clear = { "event.name": "user_prompt", prompt: "/clear", command_name: "clear" };
    const full = {
      "event.name": "api_request",
      model: "claude-sonnet-4-5",
      input_tokens: 150_000,
      output_tokens: 9,
    };
    const body = logsBody("claude-code", [
      log("earlier", 0, prompt),
      log("earlier", 5_000, full),
      log("earlier", 10_000, clear),
      log("later", 12_000, prompt),
      log("later", 15_000, { ...full, input_tokens: 9 }),
    ]);
    await send("/v1/logs", body, key);
    await appliance.settled();
    const rows = new Map((await appliance.metrics(key)).map((row) => [row.sessionId, row]));
    expect(rows.get("earlier")?.crr).toBeCloseTo((100 * 2) / 3, 6);
    expect(rows.get("later")?.crr).toBeNull();
  });
});
