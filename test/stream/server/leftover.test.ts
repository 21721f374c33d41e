import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endLeftoverServer } from "../../../src/stream/server/leftover.ts";
import { configFileOf, pidFileOf } from "../../../src/stream/server/server-config.ts";

const LEFTOVER = join(import.meta.dir, "../../../src/stream/server/leftover.ts");

let directory = "";
let child: Bun.Subprocess | null = null;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "leftover-"));
});

afterEach(async () => {
  child?.kill("SIGKILL");
  await child?.exited;
  child = null;
  rmSync(directory, { recursive: true });
});

/** A process that sleeps, with these words on its command line, and its id in the server's pid file. */
async function startAs(...words: string[]): Promise<Bun.Subprocess> {
  child = Bun.spawn(["sh", "-c", "echo; while :; do sleep 1; done", ...words], { stdout: "pipe" });
  await (child.stdout as ReadableStream).getReader().read(); // from here on it is what it was started as
  writeFileSync(pidFileOf(directory), `${child.pid}\n`);
  return child;
}

describe("a server that an earlier run left behind", () => {
  test("is none where there is no pid file, or one that says nothing", async () => {
    expect(await endLeftoverServer(directory)).toBeNull();
    writeFileSync(pidFileOf(directory), "no number\n");
    expect(await endLeftoverServer(directory)).toBeNull();
  });

  test("is not a process that has its number now, though it names the directory", async () => {
    const editor = await startAs("vim", join(directory, "nats.log"));
    expect(await endLeftoverServer(directory)).toBeNull();
    expect(editor.exitCode).toBeNull();
  });

  test("is not one that is dead already", async () => {
    const dead = await startAs("nats-server", "--config", configFileOf(directory));
    dead.kill("SIGKILL");
    await dead.exited;
    expect(await endLeftoverServer(directory)).toBeNull();
  });

  test("is ended, and gone when that is said", async () => {
    const left = await startAs("nats-server", "--config", configFileOf(directory));
    expect(await endLeftoverServer(directory)).toBe(left.pid);
    await left.exited;
    expect(left.signalCode).toBe("SIGKILL");
  });

  test("is looked for without any outside program", async () => {
    const left = await startAs("nats-server", "--config", configFileOf(directory));
    const program = `import { endLeftoverServer } from ${JSON.stringify(LEFTOVER)};
      for (let looks = 0; looks < 2; looks++) console.write((await endLeftoverServer(process.argv[1])) + " ");`;
    const told = Bun.spawnSync([process.execPath, "-e", program, directory], { env: { PATH: "" } });
    expect(told.stderr.toString()).toBe("");
    expect(told.stdout.toString()).toBe(`${left.pid} null `);
  });
});
