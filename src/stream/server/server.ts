/** The embedded NATS server as a supervised child: started, watched, started again, stopped. */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { MINUTE, SECOND, type Bytes, type Milliseconds } from "../../vocabulary/units.ts";
import { writeWholeFile } from "../../vocabulary/whole-file.ts";
import type { EmbeddedAddress } from "../server-address.ts";
import { embeddedServerPath } from "./embedded-server.ts";
import { guardCommand } from "./guard.ts";
import { endLeftoverServer, killServerOf } from "./leftover.ts";
import { configFileOf, renderServerConfig } from "./server-config.ts";

/** It reads its whole store before it listens: 1.9 GiB after a kill took 8 s, and over 10 s on a busy disk. */
const START_DEADLINE_MS: Milliseconds = 10 * MINUTE;
/** A start that takes this long is logged. */
const LONG_START_MS: Milliseconds = 10 * SECOND;
const STOP_DEADLINE_MS: Milliseconds = 5 * SECOND;
const FIRST_BACK_OFF_MS: Milliseconds = 25;
const LONGEST_BACK_OFF_MS: Milliseconds = 5 * SECOND;
const POLL_MS: Milliseconds = 5;

/** The most that a server waits which had come as far as to listen: its start is sound, something else ended it. */
const LISTENED_BACK_OFF_MS: Milliseconds = 200;

/** A running server that comes back by itself, at the same address, until it is stopped. */
export class EmbeddedServer {
  readonly address: EmbeddedAddress;
  private stopping = false;
  private restarted = 0;
  private startedAt = performance.now();
  private readonly watching: Promise<void>;

  private constructor(
    private readonly launch: Launch,
    private child: Child,
    private readonly log: Log,
  ) {
    this.address = { kind: "embedded", url: `nats://127.0.0.1:${launch.port}`, token: launch.token };
    this.watching = this.watch();
  }

  /**
   * Starts the server with its store in the directory.
   *
   * @throws An exception when the server does not come up, with what it last said.
   */
  static async start(directory: string, storeBytes: Bytes, log: Log): Promise<EmbeddedServer> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const ended = await endLeftoverServer(directory);
    if (ended !== null) log.warning("ended a server that an earlier run had left behind", { pid: ended });
    const token = randomBytes(24).toString("hex");
    const launch: Launch = {
      directory,
      storeBytes,
      token,
      port: freePort(),
      path: await embeddedServerPath(directory),
    };
    const child = await startChild(launch);
    await untilListening(directory, child, log);
    return new EmbeddedServer(launch, child, log);
  }

  /** The server's process id, for status pages and for tests that kill it. */
  get pid(): number | null {
    return readServerPid(this.launch.directory);
  }

  /** How often it was started again since the first time. */
  get restarts(): number {
    return this.restarted;
  }

  /**
   * Ends a server that no longer answers; it is started again like any that died.
   *
   * One that still reads its store is left alone: ended, it would begin with that again.
   */
  async kill(): Promise<void> {
    if (await this.isStarting()) return;
    this.log.warning("the stream's server does not answer; ending it");
    await killServerOf(this.launch.directory);
  }

  private async isStarting(): Promise<boolean> {
    if (performance.now() - this.startedAt > START_DEADLINE_MS) return false;
    return !(await isListening(this.launch.directory));
  }

  /** Stops for good; returns when the process is gone, which after that time is made to go. */
  async stop(withinMs = STOP_DEADLINE_MS): Promise<void> {
    this.stopping = true;
    this.child.kill("SIGTERM");
    const late = setTimeout(() => {
      // the guard cannot do it: SIGTERM waits for a server that is frozen
      void killServerOf(this.launch.directory);
      this.child.kill("SIGKILL");
    }, withinMs);
    await this.watching;
    clearTimeout(late);
  }

  private async watch(): Promise<void> {
    let backOff = FIRST_BACK_OFF_MS;
    while (!this.stopping) {
      const code = await this.child.exited;
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may change while this waits
      if (this.stopping) return;
      if (await isListening(this.launch.directory)) backOff = Math.min(backOff, LISTENED_BACK_OFF_MS);
      this.log.warning("the stream's server ended; starting it again", { code, waitMs: backOff });
      backOff = await this.startAgain(backOff);
    }
  }

  /** Ends a child that was being started when the others were asked to stop. */
  private async endLate(): Promise<void> {
    this.child.kill("SIGTERM");
    await this.child.exited;
  }

  /**
   * Repeats until a child runs.
   *
   * @returns How long to wait when that one ends at once.
   */
  private async startAgain(backOff: Milliseconds): Promise<Milliseconds> {
    for (let waitMs = backOff; ; waitMs = Math.min(waitMs * 2, LONGEST_BACK_OFF_MS)) {
      await Bun.sleep(waitMs);
      try {
        await endLeftoverServer(this.launch.directory);
        if (this.stopping) return waitMs;
        this.child = await startChild(this.launch);
        this.startedAt = performance.now();
        this.restarted += 1;
        // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may change while this waits
        if (this.stopping) await this.endLate();
        return Math.min(waitMs * 2, LONGEST_BACK_OFF_MS);
      } catch (error) {
        // a full disk refuses even the configuration file
        this.log.error("the stream's server cannot be started; trying again", {
          reason: describeError(error),
        });
      }
      if (this.stopping) return waitMs;
    }
  }
}

