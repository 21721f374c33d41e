import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { Listeners, type ListenersParts } from "../../../src/http/event-stream/listeners.ts";
import { Refusal } from "../../../src/http/refusal.ts";
import type { Card } from "../../../src/insights/advisor/card.ts";
import type { HeardCard } from "../../../src/insights/advisor/listed/read-heard-card.ts";
import { CardNews } from "../../../src/stream/cards/card-news.ts";
import { silentLog } from "../../../src/vocabulary/log.ts";
import { type Door, openDoor } from "../open-door.ts";
import { type OpenStream, openStream } from "./events.ts";

const PATH = "/v1/advisor/stream";

let news: CardNews;
let cards: Map<string, HeardCard>;
let readings: string[];
let failing: Error | null;
let listeners: Listeners;
let door: Door;
let streams: OpenStream[];

beforeEach(async () => {
  news = new CardNews();
  news.beginAt(1_000);
  [cards, readings, failing, streams] = [new Map(), [], null, []];
  await open();
});

afterEach(close);

async function open(
  changes: Partial<ListenersParts> = {},
  ofDoor: Parameters<typeof openDoor>[0] = {},
): Promise<void> {
  listeners = new Listeners({
    cards: { news, ready: Promise.resolve() },
    async readCard({ id }) {
      readings.push(id);
      if (failing !== null) throw failing;
      return cards.get(id) ?? null;
    },
    log: silentLog,
    ...changes,
  });
  door = await openDoor({ listeners, corsOrigins: ["https://there.example"], ...ofDoor });
}

async function close(): Promise<void> {
  for (const stream of streams) await stream.leave();
  listeners.stop();
  await door.server.stop(0);
}

async function listen(
  key: string,
  { lastEventId, query = "" }: { lastEventId?: string; query?: string } = {},
): Promise<OpenStream> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
  };
  const stream = await openStream(`${door.server.url}${PATH}${query}`, headers);
  streams.push(stream);
  return stream;
}

/**
 * Publishes a card.
 *
 * @remarks Takes whose it is; ada's when nobody is named.
 */
function publish(
  id: string,
  { developer = "ada", organization = door.organization, advice = "Say which file." } = {},
): number {
  const card = { id, advice, developer: { id: developer } } as unknown as Card;
  cards.set(id, { card, readers: [developer] });
  const sequence = news.last + 1;
  news.add({ sequence, organization, card: id, at: 0 });
  return sequence;
}

function cardIn(data: string | null): string {
  return (JSON.parse(data ?? "null") as Card).id;
}

async function nextCards(stream: OpenStream, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const event = await stream.next();
    if (event === null) return [...ids, "the end"];
    ids.push(event.event === "card" ? cardIn(event.data) : `${event.event}`);
  }
  return ids;
}

describe("a stream is refused", () => {
  test("without a key", async () => {
    const { response } = await openStream(`${door.server.url}${PATH}`, {});
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  });

  test.each(["-1", "x", "1.5", "0x1", "9".repeat(21)])("behind the id %p", async (id) => {
    expect((await listen(door.keys.member, { lastEventId: id })).response.status).toBe(400);
    const byQuery = await listen(door.keys.member, { query: `?last_event_id=${id}` });
    expect(byQuery.response.status).toBe(400);
    const problem = (await byQuery.response.json().catch(() => null)) as unknown;
    expect(JSON.stringify(problem)).not.toContain("9".repeat(21));
  });

  test("beyond the most that a key may have, until one of them ends", async () => {
    await close();
    await open({ mostOfAKey: 3 });
    const three = await Promise.all(Array.from({ length: 3 }, () => listen(door.keys.member)));
    const { response } = await listen(door.keys.member);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      429,
      "application/problem+json",
    ]);
    expect((await listen(door.keys.bound)).response.status).toBe(200);
    await three[0]?.leave();
    await until(async () => (await listen(door.keys.member)).response.status === 200);
  });

  test("while the server stops, and while its stream is away", async () => {
    await close();
    await open({ cards: { news, ready: new Promise(() => {}) } });
    expect((await listen(door.keys.member)).response.status).toBe(503);
    await close();
    await open();
    listeners.stop();
    expect((await listen(door.keys.member)).response.status).toBe(503);
  });

  test("for another method", async () => {
    const answer = await door.get(PATH, door.keys.member, { method: "POST" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    const options = await door.get(PATH, door.keys.member, { method: "OPTIONS" });
    expect(options.status).toBe(405);
  });
});

