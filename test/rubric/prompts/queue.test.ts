import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { savePosition } from "../../../src/books/progress-table.ts";
import type { Database } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { contentKey } from "../../../src/rubric/content-key.ts";
import { countUnjudged, nextToJudge } from "../../../src/rubric/prompts/queue-table.ts";
import { putOff, saveJudgement } from "../../../src/rubric/prompts/save-judgement.ts";
import { judgementFor } from "../judgements.ts";
import { openPrompts, storeSession } from "./stored-prompts.ts";

const NOW = 1_000_000;

let database: Database;
beforeEach(async () => {
  database = await openPrompts();
});
afterEach(() => database.destroy());

async function nextTexts(limit = 8, now = NOW): Promise<string[]> {
  return (await nextToJudge(database, now, limit)).map(({ text }) => text);
}

describe("the prompts to judge next", () => {
  test("are none without a text", async () => {
    await storeSession(database, { texts: [null] });
    expect(await nextTexts()).toEqual([]);
  });

  test("are none while rows are worked out again", async () => {
    await storeSession(database, { texts: ["Add a flag."] });
    await savePosition(database, "remaking", { streamCreatedAt: "", sequence: 1 });
    expect(await nextTexts()).toEqual([]);
  });

  test("are the newest of all organizations", async () => {
    await storeSession(database, { texts: ["Add a flag.", "Test the flag."], startsAt: 1 });
    await storeSession(database, { organization: "other", session: "o", texts: ["Fix it."], startsAt: 500 });
    expect(await nextTexts()).toEqual(["Test the flag.", "Fix it.", "Add a flag."]);
    expect(await nextTexts(2)).toEqual(["Test the flag.", "Fix it."]);
  });

  test("come with the prompts before them and the key that these make", async () => {
    const texts = ["One thing.", "Two things.", "Three things.", "Four things.", "Five things."];
    await storeSession(database, { texts });
    const [newest] = await nextToJudge(database, NOW, 1);
    expect(newest?.context).toEqual(["Two things.", "Three things.", "Four things."]);
    expect(newest?.content).toBe(contentKey("Five things.", newest?.context ?? []));
  });

  test("are no two of one content", async () => {
    await storeSession(database, { texts: ["Add a flag."] });
    await storeSession(database, { session: "t", texts: ["Add a flag."], startsAt: 5 });
    expect((await nextToJudge(database, NOW, 8)).map(({ session }) => session)).toEqual(["t"]);
  });

  test("are none that was judged, also for another session", async () => {
    await storeSession(database, { texts: ["Add a flag."] });
    await storeSession(database, { session: "t", texts: ["Add a flag."] });
    const judged = { organization: "org", session: "s", content: contentKey("Add a flag.", []) };
    await inTransaction(database, "full", (transaction) =>
      saveJudgement(transaction, judged, judgementFor("Add a flag.")),
    );
    expect(await nextTexts()).toEqual([]);
  });

  test("are counted, those on which the model failed by themselves", async () => {
    await storeSession(database, { texts: ["Add a flag.", "Test it.", null] });
    const judged = { organization: "org", session: "s", content: contentKey("Add a flag.", []) };
    await inTransaction(database, "full", (transaction) =>
      putOff(transaction, judged, { tries: 1, nextTryAt: NOW, reason: "refused" }),
    );
    expect(await countUnjudged(database)).toEqual({ waiting: 1, failed: 1 });
  });

  test("are none that waits for its next try, until then", async () => {
    await storeSession(database, { texts: ["Add a flag."] });
    const judged = { organization: "org", session: "s", content: contentKey("Add a flag.", []) };
    await inTransaction(database, "full", (transaction) =>
      putOff(transaction, judged, { tries: 3, nextTryAt: NOW + 1, reason: "refused" }),
    );
    expect(await nextTexts(8, NOW)).toEqual([]);
    expect((await nextToJudge(database, NOW + 1, 8)).map(({ tries }) => tries)).toEqual([3]);
  });
});
