/** The appliance under attack: real processes on one data directory, found and killed by their ids, started again. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { localStores, type StoreSettings } from "../../src/stores.ts";
import { type BucketSettings, environmentOf } from "./failing-bucket.ts";

/** What can be killed. */
export type Target = "main" | "server" | "guard" | "tree";

const PATIENCE_MS = 120_000;
const ROOT = resolve(import.meta.dir, "../..");

/**
 * How the program is started: the executable when a path is given, else the sources of this checkout.
 *
 * scripts/test.ts builds the executable and names it for the tests of its run: it starts in half the time.
 */
export function programCommand(executable: string | null): string[] {
  const path = executable ?? process.env["TESTED_EXECUTABLE"] ?? null;
  return path === null ? programFromSource() : [resolve(path)];
}

/** The same from the sources: it unpacks no stream server and is called `scoring`. */
export function programFromSource(): string[] {
  return [process.execPath, join(ROOT, "src/main.ts")];
}

/** An appliance that is started again whenever it is gone. */
export class Victim {
  readonly url: string;
  readonly directory: string;
  starts = 0;
  private child: Bun.Subprocess<"ignore", "ignore", Bun.BunFile> | null = null;
  private ending = false;

  /** @param parts - The folder for its data directory and its logs, one for each start. */
  constructor(
    private readonly parts: {
      program: readonly string[];
      folder: string;
      port: number;
      /** Where its records are, when not in its directory. */
      bucket?: BucketSettings;
    },
  ) {
    this.url = `http://127.0.0.1:${parts.port}`;
    this.directory = join(parts.folder, "data");
  }

  /** Keeps it running from now on. */
  start(): void {
    this.starts += 1;
    const { program, folder, port, bucket } = this.parts;
    const inBucket = bucket === undefined ? {} : environmentOf(bucket);
    const child = Bun.spawn(
      [...program, "serve", "--data-dir", this.directory, "--listen", `127.0.0.1:${port}`],
      {
        env: { ...process.env, SCORING_DISK_FLOOR_BYTES: "0", SCORING_DISK_FLOOR_SHARE: "0", ...inBucket },
        stdin: "ignore",
        stdout: "ignore",
        stderr: Bun.file(join(folder, `log.${this.starts}`)),
      },
    );
    this.child = child;
    void child.exited.then(() => {
      if (!this.ending) this.start();
    });
  }

  /**
   * Kills.
   *
   * @returns Whether there was such a process.
   */
  kill(target: Target, order: (pids: number[]) => number[]): boolean {
    if (this.child === null || hasEnded(this.child)) return false;
    const main = this.child.pid;
    const [guard] = childrenOf(main);
    // where the guard has become the server there is no other
    const [server = guard] = guard === undefined ? [] : childrenOf(guard);
    const pids = {
      main: [main],
      guard: [guard],
      server: [server],
      tree: order(defined([main, guard, server])),
    };
    const found = defined(pids[target]);
    for (const pid of found) killProcess(pid);
    return found.length > 0;
  }

  /**
   * Resolves when every stage is ready.
   *
   * @throws When that takes too long.
   */
  async ready(): Promise<void> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    let last = "no answer";
    while (performance.now() < giveUpAt) {
      try {
        const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
        last = await answer.text();
        if (answer.status === 200) return;
      } catch {} // it is being started
      await Bun.sleep(20);
    }
    throw new Error(`it is not ready: ${last}`);
  }

  /**
   * Ends it as its owner does.
   *
   * @returns The exit code, and how long it took.
   */
  async stop(): Promise<{ code: number; tookMs: number }> {
    this.ending = true;
    const stoppedAt = performance.now();
    this.child?.kill("SIGTERM");
    const code = (await this.child?.exited) ?? 0;
    return { code, tookMs: performance.now() - stoppedAt };
  }

  /** Settings by which its stores are opened. */
  get stores(): StoreSettings {
    return { ...localStores(this.directory), ...this.parts.bucket };
  }

  /** Processes that still name the data directory. */
  orphans(): string[] {
    return allProcesses().filter((commandLine) => commandLine.includes(this.directory));
  }
}

/** Whether it has ended, on purpose or by a signal: then it has no exit code. */
export function hasEnded({ exitCode, signalCode }: Bun.Subprocess): boolean {
  return exitCode !== null || signalCode !== null;
}

function defined(pids: readonly (number | undefined)[]): number[] {
  return pids.filter((pid) => pid !== undefined);
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {} // the first of a tree took it along
}

function childrenOf(pid: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    return tasks.flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return []; // it has just died
  }
}

function allProcesses(): string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  });
}
