/** Nodes of an installation: real processes of the program with a role, killed by their ids and started again. */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { processesBelow } from "../../scripts/bench/processes.ts";
import { hasEnded } from "../../scripts/chaos/victim.ts";
import { freePort } from "../../scripts/free-port.ts";
import type { Milliseconds } from "../../src/vocabulary/units.ts";
import { eventually, eventuallyAnswered } from "../eventually.ts";
import { killAll, signalAll } from "./kill.ts";
import type { Space } from "./namespaces.ts";

/** What a node does. */
export type Role = "all" | "ingest" | "engine";

/** How a node is started. */
export interface NodeOptions {
  /** Also the name that it has among the nodes. */
  name: string;
  role: Role;
  /** The command that starts the program, without its arguments. */
  program: readonly string[];
  /** A folder for its data directory and its logs, one for each start. */
  folder: string;
  /** Flags of `serve`. */
  flags: readonly string[];
  /** Settings as the environment names them. */
  environment?: Readonly<Record<string, string>>;
  /** The network that it is in; this machine's when it is missing. */
  space?: Space;
}

/** One end of a node that nobody had asked for. */
export interface Ending {
  node: string;
  /** Which of its lives that was, from 1; its log is `log.` with this number. */
  start: number;
  ranMs: Milliseconds;
  /** Its exit code, or the name of the signal that ended it. */
  how: number | string;
  /** The end of what it logged in that life. */
  lastWords: string;
}

/**
 * A node. It runs until it is killed or stopped, and not again until it is started. One that ends for another reason, as
 * when its database is away while it starts, is started again, as systemd does.
 */
export class Node {
  readonly name: string;
  readonly role: Role;
  readonly url: string;
  readonly directory: string;
  starts = 0;
  /** Each time that it ended and nobody had asked it to. */
  readonly endings: Ending[] = [];
  private isWanted = false;
  private child: Bun.Subprocess<"ignore", Bun.BunFile, Bun.BunFile> | null = null;
  private readonly listen: string;

  constructor(private options: NodeOptions) {
    this.name = options.name;
    this.role = options.role;
    this.directory = join(options.folder, options.name, "data");
    this.listen = `${options.space?.inside ?? "127.0.0.1"}:${freePort()}`;
    this.url = `http://${this.listen}`;
  }

  /** Starts it; `ready` says when it works. */
  start(): void {
    if (this.isRunning()) throw new Error(`${this.name} runs already`);
    this.isWanted = true;
    this.launch();
  }

  private launch(): void {
    this.starts += 1;
    const { program, flags, environment, space, role, name } = this.options;
    const folder = join(this.directory, "..");
    mkdirSync(folder, { recursive: true });
    const ofNode = ["--data-dir", this.directory, "--listen", this.listen, "--role", role];
    const command = [...program, "serve", ...ofNode, ...flags];
    const child = Bun.spawn(space?.enter(command) ?? command, {
      env: { ...process.env, ...WITH_ROOM, SCORING_NODE_NAME: name, ...environment },
      stdin: "ignore",
      stdout: Bun.file(join(folder, `out.${this.starts}`)),
      stderr: Bun.file(join(folder, `log.${this.starts}`)),
    });
    this.child = child;
    const startedAt = performance.now();
    void child.exited.then(() => this.launchAgain(performance.now() - startedAt));
  }

  private async launchAgain(ranMs: Milliseconds): Promise<void> {
    if (!this.isWanted) return;
    const how = this.child?.signalCode ?? this.child?.exitCode ?? "unknown";
    this.endings.push({ node: this.name, start: this.starts, ranMs, how, lastWords: this.lastWords() });
    await Bun.sleep(RESTARTED_AFTER_MS);
    if (this.isWanted && !this.isRunning()) this.launch();
  }

  /** Starts it from another executable from now on. */
  replaceProgram(program: readonly string[]): void {
    this.options = { ...this.options, program };
  }

  isRunning(): boolean {
    return this.child !== null && !hasEnded(this.child);
  }

  /** The id of the process, which is 0 before the first start. */
  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /**
   * Resolves when all of it works.
   *
   * @throws With its log when it ends over and over, or when that takes too long.
   */
  async ready(): Promise<void> {
    await eventually(async () => {
      if (this.endings.length > MOST_ENDINGS)
        throw new Error(`${this.name} ended: ${this.log().slice(-2_000)}`);
      return this.isReady();
    }, READY_MS);
  }

  async isReady(): Promise<boolean> {
    const signal = AbortSignal.timeout(5_000);
    const answer = await fetch(`${this.url}/readyz`, { signal }).catch(() => null);
    return answer?.status === 200;
  }

  /** Kills it and whatever it started. */
  async kill(): Promise<void> {
    this.isWanted = false;
    if (this.child === null) return;
    killAll(processesBelow(this.child.pid));
    await this.child.exited;
  }

  /**
   * Ends it as its owner does.
   *
   * @returns Its exit code.
   */
  async stop(): Promise<number> {
    this.isWanted = false;
    this.child?.kill("SIGTERM");
    return (await this.child?.exited) ?? 0;
  }

  /** Stops its process where it is, as a machine that hangs; SIGCONT lets it go on. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    signalAll(processesBelow(this.pid), signal);
  }

  /** The version that it says it is, a little after it is ready. */
  version(): Promise<string> {
    return eventuallyAnswered(async () => {
      const said = readFileSync(join(this.directory, "..", `out.${this.starts}`), "utf8");
      return /^scoring (\S+) (?:listens|receives telemetry) on /m.exec(said)?.[1] ?? null;
    });
  }

  /** All that it has logged, in all its lives. */
  log(): string {
    const folder = join(this.directory, "..");
    const files = readdirSync(folder).filter((file) => file.startsWith("log."));
    const inOrder = files.toSorted((left, right) => lifeOf(left) - lifeOf(right));
    return inOrder.map((file) => readFileSync(join(folder, file), "utf8")).join("");
  }

  private lastWords(): string {
    const logged = readFileSync(join(this.directory, "..", `log.${this.starts}`), "utf8");
    return logged.trimEnd().split("\n").slice(-LAST_LINES).join("\n");
  }
}

/** Says an ending in words: a line about it, and what it logged last. */
export function describeEnding({ node, start, ranMs, how, lastWords }: Ending): string {
  const words =
    lastWords === "" ? "it logged nothing" : `its log ended with\n${lastWords.replaceAll(/^/gm, "    ")}`;
  const by = typeof how === "number" ? `with exit code ${how}` : `by ${how}`;
  return `${node} ended by itself ${by}, ${(ranMs / 1_000).toFixed(1)} s after start ${start}; ${words}`;
}

const READY_MS = 300_000;
const RESTARTED_AFTER_MS = 500;
const MOST_ENDINGS = 20;
const LAST_LINES = 12;

function lifeOf(file: string): number {
  return Number(file.slice("log.".length));
}

/** A full disk of the machine that tests is no matter of these tests, and a test that is killed leaves none behind. */
const WITH_ROOM = {
  SCORING_DISK_FLOOR_BYTES: "0",
  SCORING_DISK_FLOOR_SHARE: "0",
  BUN_FEATURE_FLAG_NO_ORPHANS: "1",
};
