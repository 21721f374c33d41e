import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { programCommand } from "../../scripts/chaos/victim.ts";
import type { Readiness } from "../../src/http/readiness.ts";
import type { StatusAnswer } from "../../src/http/status-answer.ts";
import { eventually, removeFolders, type Served, startServed } from "./served.ts";

afterAll(removeFolders);

type Stage = "writer" | "normaliser" | "metrics";

/** What the stage is at, as it has noted; only while it is at something. */
function workIn(directory: string, stage: Stage): string[] {
  try {
    const [line = ""] = readFileSync(join(directory, "attempts", `${stage}.json`), "utf8").split("\n", 1);
    return (JSON.parse(line) as { at: string[] }).at;
  } catch {
    return [];
  }
}

/** Kills the program as the kernel does when there is no memory left, at the moment when the stage is at such a thing. */
async function killAt(served: Served, stage: Stage, isIt: (thing: string) => boolean): Promise<void> {
  const giveUpAt = performance.now() + 120_000;
  for (;;) {
    const [thing, ...others] = workIn(served.directory, stage);
    if (thing !== undefined && others.length === 0 && isIt(thing)) break;
    if (performance.now() > giveUpAt) throw new Error(`${stage} was never at it`);
    await Bun.sleep(0);
  }
  served.signal("SIGKILL");
  await served.exited;
}

/** Takes long to write, to examine and to measure: many prompts of one session, few enough for one part of an object. */
function longWork(): string {
  const logRecords = Array.from({ length: 4_000 }, (_, place) => ({
    timeUnixNano: `${1_790_000_000_000 + place}000000`,
    attributes: [
      { key: "event.name", value: { stringValue: "user_prompt" } },
      { key: "session.id", value: { stringValue: "long-session" } },
      { key: "prompt.id", value: { stringValue: `prompt-${place}` } },
      { key: "prompt", value: { stringValue: `please do ${place}` } },
    ],
  }));
  const attributes = [{ key: "service.name", value: { stringValue: "claude-code" } }];
  return JSON.stringify({ resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords }] }] });
}

async function sendLongWork({ url, key }: Served): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetch(`${url}/v1/logs`, { method: "POST", headers, body: longWork() });
  expect(answer.status).toBe(200);
}

async function statusOf({ url, directory }: Served): Promise<StatusAnswer> {
  const admin = /admin\s+(\S+)/.exec(readFileSync(join(directory, "first-keys"), "utf8"))?.[1] ?? "";
  const headers = { authorization: `Bearer ${admin}` };
  return (await (await fetch(`${url}/v1/admin/status`, { headers })).json()) as StatusAnswer;
}

function doctorOn(directory: string): string {
  const command = [...programCommand(null), "doctor", "--data-dir", directory];
  return Bun.spawnSync(command, {
    env: { ...process.env, SCORING_LISTEN: "127.0.0.1:0" },
  }).stdout.toString();
}

/** Kills it twice at the thing. Gives: the third start. */
async function killTwice(stage: Stage, isIt: (thing: string) => boolean = () => true): Promise<Served> {
  const first = await startServed();
  await first.send("before");
  await first.holds(["before"]);
  const [{ directory, key }, dies] = [first, killAt(first, stage, isIt)];
  await sendLongWork(first).catch(() => {}); // it may die before it answers itself
  await dies;
  const second = await startServed({ directory, key });
  await killAt(second, stage, isIt);
  const third = await startServed({ directory, key });
  await third.send("after");
  await third.holds(["before", "after"]);
  return third;
}

describe("what the program dies of twice is set aside, and the rest goes on:", () => {
  test("a message, whole and unopened", async () => {
    const served = await killTwice("writer", (thing) => thing !== "1");
    const { books } = await statusOf(served);
    expect(books).toMatchObject({ quarantined: { requests: 1, records: 4_000 }, balanced: true });
    expect(await served.read()).toHaveLength(2);
    expect(served.log()).toContain("the program died twice while it worked on this");
    expect(doctorOn(served.directory)).toContain("1 file with messages that could not become records");
    await served.end();
  });

  test("a part of an object, which is kept and not scored", async () => {
    const served = await killTwice("normaliser", (thing) => !thing.startsWith("batch"));
    const normaliser = await eventually(async () => {
      const { stages } = (await (await fetch(`${served.url}/readyz`)).json()) as Readiness;
      return stages["normaliser"]?.detail?.includes("set aside") === true ? stages["normaliser"] : null;
    });
    expect(normaliser.detail).toContain("1 parts of objects set aside");
    expect((await statusOf(served)).books?.balanced).toBe(true);
    expect(doctorOn(served.directory)).toContain("the program died twice of 1 part of objects");
    await served.end();
  });

  test("a session, which is kept and not scored", async () => {
    const isLong = (thing: string): boolean => thing.endsWith(" long-session");
    const served = await killTwice("metrics", isLong);
    const { stages } = await eventually(async () => {
      const status = await statusOf(served);
      const metrics = status.stages.find(({ stage }) => stage === "metrics");
      return metrics?.counters["setAsideSessions"] === 1 ? status : null;
    });
    expect(stages.find(({ stage }) => stage === "metrics")?.detail).toContain("1 sessions set aside");
    expect(served.log()).toContain("a session was set aside");
    expect(doctorOn(served.directory)).toContain("long-session");
    await served.end();
  });
});
