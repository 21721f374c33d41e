import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { savePosition } from "../../../src/books/progress-table.ts";
import type { Database } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { contentKey } from "../../../src/rubric/content-key.ts";
import { Rotation } from "../../../src/rubric/judging/rotation.ts";
import { createJudgingIndexes } from "../../../src/rubric/prompts/prompts-table.ts";
import { countUnjudged, nextToJudge } from "../../../src/rubric/prompts/queue-table.ts";
import { putOff, saveJudgement } from "../../../src/rubric/prompts/save-judgement.ts";
import { judgementFor } from "../judgements.ts";
import { openPrompts, storeSession } from "./stored-prompts.ts";
import { named } from "../../session-names.ts";

const NOW = 1_000_000;

let database: Database;
beforeEach(async () => {
  database = await openPrompts();
});
afterEach(() => database.destroy());

function next(limit: number, now = NOW, rotation = new Rotation()) {
  return nextToJudge(database, { now, limit, rotation });
}

async function plan(query: string): Promise<string> {
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(database);
  return rows.map(({ detail }) => detail).join("; ");
}

async function nextTexts(limit = 8, now = NOW): Promise<string[]> {
  return (await next(limit, now)).map(({ text }) => text);
}

describe("the prompts to judge next", () => {
  test("are none without a text", async () => {
    await storeSession(database, { texts: [null] });
    expect(await nextTexts()).toEqual([]);
  });

  test("are none while rows are rebuilt", async () => {
    await storeSession(database, { texts: ["Add a flag."] });
    await savePosition(database, "remaking", { streamCreatedAt: "", sequence: 1 });
    expect(await nextTexts()).toEqual([]);
  });

  test("are the newest of each developer, whose turns come one after the other, as do organizations'", async () => {
    const [ann, bob] = ["ann", "bob"].map((developer) => ({ developer, session: developer }));
    await storeSession(database, { ...ann, texts: ["Ann's first.", "Ann's second."], startsAt: 100_000 });
    await storeSession(database, { ...bob, texts: ["Bob's first.", "Bob's second."], startsAt: 1 });
    const other = { organization: "other", session: "o", developer: "cleo" };
    await storeSession(database, { ...other, texts: ["Cleo's first.", "Cleo's second."], startsAt: 500 });
    const inTurns = [
      "Ann's second.",
      "Cleo's second.",
      "Bob's second.",
      "Cleo's first.",
      "Ann's first.",
      "Bob's first.",
    ];
    expect(await nextTexts()).toEqual(inTurns);
    expect(await nextTexts(2)).toEqual(inTurns.slice(0, 2));
  });

  test("go on with whose turn it is", async () => {
    const rotation = new Rotation();
    for (const developer of ["ann", "bob", "cleo"])
      await storeSession(database, { developer, session: developer, texts: [`Of ${developer}.`] });
    rotation.served({ organization: "org", developer: "ann" });
    expect((await next(8, NOW, rotation)).map(({ text }) => text)).toEqual([
      "Of bob.",
      "Of cleo.",
      "Of ann.",
    ]);
  });

  test("leave out organizations that are to wait", async () => {
    await storeSession(database, { texts: ["Add a flag."] });
    await storeSession(database, { organization: "other", session: "o", texts: ["Fix it."] });
    const asked = { now: NOW, limit: 8, rotation: new Rotation(), except: new Set(["org"]) };
    expect((await nextToJudge(database, asked)).map(({ text }) => text)).toEqual(["Fix it."]);
  });

  test("pass over a developer whose prompts all wait for their next try", async () => {
    await storeSession(database, { developer: "ann", texts: ["Add a flag."] });
    await storeSession(database, { developer: "bob", session: "t", texts: ["Fix it."] });
    const judged = { organization: "org", session: named("s"), content: contentKey("Add a flag.", []) };
    await inTransaction(database, "full", (transaction) =>
      putOff(transaction, judged, { tries: 3, nextTryAt: NOW + 1, reason: "refused" }),
    );
    expect(await nextTexts()).toEqual(["Fix it."]);
  });

  test("are found by steps in an index, however many wait", async () => {
    await inTransaction(database, "normal", createJudgingIndexes);
    const waiting = "from prompts where awaits = 1 and organization";
    expect(await plan(`select organization ${waiting} > 'a' order by organization limit 1`)).toBe(
      "SEARCH prompts USING COVERING INDEX prompts_by_awaits (organization>?)",
    );
    expect(
      await plan(`select developer ${waiting} = 'a' and developer > 'b' order by developer limit 1`),
    ).toBe("SEARCH prompts USING COVERING INDEX prompts_by_awaits (organization=? AND developer>?)");
    expect(
      await plan(
        `select * ${waiting} = 'a' and developer = 'b' order by submitted_at desc, id || '' desc limit 9`,
      ),
    ).toBe(
      "SEARCH prompts USING INDEX prompts_by_awaits (organization=? AND developer=?); " +
        "USE TEMP B-TREE FOR LAST TERM OF ORDER BY",
    );
  });

  test("come with the prompts before them and the key that these make", async () => {
    const texts = ["One thing.", "Two things.", "Three things.", "Four things.", "Five things."];
    await storeSession(database, { texts });
    const [newest] = await next(1);
    expect(newest?.context).toEqual(["Two things.", "Three things.", "Four things."]);
    expect(newest?.content).toBe(contentKey("Five things.", newest?.context ?? []));
  });

  test("are no two of one content", async () => {
    await storeSession(database, { texts: ["Add a flag."] });
    await storeSession(database, { session: "t", texts: ["Add a flag."], startsAt: 5 });
    expect((await next(8)).map(({ session }) => session)).toEqual([named("t")]);
  });

  test("are none that was judged, also for another session", async () => {
    await storeSession(database, { texts: ["Add a flag."] });
    await storeSession(database, { session: "t", texts: ["Add a flag."] });
    const judged = { organization: "org", session: named("s"), content: contentKey("Add a flag.", []) };
    await inTransaction(database, "full", (transaction) =>
      saveJudgement(transaction, judged, judgementFor("Add a flag.")),
    );
    expect(await nextTexts()).toEqual([]);
  });

  test("are counted, and separately those on which the model failed", async () => {
    await storeSession(database, { texts: ["Add a flag.", "Test it.", null] });
    const judged = { organization: "org", session: named("s"), content: contentKey("Add a flag.", []) };
    await inTransaction(database, "full", (transaction) =>
      putOff(transaction, judged, { tries: 1, nextTryAt: NOW, reason: "refused" }),
    );
    expect(await countUnjudged(database)).toEqual({ waiting: 1, failed: 1 });
  });

  test("are counted without a look at a row where no judge model is set up", async () => {
    expect(await plan("select count(*) from prompts where awaits = 1")).toBe(
      "SCAN prompts USING COVERING INDEX prompts_by_submitted_at_id",
    );
  });

  test("are none that waits for its next try, until then", async () => {
    await storeSession(database, { texts: ["Add a flag."] });
    const judged = { organization: "org", session: named("s"), content: contentKey("Add a flag.", []) };
    await inTransaction(database, "full", (transaction) =>
      putOff(transaction, judged, { tries: 3, nextTryAt: NOW + 1, reason: "refused" }),
    );
    expect(await nextTexts(8, NOW)).toEqual([]);
    expect((await next(8, NOW + 1)).map(({ tries }) => tries)).toEqual([3]);
  });
});
