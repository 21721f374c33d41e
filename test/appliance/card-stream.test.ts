/** New cards through the real stream: to whom, for how long, and whatever dies meanwhile. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTransaction } from "../../src/database/transaction.ts";
import { developerToBind } from "../../src/identity/developers/directory.ts";
import type { Card } from "../../src/insights/advisor/card.ts";
import { insertCard } from "../../src/insights/advisor/cards-table.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { type OpenStream, openStream } from "../http/event-stream/events.ts";
import { cardOf } from "../insights/advisor/cards.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";
import { serveProcess } from "./served-process.ts";

const PATH = "/v1/advisor/stream";

const directory = mkdtempSync(join(tmpdir(), "card-stream-"));
let appliance: TestAppliance;
let ours: TestOrganization;
let theirs: TestOrganization;
let ada = { id: "", key: "", keyId: "" };
const streams: OpenStream[] = [];

beforeAll(async () => {
  appliance = await startTestAppliance({ directory });
  ours = await appliance.addOrganization();
  theirs = await appliance.addOrganization();
  const { id: keyId, key } = await ours.addKey({ developer: "ada@example.com" });
  ada = { id: await developerIdOf("ada@example.com"), key, keyId };
});

afterAll(async () => {
  for (const stream of streams) await stream.leave();
  await stop();
  rmSync(directory, { recursive: true, force: true });
});

let isStopped = false;

/** Leaves the folder to others. */
async function stop(): Promise<void> {
  if (!isStopped) await appliance.stop();
  isStopped = true;
}

async function developerIdOf(email: string, organizationId = ours.id): Promise<string> {
  const asked = { organizationId, idOrEmail: email };
  const bound = await changing((transaction) => developerToBind(transaction, asked));
  if (!bound.ok) throw new Error(`${email} is no address`);
  return bound.value.id;
}

async function changing<Value>(
  change: (transaction: Parameters<typeof insertCard>[0]) => Promise<Value>,
): Promise<Value> {
  const database = openDatabaseOf(localStores(directory), "write");
  try {
    return await inTransaction(database, "full", change);
  } finally {
    await database.destroy();
  }
}

/** Keeps a card that nobody has heard of, as a program that died at that moment leaves it. */
async function keepCard(
  id: string,
  changes: { organization?: string; developer?: string } = {},
): Promise<void> {
  const row = { organization: ours.id, developer: ada.id, created_at: Date.now(), ...changes };
  await changing((transaction) => insertCard(transaction, cardOf({ ...row, id })));
}

/** Has the stage look again; whatever is asked of the engine wakes it. */
async function lookAgain(): Promise<void> {
  await fetch(`${appliance.url}/v1/advisor/run`, {
    method: "POST",
    headers: { authorization: `Bearer ${ours.admin}`, "content-type": "application/json" },
    body: JSON.stringify({ session_id: "none" }),
  });
}

async function publish(id: string, changes: Parameters<typeof keepCard>[1] = {}): Promise<void> {
  await keepCard(id, changes);
  await lookAgain();
}

async function listen(
  key: string,
  lastEventId: string | null = null,
  url = appliance.url,
): Promise<OpenStream> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(lastEventId !== null && { "last-event-id": lastEventId }),
  };
  const stream = await openStream(url + PATH, headers);
  expect(stream.response.status).toBe(200);
  streams.push(stream);
  return stream;
}

async function nextCard(stream: OpenStream): Promise<{ card: string; id: string | null }> {
  const event = await stream.next();
  if (event?.event !== "card") throw new Error(`there came ${event === null ? "the end" : event.event}`);
  return { card: (JSON.parse(event.data ?? "") as Card).id, id: event.id };
}

