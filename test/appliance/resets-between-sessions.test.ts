/** `/clear` in a terminal is written into the session that it begins; it answers the chances of the one it ended. */
import { afterAll, describe, expect, test } from "bun:test";
import { tables } from "../../src/database/open.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { HOUR, SECOND } from "../../src/vocabulary/units.ts";
import type { StoredLine } from "../../src/vocabulary/otlp.ts";
import { attributes, resourceOf } from "../normaliser/captured.ts";
import { startTestAppliance } from "./running.ts";

type Plain = Record<string, string | number | boolean>;

const appliance = await startTestAppliance({ engineClockAheadMs: 25 * HOUR });
afterAll(() => appliance.stop());
const BEGAN = systemClock() - HOUR;

/** One log record, alone in its request. */
function log(agent: "qwen-code" | "gemini-cli", seconds: number, told: Plain, process = 1): StoredLine {
  const resource = agent === "gemini-cli" ? { "host.name": "laptop", "process.pid": process } : {};
  const record = { timeUnixNano: `${BEGAN + seconds * SECOND}000000`, attributes: attributes(told) };
  return {
    resourceLogs: [
      {
        resource: resourceOf(agent, resource),
        scopeLogs: [{ scope: { name: agent }, logRecords: [record] }],
      },
    ],
  };
}

const qwen = (seconds: number, session: string, name: string, told: Plain = {}) =>
  log("qwen-code", seconds, { "session.id": session, "event.name": name, ...told });
const gemini = (seconds: number, session: string, name: string, told: Plain = {}, process = 1) =>
  log("gemini-cli", seconds, { "session.id": session, "event.name": `gemini_cli.${name}`, ...told }, process);

/** A context that fills more than half of the window, and less than four fifths. */
const FULL = { model: "gemini-2.5-pro", input_token_count: 750_000, output_token_count: 1, role: "main" };
const ask = (prompt: string): Plain => ({ prompt, prompt_length: prompt.length, interactive: true });

/** What became of the chances of a session, when the requests came in this order and in the other one. */
async function chances(session: string, requests: readonly StoredLine[]) {
  const found: unknown[] = [];
  for (const ordered of [requests, requests.toReversed()]) {
    const organization = await appliance.addOrganization();
    for (const body of ordered) {
      expect((await appliance.send("/v1/logs", body, organization.key)).status).toBe(200);
      await appliance.written();
    }
    await appliance.settled();
    const rows = await tables<{
      metrics: { organization: string; session: string; good_resets: number; bad_resets: number };
    }>(appliance.database)
      .selectFrom("metrics")
      .select(["good_resets as good", "bad_resets as bad"])
      .where("organization", "=", organization.id)
      .where("session", "like", `%:${session}`)
      .execute();
    found.push(...rows);
  }
  return found;
}

describe("/clear in a terminal of Gemini CLI", () => {
  const filled = [
    gemini(0, "old", "user_prompt", ask("Explain the shop's cart")),
    gemini(5, "old", "api_response", FULL),
  ];
  const next = [
    gemini(60, "new", "user_prompt", ask("Explain the bank's ledger")),
    gemini(65, "new", "api_response", { ...FULL, input_token_count: 9 }),
  ];
  const clear = gemini(50, "new", "slash_command", { command: "clear" });

  test("answers the chance of the session before it in its process", async () => {
    expect(await chances("old", [...filled, clear, ...next])).toEqual([
      { good: 1, bad: 0 },
      { good: 1, bad: 0 },
    ]);
  });

  test("answers none of a session in another process, and without it the chance was let pass", async () => {
    const elsewhere = gemini(50, "new", "slash_command", { command: "clear" }, 2);
    const missed = [
      { good: 0, bad: 1 },
      { good: 0, bad: 1 },
    ];
    expect(await chances("old", [...filled, elsewhere, ...next])).toEqual(missed);
    expect(await chances("old", [...filled, ...next])).toEqual(missed);
  });

  test("answers none of a session that was left for another before it", async () => {
    const between = [gemini(20, "between", "user_prompt", ask("Explain the till"))];
    expect(await chances("old", [...filled, ...between, clear, ...next])).toEqual([
      { good: 0, bad: 1 },
      { good: 0, bad: 1 },
    ]);
  });

  test("is a reset of the session itself once that was prompted", async () => {
    const late = gemini(90, "new", "slash_command", { command: "clear" });
    expect(await chances("old", [...filled, ...next, late])).toEqual([
      { good: 0, bad: 1 },
      { good: 0, bad: 1 },
    ]);
  });
});

describe("/clear in a terminal of Qwen Code, which names no process,", () => {
  const filled = [
    qwen(0, "old", "qwen-code.user_prompt", ask("Explain the shop's cart")),
    qwen(5, "old", "qwen-code.api_response", { ...FULL, prompt_id: "old########0" }),
  ];
  const clear = (seconds: number) => qwen(seconds, "new", "qwen-code.slash_command", { command: "clear" });
  const next = qwen(60, "new", "qwen-code.user_prompt", ask("Explain the bank's ledger"));

  test("answers the chance of the session that ended up to five seconds before it", async () => {
    const ended = qwen(49.7, "old", "session.end");
    expect(await chances("old", [...filled, ended, clear(50), next])).toEqual([
      { good: 1, bad: 0 },
      { good: 1, bad: 0 },
    ]);
  });

  test("answers none of a session that ended earlier", async () => {
    const ended = qwen(40, "old", "session.end");
    expect(await chances("old", [...filled, ended, clear(50), next])).toEqual([
      { good: 0, bad: 1 },
      { good: 0, bad: 1 },
    ]);
  });
});
