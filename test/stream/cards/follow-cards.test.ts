import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CardNews } from "../../../src/stream/cards/card-news.ts";
import { cardsNameOf, prepareCards } from "../../../src/stream/cards/cards-stream.ts";
import { CardFollower } from "../../../src/stream/cards/follow-cards.ts";
import { cardPublisher } from "../../../src/stream/cards/publish-card.ts";
import { connectTo, type StreamConnection } from "../../../src/stream/connection.ts";
import { EmbeddedServer } from "../../../src/stream/server/server.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { silentLog } from "../../../src/vocabulary/log.ts";

const MIB = 1024 * 1024;

let directory = "";
let server: EmbeddedServer;
let connection: StreamConnection;
let followers: CardFollower[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "cards-"));
  server = await EmbeddedServer.start(directory, 64 * MIB, silentLog);
  connection = await connectTo(server.address, "cards");
});

beforeEach(async () => {
  await connection.manager.streams.delete(cardsNameOf(connection)).catch(() => {});
});

afterEach(() => {
  for (const follower of followers) follower.close();
  followers = [];
});

afterAll(async () => {
  await connection.close();
  await server.stop();
  rmSync(directory, { recursive: true });
});

async function follow(clock = systemClock): Promise<CardNews> {
  const follower = CardFollower.open({ connection, clock, log: silentLog });
  followers.push(follower);
  await follower.ready;
  return follower.news;
}

async function publish(...cards: string[]): Promise<void> {
  for (const id of cards) await cardPublisher(connection)("acme", { id });
}

/** Returns the organization's cards behind a position, as soon as there are so many. */
async function cardsBehind(news: CardNews, position: number, count: number): Promise<string[]> {
  const cards: string[] = [];
  for (let at = position; cards.length < count;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = news.onNews(resolve);
    const notice = news.next("acme", at);
    if (notice === null) await promise;
    end();
    if (notice === null) continue;
    cards.push(notice.card);
    at = notice.sequence;
  }
  return cards;
}

describe("whoever follows the cards", () => {
  test("gets what is published, in order and once, however often it is published", async () => {
    const news = await follow();
    const start = news.last;
    await publish("one", "two", "one", "three");
    expect(await cardsBehind(news, start, 3)).toEqual(["one", "two", "three"]);
    expect(news.next("acme", news.last)).toBeNull();
  });

  test("gets none of another organization's", async () => {
    const news = await follow();
    const start = news.last;
    await cardPublisher(connection)("other", { id: "theirs" });
    await publish("ours");
    expect(await cardsBehind(news, start, 1)).toEqual(["ours"]);
  });

  test("finds what was published before it came, and may go on behind any of it", async () => {
    const first = await follow();
    const start = first.last;
    await publish("one", "two", "three");
    await cardsBehind(first, start, 3);
    const news = await follow();
    expect(news.footing(start)).toEqual({ kind: "held", position: start });
    expect(await cardsBehind(news, start + 1, 2)).toEqual(["two", "three"]);
  });

  test("goes on with nothing missed when the server was killed", async () => {
    const news = await follow();
    const start = news.last;
    await publish("before");
    await server.kill();
    await until(() =>
      publish("after").then(
        () => true,
        () => false,
      ),
    );
    await publish("later");
    expect(await cardsBehind(news, start, 3)).toEqual(["before", "after", "later"]);
  });

  test("goes on when the stream is lost, and never uses a place again", async () => {
    const before = await follow();
    const start = before.last;
    await publish("one", "two");
    await cardsBehind(before, start, 2);
    const old = before.last;
    await connection.manager.streams.delete(cardsNameOf(connection));
    await prepareCards(connection, systemClock);
    const news = await follow();
    expect(news.last).toBeGreaterThanOrEqual(old);
    expect(news.footing(old - 1).kind).toBe("lost");
  });

  test("gives way to what is foreign in the stream", async () => {
    const news = await follow();
    const start = news.last;
    await connection.client.publish(`${cardsNameOf(connection)}.acme`, "not json");
    await connection.client.publish(`${cardsNameOf(connection)}.acme`, JSON.stringify({ other: 1 }));
    await publish("one");
    expect(await cardsBehind(news, start, 1)).toEqual(["one"]);
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(20);
}
