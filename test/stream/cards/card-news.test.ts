import { beforeEach, describe, expect, test } from "bun:test";
import { CardNews } from "../../../src/stream/cards/card-news.ts";
import { CARDS_HELD_MS, MOST_CARDS } from "../../../src/stream/cards/cards-stream.ts";

let news: CardNews;

beforeEach(() => {
  news = new CardNews();
  news.beginAt(100);
});

function add(sequence: number, { organization = "acme", at = 0, card = `card ${sequence}` } = {}): void {
  news.add({ sequence, organization, card, at });
}

describe("a position", () => {
  test("before all that is held is lost, and goes on with what is held", () => {
    expect(news.footing(99)).toEqual({ kind: "lost", position: 100 });
    expect(news.footing(0)).toEqual({ kind: "lost", position: 100 });
  });

  test("behind all that was ever published is lost, and goes on with what comes", () => {
    add(101);
    expect(news.footing(102)).toEqual({ kind: "lost", position: 101 });
  });

  test("is held at the beginning, at the end and at another organization's card", () => {
    add(101, { organization: "other" });
    add(102);
    for (const position of [100, 101, 102])
      expect(news.footing(position)).toEqual({ kind: "held", position });
  });

  test("is lost when the card behind it has become too old", () => {
    add(101, { at: 0 });
    add(102, { at: 10 });
    add(103, { at: CARDS_HELD_MS + 5 });
    expect(news.footing(100)).toEqual({ kind: "lost", position: 101 });
    expect(news.footing(101).kind).toBe("held");
  });

  test("is lost when there were too many cards behind it", () => {
    for (let sequence = 101; sequence <= 101 + MOST_CARDS; sequence += 1) add(sequence);
    expect(news.footing(100)).toEqual({ kind: "lost", position: 101 });
  });
});

describe("the next card", () => {
  test("is the organization's own", () => {
    add(101, { organization: "other" });
    add(102);
    expect(news.next("acme", 100)?.sequence).toBe(102);
    expect(news.next("acme", 102)).toBeNull();
    expect(news.next("nobody", 100)).toBeNull();
  });

  test("is never one that came before", () => {
    add(101, { card: "same" });
    add(102, { card: "same" });
    add(103);
    expect(news.next("acme", 101)?.sequence).toBe(103);
    expect(news.last).toBe(103);
  });
});
