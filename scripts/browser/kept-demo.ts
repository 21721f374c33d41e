/** A demo that keeps running, for a browser to look at. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ShownDemo } from "../../src/demo/run.ts";

const EXECUTABLE = join(import.meta.dir, "../../scoring");

/** The running demo. */
export interface KeptDemo {
  url: string;
  /** An admin's. */
  key: string;
  /** Signs in once. */
  link: string;
  stop(): Promise<void>;
}

/** Starts the executable's demo and waits until it has scored its samples. */
export function startKeptDemo(): Promise<KeptDemo> {
  if (!existsSync(EXECUTABLE))
    throw new Error("there is no ./scoring; build it with scripts/run scripts/build.ts");
  return keep([EXECUTABLE, "demo", "--keep", "--json"]);
}

async function keep(command: readonly string[]): Promise<KeptDemo> {
  const child = Bun.spawn([...command], {
    env: { PATH: Bun.env["PATH"] ?? "", TMPDIR: Bun.env["TMPDIR"] ?? "/tmp" },
    stdout: "pipe",
    stderr: "inherit",
  });
  // whatever else fails, the demo ends with who started it
  process.once("exit", () => child.kill("SIGTERM"));
  const { kept } = await firstDocument(child.stdout);
  if (kept?.link == null) throw new Error("the demo did not print a link that signs in");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await child.exited;
  };
  return { ...kept, link: kept.link, stop };
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
