import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedServerPath } from "../../../src/stream/server/embedded-server.ts";
import { guardCommand } from "../../../src/stream/server/guard.ts";
import { isSkipped } from "../../skipped.ts";

const ENVIRONMENT = { BUN_FEATURE_FLAG_NO_ORPHANS: "1" };

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "scoring-guard-"));
});
afterEach(() => rm(directory, { recursive: true }));

describe("the guard", () => {
  test("reports the exit code of what it guards", async () => {
    expect(await startGuarded("/bin/sh", "-c", "exit 7").exited).toBe(7);
  });

  test("reports the signal that ended what it guards", async () => {
    expect(await startGuarded("/bin/sh", "-c", "kill -KILL $$").exited).toBe(128 + 9);
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "hands %s on, and waits for the server to stop",
    async (signal) => {
      const guard = startGuarded(...(await serverCommand()));
      const server = await serverPid();
      guard.kill(signal);
      expect(await guard.exited).toBeLessThan(128);
      expect(isRunning(server)).toBe(false);
    },
  );

  test.each([{ detached: false }, { detached: true }])(
    "and the server die with a killed parent, %j",
    async (options) => {
      const parent = startParent([...guardCommand(), ...(await serverCommand())], options);
      const server = await serverPid();
      const guard = parentOf(server);
      parent.kill("SIGKILL");
      await Promise.all([untilGone(guard), untilGone(server)]);
    },
  );

  test.skipIf(isSkipped(process.platform === "linux", "Linux"))(
    "becomes the server, so that no other process waits",
    async () => {
      const guard = startGuarded(...(await serverCommand()));
      expect(await serverPid()).toBe(guard.pid);
      guard.kill();
      await guard.exited;
    },
  );

  test("takes the server along when it is killed itself", async () => {
    const guard = startGuarded(...(await serverCommand()));
    const server = await serverPid();
    guard.kill("SIGKILL");
    await untilGone(server);
  });
});

function startGuarded(...command: string[]): Bun.Subprocess {
  return Bun.spawn([...guardCommand(), ...command], { env: ENVIRONMENT, stdout: "ignore", stderr: "ignore" });
}

async function serverCommand(): Promise<string[]> {
  const path = await embeddedServerPath(directory);
  return [path, "--addr", "127.0.0.1", "--port", "-1", "--pid", join(directory, "pid")];
}

/** A program that starts the guard as the appliance does, and waits. */
function startParent(command: string[], options: { detached: boolean }): Bun.Subprocess {
  const spawned = JSON.stringify({ ...options, env: ENVIRONMENT, stdout: "ignore", stderr: "ignore" });
  const program = `await Bun.spawn(${JSON.stringify(command)}, ${spawned}).exited`;
  return Bun.spawn([process.execPath, "-e", program]);
}

async function serverPid(): Promise<number> {
  const path = join(directory, "pid");
  return until(async () => {
    const pid = existsSync(path) ? Number.parseInt(await readFile(path, "utf8"), 10) : Number.NaN;
    return Number.isNaN(pid) ? null : pid;
  });
}

function parentOf(pid: number): number {
  return Number(askProcess(pid)[1]);
}

async function untilGone(pid: number): Promise<void> {
  await until(async () => !isRunning(pid) || null);
}

/** A dead process that nobody has collected yet is a zombie, which does not run any more. */
function isRunning(pid: number): boolean {
  return ![undefined, "Z", "X"].includes(askProcess(pid)[0]);
}

/**
 * Returns state, parent and what else follows the name in /proc, which is in parentheses; nothing when it
 * is gone.
 */
function askProcess(pid: number): string[] {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    return status.slice(status.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** Asks until there is an answer; the test's own time limit is the deadline. */
async function until<Answer>(ask: () => Promise<Answer | null>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    await Bun.sleep(5);
  }
}
