import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eventually } from "../eventually.ts";
import { type HttpProxy, SLOW_DOWN, startHttpProxy } from "../engines/http-proxy.ts";
import { startTcpProxy, type TcpProxy } from "../engines/tcp-proxy.ts";

const BODY = "a".repeat(10_000);
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) =>
    new Response(request.method === "POST" ? await request.text() : BODY, {
      headers: { "x-host": request.headers.get("host") ?? "" },
    }),
});
const upstream = { port: server.port ?? 0 };
afterAll(() => server.stop(true));

/** What a client gets, on a connection of its own: the body, or "broken". */
function outcomeOf(url: string, init: RequestInit = {}): Promise<string> {
  const answered = fetch(url, { ...init, keepalive: false }).then((answer) => answer.text());
  return answered.catch(() => "broken");
}

describe("a proxy for TCP", () => {
  let proxy: TcpProxy;
  let url: string;
  beforeAll(async () => {
    proxy = await startTcpProxy(upstream);
    url = `http://127.0.0.1:${proxy.port}`;
  });
  afterAll(() => proxy.stop());

  test("refuses connections until it is healed", async () => {
    await proxy.refuse();
    expect(await outcomeOf(url)).toBe("broken");
    await proxy.heal();
    expect(await outcomeOf(url)).toBe(BODY);
  });

  test("breaks a connection in the middle of an answer, and lets the next through", async () => {
    proxy.cutAfter(5_000);
    expect(await outcomeOf(url)).toBe("broken");
    expect(await outcomeOf(url)).toBe(BODY);
  });

  test("holds back what is sent until it is healed, or breaks it off", async () => {
    proxy.stall();
    const held = outcomeOf(url);
    await eventually(async () => proxy.open() > 0);
    await proxy.heal();
    expect(await held).toBe(BODY);
    proxy.stall();
    const lost = outcomeOf(url);
    await eventually(async () => proxy.open() > 0);
    // a client that is cut off without an answer may try a second time
    await proxy.refuse();
    expect(await lost).toBe("broken");
    await proxy.heal();
  });

  test("passes on what is larger than any buffer", async () => {
    const body = "b".repeat(3_000_000);
    expect(await outcomeOf(url, { method: "POST", body })).toBe(body);
  });
});

describe("a proxy for HTTP", () => {
  let proxy: HttpProxy;
  beforeAll(async () => {
    proxy = await startHttpProxy(upstream);
  });
  afterAll(() => proxy.stop());

  test("answers in the server's place", async () => {
    proxy.fail(() => SLOW_DOWN);
    const answer = await fetch(proxy.url, { method: "PUT", body: BODY });
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining("<Code>SlowDown</Code>"),
    ]);
    proxy.heal();
  });

  test("breaks off before an answer, or in its middle", async () => {
    for (const kind of ["unanswered", "half"] as const) {
      proxy.fail(() => ({ kind }));
      expect(await outcomeOf(proxy.url)).toBe("broken");
    }
    proxy.heal();
    expect(await outcomeOf(proxy.url)).toBe(BODY);
  });

  test("fails only the requests that were chosen, and notes all", async () => {
    const before = proxy.asked.length;
    proxy.fail(({ method }) => (method === "PUT" ? SLOW_DOWN : { kind: "late", ms: 1 }));
    expect(await outcomeOf(proxy.url, { method: "POST", body: "c" })).toBe("c");
    expect(await outcomeOf(`${proxy.url}/key`, { method: "PUT", body: "d" })).toContain("SlowDown");
    expect(proxy.asked.slice(before)).toEqual([
      { method: "POST", path: "/" },
      { method: "PUT", path: "/key" },
    ]);
    proxy.heal();
  });

  test("keeps the name that a client called the server by", async () => {
    const answer = await fetch(proxy.url);
    expect(answer.headers.get("x-host")).toBe(new URL(proxy.url).host);
  });
});
