/** A life of the program: started, stopped, started again, its server killed, itself killed, and nothing lost. */
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expectThat, step, until } from "./expect.ts";

/** Where the program lives. */
export interface Place {
  /** What starts it; its arguments follow. */
  command: string[];
  /** The data directory as the program sees it, and as this process does. */
  directory: string;
  seenFromHere: string;
  workingDirectory: string;
  environment: Record<string, string>;
}

interface Keys {
  admin: string;
  member: string;
}

interface Running {
  child: Bun.Subprocess;
  url: string;
}

/** @throws With the step that went wrong. The program is ended in any case. */
export async function liveThrough(place: Place): Promise<void> {
  const life = new Life(place);
  try {
    await step("version", () => life.checkVersion());
    await step("start", () => life.start());
    await step("health", () => life.checkHealth());
    await step("dashboard", () => life.checkDashboard());
    await step("send a log, read it back", () => life.sendAndRead());
    await step("the README's tour", () => life.takeTour());
    await step("stop", () => life.stop());
    await step("start again", () => life.start());
    await step("send, read both", () => life.sendAndRead());
    await step("its server is killed", () => life.killServer());
    await step("send, read all", () => life.sendAndRead());
    await step("is killed itself", () => life.kill());
    await step("start once more", () => life.start());
    await step("send, read all again", () => life.sendAndRead());
    await step("doctor", () => life.askDoctor());
    await step("stop for good", () => life.stop());
  } finally {
    life.end();
  }
}

const TOUR_SESSION = join(import.meta.dir, "../../docs/tour/codex-session.json");
const TOUR_WINDOW = ["--from", "2026-11-21T03:00:00Z", "--to", "2026-11-21T04:00:00Z"];

class Life {
  private running: Running | null = null;
  private readonly sent: string[] = [];

  constructor(private readonly place: Place) {}

  async checkVersion(): Promise<void> {
    const said = await this.run("version");
    expectThat(/\d+\.\d+\.\d+/.test(said), `no version in ${said}`);
  }

  async start(): Promise<void> {
    const { command, directory, workingDirectory, environment } = this.place;
    const child = Bun.spawn([...command, "serve", "--data-dir", directory, "--listen", "127.0.0.1:0"], {
      cwd: workingDirectory,
      env: environment,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const said = { text: "" };
    void collect(child.stdout, said);
    void collect(child.stderr, said);
    this.running = { child, url: "" };
    this.running.url = await until(async () => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`it ended with ${child.exitCode ?? child.signalCode}: ${said.text}`);
      return said.text.match(/http:\/\/127\.0\.0\.1:[1-9]\d*/)?.[0] ?? null;
    });
    const { mode } = await stat(this.place.seenFromHere);
    expectThat((mode & 0o777) === 0o700, "the data directory can be read by others");
  }

  async checkHealth(): Promise<void> {
    const answer = await fetch(`${this.url}/health`);
    expectThat(answer.status === 200 && (await answer.text()) === "ok", `it answers ${answer.status}`);
  }

  /** The page, and every file that it names. */
  async checkDashboard(): Promise<void> {
    const page = await (await fetch(`${this.url}/`)).text();
    const files = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
    expectThat(files.length > 3, `the page names ${files.length} files`);
    for (const path of files) {
      const answer = await fetch(`${this.url}${path}`);
      expectThat(answer.status === 200, `${path} is answered ${answer.status}`);
    }
  }

  /** Sends one log and reads it back, with all that were sent before. */
  async sendAndRead(): Promise<void> {
    const keys = await this.readKeys();
    const marker = `smoke ${crypto.randomUUID()}`;
    await this.send(keys.member, marker);
    this.sent.push(marker);
    await until(async () => {
      const answer = await this.get("/v1/telemetry/logs", keys.admin);
      const text = await answer.text();
      expectThat(answer.status === 200, `it answers ${answer.status}: ${text}`);
      return this.sent.every((sent) => text.includes(sent)) || null;
    });
  }

