/** Where a file of a Go module is asked for: real servers on loopback act as module proxies. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { downloadFromProxies, proxiesOf } from "../../scripts/obtain-nats/module-proxies.ts";

const BYTES = "what the module is";
const NAME = "golang.org/toolchain/@v/v1.zip";

const folder = mkdtempSync(join(tmpdir(), "module-proxies-"));
const asked: string[] = [];
const has = serve(() => new Response(BYTES));
const other = serve(() => new Response("something else"));
const missing = serve(() => new Response("not found", { status: 404 }));
const broken = serve(() => new Response("no", { status: 500 }));
const guarded = serve((request) =>
  request.headers.get("authorization") === `Basic ${btoa("ada:p w")}`
    ? new Response(BYTES)
    : new Response("who?", { status: 401 }),
);

beforeEach(() => void asked.splice(0));
afterAll(async () => {
  for (const server of [has, other, missing, broken, guarded]) await server.stop(true);
  rmSync(folder, { recursive: true });
});

function serve(answer: (request: Request) => Response) {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => {
      asked.push(`${server.port} ${new URL(request.url).pathname}`);
      return answer(request);
    },
  });
  return server;
}

const path = join(folder, "file");
function ask(setting: string) {
  const file = { name: NAME, path, sha256: createHash("sha256").update(BYTES).digest("hex") };
  return downloadFromProxies(file, proxiesOf(setting), () => {});
}

function urlOf({ port }: { port?: number | undefined }, path = "/go/"): string {
  return `http://127.0.0.1:${port}${path}`;
}

describe("GOPROXY", () => {
  test.each([
    [undefined, ["https://proxy.golang.org"]],
    ["", ["https://proxy.golang.org"]],
    ["direct", []],
    ["off", []],
    ["https://one.example/go/,off,https://two.example", ["https://one.example/go"]],
    ["goproxy.example, https://two.example|direct", ["https://goproxy.example", "https://two.example"]],
  ])("%p names %p", (setting, urls) => {
    expect(proxiesOf(setting).map(({ url }) => url)).toEqual(urls);
  });

  test("that allows nobody to be asked says so", async () => {
    expect(await ask("off")).toEqual({ ok: false, problem: "GOPROXY names no proxy that may be asked" });
  });

  test("is obeyed: a proxy is asked below its path", async () => {
    expect(await ask(urlOf(has))).toEqual({ ok: true, value: null });
    expect(asked).toEqual([`${has.port} /go/${NAME}`]);
    expect(readFileSync(path, "utf8")).toBe(BYTES);
  });

  test("behind a comma names who is asked where the one before has no such file", async () => {
    expect((await ask(`${urlOf(missing)},${urlOf(has)}`)).ok).toBe(true);
    const refused = await ask(`${urlOf(broken)},${urlOf(has)}`);
    expect(refused).toEqual({ ok: false, problem: `${urlOf(broken)}${NAME} answers 500` });
  });

  test("behind a bar names who is asked after any failure", async () => {
    expect((await ask(`${urlOf(broken)}|${urlOf(missing)},${urlOf(has)}`)).ok).toBe(true);
    expect(asked.length).toBe(3);
  });

  test("may hold a password, which is sent and never shown", async () => {
    const withPassword = urlOf(guarded).replace("//", "//ada:p%20w@");
    expect((await ask(withPassword)).ok).toBe(true);
    const wrong = await ask(withPassword.replace("p%20w", "secret"));
    expect(wrong).toEqual({ ok: false, problem: `${urlOf(guarded)}${NAME} answers 401` });
  });
});

describe("a file with another hash than the pinned one", () => {
  test("is refused, with both", async () => {
    const refused = await ask(urlOf(other));
    expect(refused.ok ? "" : refused.problem).toMatch(/ has SHA-256 [0-9a-f]{64}, pinned is [0-9a-f]{64}$/);
  });
});
