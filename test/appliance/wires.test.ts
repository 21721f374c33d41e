/** What the demo makes up, sent to the real ingest and read back by the real normaliser. */
import { afterAll, describe, expect, test } from "bun:test";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import type { DemoAgent, DemoSession, Step } from "../../src/demo/work/session.ts";
import type { Event } from "../../src/normaliser/event.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { startReceiver } from "../ingest/receiver.ts";
import { ofKind, recordsOfBody, settle } from "../normaliser/captured.ts";

const TO = Date.UTC(2026, 10, 20, 18);
const sessions = generateSessions({ seed: "wires", from: TO - 14 * DAY, to: TO });
const receiver = await startReceiver({ limitBytes: 20 * 1024 * 1024, clock: () => TO });
afterAll(() => receiver.stop());

const AGENTS: readonly DemoAgent[] = ["claude-code", "codex", "gemini", "qwen"];

/** Some sessions of an agent, among them those in which the rarer things happen. */
function someOf(agent: DemoAgent): DemoSession[] {
  const own = sessions.filter((session) => session.agent === agent);
  const rare = (["failed_call", "reset", "compaction"] as const).flatMap((kind) =>
    own.filter(({ steps }) => steps.some((step) => step.kind === kind)).slice(0, 4),
  );
  return [...new Set([...own.slice(0, 4), ...rare])];
}

const chosen = new Map(AGENTS.map((agent) => [agent, someOf(agent)]));

/** Sends every chosen session once, since a second time it would count as a client's retry. */
async function sendAll(): Promise<[number, string][]> {
  const answers: [number, string][] = [];
  for (const { path, body } of [...chosen.values()].flat().flatMap(toRequests)) {
    const response = await receiver.send(path, body);
    answers.push([response.status, await response.text()]);
  }
  return answers;
}

const answers = await sendAll();
const lines = await receiver.stored();
const settled = settle(lines.flatMap((line, index) => recordsOfBody(line, index + 1)));

function eventsOf(session: DemoSession): Event[] {
  return settled.get(session.id)?.events ?? [];
}

function stepsOf<Kind extends Step["kind"]>({ steps }: DemoSession, kind: Kind) {
  return steps.filter((step): step is Extract<Step, { kind: Kind }> => step.kind === kind);
}

function refused(session: DemoSession): number {
  return stepsOf(session, "tool").filter(({ approval }) => approval === "refused").length;
}

test("every request is taken as it is", () => {
  expect(answers.filter(([status, text]) => status !== 200 || text !== "{}")).toEqual([]);
});

describe.each(AGENTS)("the sessions of %s", (agent) => {
  const own = chosen.get(agent) ?? [];

  test.each(own.map((session) => [session.id, session] as const))(
    "%s: every prompt, call and tool is found again, once",
    async (_, session) => {
      const events = eventsOf(session);
      const prompts = ofKind(events, "prompt").filter(({ command }) => command === null);
      const calls = ofKind(events, "model_call").filter(({ result }) => result === "succeeded");
      const tools = ofKind(events, "tool_call");
      expect({
        prompts: prompts.map(({ chars, at }) => [chars, at]),
        texts: prompts.map(({ text }) => text),
        calls: calls.map(({ durationMs }) => durationMs),
        output: calls.map(({ tokens }) => tokens.output),
        cached: calls.map(({ tokens }) => tokens.cacheRead),
        tools: tools.length,
        failed: tools.filter(({ exitCode }) => exitCode === 1).length,
        refused: tools.filter(({ rejected }) => rejected).length,
        edited: tools.flatMap(({ rejected, files }) => (rejected ? [] : files.map(({ path }) => path))),
      }).toEqual({
        prompts: stepsOf(session, "prompt").map(({ text, at }) => [text.length, at]),
        texts: stepsOf(session, "prompt").map(({ text }) => (session.person.sendsText ? text : null)),
        calls: stepsOf(session, "call").map(({ startedAt, at }) => at - startedAt),
        output: stepsOf(session, "call").map(({ tokens }) => tokens.output),
        cached: stepsOf(session, "call").map(({ tokens }) => tokens.cached),
        tools: stepsOf(session, "tool").length,
        failed: stepsOf(session, "tool").filter(({ use }) => use.tool === "shell" && use.exitCode === 1)
          .length,
        refused: refused(session),
        edited: stepsOf(session, "tool").flatMap(({ use, approval }) =>
          use.tool === "edit" && approval !== "refused" ? [use.path] : [],
        ),
      });
    },
  );

  test("report every reset, compaction and change of lines that the agent reports", () => {
    for (const session of own) {
      const events = eventsOf(session);
      const told = agent === "codex" ? "nothing" : "all";
      expect(ofKind(events, "reset")).toHaveLength(told === "all" ? stepsOf(session, "reset").length : 0);
      expect(ofKind(events, "compaction").map(({ trigger }) => trigger === "manual")).toEqual(
        told === "all" ? stepsOf(session, "compaction").map(({ byPerson }) => byPerson) : [],
      );
      const edits = stepsOf(session, "tool").flatMap(({ use, approval }) =>
        use.tool === "edit" && approval !== "refused" ? [use] : [],
      );
      expect(addedIn(events)).toBe(edits.reduce((sum, { added }) => sum + added.length, 0));
    }
  });

  test("name the person behind refusals, and the failures that the agent shows", () => {
    for (const session of own) {
      const events = eventsOf(session);
      const decided = ofKind(events, "decision").filter(
        ({ by, verdict }) => by === "person" && verdict !== "accept",
      );
      const knowsMode = agent !== "gemini" || session.earlierInProcess === 0;
      if (knowsMode) expect(decided).toHaveLength(refused(session));
      const failed = ofKind(events, "model_call").filter(({ result }) => result === "failed");
      const failures = stepsOf(session, "failed_call").filter(
        ({ final }) => final || agent !== "claude-code",
      );
      expect(failed.map(({ status }) => status)).toEqual(failures.map(({ status }) => status));
    }
  });
});

function addedIn(events: readonly Event[]): number {
  const byCall = ofKind(events, "tool_call").flatMap(({ rejected, files }) => (rejected ? [] : files));
  const byMetric = ofKind(events, "lines");
  return [...byCall, ...byMetric].reduce((sum, { added }) => sum + (added ?? 0), 0);
}
