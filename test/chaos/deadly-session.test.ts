import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claudeCodeLogs, claudeCodeRecord } from "../../src/demo/wires/claude-code-records.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import type { SessionRow } from "../../src/normaliser/table.ts";
import type { StatusAnswer } from "../../src/http/self/status-answer.ts";
import { scoring } from "../cli/in-process.ts";
import { eventually, removeFolders, type Served, startServed } from "./served.ts";
import { wholeSchema } from "../whole-schema.ts";
import { named } from "../session-names.ts";
import { fetchAgain } from "../fetch-again.ts";

afterAll(removeFolders);

const SESSION = "deadly-session";
const LIMIT_MS = 600_000;

/** A prompt of the session at that second, so that it has something new to measure. */
async function sendPrompt({ url, key }: Served, second: number): Promise<void> {
  const attributes = {
    "session.id": SESSION,
    "prompt.id": `prompt-${second}`,
    prompt: `please do ${second}`,
  };
  const record = claudeCodeRecord({ name: "user_prompt", at: (1_790_000_000 + second) * 1_000, attributes });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify(claudeCodeLogs([record]));
  const answer = await fetchAgain(`${url}/v1/logs`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
}

async function withDatabase<Value>(
  directory: string,
  mode: "read" | "write",
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = openDatabase(join(directory, "scoring.db"), mode);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/**
 * Returns when the session has been examined and nothing waits to be measured.
 *
 * @returns Whose it is, and its id.
 */
function untilMeasured({ directory }: Served): Promise<Pick<SessionRow, "organization" | "session">> {
  return eventually(() =>
    withDatabase(directory, "read", async (database) => {
      const own = wholeSchema(database);
      const session = await own
        .selectFrom("sessions")
        .select(["organization", "session"])
        .where("session", "like", named(`%${SESSION}`))
        .executeTakeFirst();
      const dirty = await own.selectFrom("dirty_sessions").select("session").executeTakeFirst();
      return session === undefined || dirty !== undefined ? null : session;
    }),
  );
}

async function statusOf({ url, directory }: Served): Promise<StatusAnswer> {
  const admin = /admin\s+(\S+)/.exec(readFileSync(join(directory, "first-keys"), "utf8"))?.[1] ?? "";
  const headers = { authorization: `Bearer ${admin}` };
  return (await (await fetch(`${url}/v1/admin/status`, { headers })).json()) as StatusAnswer;
}

/** Returns when so many sessions are set aside, and the stage says so in these words. */
async function untilSetAside(served: Served, sessions: number, words = ""): Promise<void> {
  await eventually(async () => {
    const metrics = (await statusOf(served)).stages.find(({ stage }) => stage === "metrics");
    const isTold = (metrics?.detail ?? "").includes(words);
    return isTold && metrics?.counters["setAsideSessions"] === sessions ? true : null;
  });
}

/** Ends it in peace, so that its notes hold nothing of this end. */
async function stopServed(served: Served): Promise<void> {
  served.signal("SIGTERM");
  await served.exited;
}

/**
 * A server on a directory whose note says that the program died twice while it measured the session.
 *
 * The note is written beforehand: measuring is over so soon that a kill would seldom meet it.
 */
async function startWithDeadlySession(): Promise<Served> {
  const first = await startServed();
  await sendPrompt(first, 1);
  const { organization, session } = await untilMeasured(first);
  await stopServed(first);
  const thing = `${organization} ${session}`;
  const note = { at: [thing], deaths: { [thing]: 1 } };
  writeFileSync(join(first.directory, "attempts/metrics.json"), `${JSON.stringify(note)}\n`);
  const served = await startServed(first);
  await sendPrompt(served, 2);
  return served;
}

describe("a session that the program died of twice", () => {
  test(
    "is set aside and reported; the rest goes on; rescore or another version tries it again",
    async () => {
      const served = await startWithDeadlySession();
      await untilSetAside(served, 1, "1 sessions set aside");
      await served.deliver("after");
      await served.holds(["after"]);
      expect(await served.read()).toHaveLength(3);
      expect(served.log()).toContain("a session was set aside");
      const { directory, key } = served;
      const { out } = await scoring(["doctor", "--data-dir", directory, "--listen", "127.0.0.1:0"]);
      expect(out).toContain(SESSION);
      await stopServed(served);
      const copy = `${directory}-of-another-version`;
      cpSync(directory, copy, { recursive: true });

      // the version that died of it leaves it aside
      const same = await startServed({ directory, key });
      await untilSetAside(same, 1);
      const rescored = await scoring(["rescore", "--data-dir", directory, "--from", "2020-01-01"]);
      expect(rescored).toMatchObject({ code: 0, err: "" });
      await untilSetAside(same, 0);
      await same.end();

      await withDatabase(copy, "write", (database) =>
        wholeSchema(database).updateTable("set_aside_sessions").set({ version: "the one before" }).execute(),
      );
      const other = await startServed({ directory: copy, key });
      await untilSetAside(other, 0);
      await untilMeasured(other);
      await other.end();
    },
    LIMIT_MS,
  );
});
