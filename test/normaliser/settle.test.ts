/** What settling promises for every agent: the same events, however the sightings came. */
import { describe, expect, test } from "bun:test";
import { declarationOf } from "../../src/normaliser/dialects/agents.ts";
import { settleSession } from "../../src/normaliser/settle.ts";
import type { SentRecord } from "../../src/normaliser/records/read-record.ts";
import { logsBody, ofKind, onlySession, recordsOfBody, recordsOfSession, settle } from "./captured.ts";

const NAMES = ["codex-r429", "gemini-r429", "qwen-r429", "opencode-ok", "sdk-js-gzip"];

function sightingsOf(records: readonly SentRecord[]) {
  return records.flatMap((record) => declarationOf(record.agent).dialect.read(record)?.sightings ?? []);
}

describe("settleSession", () => {
  test.each(NAMES)("%s: the order of arrival changes nothing", async (name) => {
    const records = await recordsOfSession(name);
    const agent = records[0]?.agent ?? "other";
    const sightings = sightingsOf(records);
    expect(settleSession(agent, sightings.toReversed())).toEqual(settleSession(agent, sightings));
  });

  test.each(NAMES)("%s: records that come again in another batch count once", async (name) => {
    const once = await recordsOfSession(name);
    const again = once.map((record) => withSequence(record, record.place.sequence + 1_000));
    expect([...settle([...once, ...again])]).toEqual([...settle(once)]);
  });

  test.each(NAMES)("%s: every event has another id", async (name) => {
    for (const { events } of settle(await recordsOfSession(name)).values()) {
      expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
    }
  });

  test.each(NAMES)("%s: an event never begins after it is over", async (name) => {
    for (const { events } of settle(await recordsOfSession(name)).values()) {
      expect(events.filter((event) => event.startedAt > event.at)).toEqual([]);
    }
  });
});

function withSequence(record: SentRecord, sequence: number): SentRecord {
  return { ...record, place: { ...record.place, sequence } };
}

describe("the repository", () => {
  test.each([
    ["codex_exec", { "event.name": "codex.user_prompt", "conversation.id": "s", prompt: "Hi" }],
    ["gemini-cli", { "event.name": "gemini_cli.user_prompt", "session.id": "s", prompt: "Hi" }],
    ["qwen-code", { "event.name": "qwen-code.user_prompt", "session.id": "s", prompt: "Hi" }],
    ["claude-code", { "event.name": "user_prompt", "session.id": "s", prompt: "Hi" }],
    ["lab", { "event.name": "lab.user_prompt", "session.id": "s", prompt: "Hi" }],
  ])("of %s is before the prompt that reports it, by attribute or by resource", (service, told) => {
    const named = logsBody(service, [
      { at: 1_795_232_848_000, attributes: { ...told, "vcs.repository.name": "app" } },
    ]);
    const events = onlySession(recordsOfBody(named));
    expect(events.map((event) => event.kind)).toEqual(["directory", "prompt"]);
    expect(ofKind(events, "directory").map((one) => one.repository)).toEqual(["app"]);
  });
});
