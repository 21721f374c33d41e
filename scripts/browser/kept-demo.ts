/** A demo that keeps running, for a browser to look at. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ShownDemo } from "../../src/demo/run.ts";
import { compilersHere } from "../tests/compilers.ts";

const EXECUTABLE = join(import.meta.dir, "../../scoring");

/** The running demo. */
export interface KeptDemo {
  url: string;
  /** An admin's. */
  key: string;
  /** Signs in once. */
  link: string;
  /** What it printed. */
  shown: ShownDemo;
  /** Its data directory. */
  directory: string;
  stop(): Promise<void>;
}

/**
 * Starts the executable's demo and waits until it has scored its samples.
 *
 * @param signal - ends it early
 */
export function startKeptDemo({ signal }: { signal?: AbortSignal } = {}): Promise<KeptDemo> {
  if (!existsSync(EXECUTABLE))
    throw new Error("there is no ./scoring; build it with scripts/run scripts/build.ts");
  return keep([EXECUTABLE, "demo", "--keep", "--json"], signal);
}

async function keep(command: readonly string[], signal?: AbortSignal): Promise<KeptDemo> {
  const folder = mkdtempSync(join(tmpdir(), "kept-demo-"));
  const child = Bun.spawn([...command], {
    env: {
      PATH: Bun.env["PATH"] ?? "",
      TMPDIR: folder,
      ...compilersHere(),
    },
    stdout: "pipe",
    stderr: "inherit",
  });
  const end = (): void => child.kill("SIGTERM");
  // whatever else fails, the demo ends with who started it
  process.once("exit", end);
  signal?.addEventListener("abort", end, { once: true });
  const shown = await firstDocument(child.stdout);
  signal?.removeEventListener("abort", end);
  const { kept } = shown;
  if (kept?.link == null) throw new Error("the demo did not print a link that signs in");
  const stop = async (): Promise<void> => {
    end();
    await child.exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const name = readdirSync(folder).find((entry) => entry.startsWith("scoring-demo-"));
  if (name === undefined) throw new Error(`the demo has no data directory in ${folder}`);
  return { ...kept, link: kept.link, shown, directory: join(folder, name), stop };
}

/** The document ends where its text is JSON; the program goes on. */
async function firstDocument(stream: ReadableStream<Uint8Array>): Promise<ShownDemo> {
  let text = "";
  for await (const piece of stream.pipeThrough(new TextDecoderStream() as never) as AsyncIterable<string>) {
    text += piece;
    if (text.trimEnd().endsWith("\n}")) return JSON.parse(text) as ShownDemo;
  }
  throw new Error(`the demo ended before it showed anything: ${text}`);
}
