import { afterAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CONNECTABLE } from "../../../src/normaliser/connect/agent-settings.ts";
import { dataDirectory } from "../command-line.ts";
import { run } from "../in-process.ts";
import { mintKey } from "../../../src/identity/keys/key.ts";

const root = mkdtempSync(join(tmpdir(), "connect-"));
afterAll(() => rmSync(root, { recursive: true }));

const [KEY, OTHER_KEY] = [mintKey(), mintKey()];
const ENDPOINT = "https://scoring.example.com";

/** A home directory with these files, and what is done in it. */
function homeWith(files: Record<string, string> = {}) {
  const home = mkdtempSync(join(root, "home-"));
  const at = (path: string): string => join(home, path);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const connect = (args: string[], around: { answer?: boolean; environment?: Record<string, string> } = {}) =>
    run(["connect", ...args], { ...around, environment: { HOME: home, ...around.environment } });
  return {
    home,
    at,
    write,
    read: (path: string): string => readFileSync(at(path), "utf8"),
    connect,
    add: (agent: string, key = KEY) =>
      connect([agent, "--write", "--yes", "--key", key, "--endpoint", ENDPOINT]),
    remove: (agent: string) => connect([agent, "--remove", "--yes"]),
    files: () =>
      readdirSync(home, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
        .sort(),
  };
}

const CLAUDE = ".claude/settings.json";
const CODEX = ".codex/config.toml";

/** Settings of a person who has written in each place where ours go. */
const OWN: Readonly<Record<string, string>> = {
  [CLAUDE]:
    '{\n    "model": "opus",\n    "env": { "A": "1", "OTEL_LOGS_EXPORTER": "console" },\n    "hooks": {}\n}\n',
  [CODEX]:
    '# mine\nmodel = "gpt-5.4" # fast\n\n[otel]\n# where I work\nenvironment = "prod"\nexporter = "none"\n\n[profiles.deep]\nmodel = "x"\n',
  ".gemini/settings.json":
    '{\n  // mine\n  "ui": { "theme": "x" },\n  "telemetry": { "enabled": false, },\n}\n',
  ".qwen/settings.json": '{"a":1}',
  ".config/Code/User/settings.json":
    '{\r\n\t"editor.fontSize": 13, // big\r\n\t/* off */ "github.copilot.chat.otel.enabled": false\r\n}\r\n',
  ".config/opencode/opencode.jsonc": '{\n  "experimental": { "x": true } // try\n}\n',
  ".bashrc": "alias ll='ls -l'\n",
};

describe("connecting that is refused", () => {
  test.each([
    [["--write"], "say which agent", 2],
    [["codex", "--write", "--remove"], "give one of --write, --remove", 2],
    [["codex", "--yes"], "--yes needs --write or --remove", 2],
    [["codex", "--write", "--yes"], "there is no key to write. Give --developer to make one, or --key.", 2],
    [
      ["codex", "--write", "--key", KEY],
      "there is no terminal to ask on: add --yes to go ahead. Nothing was changed.",
      1,
    ],
    [
      ["codex", "--write", "--key", KEY, "--json"],
      "there is no terminal to ask on: add --yes to go ahead. Nothing was changed.",
      1,
    ],
  ])("%j", async (args, message, exitCode) => {
    const { connect, files } = homeWith();
    const { code, err } = await connect(args);
    expect({ code, err }).toEqual({ code: exitCode, err: expect.stringContaining(message) as string });
    expect(files()).toEqual([]);
  });

  test("because there is no home directory", async () => {
    const { code, err } = await run(["connect", "codex", "--write", "--yes", "--key", KEY]);
    expect({ code, err }).toEqual({
      code: 1,
      err: "scoring connect: the home directory is not known: set HOME\n",
    });
  });

  test.each([
    ["claude-code", CLAUDE, '{\n  "a": 1,\n  oops\n}\n', "line 3: InvalidSymbol"],
    ["claude-code", CLAUDE, "[1]", "it holds no object"],
    ["claude-code", CLAUDE, '{"env":"A=1"}', "env is there and is no table of settings"],
    ["codex", CODEX, "a = 1\n[otel\n", "line 2: Expected"],
    ["codex", CODEX, "otel = 2026-11-22\n", "otel is there and is no table of settings"],
    ["codex", CODEX, "otel = 3\n", "otel is there and is no table of settings"],
  ])("because %s's %s is %j", async (...[agent, path, text, reason]) => {
    const { add, read, files } = homeWith({ [path]: text });
    const { code, out, err } = await add(agent);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`${path}: ${reason}`);
    expect(err).toContain("Nothing was changed.");
    expect(read(path)).toBe(text);
    expect(files()).toEqual([path]);
  });

  test("by the person who was asked", async () => {
    const { connect, files } = homeWith();
    const { code, out, err } = await connect(["codex", "--write", "--key", KEY], { answer: false });
    expect(code).toBe(1);
    expect(out).toContain(`${CODEX} (new)\n+[otel]\n`);
    expect(out).toEndWith("Nothing was changed.\n");
    expect(err).toBe("Make these changes?");
    expect(files()).toEqual([]);
  });

  test("by that person, without a new key left over", async () => {
    const { directory } = await dataDirectory();
    const { connect } = homeWith();
    const developer = ["--developer", "ada@example.com", "--data-dir", directory];
    const { out } = await connect(["codex", "--write", ...developer], { answer: false });
    expect(out).toContain("Bearer <API_KEY>");
    expect((await run(["keys", "list", "--data-dir", directory])).out).not.toContain("ada@example.com");
  });
});

