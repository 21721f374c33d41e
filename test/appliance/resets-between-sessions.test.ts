/** `/clear` in a terminal is written into the session that it begins; it answers the chances of the one it ended. */
import { afterAll, describe, expect, test } from "bun:test";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { HOUR, SECOND } from "../../src/vocabulary/units.ts";
import type { StoredLine } from "../../src/vocabulary/otlp.ts";
import { attributes, resourceOf } from "../normaliser/captured.ts";
import { joinTestAppliance, type TestOrganization } from "./running.ts";
import { wholeSchema } from "../whole-schema.ts";
import { named } from "../session-names.ts";

type Plain = Record<string, string | number | boolean>;

const appliance = await joinTestAppliance("later");
afterAll(() => appliance.stop());
const BEGAN = systemClock() - HOUR;

/** What a record reports, and of which session, process and second. */
interface LogRecord {
  session: string;
  at: number;
  told: Plain;
  /** The process, which Qwen Code does not report. */
  process?: number;
}

/** A request with one log record. */
function log(agent: "qwen-code" | "gemini-cli", { session, at, told, process = 1 }: LogRecord): StoredLine {
  const resource = agent === "gemini-cli" ? { "host.name": "laptop", "process.pid": process } : {};
  const plain = { "session.id": session, ...told };
  const record = { timeUnixNano: `${BEGAN + at * SECOND}000000`, attributes: attributes(plain) };
  return {
    resourceLogs: [
      {
        resource: resourceOf(agent, resource),
        scopeLogs: [{ scope: { name: agent }, logRecords: [record] }],
      },
    ],
  };
}

const event = (name: string, told: Plain = {}): Plain => ({ "event.name": name, ...told });
const qwen = (at: number, session: string, told: Plain) => log("qwen-code", { at, session, told });
const gemini = (at: number, session: string, told: Plain) => log("gemini-cli", { at, session, told });

/** A context that fills more than half of the window, and less than four fifths. */
const FULL = { model: "gemini-2.5-pro", input_token_count: 750_000, output_token_count: 1, role: "main" };
const ask = (prompt: string): Plain => ({ prompt, prompt_length: prompt.length, interactive: true });

/** What became of the chances of a session, when the requests came in this order and in the other one. */
async function chances(session: string, requests: readonly StoredLine[]) {
  const organizations = [await appliance.addOrganization(), await appliance.addOrganization()] as const;
  const inOrder = async (ordered: readonly StoredLine[], organization: TestOrganization) => {
    for (const body of ordered) {
      expect((await appliance.send("/v1/logs", body, organization.key)).status).toBe(200);
      await appliance.written();
    }
    await appliance.settled();
    return wholeSchema(appliance.database)
      .selectFrom("metrics")
      .select(["good_resets as good", "bad_resets as bad"])
      .where("organization", "=", organization.id)
      .where("session", "like", named(`%:${session}`))
      .execute();
  };
  const [one, other] = organizations;
  return (await Promise.all([inOrder(requests, one), inOrder(requests.toReversed(), other)])).flat();
}

describe("/clear in a terminal of Gemini CLI", () => {
  const filled = [
    gemini(0, "old", event("gemini_cli.user_prompt", ask("Explain the shop's cart"))),
    gemini(5, "old", event("gemini_cli.api_response", FULL)),
  ];
  const next = [
    gemini(60, "new", event("gemini_cli.user_prompt", ask("Explain the bank's ledger"))),
    gemini(65, "new", event("gemini_cli.api_response", { ...FULL, input_token_count: 9 })),
  ];
  const clear = gemini(50, "new", event("gemini_cli.slash_command", { command: "clear" }));

  test("answers the chance of the session before it in its process", async () => {
    expect(await chances("old", [...filled, clear, ...next])).toEqual([
      { good: 1, bad: 0 },
      { good: 1, bad: 0 },
    ]);
  });

  test("answers none of a session in another process, and without it the chance was let pass", async () => {
    const elsewhere = log("gemini-cli", {
      at: 50,
      session: "new",
      told: event("gemini_cli.slash_command", { command: "clear" }),
      process: 2,
    });
    const missed = [
      { good: 0, bad: 1 },
      { good: 0, bad: 1 },
    ];
    expect(await chances("old", [...filled, elsewhere, ...next])).toEqual(missed);
    expect(await chances("old", [...filled, ...next])).toEqual(missed);
  });

  test("answers none of a session that was left for another before it", async () => {
    const between = [gemini(20, "between", event("gemini_cli.user_prompt", ask("Explain the till")))];
    expect(await chances("old", [...filled, ...between, clear, ...next])).toEqual([
      { good: 0, bad: 1 },
      { good: 0, bad: 1 },
    ]);
  });

  test("is a reset of the session itself once that was prompted", async () => {
    const late = gemini(90, "new", event("gemini_cli.slash_command", { command: "clear" }));
    expect(await chances("old", [...filled, ...next, late])).toEqual([
      { good: 0, bad: 1 },
      { good: 0, bad: 1 },
    ]);
  });
});

describe("/clear in a terminal of Qwen Code, which names no process,", () => {
  const filled = [
    qwen(0, "old", event("qwen-code.user_prompt", ask("Explain the shop's cart"))),
    qwen(5, "old", event("qwen-code.api_response", { ...FULL, prompt_id: "old########0" })),
  ];
  const clear = (seconds: number) =>
    qwen(seconds, "new", event("qwen-code.slash_command", { command: "clear" }));
  const next = qwen(60, "new", event("qwen-code.user_prompt", ask("Explain the bank's ledger")));

  test("answers the chance of the session that ended up to five seconds before it", async () => {
    const ended = qwen(49.7, "old", event("session.end"));
    expect(await chances("old", [...filled, ended, clear(50), next])).toEqual([
      { good: 1, bad: 0 },
      { good: 1, bad: 0 },
    ]);
  });

  test("answers none of a session that ended earlier", async () => {
    const ended = qwen(40, "old", event("session.end"));
    expect(await chances("old", [...filled, ended, clear(50), next])).toEqual([
      { good: 0, bad: 1 },
      { good: 0, bad: 1 },
    ]);
  });
});
