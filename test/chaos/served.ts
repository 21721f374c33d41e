/** `scoring serve` as a process, for faults that only a whole process meets. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasEnded, programCommand, programFromSource } from "../../scripts/chaos/victim.ts";
import type { Readiness } from "../../src/http/self/readiness.ts";
import { eventuallyAnswered as eventually } from "../eventually.ts";
import { fetchAgain } from "../fetch-again.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";

export { eventuallyAnswered as eventually } from "../eventually.ts";

/** How to start it. */
export interface ServedOptions {
  /** The data directory; a new one when it is missing. */
  directory?: string;
  /** Where the room for an unpacked stream server matters. */
  isFromSource?: boolean;
  /** The key to send and read with; the first member key when it is missing. */
  key?: string;
  /** Settings as the environment names them. */
  environment?: Record<string, string>;
  /** A shell command to run before it in the same process, in a separate mount namespace. `$DATA` is the directory. */
  inNamespace?: string;
}

/** A running one. */
export interface Served {
  url: string;
  directory: string;
  /** The data directory as the process sees it, its own mounts included. */
  inside: string;
  pid: number;
  /** The member key of the first start. */
  key: string;
  /** What it has logged so far. */
  log(): string;
  /** Runs a shell command among its mounts. `$DATA` is the data directory. */
  run(script: string): void;
  /** The process id of the stream's server. */
  streamPid(): number;
  /** Sends one log record and gives the answer; 0 where the connection broke. */
  send(id: string): Promise<Sent>;
  /** Sends one log record until it is taken: a busy machine answers 503 now and then. */
  deliver(id: string): Promise<void>;
  /** Returns when all these can be read, each once. */
  holds(ids: readonly string[]): Promise<void>;
  health(): Promise<string>;
  isReady(): Promise<boolean>;
  /** What `/readyz` says of a stage; null when that one is ready. */
  complaintOf(stage: string): Promise<string | null>;
  /** Bodies of all log records that can be read. */
  read(): Promise<string[]>;
  signal(signal: NodeJS.Signals): void;
  exited: Promise<number>;
  /** Ends it, whatever its state. */
  end(): Promise<void>;
}

export interface Sent {
  status: number;
  text: string;
  retryAfter: string | null;
  tookMs: number;
}

const folders: string[] = [];
const children: Bun.Subprocess[] = [];

/** To be called when the tests of a file are done; ends what a failed test left running. */
export async function removeFolders(): Promise<void> {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A data directory that is still to be made, and goes when the tests are done. */
export function unusedDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), "served-"));
  folders.push(folder);
  return join(folder, "data");
}

/**
 * Starts it and waits until it listens.
 *
 * @throws With its log when it ends before.
 */
