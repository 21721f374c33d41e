/** What the leaner capture modes leave is all that scoring can have without anybody's text. */
import { describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import type { Event } from "../../src/normaliser/event.ts";
import type { CaptureMode } from "../../src/privacy/attributes.ts";
import { createRedactor } from "../../src/privacy/redactor.ts";
import { canonicalise } from "../../src/writer/canonical/canonical.ts";
import { ofKind, recordsOfBody, settle } from "../normaliser/captured.ts";

const SESSIONS = new URL("../fixtures/sessions/", import.meta.url).pathname;
const names = [...new Bun.Glob("*.jsonl.gz").scanSync(SESSIONS)].sort();

describe("captured sessions", () => {
  // opencode reports prompts' lengths, tools and its own calls only in the messages themselves, and Kilo CLI its models
  test.each(names.filter((name) => !/^(?:opencode|kilo)/.test(name)))(
    "%s: metadata and minimal leave every event and every number",
    async (name) => {
      const full = await eventsOf(name, "full");
      expect(await eventsOf(name, "metadata")).toEqual(full);
      // Qwen's log of a command that failed shows only by the error's text that the tool itself worked
      const withoutVerdict = (_: string, value: unknown) =>
        isToolCall(value) ? { ...value, ok: null } : value;
      const minimal = JSON.stringify(await eventsOf(name, "minimal"), withoutVerdict);
      expect(JSON.parse(minimal)).toEqual(JSON.parse(JSON.stringify(full, withoutVerdict)));
    },
  );

  test.each(names)("%s: no text of a prompt is left", async (name) => {
    const settled = settle(recordsOf(await linesOf(name, "full")));
    const events = [...settled.values()].flatMap((session) => session.events);
    const prompts = ofKind(events, "prompt").flatMap(({ text }) => text ?? []);
    for (const mode of ["metadata", "minimal"] as const) {
      const stored = JSON.stringify((await linesOf(name, mode)).map(({ entry }) => entry));
      expect(prompts.filter((prompt) => stored.includes(JSON.stringify(prompt).slice(1, -1)))).toEqual([]);
    }
  });
});

async function linesOf(name: string, captureMode: CaptureMode) {
  const redact = createRedactor({
    captureMode,
    redactEntropy: true,
    redactEmails: true,
    redactPaths: true,
  });
  const requests = gunzipSync(await Bun.file(SESSIONS + name).bytes())
    .toString("utf8")
    .trim()
    .split("\n");
  return requests.flatMap((request) =>
    canonicalise(JSON.parse(JSON.parse(request).bodyText), { rejected: [], redact }),
  );
}

function recordsOf(lines: Awaited<ReturnType<typeof linesOf>>) {
  return lines.flatMap(({ signal, entry }, index) =>
    recordsOfBody({ [CONTAINERS[signal]]: [entry] }, index + 1),
  );
}

/** Returns per session what its events report without the text that people and tools wrote. */
async function eventsOf(name: string, mode: CaptureMode) {
  const settled = settle(recordsOf(await linesOf(name, mode)));
  return [...settled].map(([session, { agent, events }]) => {
    const processes = [...new Set(events.map(({ process }) => process))];
    const calls = [...new Set(events.map(callOf))];
    // both may be hashes of all that is stored: only which events share one must stay
    const told = events.map((event) => ({
      ...withoutText(event),
      process: processes.indexOf(event.process),
      callId: calls.indexOf(callOf(event)),
    }));
    return { session, agent, events: told };
  });
}

function isToolCall(value: unknown): value is object {
  return typeof value === "object" && value !== null && "ok" in value;
}

function callOf(event: Event): string | null {
  return "callId" in event ? event.callId : null;
}

const CONTAINERS = { logs: "resourceLogs", metrics: "resourceMetrics", traces: "resourceSpans" } as const;

/** Parts of an event that are read from text, and its id, which is a hash of the whole record. */
const FROM_TEXT = new Set([
  "edits",
  "id",
  "text",
  "textState",
  "command",
  "files",
  "arguments",
  "outputTail",
  "exitCode",
]);

function withoutText(event: Event) {
  return Object.fromEntries(Object.entries(event).filter(([part]) => !FROM_TEXT.has(part)));
}
