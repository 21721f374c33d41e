/** The program under test as its users run it: a process of its own on a data directory of its own. */
import { mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Account, type Amount, readBooks } from "../../src/books/progress-table.ts";
import { openDatabaseOf } from "../../src/stores.ts";

const TMPFS = 0x01021994;

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

/** Starts `scoring serve`. Takes: the folder to lie in, on a real disk, and more arguments. */
export async function startBenched(folder: string, more: readonly string[] = []): Promise<BenchedAppliance> {
  if (statfsSync(folder).type === TMPFS)
    throw new Error(`${folder} is in memory; name a folder on a disk with --dir`);
  const directory = join(mkdtempSync(join(folder, "scoring-bench-")), "data");
  return serveAt(directory, more);
}

/** Starts `scoring serve` on a directory, new or not. */
export async function serveAt(directory: string, more: readonly string[] = []): Promise<BenchedAppliance> {
  const startedAt = performance.now();
  const child = Bun.spawn(
    [...program(), "serve", "--data-dir", directory, "--listen", "127.0.0.1:0", ...more],
    {
      stdout: "pipe",
      stderr: "inherit",
    },
  );
  const greeting = await readUntil(child.stdout, "listens on");
  const readyAfterMs = performance.now() - startedAt;
  const port = Number(/listens on http:\/\/[^:]+:(\d+)/.exec(greeting)?.[1]);
  const key = /admin (\S+)/.exec(readFileSync(join(directory, "first-keys"), "utf8"))?.[1] ?? "";
  return {
    pid: child.pid,
    port,
    key,
    directory,
    readyAfterMs,
    books: () => booksOf(directory),
    stop: async () => {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

/** The executable when it is there, else the checkout's sources. */
function program(): string[] {
  const executable = resolve(import.meta.dir, "../../scoring");
  return process.argv.includes("--executable")
    ? [executable]
    : [process.execPath, resolve(import.meta.dir, "../../src/main.ts")];
}

async function readUntil(stream: ReadableStream<Uint8Array>, mark: string): Promise<string> {
  let text = "";
  for await (const chunk of stream) {
    text += new TextDecoder().decode(chunk);
    if (text.includes(mark)) return text;
  }
  throw new Error("the program ended before it was ready");
}

async function booksOf(directory: string): Promise<Record<Account, Amount>> {
  const database = openDatabaseOf({ dataDir: directory }, "read");
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