describe("the stream of cards", () => {
  test("is there with a key only", async () => {
    expect((await fetch(appliance.url + PATH)).status).toBe(401);
  });

  test("reports a card as GET /v1/advisor/cards/{id} does", async () => {
    const stream = await listen(ours.admin);
    await publish("one");
    const event = await stream.next();
    const listed = await appliance.get("/v1/advisor/cards/one", ours.admin);
    expect(JSON.parse(event?.data ?? "")).toEqual(await listed.json());
  });

  test("shows each organization its own, and a bound key its developer's", async () => {
    const [foreign, bound, admin] = [
      await listen(theirs.key),
      await listen(ada.key),
      await listen(ours.admin),
    ];
    await publish("of bob", { developer: await developerIdOf("bob@example.com") });
    await publish("of ada");
    await publish("foreign", {
      organization: theirs.id,
      developer: await developerIdOf("eve@example.com", theirs.id),
    });
    expect((await nextCard(foreign)).card).toBe("foreign");
    expect((await nextCard(bound)).card).toBe("of ada");
    expect([(await nextCard(admin)).card, (await nextCard(admin)).card]).toEqual(["of bob", "of ada"]);
  });

  test("shows a bound key what became its developer's by a merge", async () => {
    const other = await developerIdOf("ada@home.example");
    const merged = await fetch(`${appliance.url}/v1/admin/developers/${other}/merge`, {
      method: "POST",
      headers: { authorization: `Bearer ${ours.admin}`, "content-type": "application/json" },
      body: JSON.stringify({ into: ada.id }),
    });
    expect(merged.status).toBe(200);
    const bound = await listen(ada.key);
    await publish("of ada at home", { developer: other });
    expect((await nextCard(bound)).card).toBe("of ada at home");
  });

  test("goes on when the stream's server was killed", async () => {
    const stream = await listen(ours.admin);
    process.kill(Number(readFileSync(join(directory, "nats/nats.pid"), "utf8")), "SIGKILL");
    await publish("after the kill");
    expect((await nextCard(stream)).card).toBe("after the kill");
  });

  test("ends when the key is revoked, and when the browser signs out", async () => {
    const { id, key } = await ours.addKey({ name: "lent" });
    const byKey = await listen(key);
    const signedIn = await fetch(`${appliance.url}/v1/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key: ada.key }),
    });
    const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const byCookie = await openStream(appliance.url + PATH, { cookie });
    streams.push(byCookie);
    expect(byCookie.response.status).toBe(200);
    await appliance.revoke(id);
    expect(await byKey.next()).toBeNull();
    const out = await fetch(`${appliance.url}/v1/session`, {
      method: "DELETE",
      headers: { cookie, origin: appliance.url },
    });
    expect(out.status).toBe(204);
    expect(await byCookie.next()).toBeNull();
  });

  test("stops with the appliance, and goes on behind the same id when that is started again", async () => {
    const stream = await listen(ours.admin);
    await publish("before");
    const { id } = await nextCard(stream);
    await appliance.stop();
    expect(await stream.next()).toBeNull();
    await keepCard("between");
    appliance = await startTestAppliance({ directory });
    const again = await listen(ours.admin, id);
    expect((await nextCard(again)).card).toBe("between");
    await publish("then");
    expect((await nextCard(again)).card).toBe("then");
  });

  test("is made anew in a folder that has none", async () => {
    await appliance.stop();
    rmSync(join(directory, "nats/store/jetstream/$G/streams/cards"), { recursive: true });
    appliance = await startTestAppliance({ directory });
    const stream = await listen(ours.admin, String(Date.now() - 60_000));
    expect((await stream.next())?.event).toBe("resync");
    await publish("in the new one");
    expect((await nextCard(stream)).card).toBe("in the new one");
    await eventually(async () => (await appliance.get("/readyz", ours.admin)).status === 200);
  });

  test("misses nothing and says nothing twice when the whole program is killed", async () => {
    await stop();
    await keepCard("first");
    const killed = await serveProcess(directory);
    const stream = await listen(ours.admin, "1", killed.url);
    expect((await stream.next())?.event).toBe("resync");
    let last = await nextCard(stream);
    while (last.card !== "first") last = await nextCard(stream);
    killed.child.kill("SIGKILL");
    await killed.child.exited;
    await keepCard("second");
    const next = await serveProcess(directory);
    const again = await listen(ours.admin, last.id, next.url);
    expect((await nextCard(again)).card).toBe("second");
    next.child.kill("SIGTERM");
    expect(await again.next()).toBeNull();
    expect(await next.child.exited).toBe(0);
  });
});