describe("a stream", () => {
  test("says what it is, is neither stored nor buffered nor compressed, and may be read by listed origins", async () => {
    const headers = {
      authorization: `Bearer ${door.keys.member}`,
      origin: "https://there.example",
      "accept-encoding": "gzip, br, zstd",
    };
    const stream = await openStream(door.server.url + PATH, headers);
    streams.push(stream);
    const header = (name: string): string | null => stream.response.headers.get(name);
    expect(stream.response.status).toBe(200);
    expect(header("content-type")).toBe("text/event-stream");
    expect(header("cache-control")).toBe("no-store");
    expect(header("x-accel-buffering")).toBe("no");
    expect(header("content-encoding")).toBeNull();
    expect(header("x-request-id")).not.toBeNull();
    expect(header("access-control-allow-origin")).toBe("https://there.example");
  });

  test("answers HEAD with its headers, and a preflight", async () => {
    const head = await door.get(PATH, door.keys.member, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
      200,
      "text/event-stream",
      "",
    ]);
    const preflight = await door.get(PATH, undefined, {
      method: "OPTIONS",
      headers: { origin: "https://there.example", "access-control-request-method": "GET" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("last-event-id");
  });

  test("begins at once, with the position of one who names none", async () => {
    const stream = await listen(door.keys.member);
    expect(await stream.nextBlock()).toBe(": listening\nid: 1000");
  });

  test("reports cards as they are made, under their place in the stream", async () => {
    publish("before");
    const stream = await listen(door.keys.member);
    const sequence = publish("one");
    const event = await stream.next();
    expect(event).toMatchObject({ event: "card", id: String(sequence) });
    expect(cardIn(event?.data ?? null)).toBe("one");
    publish("two", { advice: "Two\nlines, and\r\n\u2028 more" });
    expect(JSON.parse((await stream.next())?.data ?? "").advice).toBe("Two\nlines, and\r\n\u2028 more");
  });

  test("reads a card once for all who listen", async () => {
    const open = await Promise.all(Array.from({ length: 20 }, () => listen(door.keys.member)));
    publish("one");
    for (const stream of open) expect(await nextCards(stream, 1)).toEqual(["one"]);
    expect(readings).toEqual(["one"]);
  });

  test("says that it is there while nothing happens", async () => {
    await close();
    await open({ beatEveryMs: 20 });
    const stream = await listen(door.keys.member);
    const blocks = [await stream.nextBlock(), await stream.nextBlock(), await stream.nextBlock()];
    expect(blocks.slice(1)).toEqual([": still here", ": still here"]);
  });
});

describe("one who comes back", () => {
  test("goes on behind the id, by header or parameter, with nothing missed and nothing twice", async () => {
    const first = publish("one");
    publish("two");
    publish("three");
    const stream = await listen(door.keys.member, { lastEventId: String(first) });
    expect(await nextCards(stream, 2)).toEqual(["two", "three"]);
    const byQuery = await listen(door.keys.member, { query: `?last_event_id=${first}` });
    publish("four");
    expect(await nextCards(byQuery, 3)).toEqual(["two", "three", "four"]);
    expect(await nextCards(stream, 1)).toEqual(["four"]);
  });

  test("goes on behind the header when its address names an older one, as browsers do", async () => {
    const first = publish("one");
    const second = publish("two");
    publish("three");
    const stream = await listen(door.keys.member, {
      lastEventId: String(second),
      query: `?last_event_id=${first}`,
    });
    expect(await nextCards(stream, 1)).toEqual(["three"]);
  });

  test("is asked once to read the list when its position is not held or not known, and then what is held", async () => {
    publish("one");
    const old = await listen(door.keys.member, { lastEventId: "1" });
    expect(await old.next()).toEqual({ event: "resync", id: "1000", data: "{}" });
    expect(await nextCards(old, 1)).toEqual(["one"]);
    const unknown = await listen(door.keys.member, { lastEventId: "99999999999999999999" });
    expect(await unknown.next()).toMatchObject({ event: "resync", id: "1001" });
    publish("two");
    expect(await nextCards(unknown, 1)).toEqual(["two"]);
  });

  test("is asked to read the list when the stream was lost while it listened", async () => {
    const stream = await listen(door.keys.member);
    publish("one");
    expect(await nextCards(stream, 1)).toEqual(["one"]);
    news.beginAt(500);
    expect(await nextCards(stream, 1)).toEqual(["resync"]);
    publish("two");
    expect(await nextCards(stream, 1)).toEqual(["two"]);
  });

  test("comes with all the others at once, and each misses nothing", async () => {
    const from = news.last;
    const wanted = Array.from({ length: 30 }, (_, index) => `card ${index}`);
    for (const id of wanted) publish(id);
    const storm = Array.from({ length: 3 }, async () => {
      const open = await Promise.all(
        Array.from({ length: 60 }, () => listen(door.keys.member, { lastEventId: String(from) })),
      );
      const heard = await Promise.all(open.map((stream) => nextCards(stream, wanted.length)));
      for (const stream of open) await stream.leave();
      return heard;
    });
    for (const heard of (await Promise.all(storm)).flat()) expect(heard).toEqual(wanted);
    expect(readings).toHaveLength(wanted.length);
  });
});

describe("whoever listens", () => {
  test("hears nothing of another organization", async () => {
    const stream = await listen(door.keys.foreign);
    publish("ours");
    publish("theirs", { organization: "another" });
    await close(); // ends the stream behind all that was said
    expect(await nextCards(stream, 1)).toEqual(["the end"]);
  });

  test("hears with a bound key of one's own cards only", async () => {
    const stream = await listen(door.keys.bound);
    publish("bob's", { developer: "bob" });
    publish("ada's");
    expect(await nextCards(stream, 1)).toEqual(["ada's"]);
  });

  test("hears nothing of a card that was purged meanwhile", async () => {
    const from = news.last;
    publish("gone");
    cards.clear();
    publish("there");
    const stream = await listen(door.keys.admin, { lastEventId: String(from) });
    expect(await nextCards(stream, 1)).toEqual(["there"]);
  });

  test("hears of a card later when it cannot be read at once", async () => {
    const stream = await listen(door.keys.member);
    failing = new Refusal(503, { detail: "too slow" });
    publish("one");
    publish("two");
    await until(async () => readings.length > 0);
    failing = null;
    expect(await nextCards(stream, 2)).toEqual(["one", "two"]);
  });

  test("is ended when reading a card breaks, and finds it on coming back", async () => {
    const from = news.last;
    const stream = await listen(door.keys.member);
    failing = new Error("a bug");
    publish("one");
    expect(await nextCards(stream, 1)).toEqual(["the end"]);
    failing = null;
    expect(await nextCards(await listen(door.keys.member, { lastEventId: String(from) }), 1)).toEqual([
      "one",
    ]);
  });

  test("is ended when the key is revoked, with no card after it, and others are not", async () => {
    const [ended, other] = [await listen(door.keys.member), await listen(door.keys.bound)];
    await door.revoke(door.keys.member);
    expect(await ended.next()).toBeNull();
    publish("one");
    expect(await nextCards(other, 1)).toEqual(["one"]);
  });

  test("is ended when the browser's sign-in is over", async () => {
    let laterMs = 0;
    await close();
    await open({}, { laterMs: () => laterMs });
    const cookie = await door.signIn(door.keys.member);
    const stream = await openStream(door.server.url + PATH, { cookie });
    expect(stream.response.status).toBe(200);
    laterMs = 13 * 3_600_000;
    expect(await stream.next()).toBeNull();
  });

  test("is ended when the server stops, at once", async () => {
    const stream = await listen(door.keys.member);
    listeners.stop();
    expect(await stream.next()).toBeNull();
  });

  test("may leave whenever, and nothing of it is left", async () => {
    const stream = await listen(door.keys.member);
    await stream.leave();
    publish("one");
    await until(async () => listeners.count === 0);
  });

  test("makes nothing pile up here by never reading", async () => {
    const socket = await readNothing(door.keys.member);
    await until(async () => listeners.count === 1);
    const large = "x".repeat(256 * 1024);
    for (let index = 0; index < 100; index += 1) publish(`card ${index}`, { advice: large });
    // what the kernel takes between the two ends is some megabytes; the rest of the cards is not even read
    const settled = async (): Promise<boolean> => {
      const before = readings.length;
      await Bun.sleep(200);
      return readings.length === before;
    };
    await until(async () => readings.length > 2 && (await settled()));
    expect(readings.length).toBeLessThan(60);
    socket.destroy();
    await until(async () => listeners.count === 0);
  });

  test("is cut off when it takes nothing for too long", async () => {
    await close();
    await open({ beatEveryMs: 20, longestUntakenMs: 50 });
    const socket = await readNothing(door.keys.member);
    const large = "x".repeat(256 * 1024);
    await until(async () => listeners.count === 1);
    for (let index = 0; index < 100; index += 1) publish(`card ${index}`, { advice: large });
    await until(async () => listeners.count === 0);
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    socket.on("close", () => resolve());
    socket.resume();
    await closed;
  });
});

/** Asks for the stream by hand and never reads what comes. */
async function readNothing(key: string): Promise<Socket> {
  const { hostname, port } = new URL(door.server.url);
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(Number(port), hostname, resolve);
  await promise;
  socket.on("error", () => {});
  socket.pause();
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  return socket;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(10);
}
