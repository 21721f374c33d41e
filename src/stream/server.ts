/** The embedded NATS server as a supervised child: started, watched, started again, stopped. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../vocabulary/log.ts";
import { MINUTE, SECOND, type Bytes, type Milliseconds } from "../vocabulary/units.ts";
import { embeddedServerPath } from "./embedded-server.ts";
import { guardCommand } from "./guard.ts";
import { endLeftoverServer } from "./leftover.ts";
import { renderServerConfig } from "./server-config.ts";

/** Where clients of the embedded server connect. */
export interface ServerAddress {
  url: string;
  token: string;
}

const START_DEADLINE_MS: Milliseconds = 10 * SECOND;
const STOP_DEADLINE_MS: Milliseconds = 5 * SECOND;
const FIRST_BACK_OFF_MS: Milliseconds = 25;
const LONGEST_BACK_OFF_MS: Milliseconds = 5 * SECOND;
const POLL_MS: Milliseconds = 5;

/** A running server that comes back by itself, at the same address, until it is stopped. */
export class EmbeddedServer {
  readonly address: ServerAddress;
  private stopping = false;
  private restarted = 0;
  private backOff: Milliseconds = FIRST_BACK_OFF_MS;

  private constructor(
    private readonly launch: Launch,
    private child: Child,
    private readonly log: Log,
  ) {
    this.address = { url: `nats://127.0.0.1:${launch.port}`, token: launch.token };
    this.watch();
  }

  /**
   * Starts the server with its store in the directory.
   *
   * Fails: an exception when the server does not come up, with what it last said.
   */
  static async start(directory: string, storeBytes: Bytes, log: Log): Promise<EmbeddedServer> {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const ended = await endLeftoverServer(directory);
    if (ended !== null) log.warning("ended a server that an earlier run had left behind", { pid: ended });
    const token = randomBytes(24).toString("hex");
    const launch: Launch = {
      directory,
      storeBytes,
      token,
      port: 0,
      path: await embeddedServerPath(directory),
    };
    const child = await startChild(launch);
    launch.port = await readPort(directory, child);
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

  /** Ends a server that no longer answers; it is started again like any that died. */
  kill(): void {
    const { pid } = this;
    if (pid !== null) process.kill(pid, "SIGKILL");
  }

  /** Stops for good; returns when the process is gone. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.child.kill("SIGTERM");
    const late = setTimeout(() => this.child.kill("SIGKILL"), STOP_DEADLINE_MS);
    await this.child.exited;
    clearTimeout(late);
  }

  private watch(): void {
    const startedAt = performance.now();
    void this.child.exited.then(async (code) => {
      if (this.stopping) return;
      if (performance.now() - startedAt > MINUTE) this.backOff = FIRST_BACK_OFF_MS;
      this.log.warning("the stream's server ended; starting it again", { code, waitMs: this.backOff });
      await Bun.sleep(this.backOff);
      this.backOff = Math.min(this.backOff * 2, LONGEST_BACK_OFF_MS);
      await this.startAgain();
    });
  }

  private async startAgain(): Promise<void> {
    if (this.stopping) return;
    await endLeftoverServer(this.launch.directory);
    this.child = await startChild(this.launch);
    this.restarted += 1;
    this.watch();
  }
}

interface Launch {
  directory: string;
  storeBytes: Bytes;
  token: string;
  /** 0 until the first start chose one; kept from then on, so that clients find the server again. */
  port: number;
  path: string;
}

type Child = Bun.Subprocess<"pipe", "ignore", "ignore">;

async function startChild(launch: Launch): Promise<Child> {
  for (const name of portsFiles(launch.directory)) rmSync(join(launch.directory, name));
  const configPath = join(launch.directory, "nats.conf");
  writeFileSync(configPath, renderServerConfig(launch), { mode: 0o600 });
  return Bun.spawn([...guardCommand(), launch.path, "--config", configPath], {
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
    env: { BUN_FEATURE_FLAG_NO_ORPHANS: "1" },
  });
}

async function readPort(directory: string, child: Child): Promise<number> {
  const deadline = performance.now() + START_DEADLINE_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const port = portIn(directory);
    if (port !== null) return port;
    await Bun.sleep(POLL_MS);
  }
  child.kill("SIGKILL");
  throw new Error(`the stream's server did not start: ${lastWords(directory)}`);
}

function portIn(directory: string): number | null {
  const [name] = portsFiles(directory);
  if (name === undefined) return null;
  try {
    const ports = JSON.parse(readFileSync(join(directory, name), "utf8")) as { nats?: string[] };
    const [url] = ports.nats ?? [];
    return url === undefined ? null : Number(new URL(url).port);
  } catch {
    return null; // the file is there before its text is
  }
}

function portsFiles(directory: string): string[] {
  return readdirSync(directory).filter((name) => name.endsWith(".ports"));
}

function readServerPid(directory: string): number | null {
  const [name] = portsFiles(directory);
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
