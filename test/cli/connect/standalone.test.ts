/** connect.mjs under a real Node, against a real server, in a new home directory. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildConnect } from "../../../scripts/build-connect.ts";
import { mintKey } from "../../../src/identity/keys/key.ts";
import { codexLog } from "./codex-log.ts";
import {
  eventually,
  joinTestAppliance,
  type TestAppliance,
  type TestOrganization,
} from "../../appliance/running.ts";

const root = mkdtempSync(join(tmpdir(), "standalone-"));
const script = join(root, "connect.mjs");
const node = Bun.which("node");

let appliance: TestAppliance;
let organization: TestOrganization;

beforeAll(async () => {
  writeFileSync(script, await buildConnect());
  appliance = await joinTestAppliance();
  organization = await appliance.addOrganization();
});
afterAll(async () => {
  await appliance.stop();
  rmSync(root, { recursive: true, force: true });
});

const CODEX = ".codex/config.toml";
const OWN = '# mine\nmodel = "gpt-5.4" # fast\n\n[profiles.deep]\nmodel = "x"\n';

function homeWith(files: Record<string, string> = {}) {
  const home = mkdtempSync(join(root, "home-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const read = (path: string) => readFileSync(join(home, path), "utf8");
  const listed = () =>
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
      .sort();
  /** @param runtime - The runtime; without a key, nothing is in the environment. */
  const connect = async (words: string[], key?: string, runtime = node ?? "node") => {
    const child = Bun.spawn([runtime, script, ...words], {
      env: { HOME: home, PATH: process.env["PATH"], ...(key !== undefined && { SCORING_API_KEY: key }) },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { out, err, code };
  };
  return { home, read, files: listed, connect };
}

describe.skipIf(node === null)("connect.mjs under Node", () => {
  test("says how it is called, and connects nothing", async () => {
    const { connect, files } = homeWith();
    const { out, code } = await connect([]);
    expect({ out, code }).toEqual({
      out: expect.stringContaining("node connect.mjs AGENT --endpoint URL"),
      code: 1,
    });
    expect(files()).toEqual([]);
  });

  test.each([
    [["codx", "--endpoint", "http://127.0.0.1:1"], "unknown agent: codx. Agents are claude-code,", 2],
    [["codex"], "say where the server is: --endpoint https://scoring.example.com", 2],
    [["codex", "--mcp", "--check"], "--check looks for telemetry", 2],
    [["codex", "--endpoint", "file:///x"], "say where the server is", 2],
    [["codex", "--endpoint", "http://127.0.0.1:1", "--key", "x"], "Unknown option '--key'", 2],
    [
      ["codex", "--endpoint", "http://127.0.0.1:1", "--label", "platform"],
      "--label needs a name and a value",
      2,
    ],
  ])("refuses %j", async (words, message, code) => {
    const { connect, files } = homeWith();
    const refused = await connect(words, mintKey());
    expect(refused).toMatchObject({ code, out: "" });
    expect(refused.err).toContain(message);
    expect(files()).toEqual([]);
  });

  test("changes nothing for a key that is none, that the server refuses, and while no server answers", async () => {
    const { connect, read, files } = homeWith({ [CODEX]: OWN });
    const to = ["codex", "--yes", "--endpoint"];
    const said = [
      await connect([...to, appliance.url], "secret"),
      await connect([...to, appliance.url], mintKey()),
      await connect([...to, "http://127.0.0.1:1"], organization.key),
      await connect([...to, appliance.url]),
    ];
    expect(said.map(({ err }) => err.slice("connect.mjs: ".length).split(/[:.]/)[0])).toEqual([
      "this is not a key",
      "The server refuses this key",
      "Nothing that answers as this program does was found at http",
      "there is no terminal to ask on",
    ]);
    for (const { code, err } of said) {
      expect(code).toBeGreaterThan(0);
      expect(err).toContain("Nothing was changed.");
      expect(err).not.toContain("secret");
    }
    expect(files()).toEqual([CODEX]);
    expect(read(CODEX)).toBe(OWN);
  });

  test("asks before it writes", async () => {
    const { connect, files } = homeWith();
    const { err, code } = await connect(["codex", "--endpoint", appliance.url], organization.key);
    expect([code, err]).toEqual([
      1,
      "connect.mjs: there is no terminal to ask on: add --yes to go ahead. Nothing was changed.\n",
    ]);
    expect(files()).toEqual([]);
  });

  test("writes, sees the first record of that agent and key, and undoes every byte", async () => {
    const { connect, read, files } = homeWith({ [CODEX]: OWN });
    const { key } = await organization.addKey({ developer: "ada@example.com" });
    const written = await connect(["codex", "--yes", "--endpoint", `${appliance.url}/`], key);
    expect(written).toMatchObject({ code: 0, err: "" });
    expect(written.out).toContain("codex is connected when its first record has arrived.");
    expect(read(CODEX)).toStartWith(OWN);
    expect(read(CODEX)).toContain(`Bearer ${key}`);
    expect(await connect(["codex", "--check"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("No record of codex has arrived with this key yet."),
    });
    // another key's records are none of this one's
    await appliance.send("/v1/logs", codexLog("of another key"), organization.key);
    await appliance.settled();
    expect((await connect(["codex", "--check"])).code).toBe(1);
    await appliance.send("/v1/logs", codexLog("of this key"), key);
    await eventually(async () => (await connect(["codex", "--check"])).code === 0);
    expect((await connect(["codex", "--check"])).out).toStartWith("codex is connected: its newest record");
    expect(await connect(["codex", "--remove", "--yes"])).toMatchObject({ code: 0 });
    expect(read(CODEX)).toBe(OWN);
    expect(files()).toEqual([CODEX]);
  });

  test("connects what the agent asks, apart from what it sends", async () => {
    const { connect, read } = homeWith({ [CODEX]: OWN });
    const to = ["codex", "--yes", "--endpoint", appliance.url];
    await connect(to, organization.key);
    const telemetry = read(CODEX);
    const { code, out } = await connect([...to, "--mcp"], organization.key);
    expect(code).toBe(0);
    expect(out).toContain("node connect.mjs codex --mcp --remove  undoes this.");
    expect(Bun.TOML.parse(read(CODEX))).toMatchObject({
      mcp_servers: { scoring: { url: `${appliance.url}/mcp` } },
    });
    expect((await connect(["codex", "--mcp", "--remove", "--yes"])).code).toBe(0);
    expect(read(CODEX)).toBe(telemetry);
  });

  test("leaves a function that starts the agent with its variables, for the shell", async () => {
    const { connect, home, read } = homeWith();
    expect(await connect(["gemini", "--yes", "--endpoint", appliance.url], organization.key)).toMatchObject({
      code: 0,
    });
    expect(read(".config/scoring/agents.sh")).toContain("gemini() {");
    expect(existsSync(join(home, ".gemini/settings.json"))).toBe(true);
  });

  test("puts labels on everything that the agent sends", async () => {
    const { connect, read } = homeWith();
    const labels = ["--label", "team.id=platform", "--label", "department=Research and more"];
    const to = ["claude-code", "--yes", "--endpoint", appliance.url, ...labels];
    expect(await connect(to, organization.key)).toMatchObject({ code: 0 });
    const { env } = JSON.parse(read(".claude/settings.json")) as { env: Record<string, string> };
    expect(env["OTEL_RESOURCE_ATTRIBUTES"]).toBe("team.id=platform,department=Research%20and%20more");
  });

  test("runs under Bun too", async () => {
    const { connect, read } = homeWith({ [CODEX]: OWN });
    const to = ["codex", "--yes", "--endpoint", appliance.url];
    expect(await connect(to, organization.key, process.execPath)).toMatchObject({ code: 0 });
    expect(await connect(["codex", "--remove", "--yes"], undefined, process.execPath)).toMatchObject({
      code: 0,
    });
    expect(read(CODEX)).toBe(OWN);
  });

  test.skipIf(Bun.which("script") === null)("asks for the key on a terminal without showing it", async () => {
    const { home, read } = homeWith();
    const command = `${node} ${script} opencode --endpoint ${appliance.url}`;
    const child = Bun.spawn(["script", "-qec", command, "/dev/null"], {
      env: { HOME: home, PATH: process.env["PATH"], TERM: "dumb" },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
    });
    let said = "";
    for await (const chunk of child.stdout) {
      const before = said;
      said += new TextDecoder().decode(chunk);
      if (has(said, "not shown") && !has(before, "not shown"))
        void child.stdin.write(`${organization.key}\r`);
      if (has(said, "Make these") && !has(before, "Make these")) void child.stdin.write("y\r");
      await child.stdin.flush();
    }
    // neither while it was typed nor in the change that is asked about
    expect(said).not.toContain(organization.key);
    expect(said).toContain(`${organization.key.slice(0, 12)}…`);
    expect(read(".config/scoring/agents.sh")).toContain(organization.key);
  });
});

function has(said: string, question: string): boolean {
  return said.includes(question);
}

describe("which agents have sent with a key", () => {
  test("is shown to that key only", async () => {
    expect((await fetch(`${appliance.url}/v1/agents/arrived`)).status).toBe(401);
    const foreign = await appliance.addOrganization();
    const { key } = await organization.addKey({ developer: "bo@example.com" });
    await appliance.send("/v1/logs", codexLog("arrived"), key);
    const agentsOf = async (one: string) =>
      ((await (await appliance.get("/v1/agents/arrived", one)).json()) as { agents: { agent: string }[] })
        .agents;
    await eventually(async () => (await agentsOf(key)).length === 1);
    expect(await agentsOf(key)).toEqual([
      { agent: "codex", sessions: 1, newestRecordAt: expect.any(String) } as never,
    ]);
    expect(await agentsOf(foreign.admin)).toEqual([]);
    expect(await agentsOf(organization.admin)).toEqual([]);
  });
});
