import { afterAll, describe, expect, test } from "bun:test";
import { eventually } from "../../eventually.ts";
import { type IngestDoor, openIngestDoor, type RawEngine, rawEngine, sendRaw } from "./ingest-door.ts";

const doors: IngestDoor[] = [];
const engines: RawEngine[] = [];
afterAll(async () => {
  await Promise.all(doors.map((door) => door.stop()));
  for (const engine of engines) engine.stop();
});

function doorTo(urls: readonly string[], changes: Parameters<typeof openIngestDoor>[1] = {}): IngestDoor {
  const door = openIngestDoor(urls, changes);
  doors.push(door);
  return door;
}

async function engineThat(...given: Parameters<typeof rawEngine>): Promise<RawEngine> {
  const engine = await rawEngine(...given);
  engines.push(engine);
  return engine;
}

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

/** Nobody listens there: the port was free a moment ago. */
async function nobody(): Promise<string> {
  const engine = await rawEngine(() => {});
  engine.stop();
  return engine.url;
}

async function problemOf(response: Response): Promise<unknown> {
  const { status, detail } = (await response.json()) as { status: number; detail: string };
  return { type: response.headers.get("content-type"), status, detail };
}

const POST = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };

describe("an engine that cannot be reached", () => {
  test("is a 502 problem that says telemetry is received meanwhile", async () => {
    const door = doorTo([await nobody()]);
    expect(await problemOf(await fetch(`${door.url}/v1/session`))).toEqual({
      type: "application/problem+json",
      status: 502,
      detail: "No engine answers. Telemetry is received meanwhile; ask again later.",
    });
  });

  test("is followed by the next one, also for a change, which no engine has seen", async () => {
    const engine = await engineThat((socket) => socket.write(OK));
    const door = doorTo([await nobody(), engine.url, await nobody()]);
    const answers = await Promise.all([fetch(`${door.url}/a`, POST), fetch(`${door.url}/b`, POST)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(engine.received).toHaveLength(2);
  });

  test("answers again as soon as it was looked at", async () => {
    const door = doorTo([await nobody()], { lookEveryMs: 5 });
    await eventually(async () => door.engines().answering === 0);
    const engine = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("back") });
    const other = doorTo([`http://127.0.0.1:${engine.port}`], { lookEveryMs: 5 });
    await eventually(async () => other.engines().answering === 1);
    await engine.stop(true);
    await eventually(async () => other.engines().answering === 0);
    expect(other.log.join()).toContain("an engine does not answer");
  });
});

