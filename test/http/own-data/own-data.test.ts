/** Whose data is sent, and when a transfer ends. */
import { afterAll, describe, expect, test } from "bun:test";
import type { WhoseData } from "../../../src/insights/own-data/whose-data.ts";
import { eventually } from "../../eventually.ts";
import { unzipped } from "../../unzipped.ts";
import { type Door, openDoor } from "../open-door.ts";

const doors: Door[] = [];
afterAll(() => Promise.all(doors.map(({ server }) => server.stop(0))));

const ADA: WhoseData = {
  organization: "ours",
  developer: { id: "ada", name: "Ada", email: "ada@example.test", source: "bound" },
  developers: ["ada"],
  keys: [],
  until: Date.parse("2026-11-21T12:00:00Z"),
  sessions: [],
  scopes: [],
  tables: ["check_ins", "turns"],
  writtenTo: 0,
};

const NOTHING = { lines: [], next: null };

/** A server on which Ada's facts are read whenever `facts` says so. */
async function open(facts: () => Promise<string[]>): Promise<Door> {
  const door = await openDoor({
    changes: { beginExport: async (begun) => begun },
    queries: {
      findWhoseData: async ({ developer }) => (developer === "ada" ? ADA : null),
      readOwnFacts: async () => ({ lines: await facts(), next: null }),
      listOwnObjects: async () => [],
      readOwnRows: async () => ({ lines: ['{"row":1}'], next: null }),
      readOwnNotes: async () => NOTHING,
      readMentions: async () => NOTHING,
      readOwnAudit: async () => NOTHING,
    },
  });
  doors.push(door);
  return door;
}

const OWN = "/v1/me/export";
const ANYBODYS = "/v1/admin/developers/ada/export";

describe("an export", () => {
  test("is sent as a file that nobody keeps, named after the person's id and the day", async () => {
    const door = await open(async () => ["{}"]);
    const answer = await door.get(OWN, door.keys.bound);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="scoring-ada-2026-11-21.zip"',
      "cache-control": "no-store",
    });
    const files = await unzipped(await answer.bytes());
    expect([...files.keys()]).toEqual([
      "person.json",
      "tables/check_ins.jsonl",
      "tables/turns.jsonl",
      "README.txt",
    ]);
  });

  test("for somebody else leaves check-ins out, and nobody is 404", async () => {
    const door = await open(async () => []);
    const files = await unzipped(await (await door.get(ANYBODYS, door.keys.admin)).bytes());
    expect([...files.keys()]).toEqual(["tables/turns.jsonl", "README.txt"]);
    expect((await door.get("/v1/admin/developers/bob/export", door.keys.admin)).status).toBe(404);
  });

  test("answers HEAD without reading anything", async () => {
    const door = await open(() => Promise.reject(new Error("read")));
    const answer = await door.get(OWN, door.keys.bound, { method: "HEAD" });
    expect([answer.status, await answer.text(), door.log]).toEqual([200, "", []]);
  });

  test("of one person is made once at a time, whoever asks", async () => {
    const { promise, resolve } = Promise.withResolvers<string[]>();
    let began = false;
    const door = await open(() => {
      began = true;
      return promise;
    });
    const first = door.get(OWN, door.keys.bound);
    await eventually(async () => began);
    expect((await door.get(ANYBODYS, door.keys.admin)).status).toBe(409);
    resolve(["{}"]);
    await (await first).bytes();
    expect((await door.get(ANYBODYS, door.keys.admin)).status).toBe(200);
  });

  test("breaks off where something cannot be read, never as if it were whole", async () => {
    let times = 0;
    const door = await open(async () => {
      times += 1;
      if (times < 3) return ["{}"];
      throw new Error("broken");
    });
    expect(await isWhole(door.get(OWN, door.keys.bound))).toBe(true);
    expect(await isWhole(door.get(OWN, door.keys.bound))).toBe(true);
    expect(await isWhole(door.get(OWN, door.keys.bound))).toBe(false);
  });

  test("breaks off when its key is revoked", async () => {
    const { promise, resolve } = Promise.withResolvers<string[]>();
    let began = false;
    const door = await open(() => {
      began = true;
      return promise;
    });
    const answer = door.get(OWN, door.keys.bound);
    await eventually(async () => began);
    await door.revoke(door.keys.bound);
    resolve(["{}"]);
    expect(await isWhole(answer)).toBe(false);
  });
});

/** Bun sends the head of an answer with the first of its bytes. */
async function isWhole(answer: Promise<Response>): Promise<boolean> {
  return answer
    .then((response) => response.bytes().then(unzipped))
    .then(
      () => true,
      () => false,
    );
}
