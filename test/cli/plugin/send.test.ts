/** The hooks' script, run as Claude Code runs it, against servers that are there, away, slow, or refuse the key. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pluginVersion } from "../../../embedded/plugin/asset.ts";
import { isSkipped } from "../../skipped.ts";
import { readText, ROOT } from "../../sources.ts";

/** The hooks send by it. */
const WITHOUT_CURL = isSkipped(Bun.which("curl") !== null, "curl");

const SCRIPT = "embedded/plugin/scoring/hooks/send.sh";
const KEY = "scoring_0123456789";
const CAPTURE = { prompts: true, responses: true, maxChars: 32_000 };

const root = mkdtempSync(join(tmpdir(), "plugin-"));
const servers: Bun.Server<undefined>[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop(true)));
  rmSync(root, { recursive: true });
});

interface Asked {
  path: string;
  key: string | null;
  agent: string | null;
  body: Record<string, unknown>;
}

/**
 * A server for the plugin; `answer` may refuse or wait.
 *
 * @returns What it was asked, in order.
 */
function startServer(
  settings: {
    capture?: object;
    config?: object;
    port?: number;
    answer?: (path: string) => Promise<Response> | Response | undefined;
  } = {},
) {
  const asked: Asked[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: settings.port ?? 0,
    fetch: async (request) => {
      const { pathname: path } = new URL(request.url);
      const text = await request.text();
      asked.push({
        path,
        key: request.headers.get("authorization"),
        agent: request.headers.get("user-agent"),
        body: text === "" ? {} : (JSON.parse(text) as Asked["body"]),
      });
      const given = await settings.answer?.(path);
      if (given !== undefined) return given;
      if (path !== "/v1/plugin/config") return Response.json({ promptId: "1" }, { status: 202 });
      return Response.json({
        version: pluginVersion,
        capture: { ...CAPTURE, ...settings.capture },
        ...settings.config,
      });
    },
  });
  servers.push(server);
  const pathsAsked = () => asked.map(({ path }) => path);
  return { asked, pathsAsked, server, port: server.port ?? 0, url: `http://127.0.0.1:${server.port}` };
}

function newHome(): string {
  return mkdtempSync(join(root, "home-"));
}

interface Call {
  hook?: "prompt" | "response";
  payload: object | string;
  home: string;
  environment?: Record<string, string>;
}

/** Makes the server's answer, as it was kept, that many seconds older. */
function makeOlder(home: string, seconds: number): void {
  const folder = join(home, ".cache/scoring-plugin");
  for (const file of readdirSync(folder).map((name) => join(folder, name))) {
    const [asked = "", ...answer] = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, [Number(asked) - seconds, ...answer].join("\n"));
  }
}

/** Returns what the hook itself left, and a promise that is kept when its background work has ended too. */
async function runHook({ hook = "prompt", payload, home, environment = {} }: Call) {
  const said = join(home, "said");
  // The background keeps the third stream open until it ends, and the hook's own two lead to a file.
  const line = `sh ${SCRIPT} ${hook} 3>&1 >"$1" 2>&1; echo "exit $?"`;
  const process = Bun.spawn(["sh", "-c", line, "sh", said], {
    cwd: ROOT,
    env: { PATH: Bun.env["PATH"] ?? "", HOME: home, ...environment },
    stdin: new Blob([typeof payload === "string" ? payload : JSON.stringify(payload)]),
    stdout: "pipe",
  });
  const reader = process.stdout.getReader();
  const { value } = await reader.read();
  const background = reader.read().then(({ done }) => done);
  return { exit: new TextDecoder().decode(value), said: await Bun.file(said).text(), background };
}

const SILENT = { exit: "exit 0\n", said: "" };

function promptOf(text: string, more: object = {}): object {
  return { session_id: "s-1", cwd: "/w", ...more, hook_event_name: "UserPromptSubmit", prompt: text };
}

function knownTo(url: string): Record<string, string> {
  return { SCORING_ENDPOINT: url, SCORING_API_KEY: KEY };
}