describe("an engine that breaks off before it answers", () => {
  test("is not sent a change again, nor is another one", async () => {
    const broken = await engineThat((socket) => socket.destroy());
    const other = await engineThat((socket) => socket.destroy());
    const door = doorTo([broken.url, other.url]);
    const response = await fetch(`${door.url}/v1/admin/keys`, POST);
    expect(await problemOf(response)).toMatchObject({
      status: 502,
      detail: expect.stringContaining("a change may have been made"),
    });
    expect([...broken.received, ...other.received]).toHaveLength(1);
  });

  test("is followed by the next one for what changes nothing", async () => {
    const broken = await engineThat((socket) => socket.destroy());
    const sound = await engineThat((socket) => socket.write(OK));
    const door = doorTo([broken.url, sound.url]);
    const answers = await Promise.all(["/a", "/b", "/c"].map((path) => fetch(door.url + path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test("that never answers is a 502 problem within the time, and its connection is closed", async () => {
    const silent = await engineThat(() => {});
    const door = doorTo([silent.url], { patienceMs: 50 });
    expect(await problemOf(await fetch(`${door.url}/v1/session`))).toMatchObject({
      status: 502,
      detail: "The engine takes too long to answer; a change may still be made. Look before you ask again.",
    });
    await eventually(async () => silent.open() === 0);
  });

  test.each([
    ["garbage", "garbage\r\n\r\n"],
    ["a header without a colon", "HTTP/1.1 200 OK\r\nbad header\r\n\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nabc"],
    ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n"],
    ["a status that there is not", "HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n"],
  ])("%s is a 502 problem", async (_, bytes) => {
    const engine = await engineThat((socket) => socket.end(bytes));
    const response = await fetch(`${doorTo([engine.url]).url}/v1/session`);
    expect(await problemOf(response)).toMatchObject({ status: 502 });
  });
});

describe("an answer on its way", () => {
  test.each([
    ["chunked", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n"],
    ["of a known length", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc"],
    ["chunked, before its first byte", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"],
  ])("that breaks off, %s, does not look whole to the client", async (_, bytes) => {
    const engine = await engineThat((socket) => socket.write(bytes, () => socket.destroy()));
    const read = fetch(`${doorTo([engine.url]).url}/export`).then((answer) => answer.text());
    expect(await read.catch(() => "cut off")).toBe("cut off");
  });

  test("ends at the engine when the client leaves", async () => {
    const engine = await engineThat((socket) =>
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n"),
    );
    const leaving = new AbortController();
    const response = await fetch(`${doorTo([engine.url]).url}/v1/advisor/stream`, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    await eventually(async () => engine.open() === 0);
  });

  test("comes piece by piece, as the engine sends it", async () => {
    const sent: ((text: string) => void)[] = [];
    const engine = await engineThat((socket) => {
      socket.write(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n",
      );
      sent.push((text) => socket.write(`${text.length.toString(16)}\r\n${text}\r\n`));
    });
    const asked = fetch(`${doorTo([engine.url]).url}/v1/advisor/stream`);
    await eventually(async () => sent.length === 1);
    sent[0]?.("first");
    const reader = (await asked).body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toBe("first");
    sent[0]?.("second");
    expect(await read()).toBe("second");
    await reader?.cancel();
  });

  test("keeps its status, every cookie and its packing, and no header of the connection", async () => {
    const packed = Bun.gzipSync("packed");
    const engine = await engineThat((socket) => {
      const head = [
        "HTTP/1.1 201 Created",
        "set-cookie: a=1",
        "set-cookie: b=2",
        "connection: keep-alive, x-private",
        "keep-alive: timeout=5",
        "x-private: hop",
        "x-request-id: of-the-engine",
        "content-encoding: gzip",
        `content-length: ${packed.length}`,
      ];
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
      socket.write(packed);
    });
    const response = await fetch(`${doorTo([engine.url]).url}/v1/session`, { decompress: false });
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-encoding": "gzip",
      "x-request-id": "of-the-engine",
    });
    expect([response.headers.get("x-private"), response.headers.get("keep-alive")]).toEqual([null, null]);
    expect(await response.bytes()).toEqual(packed);
  });

  test.each([301, 302, 307])("%d is the client's to follow", async (status) => {
    const engine = await engineThat((socket) =>
      socket.write(
        `HTTP/1.1 ${status} Moved\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n`,
      ),
    );
    const response = await fetch(`${doorTo([engine.url]).url}/v1/session`, { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([status, "http://169.254.169.254/"]);
  });

  test("is not kept for a client that reads slowly", async () => {
    const [chunk, most] = [new Uint8Array(1 << 20), 200];
    let made = 0;
    const engine = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              made += 1;
              if (made > most) return controller.close();
              return controller.enqueue(chunk);
            },
          }),
        ),
    });
    const response = await fetch(`${doorTo([`http://127.0.0.1:${engine.port}`]).url}/export`);
    const reader = response.body?.getReader();
    await reader?.read();
    let before = -1;
    // no more is made once every buffer on the way is full
    await eventually(async () => {
      const isStill = made === before;
      before = made;
      await Bun.sleep(50);
      return isStill;
    });
    expect(made).toBeLessThan(most / 2);
    await reader?.cancel();
    await engine.stop(true);
  });
});

describe("a request on its way", () => {
  async function asSent(
    request: string,
    changes: Parameters<typeof openIngestDoor>[1] = {},
  ): Promise<string> {
    const [, body = ""] = request.split("\r\n\r\n");
    let received = "";
    const engine = await engineThat((socket, piece) => {
      received += piece;
      if (received.endsWith(`\r\n\r\n${body}`)) socket.write(OK);
    });
    await sendRaw(doorTo([engine.url], changes).url, request);
    return received;
  }

  test("keeps its method, path, query, host, key, cookies and body", async () => {
    const sent = await asSent(
      "PATCH /v1/reports/schedules/a%2Fb?x=1&x=2 HTTP/1.1\r\nHost: scoring.lan:8080\r\nAuthorization: Bearer k\r\n" +
        "Cookie: a=1\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
    );
    expect(sent).toStartWith("PATCH /v1/reports/schedules/a%2Fb?x=1&x=2 HTTP/1.1\r\n");
    for (const header of [
      "Host: scoring.lan:8080",
      "Authorization: Bearer k",
      "Cookie: a=1",
      "Content-Length: 2",
    ])
      expect(sent.toLowerCase()).toContain(`\r\n${header.toLowerCase()}\r\n`);
    expect(sent).toEndWith("{}");
  });

  test("names its client, whatever the client says of itself", async () => {
    const lies =
      "X-Forwarded-For: 8.8.8.8\r\nX-Real-IP: 8.8.8.8\r\nForwarded: for=8.8.8.8\r\nX-Forwarded-Host: evil\r\n" +
      "X-Forwarded-Proto: https\r\nVia: 1.1 scoring-ingest\r\nX-Forwarded-Prefix: /evil\r\n";
    const sent = await asSent(`GET / HTTP/1.1\r\nHost: h\r\n${lies}Connection: close\r\n\r\n`);
    expect(sent.toLowerCase()).toContain("\r\nx-forwarded-for: unknown\r\n");
    expect(sent.toLowerCase()).toContain("\r\nx-forwarded-host: h\r\n");
    expect(sent.toLowerCase()).toContain("\r\nx-forwarded-proto: http\r\n");
    expect(sent).not.toContain("8.8.8.8");
    expect(sent).not.toContain("evil");
  });

  test("names the client that a trusted proxy in front of the node names", async () => {
    const request =
      "GET / HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 6.6.6.6, 203.0.113.9\r\nConnection: close\r\n\r\n";
    const sent = await asSent(request, { trustedProxies: ["127.0.0.1"] });
    expect(sent.toLowerCase()).toContain("\r\nx-forwarded-for: 203.0.113.9\r\n");
  });

  test("loses the headers of its connection", async () => {
    const sent = await asSent(
      "GET / HTTP/1.1\r\nHost: h\r\nConnection: close, X-Secret\r\nX-Secret: 1\r\nTE: trailers\r\nUpgrade: h2c\r\n" +
        "Proxy-Authorization: Basic x\r\nKeep-Alive: timeout=1\r\n\r\n",
    );
    expect(sent).not.toMatch(/x-secret|trailers|h2c|proxy-authorization|timeout=1/i);
  });

  test.each([
    [
      "an address of another server",
      "GET http://evil.example/x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
    ],
    ["dots", "GET /a/../../x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"],
    ["a host that is an address", "GET /x HTTP/1.1\r\nHost: 169.254.169.254\r\nConnection: close\r\n\r\n"],
  ])("with %s goes to the engine and nowhere else", async (_, request) => {
    expect(await asSent(request)).toStartWith("GET /x HTTP/1.1\r\n");
  });

  test.each([
    ["two slashes", "GET //evil.example/x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "404"],
    ["no slash", "GET @evil.example/x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "400"],
    ["two hosts", "GET /x HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", "400"],
    [
      "two lengths of its body",
      "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /y HTTP/1.1\r\n\r\n",
      "400",
    ],
    [
      "another server to connect to",
      "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
      "4",
    ],
  ])("with %s never reaches an engine", async (_, request, status) => {
    const engine = await engineThat((socket) => socket.write(OK));
    const answer = await sendRaw(doorTo([engine.url]).url, request, "headers");
    expect(answer).toStartWith(`HTTP/1.1 ${status}`);
    expect(engine.received).toEqual([]);
  });

  test("with a body that no route takes is refused before an engine is asked, where its length is known", async () => {
    const engine = await engineThat((socket) => socket.write(OK));
    const body = "x".repeat(1024 * 1024 + 1);
    const response = await fetch(`${doorTo([engine.url]).url}/v1/session`, { ...POST, body });
    expect(await problemOf(response)).toMatchObject({ status: 413 });
    expect(engine.received).toEqual([]);
  });

  test("with such a body is cut off where its length is not known", async () => {
    const engine = await engineThat(() => {});
    const piece = new Uint8Array(300_000);
    let pieces = 0;
    const body = new ReadableStream({
      pull(controller) {
        pieces += 1;
        return pieces > 20 ? controller.close() : controller.enqueue(piece);
      },
    });
    const asked = fetch(`${doorTo([engine.url]).url}/v1/session`, { ...POST, body }).then(
      problemOf,
      () => "cut off",
    );
    const answer = await asked;
    if (answer !== "cut off") expect(answer).toMatchObject({ status: 413 });
    expect(engine.received.join("").length).toBeLessThan(1_300_000);
  });

  test("with 15 kB of headers passes, and with more than the server takes does not", async () => {
    const padding = "x".repeat(15_000);
    expect(
      await asSent(`GET / HTTP/1.1\r\nHost: h\r\nX-Pad: ${padding}\r\nConnection: close\r\n\r\n`),
    ).toContain(padding);
    const huge = "x".repeat(100_000);
    expect(await asSent(`GET / HTTP/1.1\r\nHost: h\r\nX-Pad: ${huge}\r\nConnection: close\r\n\r\n`)).toBe("");
  });
});

describe("what an ingest node answers itself", () => {
  test("is whether it lives, without an engine", async () => {
    const door = doorTo([await nobody()]);
    expect(await (await fetch(`${door.url}/livez`)).json()).toEqual({ status: "alive" });
  });

  test.each(["/metrics", "/v1/intelligence/prism"])("is who may ask for %s", async (path) => {
    const door = doorTo([await nobody()]);
    expect((await fetch(door.url + path)).status).toBe(401);
  });
});