describe("connecting", () => {
  test("of Claude Code writes its variables into its settings, and the plugin's address and key", async () => {
    const { add, read, at } = homeWith({ [CLAUDE]: OWN[CLAUDE] ?? "" });
    const { code, out } = await add("claude-code");
    expect(code).toBe(0);
    expect(out).toContain('-    "env": { "A": "1", "OTEL_LOGS_EXPORTER": "console" },\n');
    expect(out).toContain(`${at(CLAUDE)} as it was is in ${at(CLAUDE)}.before-scoring.\n`);
    const settings = JSON.parse(read(CLAUDE)) as { env: object };
    expect(settings).toMatchObject({ model: "opus", hooks: {} });
    expect(settings.env).toMatchObject({
      A: "1",
      OTEL_LOGS_EXPORTER: "otlp",
      OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${KEY}`,
    });
    expect(read(".config/scoring/plugin")).toBe(`endpoint=${ENDPOINT}\nkey=${KEY}\n`);
    expect(statSync(at(".config/scoring/plugin")).mode & 0o777).toBe(0o600);
  });

  test("of Codex keeps comments, order and what else is in the table", async () => {
    const { add, read } = homeWith({ [CODEX]: OWN[CODEX] ?? "" });
    await add("codex");
    const text = read(CODEX);
    expect(text).toStartWith(
      '# mine\nmodel = "gpt-5.4" # fast\n\n[otel]\n# where I work\nenvironment = "prod"\n',
    );
    expect(Bun.TOML.parse(text)).toMatchObject({
      otel: {
        environment: "prod",
        log_user_prompt: true,
        exporter: { "otlp-http": { endpoint: `${ENDPOINT}/v1/logs`, protocol: "json" } },
      },
      profiles: { deep: { model: "x" } },
    });
  });

  test.each([
    "a = 1.0\nb = 1e3\nc = 0xFF\nd = 1979-05-27T07:32:00Z\ne = 1979-05-27\nf = 07:32:00\ng = 1_000\n",
    "h = 9223372036854775807\ni = inf\ns = '''raw\nmulti'''\nm = \"x\\ty\"\n",
    "a = 1\r\n# c\r\n[x]\r\nb = 2\r\n",
    '"quoted key" = 1\n[projects."/home/ada/x"]\nd = [ 1,\n 2, # two\n]\n[[list]]\nx = 1\n\n[[list]]\nx = 2\n',
  ])("of Codex adds to %j and changes no line of it", async (text) => {
    const { add, read } = homeWith({ [CODEX]: text });
    expect((await add("codex")).code).toBe(0);
    expect(read(CODEX)).toStartWith(text);
  });

  test("leaves a file for the shell where an agent reads only its environment", async () => {
    const { add, read, at } = homeWith();
    const { out } = await add("copilot");
    expect(out).toContain(`. ${at(".config/scoring/agents.sh")}\n`);
    expect(read(".config/scoring/agents.sh")).toContain(
      `  OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer%20${KEY} \\\n`,
    );
  });

  test("of several agents leaves one such file, in which each has its own", async () => {
    const { add, remove, read, files } = homeWith();
    for (const agent of ["gemini", "copilot", "opencode"]) await add(agent);
    await add("copilot", OTHER_KEY);
    const path = ".config/scoring/agents.sh";
    expect(
      read(path)
        .match(/^\w+(?=\(\) \{$)/gm)
        ?.toSorted(),
    ).toEqual(["copilot", "gemini", "opencode"]);
    expect(read(path).split(OTHER_KEY)).toHaveLength(2);
    await remove("gemini");
    await remove("opencode");
    expect(read(path).match(/^\w+(?=\(\) \{$)/gm)).toEqual(["copilot"]);
    await remove("copilot");
    expect(files()).toEqual([]);
  });

  test("of several agents notes no key of one for another", async () => {
    const { add, read } = homeWith();
    await add("copilot");
    await add("opencode", OTHER_KEY);
    await add("opencode", OTHER_KEY);
    expect(read(".config/scoring/connected/copilot.json")).toContain(KEY);
    expect(read(".config/scoring/connected/opencode.json")).not.toContain(KEY);
  });

  test("shows no key whole in what it changes and takes back", async () => {
    const { add, remove } = homeWith();
    for (const agent of CONNECTABLE) {
      const shown = [await add(agent), await add(agent, OTHER_KEY), await remove(agent)];
      for (const { out } of shown) expect(out).not.toMatch(/scoring_\w{5}/);
      expect(shown[1]?.out).toContain(`${OTHER_KEY.slice(0, 12)}…`);
    }
  });

  test("says that it is connected only after a first record, and what is left to do", async () => {
    const { add } = homeWith();
    const { out } = await add("codex");
    expect(out).toContain("codex is connected when its first record has arrived. Left to do:\n");
    expect(out).toContain("  1. Start a new session of codex, and send a prompt.\n");
    expect(out).toContain("  2. scoring connect codex --check  says");
    expect(out).not.toContain("codex is connected.");
  });

  test("takes a file that begins with a byte order mark, and keeps the mark", async () => {
    const text = '\uFEFF{\n  "model": "opus"\n}\n';
    const { add, remove, read } = homeWith({ [CLAUDE]: text });
    expect((await add("claude-code")).code).toBe(0);
    expect(read(CLAUDE)).toStartWith('\uFEFF{\n  "model": "opus",\n');
    await remove("claude-code");
    expect(read(CLAUDE)).toBe(text);
  });

  test("writes through a link that leads to no file yet, and leaves the link when undone", async () => {
    const { add, remove, home, at, read } = homeWith();
    mkdirSync(join(home, ".claude"));
    symlinkSync("../dotfiles/claude.json", at(CLAUDE));
    await add("claude-code");
    expect(read("dotfiles/claude.json")).toContain(KEY);
    expect(lstatSync(at(CLAUDE)).isSymbolicLink()).toBe(true);
    await remove("claude-code");
    expect(existsSync(at("dotfiles/claude.json"))).toBe(false);
    expect(lstatSync(at(CLAUDE)).isSymbolicLink()).toBe(true);
  });

  test("refuses a link that leads in a circle", async () => {
    const { add, home, at } = homeWith();
    mkdirSync(join(home, ".claude"));
    symlinkSync("settings.json", at(CLAUDE));
    expect((await add("claude-code")).err).toContain(
      "is a link that leads in a circle. Nothing was changed.",
    );
  });

  test("leaves a copy of the file as it was that nobody else can read", async () => {
    const { add, at } = homeWith({ [CLAUDE]: "{}" });
    chmodSync(at(CLAUDE), 0o644);
    await add("claude-code");
    expect(statSync(`${at(CLAUDE)}.before-scoring`).mode & 0o777).toBe(0o600);
  });

  test("goes where the agent's own variable leads", async () => {
    const { connect, at } = homeWith();
    const environment = { CODEX_HOME: at("elsewhere"), SCORING_API_KEY: KEY };
    await connect(["codex", "--write", "--yes"], { environment });
    expect(existsSync(at("elsewhere/config.toml"))).toBe(true);
    expect(existsSync(at(CODEX))).toBe(false);
  });

  test("changes the file that a link leads to", async () => {
    const { add, write, at, home, read } = homeWith();
    write("dotfiles/settings.json", "{}");
    mkdirSync(join(home, ".claude"));
    symlinkSync(at("dotfiles/settings.json"), at(CLAUDE));
    await add("claude-code");
    expect(read("dotfiles/settings.json")).toContain(KEY);
  });

  test("hides a file that holds a key from others, and undoes that too", async () => {
    const { add, remove, at } = homeWith({ [CLAUDE]: "{}" });
    chmodSync(at(CLAUDE), 0o644);
    await add("claude-code");
    expect(statSync(at(CLAUDE)).mode & 0o777).toBe(0o600);
    await remove("claude-code");
    expect(statSync(at(CLAUDE)).mode & 0o777).toBe(0o644);
  });

  test("makes the key that --developer asks for once it is agreed", async () => {
    const { directory } = await dataDirectory();
    const { connect, read } = homeWith();
    const developer = ["--developer", "ada@example.com", "--data-dir", directory];
    const { code } = await connect(["codex", "--write", ...developer], { answer: true });
    expect(code).toBe(0);
    expect(read(CODEX)).toMatch(/Bearer scoring_\w{38}/);
    expect((await run(["keys", "list", "--data-dir", directory])).out).toContain("ada@example.com, codex");
  });

  test("answers in JSON", async () => {
    const { connect, at } = homeWith({ [CODEX]: "a = 1\n" });
    const { out } = await connect(["codex", "--write", "--yes", "--key", KEY, "--json"]);
    expect(JSON.parse(out)).toEqual({
      agent: "codex",
      endpoint: "http://127.0.0.1:4318",
      key: KEY,
      developer: null,
      files: [{ path: at(CODEX), backup: `${at(CODEX)}.before-scoring` }],
      shellFile: null,
    });
  });
});

describe.each([...CONNECTABLE])("connecting %s", (agent) => {
  test("a second time changes nothing", async () => {
    const { add, files, read } = homeWith(OWN);
    await add(agent);
    const texts = () => files().map((path) => [path, read(path)]);
    const before = texts();
    const { code, out } = await add(agent);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining(
        `The settings of ${agent} are in place already; nothing had to be changed.`,
      ) as string,
    });
    expect(texts()).toEqual(before);
  });

  test("with another key, and removing it, leaves every byte as it was", async () => {
    const { add, remove, files, read } = homeWith(OWN);
    await add(agent);
    await add(agent, OTHER_KEY);
    const { code, out } = await remove(agent);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining(`${agent} is no longer connected.`) as string,
    });
    expect(Object.fromEntries(files().map((path) => [path, read(path)]))).toEqual(OWN);
  });

  test("and removing it leaves no file where there was none", async () => {
    const { add, remove, files } = homeWith();
    await add(agent);
    expect(files()).not.toEqual([]);
    await remove(agent);
    expect(files()).toEqual([]);
  });
});

describe("removing", () => {
  test("does nothing where nothing was written", async () => {
    const { remove } = homeWith(OWN);
    expect(await remove("codex")).toEqual({
      code: 0,
      out: "There is nothing to remove: scoring connect codex --write was not used here.\n",
      err: "",
    });
  });

  test("keeps what somebody wrote into the file since", async () => {
    const { add, remove, read, write } = homeWith(OWN);
    for (const agent of ["claude-code", "codex"]) await add(agent);
    write(CLAUDE, read(CLAUDE).replace('"opus"', '"sonnet"'));
    write(CODEX, `${read(CODEX)}\n[tools]\nweb = true # since\n`);
    for (const agent of ["claude-code", "codex"]) await remove(agent);
    expect(JSON.parse(read(CLAUDE))).toEqual({
      model: "sonnet",
      env: { A: "1", OTEL_LOGS_EXPORTER: "console" },
      hooks: {},
    });
    expect(read(CODEX)).toContain("# where I work\n");
    expect(read(CODEX)).toContain("web = true # since\n");
    expect(Bun.TOML.parse(read(CODEX))).toEqual({
      ...Bun.TOML.parse(OWN[CODEX] ?? ""),
      tools: { web: true },
    });
  });

  test("leaves a setting that somebody changed since, and says so", async () => {
    const { add, remove, read, write } = homeWith({ [CLAUDE]: "{}" });
    await add("claude-code");
    write(CLAUDE, read(CLAUDE).replace(ENDPOINT, "http://collector:4318"));
    const { out } = await remove("claude-code");
    expect(out).toContain(
      "settings.json: somebody changed env.OTEL_EXPORTER_OTLP_ENDPOINT since; left as found.",
    );
    expect(JSON.parse(read(CLAUDE))).toEqual({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" },
    });
  });

  test("keeps what somebody wrote between two connections", async () => {
    const { add, remove, read, write } = homeWith({ [CODEX]: "a = 1\n" });
    await add("codex");
    write(CODEX, `b = 2\n${read(CODEX)}`);
    await add("codex", OTHER_KEY);
    await remove("codex");
    expect(read(CODEX)).toBe("b = 2\na = 1\n");
  });

  describe("a section of the shell's file", () => {
    const AGENTS = ".config/scoring/agents.sh";

    test("finds it where an editor has ended the lines as Windows does", async () => {
      const { add, remove, read, write, files } = homeWith();
      await add("gemini");
      write(AGENTS, read(AGENTS).replaceAll("\n", "\r\n"));
      expect((await remove("gemini")).code).toBe(0);
      expect(files()).toEqual([]);
    });

    test.each([
      ["a first mark", "# scoring: gemini, written", "# scoring: gemini, by scoring, written"],
      ["a last mark", "# scoring: end of gemini", "# scoring: the end of gemini"],
      ["both marks", /^# scoring: .*$/gm, ""],
    ])(
      "says that it is left where somebody changed %s, and removes the rest later",
      async (...[, mark, to]) => {
        const { add, remove, read, write, at, files } = homeWith();
        await add("gemini");
        write(AGENTS, read(AGENTS).replace(mark, to));
        const changed = read(AGENTS);
        const { code, out } = await remove("gemini");
        expect(code).toBe(1);
        expect(out).toContain("gemini is still connected: ");
        expect(out).toContain(`${at(AGENTS)}: somebody changed the section of gemini since; left as found.`);
        expect(read(AGENTS)).toBe(changed);
        rmSync(at(AGENTS));
        expect(await remove("gemini")).toMatchObject({
          code: 0,
          out: expect.stringContaining("gemini is no longer connected.") as string,
        });
        expect(files()).toEqual([]);
      },
    );
  });

  test("makes no file anew that is gone", async () => {
    const { add, remove, at, files } = homeWith();
    await add("codex");
    rmSync(at(CODEX));
    expect((await remove("codex")).code).toBe(0);
    expect(files()).toEqual([]);
  });
});