describe.skipIf(WITHOUT_CURL)("a hook that cannot send", () => {
  test("says nothing when no address is set", async () => {
    const { background, ...left } = await runHook({ payload: promptOf("hello"), home: newHome() });
    expect(left).toEqual(SILENT);
    expect(await background).toBe(true);
  });

  test.each(["", "no JSON", "[]", "{}", '{"'])("says nothing to the payload %j", async (payload) => {
    const { url, asked } = startServer({ capture: { prompts: false } });
    const { background, ...left } = await runHook({ payload, home: newHome(), environment: knownTo(url) });
    await background;
    expect(left).toEqual(SILENT);
    expect(asked.filter(({ path }) => path === "/v1/prompts")).toEqual([]);
  });

  test("never puts a key from a file together with an address from the environment", async () => {
    const { url, asked } = startServer();
    const home = newHome();
    mkdirSync(join(home, ".config/scoring"), { recursive: true });
    writeFileSync(join(home, ".config/scoring/plugin"), `key=${KEY}\n`);
    const environment = { SCORING_ENDPOINT: url };
    const { background, ...left } = await runHook({ payload: promptOf("hello"), home, environment });
    await background;
    expect(left).toEqual(SILENT);
    expect(asked).toEqual([]);
  });

  test.each(['http://x" \noutput = "/tmp/x', "file:///etc/passwd", "127.0.0.1"])(
    "takes %j for no address",
    async (url) => {
      const call = { payload: promptOf("hello"), home: newHome(), environment: knownTo(url) };
      const { background, ...left } = await runHook(call);
      expect(await background).toBe(true);
      expect(left).toEqual(SILENT);
    },
  );

  test("is silent and sends no prompt when the key is refused", async () => {
    const { url, pathsAsked } = startServer({ answer: () => new Response("no", { status: 401 }) });
    const call = { payload: promptOf("hello"), home: newHome(), environment: knownTo(url) };
    const { background, ...left } = await runHook(call);
    await background;
    expect(left).toEqual(SILENT);
    expect(pathsAsked()).toEqual(["/v1/plugin/config"]);
  });

  test("is silent, and has ended, while a slow server has not answered", async () => {
    const waiting = Promise.withResolvers<Response>();
    const reached = Promise.withResolvers<void>();
    const { url } = startServer({
      answer: () => {
        reached.resolve();
        return waiting.promise;
      },
    });
    const call = { payload: promptOf("hello"), home: newHome(), environment: knownTo(url) };
    const { background, ...left } = await runHook(call);
    expect(left).toEqual(SILENT);
    await reached.promise;
    waiting.resolve(new Response("no", { status: 401 }));
    expect(await background).toBe(true);
  });

  test("is silent while the server is stopped, and sends when it is back", async () => {
    const home = newHome();
    const first = startServer();
    const environment = knownTo(first.url);
    await (
      await runHook({ payload: promptOf("one"), home, environment })
    ).background;
    await first.server.stop(true);
    const { background, ...left } = await runHook({ payload: promptOf("two"), home, environment });
    expect(left).toEqual(SILENT);
    const again = startServer({ port: first.port });
    await background;
    expect(again.asked.map(({ body }) => body["prompt"])).toEqual(["two"]);
  });
});

describe.skipIf(WITHOUT_CURL)("a hook whose server is busy", () => {
  const busy = () => new Response("busy", { status: 503, headers: { "retry-after": "1" } });

  test("tries six times more, once for a question and once for a prompt", async () => {
    const refusals = new Map<string, number>();
    const { url, asked } = startServer({
      answer: (path) => {
        const refused = refusals.get(path) ?? 0;
        refusals.set(path, refused + 1);
        return refused < 6 ? busy() : undefined;
      },
    });
    const call = { payload: promptOf("hello"), home: newHome(), environment: knownTo(url) };
    const { background, ...left } = await runHook(call);
    expect(left).toEqual(SILENT);
    await background;
    expect(refusals).toEqual(
      new Map([
        ["/v1/plugin/config", 7],
        ["/v1/prompts", 7],
      ]),
    );
    expect(asked.at(-1)?.body["prompt"]).toBe("hello");
  });

  test("goes by an old answer at once", async () => {
    let isBusy = false;
    const { url, pathsAsked } = startServer({
      answer: (path) => (isBusy && path === "/v1/plugin/config" ? busy() : undefined),
    });
    const home = newHome();
    const send = async () =>
      (await runHook({ payload: promptOf("hello"), home, environment: knownTo(url) })).background;
    await send();
    isBusy = true;
    makeOlder(home, 25 * 3600);
    await send();
    expect(pathsAsked().slice(2)).toEqual(["/v1/plugin/config", "/v1/prompts"]);
  });
});

