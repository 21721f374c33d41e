import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { keyCaller } from "../../../src/identity/caller.ts";
import { Listeners, type ListenersParts } from "../../../src/http/event-stream/listeners.ts";
import type { Card } from "../../../src/insights/advisor/card.ts";
import { CardNews } from "../../../src/stream/cards/card-news.ts";
import type { Log } from "../../../src/vocabulary/log.ts";

const CALLER = keyCaller({
  keyId: "key",
  organizationId: "here",
  role: "member",
  developerId: null,
  scopes: ["ingest", "read_team"],
});

let news: CardNews;
let listeners: Listeners;
let errors: string[];

beforeEach(() => {
  news = new CardNews();
  news.beginAt(1_000);
  errors = [];
  listen();
});

afterEach(() => listeners.stop());

function listen(changes: Partial<ListenersParts> = {}): void {
  const log: Log = { info: () => {}, warning: () => {}, error: (message) => void errors.push(message) };
  const ready = Promise.resolve();
  listeners = new Listeners({ cards: { news, ready }, readCard: async () => null, log, ...changes });
}

function open({
  position = null,
  isAdmitted = async () => true,
  signal = new AbortController().signal,
}: { position?: number | null; isAdmitted?: () => Promise<boolean>; signal?: AbortSignal } = {}) {
  const request = new Request("http://here/v1/advisor/stream", { signal });
  return listeners.open({ request, caller: CALLER, position, isAdmitted });
}

async function firstEvent(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    const text = decoder.decode(bytes);
    if (!text.startsWith(":")) return text;
  }
  return "the end";
}

describe("a stream", () => {
  test("is not counted when its client left before it began", async () => {
    listeners.stop();
    const { promise: ready, resolve: begin } = Promise.withResolvers<void>();
    listen({ cards: { news, ready } });
    const leaving = new AbortController();
    const opening = open({ signal: leaving.signal });
    leaving.abort();
    begin();
    await opening;
    expect(listeners.count).toBe(0);
  });

  test("ends when its key cannot be checked, which is logged", async () => {
    const unchecked = await open({ isAdmitted: () => Promise.reject(new Error("a bug")) });
    expect(await firstEvent(unchecked)).toBe("the end");
    expect(errors).toEqual(["a key or sign-in could not be checked; ending its streams"]);
  });

  test("says nothing of a card that was purged since others heard of it", async () => {
    listeners.stop();
    const cards = new Set(["one", "two"]);
    const readCard = async ({ id }: { id: string }) =>
      cards.has(id) ? { card: { id } as Card, readers: [] } : null;
    listen({ readCard, cardsFreshForMs: 0 });
    for (const [place, card] of [...cards].entries())
      news.add({ sequence: 1_001 + place, organization: "here", card, at: 0 });
    expect(await firstEvent(await open({ position: 1_000 }))).toContain('"one"');
    cards.delete("one");
    expect(await firstEvent(await open({ position: 1_000 }))).toContain('"two"');
  });
});
