/** `scoring connect AGENT --mcp`: the entry by which an agent asks, printed, written and taken back. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { mintKey } from "../../../src/identity/keys/key.ts";
import { ASKING } from "../../../src/normaliser/connect/agent-settings.ts";
import { run } from "../in-process.ts";

const root = mkdtempSync(join(tmpdir(), "connect-mcp-"));
afterAll(() => rmSync(root, { recursive: true }));

const KEY = mintKey();
const USUAL = ["--key", KEY, "--endpoint", "https://scoring.example.com"];

/** A file of somebody who asks another server already, and the entry that is added. */
const FILES: Readonly<Record<string, { path: string; before: string; entry: object }>> = {
  "claude-code": {
    path: ".claude.json",
    before: '{"mcpServers":{"other":{"type":"http","url":"https://other.example"}}}',
    entry: { type: "http", url: "https://scoring.example.com/mcp" },
  },
  codex: {
    path: ".codex/config.toml",
    before: '[mcp_servers.other]\nurl = "https://other.example"\n',
    entry: { url: "https://scoring.example.com/mcp" },
  },
  gemini: {
    path: ".gemini/settings.json",
    before: '{ "ui": {} } // mine\n',
    entry: { httpUrl: "https://scoring.example.com/mcp" },
  },
  qwen: { path: ".qwen/settings.json", before: "{}", entry: { httpUrl: "https://scoring.example.com/mcp" } },
  copilot: {
    path: ".copilot/mcp-config.json",
    before: '{"mcpServers":{}}',
    entry: { type: "http", url: "https://scoring.example.com/mcp", tools: ["*"] },
  },
  vscode: {
    path: ".config/Code/User/mcp.json",
    before: '{"servers":{}}',
    entry: { type: "http", url: "https://scoring.example.com/mcp" },
  },
  kilo: {
    path: ".config/kilo/kilo.json",
    before: '{"mcp":{"other":{"type":"remote","url":"https://other.example"}}}',
    entry: { type: "remote", url: "https://scoring.example.com/mcp", oauth: false },
  },
  cline: {
    path: ".cline/data/settings/cline_mcp_settings.json",
    before: '{"mcpServers":{}}',
    entry: { type: "streamableHttp", url: "https://scoring.example.com/mcp" },
  },
  opencode: {
    path: ".config/opencode/opencode.json",
    before: '{"mcp":{}}',
    entry: { type: "remote", url: "https://scoring.example.com/mcp", oauth: false },
  },
};

describe("connecting an agent's questions", () => {
  test("does not look for telemetry", async () => {
    const { code, err } = await run(["connect", "codex", "--mcp", "--check", ...USUAL]);
    expect(code).toBe(2);
    expect(err).toContain("--check looks for telemetry");
  });

  test.each(ASKING)("prints the entry of %s", async (agent) => {
    const { code, out } = await run(["connect", agent, "--mcp", ...USUAL]);
    expect(code).toBe(0);
    expect(out).toContain("https://scoring.example.com/mcp");
    expect(out).toContain(`Bearer ${KEY}`);
  });

  test.each(Object.entries(FILES))("adds one to the file of %s, and takes it back", async (agent, file) => {
    const home = mkdtempSync(join(root, "home-"));
    const path = join(home, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.before);
    const connect = (flag: string) =>
      run(["connect", agent, "--mcp", flag, "--yes", ...USUAL], { environment: { HOME: home } });
    expect((await connect("--write")).code).toBe(0);
    const written = readFileSync(path, "utf8");
    const settings = path.endsWith(".toml") ? Bun.TOML.parse(written) : Bun.JSONC.parse(written);
    const headers = { [agent === "codex" ? "http_headers" : "headers"]: { Authorization: `Bearer ${KEY}` } };
    const [among] = Object.values(settings as object).filter((member) => "scoring" in member);
    expect(among).toMatchObject({ scoring: { ...file.entry, ...headers } });
    expect((await connect("--remove")).code).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(file.before);
    expect(existsSync(join(home, ".config/scoring/connected", `${agent}-mcp.json`))).toBe(false);
  });

  test.each([
    ["where no list is", "[tools]\nx = 1\n"],
    ["to an empty list", "mcp_servers = []\nother = 1\n"],
    ["to others in tables", '[[mcp_servers]]\nname = "other"\ncommand = "x"\n\n[tools]\nx = 1 # mine\n'],
    ["to others in a line", 'mcp_servers = [{ name = "other", command = "x" }]\n'],
  ])("adds one to the list of vibe, %s, and takes it back", async (_, before) => {
    const home = mkdtempSync(join(root, "home-"));
    const path = join(home, ".vibe/config.toml");
    mkdirSync(dirname(path));
    writeFileSync(path, before);
    const connect = (...flags: string[]) =>
      run(["connect", "vibe", "--mcp", ...flags, "--yes", ...USUAL], { environment: { HOME: home } });
    const list = () => (Bun.TOML.parse(readFileSync(path, "utf8")) as { mcp_servers?: object[] }).mcp_servers;
    const others = list() ?? [];
    await connect("--write");
    const url = "https://scoring.example.com/mcp";
    const headers = { Authorization: `Bearer ${KEY}` };
    const entry = { name: "scoring", transport: "streamable-http", url, headers };
    expect(list()).toEqual([...others, entry]);
    await connect("--write");
    expect(list()).toEqual([...others, entry]);
    writeFileSync(path, `${readFileSync(path, "utf8")}\n[later]\ny = 2\n`);
    expect((await connect("--remove")).out).not.toContain("changed");
    expect(list() ?? []).toEqual(others);
    expect(readFileSync(path, "utf8")).toContain("[later]");
  });

  test("changes nothing where vibe's list is none", async () => {
    const home = mkdtempSync(join(root, "home-"));
    mkdirSync(join(home, ".vibe"));
    writeFileSync(join(home, ".vibe/config.toml"), "mcp_servers = 3\n");
    const { code, err } = await run(["connect", "vibe", "--mcp", "--write", "--yes", ...USUAL], {
      environment: { HOME: home },
    });
    expect(code).toBe(1);
    expect(err).toContain("mcp_servers is there and is no list. Nothing was changed.");
  });

  test("says that Cline sends no telemetry", async () => {
    const { code, err } = await run(["connect", "cline", ...USUAL]);
    expect(code).toBe(2);
    expect(err).toContain("cline sends no telemetry: scoring import cline reads what it keeps");
  });

  test("leaves the telemetry of the same file as it is", async () => {
    const home = mkdtempSync(join(root, "home-"));
    const connect = (...flags: string[]) =>
      run(["connect", "codex", ...flags, "--yes", ...USUAL], { environment: { HOME: home } });
    const read = () => readFileSync(join(home, ".codex/config.toml"), "utf8");
    await connect("--write");
    const telemetry = read();
    const { out } = await connect("--mcp", "--write");
    expect(out).toContain("ask: what would raise my score?");
    expect(out).toContain("scoring connect codex --mcp --remove  undoes this.");
    await connect("--mcp", "--remove");
    expect(read()).toBe(telemetry);
  });
});