describe.skipIf(WITHOUT_CURL)("a hook that sends", () => {
  test("takes a payload of several lines", async () => {
    const { url, asked } = startServer({ capture: { maxChars: 5 } });
    const payload = `\r\n${JSON.stringify(promptOf('say "hi"\nand\tstop'), null, 2)}\n`;
    await (
      await runHook({ payload, home: newHome(), environment: knownTo(url) })
    ).background;
    expect(asked.at(-1)).toMatchObject({ path: "/v1/prompts", body: { session_id: "s-1", prompt: 'say "' } });
  });

  test("sends its own payload, with the agent's name, a time and an id", async () => {
    const { url, asked } = startServer();
    const payload = promptOf('say "hi"\nthen ü 😀 stop');
    const call = { payload, home: newHome(), environment: knownTo(url) };
    const { background, ...left } = await runHook(call);
    await background;
    expect(left).toEqual(SILENT);
    expect(asked).toEqual([
      { path: "/v1/plugin/config", key: `Bearer ${KEY}`, agent: `scoring-plugin/${pluginVersion}`, body: {} },
      {
        path: "/v1/prompts",
        key: `Bearer ${KEY}`,
        agent: `scoring-plugin/${pluginVersion}`,
        body: {
          ...payload,
          agent: "claude-code",
          prompt_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/) as string,
        },
      },
    ]);
  });

  test("keeps the id that Claude Code gives, and makes a new one for each prompt without", async () => {
    const { url, asked } = startServer();
    const home = newHome();
    for (const more of [{ prompt_id: "its-own" }, {}, {}]) {
      const call = { payload: promptOf("hello", more), home, environment: knownTo(url) };
      await (
        await runHook(call)
      ).background;
    }
    const ids = asked.filter(({ path }) => path === "/v1/prompts").map(({ body }) => body["prompt_id"]);
    expect(ids[0]).toBe("its-own");
    expect(new Set(ids).size).toBe(3);
  });

  test("sends the answer after a stop", async () => {
    const { url, asked } = startServer();
    const payload = { session_id: "s-1", hook_event_name: "Stop", last_assistant_message: "Done." };
    const call = { hook: "response" as const, payload, home: newHome(), environment: knownTo(url) };
    await (
      await runHook(call)
    ).background;
    expect(asked.at(-1)).toMatchObject({ path: "/v1/prompts/response", body: payload });
    expect(asked.at(-1)?.body).not.toHaveProperty("prompt_id");
  });

  test("finds address and key in the file that connect writes", async () => {
    const { url, asked } = startServer();
    const home = newHome();
    mkdirSync(join(home, ".config/scoring"), { recursive: true });
    writeFileSync(join(home, ".config/scoring/plugin"), `endpoint=${url}/\nkey=${KEY}\n`);
    await (
      await runHook({ payload: promptOf("hello"), home })
    ).background;
    expect(asked.at(-1)).toMatchObject({ path: "/v1/prompts", key: `Bearer ${KEY}` });
  });

  test("leaves no text on the disk", async () => {
    const { url } = startServer();
    const home = newHome();
    await (
      await runHook({ payload: promptOf("hello"), home, environment: knownTo(url) })
    ).background;
    const left = readdirSync(join(home, ".cache/scoring-plugin"));
    expect(left).toEqual([expect.stringMatching(/^config-\d+$/) as string]);
  });
});

