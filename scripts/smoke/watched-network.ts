/**
 * A network that consists of this machine and of a way out that leads nowhere and counts what is sent on it: whoever
 * asks for a name, or for any other machine, is counted.
 *
 * bun scripts/smoke/watched-network.ts EXECUTABLE FOLDER   (inside such a network; `smoke.ts` calls it)
 */
import { mkdir, readdir, readFile, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { emptyFolder } from "./empty-folder.ts";
import { expectThat, step, until } from "./expect.ts";
import { liveThrough, type Place } from "./life.ts";
import { RECEIVERS, startOfflineWithProvider, tryOutside } from "./outside-receivers.ts";

const SOMEWHERE = "10.255.255.2";
/** Its place among the counts of /proc/net/dev. */
const SENT_PACKETS = 9;

// without IPv6 no card sends anything unasked
const ENTER = [
  "echo 1 > /proc/sys/net/ipv6/conf/default/disable_ipv6",
  "ip link set lo up",
  "ip link add out type veth peer name far",
  "ip address add 10.255.255.1/24 dev out",
  "ip link set far up",
  "ip link set out up",
  `ip route add default via ${SOMEWHERE}`,
  `echo "nameserver ${SOMEWHERE}" > "$0"`,
  'mount --bind "$0" /etc/resolv.conf',
  'exec "$@"',
].join(" && ");

/** Returns null when this user may make such a network. */
export function whyNoWatchedNetwork(): string | null {
  if (process.platform !== "linux") return "only Linux can be asked for a network of one's own";
  for (const program of ["unshare", "ip"])
    if (Bun.which(program) === null) return `there is no ${program} here`;
  if (process.getuid?.() !== 0) return "only root may";
  const tried = Bun.spawnSync(["unshare", "--net", "ip", "link", "add", "out", "type", "veth"], {
    stderr: "pipe",
  });
  return tried.success
    ? null
    : `this machine gives no network of one's own: ${tried.stderr.toString().trim()}`;
}

/**
 * The command that runs another one in there.
 *
 * @param folder - A folder for what it needs to enter.
 */
export function inWatchedNetwork(folder: string, command: readonly string[]): string[] {
  return ["unshare", "--net", "--mount", "sh", "-c", ENTER, join(folder, "resolv.conf"), ...command];
}

/** @throws With what went wrong there, or with how many packets tried to leave. */
export async function liveInWatchedNetwork(executable: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const work = [process.execPath, import.meta.path, executable, folder];
  const child = Bun.spawn(inWatchedNetwork(folder, work), { stdout: "inherit", stderr: "pipe" });
  const complaint = await child.stderr.text();
  expectThat((await child.exited) === 0, complaint.trim());
}

/** Packets that were sent on the way out, those that ask who is there included. */
export async function sentOut(): Promise<number> {
  const [, counts = ""] = /^ *out: *(.*)$/m.exec(await readFile("/proc/net/dev", "utf8")) ?? [];
  return Number(counts.split(/ +/)[SENT_PACKETS]);
}

async function liveHere(executable: string, folder: string): Promise<void> {
  const place = await emptyFolder(join(folder, "home"), executable);
  const before = await sentOut();
  await liveThrough(place);
  await step("demo", () => showDemo(place));
  await step("a provider is set, and offline", async () => {
    const code = await startOfflineWithProvider(place);
    expectThat(code === 1, `the server ends with ${code}`);
  });
  for (const receiver of RECEIVERS.filter((each) => each !== "provider"))
    await step(`a ${receiver} is set, and offline`, async () => {
      const status = await tryOutside(place, { receiver, environment: { SCORING_OFFLINE: "true" } });
      expectThat(status === 503, `trying the ${receiver} is answered ${status}`);
    });
  await step("nothing was sent out", async () => {
    const packets = (await sentOut()) - before;
    expectThat(packets === 0, `${packets} packets were, to other machines than this one`);
  });
  for (const receiver of RECEIVERS)
    await step(`without offline a ${receiver} is seen`, async () => {
      const soFar = await sentOut();
      await tryOutside(place, { receiver, environment: {} }, async () => {
        await until(async () => (await sentOut()) > soFar || null);
      });
    });
}

/** Stops it once it has shown its scores; it complains of nothing, and leaves nothing behind. */
async function showDemo({ command, workingDirectory, environment }: Place): Promise<void> {
  const temporary = join(workingDirectory, "demo");
  await mkdir(temporary);
  const child = Bun.spawn([...command, "demo", "--keep", "--json"], {
    cwd: workingDirectory,
    env: { ...environment, TMPDIR: temporary },
    stdout: "pipe",
    stderr: "pipe",
  });
  const complained = child.stderr.text();
  await untilShown(child.stdout);
  child.kill("SIGINT");
  // on a busy machine a stage may have to try again, and says so
  const complaints = (await complained).split("\n").filter((line) => !line.includes("it is tried again"));
  expectThat(
    (await child.exited) === 0 && complaints.join("") === "",
    `${child.exitCode}: ${complaints.join("\n")}`,
  );
  const left = await readdir(temporary);
  expectThat(left.length === 0, `it left ${left.join(", ")}`);
  await rmdir(temporary);
}

/** Reads until the document is whole. */
async function untilShown(output: ReadableStream<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  let said = "";
  for await (const piece of output) {
    said += decoder.decode(piece, { stream: true });
    if (said.endsWith("\n}\n")) return;
  }
  throw new Error(`it ended before it showed anything: ${said}`);
}

if (import.meta.main) {
  const [executable = "", folder = ""] = process.argv.slice(2);
  await liveHere(executable, folder).catch((cause: unknown) => {
    process.stderr.write(cause instanceof Error ? cause.message : String(cause));
    process.exitCode = 1;
  });
}
