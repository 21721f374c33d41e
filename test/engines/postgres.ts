/** A PostgreSQL of the test's own: in a temporary folder, as a user without rights, on a socket there or on TCP too. */
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { processesBelow } from "../../scripts/bench/processes.ts";
import { freePort } from "../../scripts/free-port.ts";
import { killAll, signalAll } from "./kill.ts";

const DEBIANS = "/usr/lib/postgresql";
const READY_MS = 180_000;

/** Where it listens, and how. */
export interface PostgresOptions {
  /** Addresses besides the socket, as PostgreSQL's listen_addresses; none when it is missing. */
  addresses?: string;
  /** Whether commits reach the disk, as they do for those who keep theirs. */
  synced?: boolean;
}

/** A server that can be killed and started again on the same rows. */
export interface PostgresServer {
  /** The folder of its socket, which is named for its port. */
  folder: string;
  port: number;
  /** The database's URL at one of its addresses. */
  urlAt(host: string): string;
  /** Kills all its processes, as a machine that loses its power does. */
  kill(): Promise<void>;
  /** Starts it again after that. */
  start(): Promise<void>;
  /** Stops all its processes where they are, as a machine that hangs. */
  freeze(): void;
  /** Lets them go on. */
  thaw(): void;
  stop(): Promise<void>;
}

/** Returns the folder of PostgreSQL's programs, or why there can be no server here. */
export function findPostgres(): { programs: string } | { missing: string } {
  const onPath = Bun.which("initdb");
  if (onPath !== null) return { programs: dirname(realpathSync(onPath)) };
  const versions = existsSync(DEBIANS) ? readdirSync(DEBIANS).toSorted() : [];
  const programs = versions.map((version) => join(DEBIANS, version, "bin")).findLast(existsSync);
  if (programs === undefined) return { missing: "PostgreSQL is not installed (Debian: postgresql)" };
  return process.getuid?.() === 0 && Bun.which("setpriv") === null
    ? { missing: "PostgreSQL does not run as root, and setpriv is not there" }
    : { programs };
}

/**
 * Starts an empty server, on a socket only when no address is given.
 *
 * @throws An exception with what it said when it is not ready within a minute.
 */
export async function startPostgres(
  programs: string,
  { addresses = "", synced = false }: PostgresOptions = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  const user = unprivileged();
  if (user !== null) chownSync(folder, user, user);
  const as = user === null ? [] : ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  const rows = join(folder, "rows");
  await runToEnd([...as, join(programs, "initdb"), "-D", rows, "-U", "tests", "-A", "trust", "-N", ...WORDS]);
  const access = join(rows, "pg_hba.conf");
  if (addresses !== "") await Bun.write(access, `${await Bun.file(access).text()}\nhost all all all trust\n`);
  const port = addresses === "" ? USUAL_PORT : freePort();
  const settings = [
    `listen_addresses=${addresses}`,
    `fsync=${synced ? "on" : "off"}`,
    "max_connections=100",
    "shared_buffers=16MB",
  ];
  const options = [
    "-D",
    rows,
    "-k",
    folder,
    "-p",
    String(port),
    ...settings.flatMap((setting) => ["-c", setting]),
  ];
  // it ends with this process, in whatever way that ends
  const ending = as.length === 0 ? [] : [...as, "--pdeathsig=INT"];
  const spawn = () => Bun.spawn([...ending, join(programs, "postgres"), ...options], QUIET);
  let server = spawn();
  const stop = async () => {
    server.kill("SIGINT");
    await server.exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const isReady = [...as, join(programs, "pg_isready"), "-h", folder, "-p", String(port)];
  await untilReady(isReady, stop);
  return {
    folder,
    port,
    urlAt: (host) => `postgres://tests@${host}:${port}/postgres`,
    kill: async () => {
      killAll(processesBelow(server.pid));
      await server.exited;
    },
    start: async () => {
      server = spawn();
      await untilReady(isReady, stop);
    },
    freeze: () => signalAll(processesBelow(server.pid), "SIGSTOP"),
    thaw: () => signalAll(processesBelow(server.pid), "SIGCONT"),
    stop,
  };
}

const USUAL_PORT = 5432;

/** Texts in an order of words, as most servers have it: the program asks for the order of bytes by itself. */
const WORDS = ["--locale=C", "--locale-provider=icu", "--icu-locale=en-US", "-E", "UTF8"];

/** Returns a user's id that root can take on; null for others, who are no root. */
function unprivileged(): number | null {
  const NOBODY = 65_534;
  return process.getuid?.() === 0 ? NOBODY : null;
}

async function runToEnd(command: string[]): Promise<void> {
  const { exitCode, stderr } = Bun.spawnSync(command, { stdout: "ignore", stderr: "pipe", cwd: tmpdir() });
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr.toString()}`);
}

async function untilReady(command: string[], stop: () => Promise<void>): Promise<void> {
  const end = performance.now() + READY_MS;
  for (let ready = false; !ready; ready = (await Bun.spawn(command, QUIET).exited) === 0) {
    if (performance.now() < end) continue;
    await stop();
    throw new Error("PostgreSQL was not ready in three minutes");
  }
}

const QUIET = { stdout: "ignore", stderr: "ignore", cwd: tmpdir() } as const;
