import { describe, expect, test } from "bun:test";
import { commandLineOf } from "../../../src/stream/server/command-line.ts";
import { parseProcessArguments } from "../../../src/stream/server/process-arguments.ts";

describe("the words that a process was started with", () => {
  test("are none when it is gone", async () => {
    const gone = Bun.spawn([process.execPath, "--version"], { stdout: "ignore" });
    await gone.exited;
    expect(await commandLineOf(gone.pid)).toEqual([]);
  });

  test("are reported one by one, blanks and empty ones as they are", async () => {
    const words = ["-e", "process.stdin.resume(); console.write('up')", "two words", ""];
    const child = Bun.spawn([process.execPath, ...words], { stdin: "pipe", stdout: "pipe" });
    await child.stdout.getReader().read();
    expect((await commandLineOf(child.pid)).slice(-2)).toEqual(["two words", ""]);
    child.kill("SIGKILL");
    await child.exited;
  });

  test("are found in what macOS answers, without path and environment", () => {
    const bytes = new TextEncoder().encode("/opt/nats-server\0\0\0nats-server\0--config\0/a b\0HOME=/\0");
    expect(parseProcessArguments(Uint8Array.of(3, 0, 0, 0, ...bytes))).toEqual([
      "nats-server",
      "--config",
      "/a b",
    ]);
    expect(parseProcessArguments(Uint8Array.of(1))).toEqual([]);
  });
});