interface Launch {
  directory: string;
  storeBytes: Bytes;
  token: string;
  /** The same at each start, so that clients find the server again. */
  port: number;
  path: string;
}

type Child = Bun.Subprocess<"pipe", "ignore", "ignore">;

/** Waits for no file in this thread: on a disk that hangs, requests still get their answer that nothing is taken. */
async function startChild(launch: Launch): Promise<Child> {
  for (const name of portsFilesAmong(await readdir(launch.directory))) await rm(join(launch.directory, name));
  const configPath = configFileOf(launch.directory);
  await writeWholeFile(configPath, renderServerConfig(launch));
  return Bun.spawn([...guardCommand(), launch.path, "--config", configPath], {
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
    // Ctrl-C goes to a terminal's whole group: the server must outlive requests under way, and is asked to stop last
    detached: true,
    env: { BUN_FEATURE_FLAG_NO_ORPHANS: "1" },
  });
}

// Below the ports that systems give to outgoing connections: a client that tries to come back to such a port while
// nobody listens there may be connected to itself, and keep the server from it.
const LOWEST_PORT = 10_000;
const HIGHEST_PORT = 32_000;

function freePort(): number {
  for (;;) {
    const port = LOWEST_PORT + (randomBytes(4).readUInt32BE() % (HIGHEST_PORT - LOWEST_PORT));
    try {
      Bun.listen({ hostname: "127.0.0.1", port, socket: { data: () => {} } }).stop(true);
      return port;
    } catch {} // somebody listens there
  }
}

async function untilListening(directory: string, child: Child, log: Log): Promise<void> {
  const startedAt = performance.now();
  const warning = setTimeout(() => {
    log.info("the stream's server is reading what waits in it; this takes longer the more there is");
  }, LONG_START_MS);
  try {
    while (isRunning(child) && performance.now() - startedAt < START_DEADLINE_MS) {
      if (await isListening(directory)) return;
      await Bun.sleep(POLL_MS);
    }
  } finally {
    clearTimeout(warning);
  }
  child.kill("SIGKILL");
  throw new Error(`the stream's server did not start: ${lastWords(directory)}`);
}

function isRunning({ exitCode, signalCode }: Child): boolean {
  return exitCode === null && signalCode === null;
}

// the server writes it when it listens, and it is removed before each start
async function isListening(directory: string): Promise<boolean> {
  return portsFilesAmong(await readdir(directory)).length > 0;
}

function portsFilesAmong(names: readonly string[]): string[] {
  return names.filter((name) => name.endsWith(".ports"));
}

function readServerPid(directory: string): number | null {
  const [name] = portsFilesAmong(readdirSync(directory));
  const pid = name?.match(/_(\d+)\.ports$/)?.[1];
  return pid === undefined ? null : Number(pid);
}

function lastWords(directory: string): string {
  try {
    return readFileSync(join(directory, "nats.log"), "utf8").trim().split("\n").slice(-2).join(" ");
  } catch {
    return "it left no log";
  }
}
