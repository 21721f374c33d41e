/** A server in another process, started as a person or a service does. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programCommand } from "../../../scripts/chaos/victim.ts";
import { compilersHere } from "../../../scripts/tests/compilers.ts";

/** How it is started, except for its directory and port. */
export interface ServeOptions {
  args?: readonly string[];
  environment?: Readonly<Record<string, string>>;
}

/** Starts `scoring serve`; `greeting` is what it says until it has said everything, `log` what it logged so far. */
export function serve(directory: string, terminal: "pipe" | "terminal", options: ServeOptions = {}) {
  const [said, logged]: [string[], string[]] = [[], []];
  const greeted = Promise.withResolvers<string>();
  const hear = (bytes: Uint8Array) => {
    said.push(new TextDecoder().decode(bytes));
    if (/AGENT is [^.]+\./.test(said.join(""))) greeted.resolve(said.join(""));
  };
  const own = ["--data-dir", directory, "--listen", "127.0.0.1:0"];
  const command = [...programCommand(null), "serve", ...own, ...(options.args ?? [])];
  const env = { PATH: Bun.env["PATH"] ?? "", HOME: tmpdir(), ...compilersHere(), ...options.environment };
  const called = { argv0: "scoring", env };
  const child =
    terminal === "terminal"
      ? Bun.spawn(command, { ...called, terminal: { cols: 160, rows: 40, data: (_, bytes) => hear(bytes) } })
      : Bun.spawn(command, { ...called, stdout: "pipe", stderr: "pipe" });
  listenTo(child.stdout, hear);
  listenTo(child.stderr, (bytes) => void logged.push(new TextDecoder().decode(bytes)));
  return { child, greeting: greeted.promise, log: () => logged.join(""), said: () => said.join("") };
}

function listenTo(stream: unknown, hear: (bytes: Uint8Array) => void): void {
  if (stream instanceof ReadableStream)
    void stream.pipeTo(new WritableStream({ write: (bytes: Uint8Array) => hear(bytes) }));
}

export const newDirectory = () => join(mkdtempSync(join(tmpdir(), "serve-")), "data");
