/** The program under test as its users run it: its own process on its own data directory. */
import { mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Account, type Amount, readBooks } from "../../src/books/progress-table.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { type FlagValues, text, toggle } from "../flags.ts";
import { serveAddress } from "../serve-address.ts";

const TMPFS = 0x01021994;
const ROOT = resolve(import.meta.dir, "../..");

/** The flags of every script that starts one: the folder to be in, and whether the built executable is tried. */
export const APPLIANCE_FLAGS = { dir: text(process.cwd()), executable: toggle() };

/** What is started, and where its data is. */
type ApplianceFlags = FlagValues<typeof APPLIANCE_FLAGS> & OfCheckout;

/** Which checkout's program; this one's when absent. */
interface OfCheckout {
  checkout?: string;
}

/** A running process. */
export interface BenchedAppliance {
  pid: number;
  port: number;
  key: string;
  directory: string;
  readyAfterMs: number;
  books(): Promise<Record<Account, Amount>>;
  stop(): Promise<void>;
}

/**
 * Starts `scoring serve` on a new directory, which has to be on a real disk.
 *
 * @remarks Takes more of its arguments.
 */
export async function startBenched(
  { dir, ...which }: ApplianceFlags,
  more: readonly string[] = [],
): Promise<BenchedAppliance> {
  if (statfsSync(dir).type === TMPFS)
    throw new Error(`${dir} is in memory; name a folder on a disk with --dir`);
  const directory = join(mkdtempSync(join(dir, "scoring-bench-")), "data");
  return serveAt(directory, which, more);
}

/** Starts `scoring serve` on a directory, new or not. It ends with this process at the latest. */
export async function serveAt(
  directory: string,
  { executable, checkout = ROOT }: Pick<ApplianceFlags, "executable" | "checkout">,
  more: readonly string[] = [],
): Promise<BenchedAppliance> {
  const startedAt = performance.now();
  const child = Bun.spawn(
    [...program(executable, checkout), "serve", "--data-dir", directory, "--listen", "127.0.0.1:0", ...more],
    { stdout: "pipe", stderr: "inherit", env: process.env }, // with what a script has set
  );
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  const { port } = new URL(await serveAddress(child.stdout));
  const readyAfterMs = performance.now() - startedAt;
  const key = /admin (\S+)/.exec(readFileSync(join(directory, "first-keys"), "utf8"))?.[1] ?? "";
  return {
    pid: child.pid,
    port: Number(port),
    key,
    directory,
    readyAfterMs,
    books: () => booksOf(directory),
    stop: async () => {
      process.off("exit", end);
      end();
      await child.exited;
    },
  };
}

/** How a command of the program is started: from the executable, or from the sources, of this checkout or another. */
export function program(isExecutable: boolean, checkout = ROOT): string[] {
  return isExecutable ? [join(checkout, "scoring")] : [process.execPath, join(checkout, "src/main.ts")];
}

async function booksOf(directory: string): Promise<Record<Account, Amount>> {
  const database = openDatabaseOf(localStores(directory), "read");
  try {
    return await readBooks(database);
  } finally {
    await database.destroy();
  }
}

/** Throws the directory away. */
export function discard({ directory }: BenchedAppliance): void {
  rmSync(join(directory, ".."), { recursive: true, force: true });
}
