/** A PostgreSQL of the test's own: in a temporary folder, on a socket there, as a user without rights. */
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const DEBIANS = "/usr/lib/postgresql";
const READY_MS = 60_000;

/** Where a running server listens. */
export interface PostgresServer {
  folder: string;
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
 * Starts an empty server.
 *
 * @throws An exception with what it said when it is not ready within a minute.
 */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  const user = unprivileged();
  if (user !== null) chownSync(folder, user, user);
  const as = user === null ? [] : ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  const rows = join(folder, "rows");
  await runToEnd([
    ...as,
    join(programs, "initdb"),
    "-D",
    rows,
    "-U",
    "tests",
    "-A",
    "trust",
    "-N",
    ...BYTEWISE,
  ]);
  const settings = ["listen_addresses=", "fsync=off", "max_connections=10", "shared_buffers=16MB"];
  const options = ["-D", rows, "-k", folder, ...settings.flatMap((setting) => ["-c", setting])];
  const server = Bun.spawn([...as, join(programs, "postgres"), ...options], {
    stdout: "ignore",
    stderr: "ignore",
  });
  const stop = async () => {
    server.kill("SIGINT");
    await server.exited;
    rmSync(folder, { recursive: true, force: true });
  };
  await untilReady([...as, join(programs, "pg_isready"), "-h", folder], stop);
  return { folder, stop };
}

/** Text is compared byte by byte, as SQLite compares it. */
const BYTEWISE = ["--locale=C", "-E", "UTF8"];

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
    throw new Error("PostgreSQL was not ready within a minute");
  }
}

const QUIET = { stdout: "ignore", stderr: "ignore", cwd: tmpdir() } as const;