export async function startServed(options: ServedOptions = {}): Promise<Served> {
  const directory = options.directory ?? unusedDirectory();
  const child = spawnServe(directory, options);
  children.push(child);
  const said = { out: "", log: "" };
  const finished = Promise.all([collect(child.stdout, said, "out"), collect(child.stderr, said, "log")]);
  const url = await eventually(async () => {
    if (hasEnded(child)) {
      await finished;
      throw new Error(`it ended with ${await child.exited}: ${said.log}`);
    }
    return /listens on (http:\S+)/.exec(said.out)?.[1] ?? null;
  });
  const inside = `/proc/${child.pid}/root${directory}`;
  const key = options.key ?? (await eventually(async () => keyIn(inside)));
  return {
    url,
    directory,
    inside,
    pid: child.pid,
    key,
    log: () => said.log,
    run: (script) => runAmongMountsOf(child.pid, directory, script),
    streamPid: () => Number(readFileSync(join(inside, "nats/nats.pid"), "utf8")),
    send: (id) => send(url, recordOf(key, id)),
    deliver: async (id) => {
      const answer = await fetchAgain(`${url}/v1/logs`, recordOf(key, id));
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    },
    holds: (ids) => untilHeld(() => readBodies(url, key), ids),
    health: async () => (await fetch(`${url}/health`)).text(),
    isReady: async () => (await fetch(`${url}/readyz`)).status === 200,
    complaintOf: (stage) => complaintOf(url, stage),
    read: () => readBodies(url, key),
    signal: (signal) => process.kill(child.pid, signal),
    exited: child.exited,
    end: async () => {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/**
 * Starts it on a new directory and kills it as soon as the file of that name is there.
 *
 * @returns The directory.
 */
export async function killWhenThere(name: string): Promise<string> {
  const directory = unusedDirectory();
  const child = spawnServe(directory, {});
  const path = join(directory, name);
  // a file on its way is there for a moment only, which a look may miss: then what it became will do
  const finished = path.replace(/\.unfinished$/, "");
  while (!existsSync(path) && !existsSync(finished) && !hasEnded(child)) await Bun.sleep(0);
  child.kill("SIGKILL");
  await child.exited;
  return directory;
}

/**
 * What a `serve` that refuses to start says.
 *
 * @throws When it starts all the same, or ends with another code.
 */
export async function refusalOf(
  options: ServedOptions & { directory: string },
  exitCode = 1,
): Promise<string> {
  const child = spawnServe(options.directory, options);
  const said = { out: "", log: "" };
  await Promise.all([collect(child.stdout, said, "out"), collect(child.stderr, said, "log")]);
  if ((await child.exited) !== exitCode) throw new Error(`it ended with ${child.exitCode}: ${said.log}`);
  return said.log;
}

function spawnServe(directory: string, { environment = {}, inNamespace, isFromSource }: ServedOptions) {
  const program = isFromSource === true ? programFromSource() : programCommand(null);
  const serve = [...program, "serve", "--data-dir", directory, "--listen", "127.0.0.1:0"];
  const script = `set -e; ${inNamespace ?? ""}\nexec "$@"`;
  const command = inNamespace === undefined ? serve : ["unshare", "-m", "sh", "-c", script, "sh", ...serve];
  return Bun.spawn(command, {
    env: {
      ...process.env,
      SCORING_DISK_FLOOR_BYTES: "0",
      SCORING_DISK_FLOOR_SHARE: "0",
      SCORING_BATCH_MAX_MS: "20",
      SCORING_REQUEST_DEADLINE_MS: "120000",
      DATA: directory,
      ...environment,
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
}

function runAmongMountsOf(pid: number, directory: string, script: string): void {
  const command = ["nsenter", "-t", String(pid), "-m", "sh", "-c", script];
  const ran = Bun.spawnSync(command, { env: { ...process.env, DATA: directory }, stderr: "pipe" });
  if (!ran.success) throw new Error(`${script}: ${ran.stderr.toString()}`);
}

async function collect<Name extends string>(
  stream: ReadableStream<Uint8Array>,
  into: Record<Name, string>,
  name: Name,
): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) into[name] += decoder.decode(chunk, { stream: true });
}

function keyIn(directory: string): string | null {
  const path = join(directory, "first-keys");
  return existsSync(path) ? (/member (\S+)/.exec(readFileSync(path, "utf8"))?.[1] ?? null) : null;
}

/** The first admin key. */
export function adminKeyIn(directory: string): string {
  return /admin\s+(\S+)/.exec(readFileSync(join(directory, "first-keys"), "utf8"))?.[1] ?? "";
}

function recordOf(key: string, id: string): RequestInit {
  const logRecords = [{ timeUnixNano: `${systemClock()}000000`, body: { stringValue: id } }];
  return {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
  };
}

async function send(url: string, record: RequestInit): Promise<Sent> {
  const startedAt = performance.now();
  const took = () => performance.now() - startedAt;
  try {
    const answer = await fetch(`${url}/v1/logs`, record);
    const text = await answer.text();
    return { status: answer.status, text, retryAfter: answer.headers.get("retry-after"), tookMs: took() };
  } catch {
    return { status: 0, text: "", retryAfter: null, tookMs: took() };
  }
}

async function complaintOf(url: string, stage: string): Promise<string | null> {
  const answer = (await (await fetch(`${url}/readyz`)).json()) as Readiness;
  const state = answer.stages[stage];
  return state?.ready === false ? (state.detail ?? "") : null;
}

async function readBodies(url: string, key: string): Promise<string[]> {
  const bodies: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const path = `/v1/telemetry/logs?limit=500&from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z`;
    const answer = await fetch(`${url}${path}${cursor === "" ? "" : `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    const page = (await answer.json()) as { logs: { body: string }[]; nextCursor: string | null };
    bodies.push(...page.logs.map(({ body }) => body));
    cursor = page.nextCursor;
  }
  return bodies;
}

async function untilHeld(read: () => Promise<string[]>, ids: readonly string[]): Promise<void> {
  const bodies = await eventually(async () => {
    const some = await read();
    return ids.every((id) => some.includes(id)) ? some : null;
  });
  const twice = ids.filter((id) => bodies.indexOf(id) !== bodies.lastIndexOf(id));
  if (twice.length > 0) throw new Error(`kept twice: ${twice.join(", ")}`);
}

/** Why mounts of one's own cannot be made here; null when they can. */
export function whyNoNamespaces(): string | null {
  const tried = Bun.spawnSync(["unshare", "-m", "sh", "-c", "mount -t tmpfs none /mnt"], { stderr: "pipe" });
  return tried.success
    ? null
    : `mount namespaces, which only root may make: ${tried.stderr.toString().trim()}`;
}
