/**
 * Tries the built executable as its user will: alone in an empty folder, with an empty environment.
 *
 * It catches what tests of the sources cannot: a path of the build machine, a file that was left out.
 */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BUILT = join(import.meta.dir, "../scoring");
const PATIENCE_MS = 15_000;

const folder = await mkdtemp(join(tmpdir(), "scoring-smoke-"));
const executable = join(folder, "scoring");
const directory = join(folder, "scoring-data");
/** Bun unpacks the native addon to the temporary directory; here that is made visible, and is no surprise. */
const environment = { BUN_TMPDIR: join(folder, "tmp"), HOME: folder };

let serving: Bun.Subprocess<"ignore", "pipe", "pipe"> | null = null;
try {
  await mkdir(environment.BUN_TMPDIR);
  expectThat(await Bun.file(BUILT).exists(), "there is no ./scoring; run ./install.sh");
  await copyFile(BUILT, executable);
  await step("version", checkVersion);
  serving = startServing();
  const address = await step("serve", () => readAddress(serving));
  const keys = await step("first-keys", readKeys);
  await step("health", () => checkHealth(address));
  const marker = `smoke ${crypto.randomUUID()}`;
  await step("send a log", () => sendLog(address, keys.member, marker));
  await step("read it back", () => readLog(address, keys.admin, marker));
  await step("stop", () => stopServing(serving));
  await step("nothing else written", checkFolder);
} catch (cause) {
  process.stderr.write(`smoke: ${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exitCode = 1;
} finally {
  serving?.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
}

async function step<Outcome>(name: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const startedAt = performance.now();
  try {
    const outcome = await work();
    process.stdout.write(`${name.padEnd(22)} ${Math.round(performance.now() - startedAt)} ms\n`);
    return outcome;
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

async function checkVersion(): Promise<void> {
  const asked = Bun.spawnSync([executable, "version"], { cwd: folder, env: environment });
  expectThat(asked.exitCode === 0, `exit code ${asked.exitCode}: ${asked.stderr.toString()}`);
  expectThat(/\d+\.\d+\.\d+/.test(asked.stdout.toString()), `no version in ${asked.stdout.toString()}`);
}

function startServing(): Bun.Subprocess<"ignore", "pipe", "pipe"> {
  return Bun.spawn([executable, "serve", "--data-dir", directory, "--listen", "127.0.0.1:0"], {
    cwd: folder,
    env: environment,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** Gives: the address that `serve` prints, on whichever stream it prints it. */
async function readAddress(running: typeof serving): Promise<string> {
  const said = { text: "" };
  void collect(running?.stdout, said);
  void collect(running?.stderr, said);
  return until(async () => {
    if (running?.exitCode !== null) throw new Error(`it ended with ${running?.exitCode}: ${said.text}`);
    return said.text.match(/http:\/\/127\.0\.0\.1:[1-9]\d*/)?.[0] ?? null;
  });
}

async function collect(
  stream: ReadableStream<Uint8Array> | undefined,
  into: { text: string },
): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream ?? []) into.text += decoder.decode(chunk, { stream: true });
}

async function readKeys(): Promise<{ admin: string; member: string }> {
  const path = join(directory, "first-keys");
  const text = await until(async () =>
    (await Bun.file(path).exists()) ? await readFile(path, "utf8") : null,
  );
  expectThat(((await stat(path)).mode & 0o777) === 0o600, "first-keys can be read by others");
  const keyOf = (role: string): string =>
    text.match(new RegExp(`^${role}\\s+(scoring_\\S+)`, "m"))?.[1] ?? "";
  const keys = { admin: keyOf("admin"), member: keyOf("member") };
  expectThat(keys.admin !== "" && keys.member !== "", "it lacks the admin key or the member key");
  return keys;
}

async function checkHealth(address: string): Promise<void> {
  const answer = await fetch(`${address}/health`);
  expectThat(answer.status === 200 && (await answer.text()) === "ok", `it answers ${answer.status}`);
}

async function sendLog(address: string, key: string, body: string): Promise<void> {
  const timeUnixNano = String(BigInt(Math.round(performance.timeOrigin + performance.now())) * 1_000_000n);
  const record = { timeUnixNano, severityNumber: 9, body: { stringValue: body } };
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "smoke" } }] };
  const answer = await fetch(`${address}/v1/logs`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] }),
  });
  expectThat(answer.status === 200, `it answers ${answer.status}: ${await answer.text()}`);
}

async function readLog(address: string, key: string, body: string): Promise<void> {
  await until(async () => {
    const answer = await fetch(`${address}/v1/telemetry/logs`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await answer.text();
    expectThat(answer.status === 200, `it answers ${answer.status}: ${text}`);
    return text.includes(body) || null;
  });
}

async function stopServing(running: typeof serving): Promise<void> {
  running?.kill("SIGTERM");
  const code = await running?.exited;
  expectThat(code === 0, `exit code ${code}`);
}

async function checkFolder(): Promise<void> {
  const expected = ["scoring", "scoring-data", "tmp"];
  const unexpected = (await readdir(folder)).filter((name) => !expected.includes(name));
  expectThat(unexpected.length === 0, `it also wrote ${unexpected.join(", ")}`);
  expectThat(((await stat(directory)).mode & 0o777) === 0o700, "the data directory can be read by others");
}

function expectThat(fact: boolean, otherwise: string): void {
  if (!fact) throw new Error(otherwise);
}

/** Asks every 20 ms until there is an answer. */
async function until<Answer>(ask: () => Promise<Answer | null>): Promise<Answer> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const answer = await ask();
    if (answer !== null) return answer;
    await Bun.sleep(20);
  }
  throw new Error(`not within ${PATIENCE_MS / 1000} s`);
}
