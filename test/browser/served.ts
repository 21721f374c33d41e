/** A new, empty server of the executable, for a browser to look at. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compilersHere } from "../../scripts/tests/compilers.ts";
import { EXECUTABLE, runToEnd } from "./executable.ts";

export interface ServedDirectory {
  url: string;
  /** Its data directory. */
  directory: string;
  /** The keys of its first start; empty where the directory was restored. */
  keys: { admin: string; member: string };
  /** Ends the process at once; the directory stays for the next start. */
  stop(): Promise<void>;
  /** Starts it again at the same address, with other settings where wanted. */
  startAgain(settings?: ServerSettings): Promise<void>;
  remove(): Promise<void>;
}

/** As the environment has them. */
export type ServerSettings = Readonly<Record<string, string>>;

/**
 * Starts `scoring serve` on a new directory.
 *
 * @param from.backup - what the directory is restored from; empty without it
 */
export async function serveNewDirectory({
  backup,
  settings,
}: { backup?: string; settings?: ServerSettings } = {}): Promise<ServedDirectory> {
  const folder = mkdtempSync(join(tmpdir(), "dashboard-"));
  const directory = join(folder, "data");
  if (backup !== undefined) await runToEnd("restore", backup, "--data-dir", directory);
  let child = spawn(directory, "127.0.0.1:0", settings);
  const url = await child.url;
  const file = backup === undefined ? readFileSync(join(directory, "first-keys"), "utf8") : "";
  const keyOf = (role: string): string => new RegExp(`^${role} (\\S+)$`, "m").exec(file)?.[1] ?? "";
  const stop = async (): Promise<void> => {
    child.process.kill("SIGTERM");
    await child.process.exited;
  };
  return {
    url,
    directory,
    keys: { admin: keyOf("admin"), member: keyOf("member") },
    stop,
    async startAgain(again) {
      child = spawn(directory, url.replace("http://", ""), again);
      await child.url;
    },
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function spawn(directory: string, listen: string, settings: ServerSettings = {}) {
  const child = Bun.spawn([EXECUTABLE, "serve", "--data-dir", directory, "--listen", listen], {
    env: {
      PATH: Bun.env["PATH"] ?? "",
      HOME: tmpdir(),
      // a busy machine is slow
      SCORING_REQUEST_DEADLINE_MS: "120000",
      ...compilersHere(),
      ...settings,
    },
    stdout: "pipe",
    stderr: "ignore",
  });
  return { process: child, url: addressIn(child.stdout) };
}

async function addressIn(stream: ReadableStream<Uint8Array>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let said = "";
  const decoder = new TextDecoder();
  void stream.pipeTo(
    new WritableStream({
      write(bytes: Uint8Array) {
        said += decoder.decode(bytes, { stream: true });
        const found = /listens on (http:\/\/[\w.]+:\d+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      },
    }),
  );
  return promise;
}
