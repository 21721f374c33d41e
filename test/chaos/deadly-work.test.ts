import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claudeCodeLogs, claudeCodeRecord } from "../../src/demo/wires/claude-code-records.ts";
import type { Readiness } from "../../src/http/self/readiness.ts";
import type { StatusAnswer } from "../../src/http/self/status-answer.ts";
import { scoring } from "../cli/in-process.ts";
import { eventually, removeFolders, type Served, startServed } from "./served.ts";
import { fetchAgain } from "../fetch-again.ts";

afterAll(removeFolders);

/** What the writer is at, as it has noted; only while it is at something. */
function workIn(directory: string): string[] {
  try {
    const [line = ""] = readFileSync(join(directory, "attempts/writer.json"), "utf8").split("\n", 1);
    return (JSON.parse(line) as { at: string[] }).at;
  } catch {
    return [];
  }
}

/**
 * Kills the program as the kernel does when there is no memory left, while the writer is
 * at only that message.
 *
 * @returns Whether it was caught at it; on a busy machine the moment may pass unseen.
 */
async function killAt(served: Served, sequence: string): Promise<boolean> {
  const isAtIt = (): boolean => {
    const [thing, ...others] = workIn(served.directory);
    return thing === sequence && others.length === 0;
  };
  for (
    const giveUpAt = performance.now() + PASSED_AFTER_MS;
    performance.now() < giveUpAt;
    await Bun.sleep(0)
  ) {
    if (!isAtIt()) continue;
    served.signal("SIGSTOP");
    const isCaught = isAtIt();
    served.signal(isCaught ? "SIGKILL" : "SIGCONT");
    if (!isCaught) continue;
    await served.exited;
    return true;
  }
  await served.end();
  return false;
}

const PASSED_AFTER_MS = 20_000;

/** Takes long to write, to examine and to measure: many prompts of one session; its long head keeps them in one line. */
function longWork(): string {
  const records = Array.from({ length: 12_000 }, (_, place) => {
    const attributes = { "prompt.id": `prompt-${place}`, prompt: `please do ${place}` };
    const event = { name: "user_prompt", at: 1_790_000_000_000 + place, attributes };
    return claudeCodeRecord(event, { "session.id": "long-session" });
  });
  const resource = { "service.name": "claude-code", head: "h".repeat(1024 * 1024) };
  return JSON.stringify(claudeCodeLogs(records, resource));
}

async function sendLongWork({ url, key }: Served): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetchAgain(`${url}/v1/logs`, { method: "POST", headers, body: longWork() });
  expect(answer.status).toBe(200);
}

async function statusOf({ url, directory }: Served): Promise<StatusAnswer> {
  const admin = /admin\s+(\S+)/.exec(readFileSync(join(directory, "first-keys"), "utf8"))?.[1] ?? "";
  const headers = { authorization: `Bearer ${admin}` };
  return eventually(async () => {
    const status = (await (await fetch(`${url}/v1/admin/status`, { headers })).json()) as StatusAnswer;
    // left out while the database is slow to answer
    return status.books === null ? null : status;
  });
}

async function doctorOn(directory: string): Promise<string> {
  return (await scoring(["doctor", "--data-dir", directory, "--listen", "127.0.0.1:0"])).out;
}

/** A directory in which the program has died twice of the first part of the next object. */
async function diedOfNextObject(): Promise<Served> {
  const served = await startServed();
  await served.deliver("before");
  await served.holds(["before"]);
  served.signal("SIGTERM");
  await served.exited;
  const { directory } = served;
  const names = readdirSync(join(directory, "objects"), { recursive: true }).map(String);
  const first = names.find((name) => name.endsWith(".zst")) ?? "there is no object";
  const next = first.replace(/1-0*1(?=\.)/, (numbers) => numbers.replaceAll("1", "2"));
  const thing = `${next} 0`;
  const note = { at: [thing], deaths: { [thing]: 1 } };
  writeFileSync(join(directory, "attempts/normaliser.json"), `${JSON.stringify(note)}\n`);
  return served;
}

/**
 * Kills it twice at its second message.
 *
 * @returns The third start.
 */
async function killTwice(): Promise<Served> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const first = await startServed();
    await first.deliver("before");
    await first.holds(["before"]);
    const [{ directory, key }, dies] = [first, killAt(first, "2")];
    await sendLongWork(first).catch(() => {}); // it may die before it answers itself
    if (!(await dies)) continue;
    if (!(await killAt(await startServed({ directory, key }), "2"))) continue;
    const third = await startServed({ directory, key });
    await third.deliver("after");
    await third.holds(["before", "after"]);
    return third;
  }
  throw new Error("the writer was never caught at its work");
}

const TRIES_MS = 600_000;

describe("what the program dies of twice is set aside, and the rest goes on:", () => {
  test(
    "a message, whole and unopened",
    async () => {
      const served = await killTwice();
      const { books } = await statusOf(served);
      expect(books).toMatchObject({ quarantined: { requests: 1, records: 12_000 }, balanced: true });
      expect(await served.read()).toHaveLength(2);
      expect(served.log()).toContain("the program died twice while it worked on this");
      expect(await doctorOn(served.directory)).toContain(
        "could not become records: 0000000000000002.message",
      );
      await served.end();
    },
    TRIES_MS,
  );

  test(
    "a part of an object, which is kept and not scored",
    async () => {
      const { directory, key } = await diedOfNextObject();
      const served = await startServed({ directory, key });
      await sendLongWork(served);
      const normaliser = await eventually(async () => {
        const { stages } = (await (await fetch(`${served.url}/readyz`)).json()) as Readiness;
        return stages["normaliser"]?.detail?.includes("set aside") === true ? stages["normaliser"] : null;
      });
      expect(normaliser.detail).toContain("1 parts of objects set aside");
      expect((await statusOf(served)).books?.balanced).toBe(true);
      expect(await doctorOn(served.directory)).toContain("the program died twice of 1 part of objects");
      await served.end();
    },
    TRIES_MS,
  );
});
