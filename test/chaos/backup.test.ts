/** Backups, restores and imports that are killed or meet a full disk; and a stream in which something waits. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { programCommand } from "../../scripts/chaos/victim.ts";
import { scoring } from "../cli/in-process.ts";
import { removeFolders, type Served, startServed, unusedDirectory, whyNoNamespaces } from "./served.ts";
import { isSkipped } from "../skipped.ts";

let served: Served;
let ids: string[] = [];
/** A backup of it. */
let file = "";

beforeAll(async () => {
  served = await startServed();
  ids = await sendSome(served, "said");
  file = join(dirname(served.directory), "whole.tar");
  expect((await run("backup", file, "--data-dir", served.directory)).code).toBe(0);
});
afterAll(removeFolders);

const obstacle = whyNoNamespaces();

function start(...args: string[]) {
  return Bun.spawn([...programCommand(null), ...args], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
}

/** In this process: nobody ends it. */
function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return scoring(args);
}

/** Runs a command with `$SMALL` on a separate disk that has room for next to nothing. */
async function runOnSmallDisk(script: string, ...args: string[]): Promise<{ out: string; err: string }> {
  const small = unusedDirectory();
  const whole = `mkdir -p "$SMALL"; mount -t tmpfs -o size=64k none "$SMALL"; ${script}`;
  const child = Bun.spawn(["unshare", "-m", "sh", "-c", whole, "sh", ...programCommand(null), ...args], {
    env: { ...process.env, SMALL: small },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await child.exited;
  return { out, err };
}

async function sendSome({ deliver }: Served, name: string): Promise<string[]> {
  const sent = Array.from({ length: 20 }, (_, number) => `${name} ${number}`);
  for (const id of sent) await deliver(id);
  return sent;
}

describe("a backup that is killed", () => {
  test("leaves no file or a whole one, and the next one is made", async () => {
    const killed = join(dirname(served.directory), "killed.tar");
    const child = start("backup", killed, "--data-dir", served.directory);
    const begun = () => readdirSync(dirname(killed)).some((name) => name.startsWith("killed.tar"));
    while (!begun() && child.exitCode === null) await Bun.sleep(0);
    child.kill("SIGKILL");
    await child.exited;
    if (existsSync(killed)) expect((await run("verify", killed)).code).toBe(0);
    expect((await run("backup", killed, "--data-dir", served.directory)).code).toBe(0);
    expect((await run("verify", killed)).code).toBe(0);
  });
});

describe("a restore that is killed", () => {
  test("leaves what only a restore takes or what can be served, and the next one ends", async () => {
    const directory = unusedDirectory();
    const child = start("restore", file, "--data-dir", directory);
    while (!existsSync(join(directory, "format")) && child.exitCode === null) await Bun.sleep(0);
    child.kill("SIGKILL");
    await child.exited;
    const again = await run("restore", file, "--data-dir", directory);
    const wasDone = again.err.includes("is not empty");
    expect([again.code, wasDone]).toEqual(wasDone ? [1, true] : [0, false]);
    const restored = await startServed({ directory, key: served.key });
    await restored.holds(ids);
    await restored.end();
  });
});

describe("a backup of a server that was killed before it had written everything", () => {
  test("takes the stream along, and the next start on the restored directory writes it", async () => {
    const killed = await startServed({ environment: { SCORING_BATCH_MAX_MS: "600000" } });
    const waiting = await sendSome(killed, "waiting");
    await killed.end();
    const withStream = join(dirname(killed.directory), "stream.tar");
    const made = await run("backup", withStream, "--data-dir", killed.directory, "--json");
    expect(JSON.parse(made.out)).toMatchObject({ inStream: 20, records: 0 });
    const directory = unusedDirectory();
    expect((await run("restore", withStream, "--data-dir", directory)).code).toBe(0);
    const restored = await startServed({ directory, key: killed.key });
    await restored.holds(waiting);
    await restored.end();
  });
});

describe("an import that is killed", () => {
  test("goes on where it ended when it is run again, and imports nothing twice", async () => {
    const names = Array.from({ length: 2_000 }, (_, number) => `imported ${number}`);
    const path = join(dirname(served.directory), "lines.json");
    const record = (name: string) => ({ timeUnixNano: "1790000000000000000", body: { stringValue: name } });
    const line = (name: string) =>
      `${JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record(name)] }] }] })}\n`;
    writeFileSync(path, names.map(line).join(""));
    const listen = ["--listen", new URL(served.url).host];
    const words = ["import", path, "--data-dir", served.directory, "--key", served.key, ...listen];
    const child = start(...words);
    const imported = async () => (await served.read()).filter((body) => body.startsWith("imported"));
    while ((await imported()).length < 50 && child.exitCode === null) await Bun.sleep(1);
    child.kill("SIGKILL");
    await child.exited;
    expect((await run(...words)).code).toBe(0);
    await served.holds(names);
    expect(await imported()).toHaveLength(names.length);
  });
});

describe.skipIf(isSkipped(obstacle === null, obstacle ?? ""))("on a full disk", () => {
  test("a backup says so and leaves nothing; a restore too", async () => {
    const listed = '"$@" "$SMALL/small.tar"; echo "exit $?"; ls -A "$SMALL"';
    const backup = await runOnSmallDisk(listed, "backup", "--data-dir", served.directory);
    expect([backup.out, backup.err]).toEqual(["exit 1\n", expect.stringContaining("there is no room for")]);
    const into =
      '"$@" --data-dir "$SMALL/data"; echo "exit $?"; ls -A "$SMALL/data" | grep -v "^lock\\|serving"';
    const restore = await runOnSmallDisk(into, "restore", file);
    expect([restore.out, restore.err]).toEqual(["exit 1\n", expect.stringMatching(/disk of .* is full/)]);
  });
});