describe.skipIf(WITHOUT_CURL)("the server's choice", () => {
  test.each([
    ["prompt", { prompts: false }],
    ["response", { responses: false }],
  ] as const)("of no %s text is honoured", async (hook, capture) => {
    const { url, pathsAsked } = startServer({ capture });
    const payload = { session_id: "s-1", prompt: '"prompts":true', last_assistant_message: "Done." };
    await (
      await runHook({ hook, payload, home: newHome(), environment: knownTo(url) })
    ).background;
    expect(pathsAsked()).toEqual(["/v1/plugin/config"]);
  });

  test.each([
    ["abcdef", "abcde"],
    ["abcde", "abcde"],
    ["äöü😀ßx", "äöü😀ß"],
    ['a"\\\nb', 'a"\\\nb'],
    ['a"\\\nbc', 'a"\\\nb'],
    ["\u0001\u0002\u0003\u0004\u0005\u0006", "\u0001\u0002\u0003\u0004\u0005"],
  ])("of five characters at most turns %j into %j", async (text, cut) => {
    const { url, asked } = startServer({ capture: { maxChars: 5 } });
    const payload = promptOf(text, { prompt_id: "p" });
    await (
      await runHook({ payload, home: newHome(), environment: knownTo(url) })
    ).background;
    expect(asked.at(-1)?.body).toMatchObject({ ...payload, prompt: cut });
  });

  test("of 32,000 characters lets a prompt of a megabyte through, cut", async () => {
    const { url, asked } = startServer();
    const payload = promptOf("é\n".repeat(500_000));
    await (
      await runHook({ payload, home: newHome(), environment: knownTo(url) })
    ).background;
    expect(asked.at(-1)?.body["prompt"]).toBe("é\n".repeat(16_000));
  });

  test("is asked once in 24 hours", async () => {
    const { url, pathsAsked } = startServer();
    const home = newHome();
    const send = async () =>
      (await runHook({ payload: promptOf("hello"), home, environment: knownTo(url) })).background;
    await send();
    await send();
    expect(pathsAsked()).toEqual(["/v1/plugin/config", "/v1/prompts", "/v1/prompts"]);
    makeOlder(home, 25 * 3600);
    await send();
    expect(pathsAsked().slice(3)).toEqual(["/v1/plugin/config", "/v1/prompts"]);
  });

  test("says how long its answer counts", async () => {
    const { url, pathsAsked } = startServer({ config: { cacheSeconds: 600 } });
    const home = newHome();
    const send = async () =>
      (await runHook({ payload: promptOf("hello"), home, environment: knownTo(url) })).background;
    await send();
    makeOlder(home, 300);
    await send();
    expect(pathsAsked()).toEqual(["/v1/plugin/config", "/v1/prompts", "/v1/prompts"]);
    makeOlder(home, 301);
    await send();
    expect(pathsAsked().slice(3)).toEqual(["/v1/plugin/config", "/v1/prompts"]);
  });

  test.each([
    [{ prompts: "/team-a/prompts", responses: "/team-a/answers" }, "/team-a/prompts"],
    [{ prompts: "//elsewhere.example/prompts" }, "/v1/prompts"],
    [{ prompts: "@elsewhere.example/prompts" }, "/v1/prompts"],
    [{ prompts: "https://elsewhere.example/prompts" }, "/v1/prompts"],
  ])("of the paths %j sends a prompt to %s on its own address", async (endpoints, path) => {
    const { url, pathsAsked } = startServer({ config: { endpoints } });
    await (
      await runHook({ payload: promptOf("hello"), home: newHome(), environment: knownTo(url) })
    ).background;
    expect(pathsAsked()).toEqual(["/v1/plugin/config", path]);
  });

  test.each([
    ["0.3.5", false],
    ["0.10.0", false],
    ["1.0.0", false],
    ["0.3.4", true],
    ["0.3.0", true],
    ["0.2.99", true],
  ])("of at least version %s is honoured", async (minimumVersion, isSent) => {
    const { url, pathsAsked } = startServer({ config: { minimumVersion } });
    await (
      await runHook({ payload: promptOf("hello"), home: newHome(), environment: knownTo(url) })
    ).background;
    expect(pathsAsked().includes("/v1/prompts")).toBe(isSent);
  });
});

describe("the plugin", () => {
  test("sends the server the version that its manifest has", () => {
    expect(readText(SCRIPT)).toContain(`\nVERSION=${pluginVersion}\n`);
    expect(readText("embedded/plugin/.claude-plugin/marketplace.json")).toContain(
      `"version": "${pluginVersion}"`,
    );
    expect(pluginVersion).toBe("0.3.4");
  });
});

describe.skipIf(WITHOUT_CURL)("the week that /scoring:week shows", () => {
  const ask = (environment: Record<string, string>) => {
    const home = mkdtempSync(join(root, "home-"));
    const env = { HOME: home, PATH: Bun.env["PATH"] ?? "", ...environment };
    const asking = Bun.spawn(["sh", join(ROOT, SCRIPT), "week"], { env, stdin: "ignore", stderr: "pipe" });
    return asking.stdout.text();
  };

  test("is what the server answers to three questions", async () => {
    const { url, asked } = startServer({ answer: () => Response.json({ result: "an answer" }) });
    const shown = await ask({ SCORING_ENDPOINT: url, SCORING_API_KEY: KEY });
    expect(shown.match(/an answer/g)).toHaveLength(3);
    expect(asked.map(({ path, key }) => [path, key])).toEqual(Array(3).fill(["/mcp", `Bearer ${KEY}`]));
    const names = asked.map(({ body }) => (body["params"] as { name: string }).name);
    expect(names).toEqual(["my_scores", "my_weakest_input", "my_cost"]);
  });

  test("says what to do without a server, and with one that refuses", async () => {
    expect(await ask({})).toContain("scoring connect claude-code --write");
    const { url } = startServer({ answer: () => new Response(null, { status: 401 }) });
    const shown = await ask({ SCORING_ENDPOINT: url, SCORING_API_KEY: KEY });
    expect(shown).toContain("my_cost: the server did not answer, or refuses the key.");
  });
});
