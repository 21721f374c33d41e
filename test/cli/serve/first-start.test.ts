/** What a first start says, to a log and to a person. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { newDirectory, serve } from "./started.ts";
import { isSkipped } from "../../skipped.ts";

const KEY = /scoring_[0-9A-Za-z]{38}/;

describe("the first start", () => {
  test("hides the keys from a log, in a file that only this user reads", async () => {
    const directory = newDirectory();
    const { child, greeting } = serve(directory, "pipe");
    const said = await greeting;
    const path = join(directory, "first-keys");
    expect(said).toMatch(/listens on http:\/\/127\.0\.0\.1:\d+/);
    const port = /listens on \S+:(\d+)/.exec(said)?.[1];
    expect(said).toContain(
      `  scoring connect AGENT --developer ada@example.com --data-dir ${directory} --listen 127.0.0.1:${port}\n`,
    );
    expect(said).toMatch(/^The first keys are in .*: an admin key, and (.+)'s own key, .* as \1's work\.$/m);
    expect(said).toContain(`The first keys are in ${path}`);
    expect(said).not.toMatch(KEY);
    expect(said).not.toContain("/sign-in#");
    expect(readFileSync(path, "utf8")).toMatch(/^admin scoring_\w{38}\nmember scoring_\w{38}\n$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    const second = serve(directory, "pipe");
    // whose they are is not known from the file
    expect(await second.greeting).toContain(
      `The first keys are in ${path}: an admin key and a member key; scoring keys list says whose each is.\n`,
    );
    second.child.kill("SIGTERM");
    expect(await second.child.exited).toBe(0);
  });

  test("shows the keys once to a person", async () => {
    const directory = newDirectory();
    const first = serve(directory, "terminal");
    const greeting = await first.greeting;
    expect(greeting).toMatch(/^(.+)'s own key: scoring_[^]*The other is for \1's agents only/m);
    const shown = greeting.match(new RegExp(KEY, "g")) ?? [];
    expect([shown.length, new Set(shown).size]).toEqual([2, 2]);
    first.child.kill("SIGTERM");
    expect(await first.child.exited).toBe(0);
    expect(existsSync(join(directory, "first-keys"))).toBe(false);
    expect(greeting).toMatch(
      /signs in once, within five minutes:\s+http:\/\/127\.0\.0\.1:\d+\/sign-in#[\w-]{43}/,
    );
    const second = serve(directory, "terminal");
    const later = await second.greeting;
    expect(later).not.toMatch(KEY);
    expect(later).toMatch(/\/sign-in#[\w-]{43}/);
    second.child.kill("SIGTERM");
    expect(await second.child.exited).toBe(0);
  });
});

test.skipIf(isSkipped(process.platform === "linux", "Linux"))(
  "the process starts again with settings for its allocator, collector and compiler, and has no process above it",
  async () => {
    const { child, greeting } = serve(newDirectory(), "pipe");
    await greeting;
    const environment = readFileSync(`/proc/${child.pid}/environ`, "utf8");
    expect(environment).toContain("MIMALLOC_PURGE_DELAY=1000");
    expect(environment).toContain("MIMALLOC_PURGE_HOLES_MIN_INTERVAL=5000");
    expect(environment).toContain("BUN_GC_TIMER_INTERVAL=5000");
    expect(environment).toMatch(/BUN_JSC_forceRAMSize=\d/);
    expect(environment).toContain("BUN_JSC_thresholdForFTLOptimizeAfterWarmUp=1000000");
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  },
);
