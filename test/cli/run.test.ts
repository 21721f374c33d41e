import { describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMMANDS } from "../../src/cli/commands.ts";
import { parseKey } from "../../src/identity/keys/key.ts";
import { dataDirectory, scoringProcess } from "./command-line.ts";
import { run, scoring } from "./in-process.ts";

const { directory, keys } = await dataDirectory();

function at(...args: string[]): ReturnType<typeof scoring> {
  return scoring([...args, "--data-dir", directory]);
}

describe("command lines that are refused", () => {
  test.each([
    [["--json"], "the command is missing"],
    [["--nope"], "unknown flag: --nope\nscoring help lists the commands."],
    [["serv"], "unknown command: serv; did you mean serve?"],
    [["hlep"], "unknown command: hlep; did you mean help?"],
    [["help", "nope"], "unknown command: nope\nscoring help lists the commands."],
    [["help", "helthcheck"], "unknown command: helthcheck; did you mean healthcheck?"],
    [["keys"], "say which one: keys create, keys link, keys list, keys revoke, keys rotate"],
    [["keys", "creat"], "unknown command: keys creat; did you mean keys create?"],
    [["keys", "creat", "--help"], "unknown command: keys creat; did you mean keys create?"],
    [["create", "keys"], "unknown command: create\n"],
    [["serve", "--leases", "x"], "unknown flag: --leases\nUsage: scoring serve [flags]"],
    [["serve", "--ofline"], "unknown flag: --ofline; did you mean --offline?"],
    [["keys", "create", "--name"], "--name needs a value: --name NAME"],
    [["keys", "list", "--json=no"], "--json takes no value"],
    [["keys", "revoke"], "ID is missing"],
    [["version", "now"], "unexpected argument: now"],
    [["config", "print", "--listen", "here"], "--listen: expected host:port"],
    [["keys", "create", "--role", "owner"], "--role is member or admin, not owner"],
    [["connect", "cursor"], "unknown agent: cursor. Agents are claude-code, codex"],
    [["connect", "claude"], "unknown agent: claude; did you mean claude-code?"],
    [["connect", "codx"], "unknown agent: codx; did you mean codex?"],
    [["connect", "codex", "--endpoint", "foo"], "--endpoint needs an address such as https://"],
    [["connect", "codex", "--endpoint", "foo:4318"], "--endpoint needs an address such as https://"],
    [["connect", "codex", "--key", "abc"], "--key is not a key. A key is scoring_ and 38 letters and digits"],
    [["connect", "codex", "--developer", "a@b", "--key", keys.member], "give --key or --developer, not both"],
    [["keys", "create", "--csv"], "--again and --csv need --from"],
    [["keys", "create", "--from", "team.csv", "--name", "x"], "give --from or --name, not both"],
    [["keys", "create", "--name", "\u001B[31mred"], "a name cannot hold control characters: \\u001b[31mred"],
    [["keys", "create", "--scope", "write"], "--scope is ingest, read_own, read_team or admin, not write"],
    [["keys", "create", "--scope", "ingest", "--reads-all"], "give --scope or --reads-all, not both"],
    [["keys", "create", "--ends", "soon"], "--ends needs a time such as"],
    [["keys", "rotate", "x", "--overlap", "a day"], "--overlap needs a time such as 30m, 24h or 7d"],
    [["orgs", "create", " "], "the name is empty"],
    [["scores", "--from", "yesterday"], "--from needs a time such as"],
    [["scores", "--from", "2026-02-30"], "--from needs a time such as"],
  ])("%p", async (args, message) => {
    const { code, out, err } = await run([...args, ...(args.length > 1 ? ["--data-dir", directory] : [])]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
  });

  test("an unknown setting of the environment is named", async () => {
    const { code, err } = await run(["config", "print"], { environment: { SCORING_LISTN: "x" } });
    expect([code, err]).toEqual([
      2,
      "scoring config print: SCORING_LISTN: unknown setting; did you mean SCORING_LISTEN?\n",
    ]);
  });
});

describe("a data directory that does not exist", () => {
  const missing = join(tmpdir(), "no-such-scoring-data");

  test.each([
    ["keys create"],
    ["keys list"],
    ["keys revoke ID"],
    ["orgs create x"],
    ["orgs list"],
    ["scores"],
    ["status"],
    ["connect codex"],
    ["config print"],
    ["healthcheck"],
  ])("%s says so and creates nothing", async (line) => {
    const { code, out, err } = await run([...line.split(" "), "--data-dir", missing]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`the data directory ${missing} does not exist`);
    expect(existsSync(missing)).toBe(false);
  });
});

describe("help", () => {
  test("lists every command", async () => {
    const { code, out } = await run(["--help"]);
    expect(code).toBe(0);
    for (const { name } of COMMANDS) expect(out).toContain(`  ${name} `);
    expect(await run([])).toEqual({ code: 0, out, err: "" });
  });

  test("of a family lists its commands", async () => {
    const { code, out, err } = await run(["keys", "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.match(/^  \S+ \S+/gm)).toEqual([
      "  keys create",
      "  keys link",
      "  keys list",
      "  keys revoke",
      "  keys rotate",
    ]);
    expect(await run(["help", "keys"])).toEqual({ code, out, err });
  });

  test("of a command is the same in both spellings and names every flag", async () => {
    for (const { name, flags } of COMMANDS) {
      const { code, out } = await run(["help", ...name.split(" ")]);
      expect(code).toBe(0);
      for (const flag of Object.keys(flags)) expect(out).toContain(`--${flag}`);
    }
    const [one, other] = [await run(["keys", "create", "-h"]), await run(["help", "keys", "create"])];
    expect(one).toEqual(other);
  });
});

test("help of serve shows what a setting takes, its choices and its default", async () => {
  const lines = (await run(["help", "serve"], { columns: 400 })).out.split("\n");
  const lineOf = (flag: string) => lines.find((line) => line.startsWith(`  --${flag} `)) ?? "";
  expect(lineOf("listen")).toMatch(/^  --listen HOST:PORT .*\(default 127\.0\.0\.1:4318\)\.$/);
  expect(lineOf("capture-mode")).toMatch(/^  --capture-mode full\|metadata\|minimal .*\(default full\)\.$/);
  expect(lineOf("key-requests-per-minute")).toMatch(/ NUMBER .*\(default 0\)\.$/);
  expect(lineOf("llm-monthly-budget-usd")).toMatch(/ DOLLARS .*no limit by default\.$/);
  expect(lineOf("raw-retention-days")).toMatch(/ DAYS .*\(default 180\)\.$/);
  expect(lineOf("body-limit-bytes")).toMatch(/ SIZE .*\(default 20MiB\)\.$/);
  expect(lineOf("redact-emails")).toEndWith(" (default on).");
  expect(lineOf("llm-api-key")).not.toContain("default");
});

test("a flag has the same kind in every command that has it", () => {
  const kinds = new Map<string, Set<boolean>>();
  for (const [name, flag] of COMMANDS.flatMap((command) => Object.entries(command.flags))) {
    kinds.set(name, (kinds.get(name) ?? new Set()).add(flag.value !== undefined));
  }
  expect([...kinds].filter(([, kind]) => kind.size > 1)).toEqual([]);
});

describe("keys", () => {
  test("an unknown developer that is no e-mail, and an unknown organization, are refused", async () => {
    expect(await at("keys", "create", "--developer", "grace")).toMatchObject({ code: 1, out: "" });
    expect((await at("keys", "create", "--org", "nobody")).err).toContain("unknown organization: nobody");
    expect((await at("keys", "revoke", "none")).err).toContain("unknown key id: none");
  });

  test("are made with one JSON document, general flags standing anywhere", async () => {
    const line = ["--json", "--data-dir", directory, "keys", "create", "--developer", "grace@example.com"];
    const { code, out, err } = await scoring(line);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const made = JSON.parse(out) as { key: string };
    expect(parseKey(`Bearer ${made.key}`).ok).toBe(true);
    expect(made).toMatchObject({
      id: expect.any(String),
      role: "member",
      name: "grace@example.com",
      organization: { name: "default" },
      developer: { name: "grace@example.com", email: "grace@example.com", source: "bound" },
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  test("that are shared only send, unless they are made to read, and have the scopes and end that are named", async () => {
    const made = async (...flags: string[]) =>
      JSON.parse((await at("keys", "create", "--json", ...flags)).out) as {
        scopes: string[];
        endsAt: string;
      };
    expect(await made()).toMatchObject({ scopes: ["ingest"], endsAt: null });
    expect(await made("--reads-all")).toMatchObject({ scopes: ["ingest", "read_team"] });
    expect(await made("--scope", "read_team", "--ends", "2999-01-31")).toMatchObject({
      scopes: ["read_team"],
      endsAt: "2999-01-31T00:00:00.000Z",
    });
    expect((await at("keys", "create")).out).toContain("It only sends: --reads-all makes one that reads.");
    expect(await at("keys", "create", "--scope", "admin")).toMatchObject({
      code: 2,
      err: expect.stringContaining("the scope admin goes with the role admin, and only with it"),
    });
    expect((await at("keys", "create", "--ends", "2020-01-01")).err).toContain("still to come");
    const { out } = await at("keys", "list");
    expect(out).toMatch(/ +read_team +- .* 2999-01-31 00:00 +active$/m);
  });

  test("are replaced: both are listed, the old one with its end", async () => {
    const made = JSON.parse((await at("keys", "create", "--name", "worn", "--json")).out) as { id: string };
    const rotated = await at("keys", "rotate", made.id, "--overlap", "30m", "--json");
    expect(rotated).toMatchObject({ code: 0, err: "" });
    const { id, key, replaced } = JSON.parse(rotated.out) as { id: string; key: string; replaced: object };
    expect(key).toMatch(/^scoring_/);
    expect(replaced).toEqual({ id: made.id, endsAt: expect.any(String) });
    const { keys } = JSON.parse((await at("keys", "list", "--json")).out) as {
      keys: { id: string; name: string; endsAt: string | null }[];
    };
    const worn = keys.filter(({ name }) => name === "worn");
    const ends = Object.fromEntries(worn.map((row) => [row.id, row.endsAt !== null]));
    expect(ends).toEqual({ [made.id]: true, [id]: false });
    expect((await at("keys", "rotate", "nothing")).err).toContain("unknown key id: nothing");
    await at("keys", "revoke", made.id);
    expect((await at("keys", "rotate", made.id)).err).toContain("was revoked or has ended");
  });

  test("are put nowhere where they could do nothing", async () => {
    const made = async (scope: string) =>
      (JSON.parse((await at("keys", "create", "--scope", scope, "--json")).out) as { key: string }).key;
    const [sends, reads] = [await made("ingest"), await made("read_team")];
    const refused = [
      [["connect", "codex", "--key", reads], "this key may not send: it lacks the scope ingest"],
      [["connect", "codex", "--mcp", "--key", sends], "this key only sends"],
    ] as const;
    for (const [line, message] of refused)
      expect(await at(...line)).toMatchObject({ code: 1, err: expect.stringContaining(message) });
    expect(await at("connect", "codex", "--key", sends)).toMatchObject({ code: 0 });
    expect(await at("connect", "codex", "--mcp", "--key", reads)).toMatchObject({ code: 0 });
  });

  test("are listed and revoked, and never shown again", async () => {
    const made = JSON.parse((await at("keys", "create", "--name", "old", "--json")).out) as {
      id: string;
      key: string;
    };
    expect((await at("keys", "revoke", made.id)).code).toBe(0);
    const { out } = await at("keys", "list");
    expect(out).toMatch(new RegExp(`^${made.id} +old +member .*revoked$`, "m"));
    expect(out).not.toContain(made.key);
    expect(JSON.parse((await at("keys", "list", "--json")).out)).toMatchObject({ keys: expect.any(Array) });
  });
});

test("the keys that a service's first start makes are no developer's", async () => {
  const service = await dataDirectory(null);
  const { out } = await run(["keys", "list", "--json", "--data-dir", service.directory]);
  const { keys } = JSON.parse(out) as { keys: { name: string; developer: object | null }[] };
  expect(keys.map(({ name, developer }) => [name, developer]).toSorted()).toEqual([
    ["first admin key", null],
    ["first member key", null],
  ]);
  const connect = ["connect", "codex", "--key", service.keys.member, "--data-dir", service.directory];
  expect((await run(connect)).out).toContain("belongs to no developer");
  expect((await run(["status", "--data-dir", service.directory])).out).toContain("0 developers");
});

test("organizations are made once and listed", async () => {
  const made = await at("orgs", "create", "second", "--json");
  expect(JSON.parse(made.out)).toEqual({
    id: expect.any(String),
    name: "second",
    createdAt: expect.stringMatching(/Z$/),
  });
  expect(await at("orgs", "create", "second")).toMatchObject({ code: 1, out: "" });
  expect((await at("orgs", "list")).out).toContain("second");
});

describe("connect", () => {
  test("lists the agents when none is named", async () => {
    const { code, out } = await scoring(["connect"]);
    expect(code).toBe(0);
    expect(out).toContain("  claude-code\n  codex\n  gemini\n");
  });

  test("has the member key of first-keys and the address in each agent's block, and says whose it is", async () => {
    writeFileSync(join(directory, "first-keys"), `admin ${keys.admin}\nmember ${keys.member}\n`);
    for (const agent of ["claude-code", "codex", "gemini", "qwen", "copilot", "vscode", "opencode"]) {
      const { code, out } = await at("connect", agent, "--listen", "127.0.0.1:4999");
      expect(code).toBe(0);
      expect(out).toContain("http://127.0.0.1:4999");
      expect(out).toContain(keys.member);
      expect(out).not.toContain(keys.admin);
      expect(out).toContain("# This key is ada's own: all that is sent with it counts as ada's work.");
    }
  });

  test("without any key shows where one belongs", async () => {
    const { out } = await scoring(["connect", "codex"]);
    expect(out).toContain('"Bearer <API_KEY>"');
    expect(out).toContain(
      "# Replace <API_KEY> with a developer's own key. --developer ada@example.com makes one.",
    );
  });

  test("gives one JSON document", async () => {
    const { out, err } = await scoring(["connect", "gemini", "--key", keys.member, "--json"]);
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({
      agent: "gemini",
      endpoint: "http://127.0.0.1:4318",
      key: keys.member,
      developer: null,
    });
  });

  test("makes a key for the developer who is named", async () => {
    const made = JSON.parse((await at("connect", "codex", "--developer", "Lin@example.com", "--json")).out);
    expect(made.developer).toMatchObject({ email: "lin@example.com", source: "bound" });
    expect(made.key).not.toBe(keys.member);
    expect(parseKey(`Bearer ${made.key}`).ok).toBe(true);
    const { out } = await at("connect", "codex", "--key", made.key);
    expect(out).toContain("# This key is lin@example.com's own");
  });

  test("warns of a key that is nobody's, or an admin's, and refuses one that is revoked", async () => {
    const shared = JSON.parse((await at("keys", "create", "--json")).out);
    expect((await at("connect", "codex", "--key", shared.key)).out).toContain("belongs to no developer");
    expect((await at("connect", "codex", "--key", keys.admin)).out).toContain("This is an admin key");
    expect((await at("keys", "revoke", shared.id)).code).toBe(0);
    expect(await at("connect", "codex", "--key", shared.key)).toMatchObject({ code: 1, out: "" });
  });

  test("sends agents to public_url, and without it says that every address is none", async () => {
    const environment = {
      SCORING_PUBLIC_URL: "https://scoring.example.com/",
      SCORING_LISTEN: "0.0.0.0:4318",
    };
    const proxied = await scoring(["connect", "codex", "--json"], environment);
    expect(JSON.parse(proxied.out).endpoint).toBe("https://scoring.example.com");
    const guessed = await scoring(["connect", "codex"], { SCORING_LISTEN: "0.0.0.0:4318" });
    expect(guessed.out).toContain("is a guess");
    expect(guessed.out).toContain("SCORING_PUBLIC_URL");
  });

  test("sends agents to a server with a certificate by https, and says how they come to trust it", async () => {
    const certified = { SCORING_TLS_CERT: "/etc/scoring/certificate.pem" };
    const secure = await scoring(["connect", "gemini"], certified);
    expect(secure.out).toContain('"otlpEndpoint": "https://127.0.0.1:4318"');
    expect(secure.out).toContain("NODE_EXTRA_CA_CERTS=");
    expect((await scoring(["connect", "codex"], certified)).out).toContain("tls = { ca-certificate = ");
    expect((await scoring(["connect", "codex"])).out).not.toContain("certificate");
  });
});

describe("other commands", () => {
  test("status says that nobody answers, and what is kept", async () => {
    const { code, out, err } = await at("status", "--json", "--listen", "127.0.0.1:1");
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(JSON.parse(out)).toMatchObject({
      server: { url: "http://127.0.0.1:1", status: "not_reached" },
      kept: { keysInForce: expect.any(Number) },
    });
  });

  test("healthcheck fails when nobody answers", async () => {
    expect(await at("healthcheck", "--listen", "127.0.0.1:1")).toMatchObject({ code: 1, out: "" });
  });

  test("healthcheck does not print the page of another program", async () => {
    const page = () => new Response(`<!doctype html>${"<p>Welcome</p>".repeat(50)}`);
    await using other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: page });
    const listen = `127.0.0.1:${other.port}`;
    expect(await at("healthcheck", "--listen", listen)).toEqual({
      code: 1,
      out: "",
      err: `scoring healthcheck: http://${listen}/health: another program answers\n`,
    });
  });

  test("config print shows no secret, and where each value came from", async () => {
    const { out } = await scoring(["config", "print", "--json"], {
      SCORING_LLM_API_KEY: "hidden",
      SCORING_OFFLINE: "true",
    });
    expect(out).not.toContain("hidden");
    const { settings } = JSON.parse(out) as { settings: object[] };
    expect(settings).toContainEqual(
      expect.objectContaining({
        name: "offline",
        value: true,
        from: "environment",
        place: "SCORING_OFFLINE",
      }),
    );
  });

  test("version and openapi need no data directory", async () => {
    expect(JSON.parse((await scoring(["version", "--json"])).out)).toMatchObject({
      version: expect.any(String),
    });
    expect(await scoring(["--version"])).toEqual(await scoring(["version"]));
    for (const flag of ["-V", "-v"]) expect(await run([flag])).toEqual(await run(["version"]));
  });
});

describe("the program as a process", () => {
  test("ends with the exit code of its command, and keeps its two outputs apart", async () => {
    const { code, out, err } = await scoringProcess(["serv"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("unknown command: serv");
  });

  test("writes a long answer to a pipe whole", async () => {
    const { code, out, err } = await scoringProcess(["openapi"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toMatchObject({ openapi: "3.1.0" });
  });

  test("reads its settings from the environment, and shows no secret", async () => {
    const { out } = await scoringProcess(["config", "print"], { SCORING_LLM_API_KEY: "hidden" });
    expect(out).toContain("SCORING_LLM_API_KEY");
    expect(out).not.toContain("hidden");
  });
});