  /** Its commands, which come only from the executable; what they send is sent from here. */
  async takeTour(): Promise<void> {
    const directory = ["--data-dir", this.place.directory];
    const said = await this.run("healthcheck", "--wait", "--listen", new URL(this.url).host);
    expectThat(said === "ready\n", `healthcheck says ${said}`);
    const created = await this.run("keys", "create", "--developer", "ada@example.com", ...directory);
    await this.post(created.split("\n")[0] ?? "", await readFile(TOUR_SESSION, "utf8"));
    await until(async () => {
      const table = await this.run("scores", ...TOUR_WINDOW, ...directory);
      return /^ada@example\.com +- +- +- +1 +2 +learning$/m.test(table) || null;
    });
  }

  /** Kills the stream's server. It has to be back, as another process, by itself. */
  async killServer(): Promise<void> {
    const killed = await this.serverId();
    process.kill(killed, "SIGKILL");
    await until(async () => (existsSync(this.serverFile) && (await this.serverId()) !== killed) || null);
    await until(async () => (await fetch(`${this.url}/readyz`)).ok || null);
  }

  async kill(): Promise<void> {
    this.running?.child.kill("SIGKILL");
    await this.running?.child.exited;
  }

  async askDoctor(): Promise<void> {
    const said = await this.run(
      "doctor",
      "--data-dir",
      this.place.directory,
      "--listen",
      new URL(this.url).host,
    );
    expectThat(!/^fail/m.test(said), said);
  }

  async stop(): Promise<void> {
    this.running?.child.kill("SIGTERM");
    const code = await this.running?.child.exited;
    expectThat(code === 0, `exit code ${code}`);
  }

  end(): void {
    this.running?.child.kill("SIGKILL");
  }

  private get url(): string {
    return this.running?.url ?? "";
  }

  private get serverFile(): string {
    return join(this.place.seenFromHere, "nats/nats.pid");
  }

  private async serverId(): Promise<number> {
    return Number.parseInt(await readFile(this.serverFile, "utf8"), 10);
  }

  /**
   * Returns what a command says.
   *
   * @throws When it ends with another code than 0.
   */
  private async run(...args: string[]): Promise<string> {
    const { command, workingDirectory, environment } = this.place;
    const child = Bun.spawn([...command, ...args], {
      cwd: workingDirectory,
      env: environment,
      stdout: "pipe",
      stderr: "pipe",
    });
    const [said, complained] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    expectThat((await child.exited) === 0, `exit code ${child.exitCode}: ${said}${complained}`);
    return said;
  }

  private async readKeys(): Promise<Keys> {
    const path = join(this.place.seenFromHere, "first-keys");
    const text = await until(async () => (existsSync(path) ? await readFile(path, "utf8") : null));
    expectThat(((await stat(path)).mode & 0o777) === 0o600, "first-keys can be read by others");
    const keyOf = (role: string): string =>
      text.match(new RegExp(`^${role}\\s+(scoring_\\S+)`, "m"))?.[1] ?? "";
    const keys = { admin: keyOf("admin"), member: keyOf("member") };
    expectThat(keys.admin !== "" && keys.member !== "", "first-keys lacks the admin key or the member key");
    return keys;
  }

  private async send(key: string, body: string): Promise<void> {
    const timeUnixNano = String(BigInt(Math.round(performance.timeOrigin + performance.now())) * 1_000_000n);
    const record = { timeUnixNano, severityNumber: 9, body: { stringValue: body } };
    const resource = { attributes: [{ key: "service.name", value: { stringValue: "smoke" } }] };
    const resourceLogs = [{ resource, scopeLogs: [{ logRecords: [record] }] }];
    await this.post(key, JSON.stringify({ resourceLogs }));
  }

  private async post(key: string, body: string): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${this.url}/v1/logs`, { method: "POST", headers, body });
    expectThat(answer.status === 200, `it answers ${answer.status}: ${await answer.text()}`);
  }

  private get(path: string, key: string): Promise<Response> {
    return fetch(this.url + path, { headers: { authorization: `Bearer ${key}` } });
  }
}

async function collect(stream: ReadableStream<Uint8Array>, into: { text: string }): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) into.text += decoder.decode(chunk, { stream: true });
}
