import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { contentKey } from "../../../src/rubric/content-key.ts";
import type { Judgement } from "../../../src/rubric/judgement.ts";
import { readMarks } from "../../../src/rubric/prompts/judgements-table.ts";
import { passOnJudgements, putOff, saveJudgement } from "../../../src/rubric/prompts/save-judgement.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { judgementFor } from "../judgements.ts";
import { openPrompts, statusesIn, storeSession } from "./stored-prompts.ts";
import { named } from "../../session-names.ts";

const ASK = "Add a --json flag to the export command.";
const CONTENT = contentKey(ASK, []);
const JUDGED = { organization: "org", session: named("s"), content: CONTENT };

let database: Database;
beforeEach(async () => {
  database = await openPrompts();
});
afterEach(() => database.destroy());

function save(judgement: Judgement, judged = JUDGED): Promise<void> {
  return inTransaction(database, "full", (transaction) => saveJudgement(transaction, judged, judgement));
}

async function dirtySessions(): Promise<string[]> {
  const rows = await wholeSchema(database).selectFrom("dirty_sessions").selectAll().execute();
  return rows.map(({ organization, session }) => `${organization} ${session}`).toSorted();
}

describe("a judgement", () => {
  test("shows on every prompt of its content, and has their sessions measured again", async () => {
    await storeSession(database, { texts: [ASK, "Something else that is to be done."] });
    await storeSession(database, { session: "t", texts: [ASK] });
    await save(judgementFor(ASK));
    expect(await statusesIn(database)).toEqual({ "s-1": "scored", "s-2": "pending", "t-1": "scored" });
    expect(await dirtySessions()).toEqual(["org s", "org t"]);
  });

  test("is nothing to another organization", async () => {
    await storeSession(database, { texts: [ASK] });
    await storeSession(database, { organization: "other", session: "o", texts: [ASK] });
    await save(judgementFor(ASK));
    expect(await statusesIn(database)).toEqual({ "o-1": "pending", "s-1": "scored" });
  });

  test("is found by prompts that come later", async () => {
    await storeSession(database, { session: "t", texts: [ASK] });
    await save(judgementFor(ASK, { intent: "question" }));
    await storeSession(database, { texts: [ASK] });
    expect(await statusesIn(database)).toEqual({ "s-1": "short_circuited", "t-1": "short_circuited" });
  });

  test("leaves the rows as measuring would make them", async () => {
    await storeSession(database, { texts: [ASK] });
    await save(judgementFor(ASK));
    const shown = await wholeSchema(database).selectFrom("prompts").selectAll().execute();
    await storeSession(database, { texts: [ASK] });
    expect(await wholeSchema(database).selectFrom("prompts").selectAll().execute()).toEqual(shown);
  });

  test("of the same model takes the place of an earlier one; another model's is kept as well", async () => {
    await storeSession(database, { texts: [ASK] });
    await save(judgementFor(ASK, { verdict: "no", judgedAt: 1 }));
    await save(judgementFor(ASK, { verdict: "yes", judgedAt: 2 }));
    await save(judgementFor(ASK, { verdict: "no", judgedAt: 3, model: "model-b" }));
    const rows = await wholeSchema(database).selectFrom("judgements").selectAll().execute();
    expect(rows.map(({ model }) => model).toSorted()).toEqual(["model-a", "model-b"]);
    expect((await readMarks(database, "org", [CONTENT])).get(CONTENT)).toMatchObject({
      model: "model-b",
      rubricScore: 0,
    });
  });

  test("ends the waiting of its prompts", async () => {
    await storeSession(database, { texts: [ASK] });
    await inTransaction(database, "full", (transaction) =>
      putOff(transaction, JUDGED, { tries: 1, nextTryAt: 9, reason: "refused" }),
    );
    expect(await statusesIn(database)).toEqual({ "s-1": "failed" });
    await save(judgementFor(ASK));
    expect(await statusesIn(database)).toEqual({ "s-1": "scored" });
    expect(await wholeSchema(database).selectFrom("judging_waits").selectAll().execute()).toEqual([]);
  });
});

describe("a failure", () => {
  test("shows on the prompt, also when its session is measured again", async () => {
    await storeSession(database, { texts: [ASK] });
    await inTransaction(database, "full", (transaction) =>
      putOff(transaction, JUDGED, { tries: 1, nextTryAt: 9, reason: "unfit_answer" }),
    );
    expect(await statusesIn(database)).toEqual({ "s-1": "failed" });
    await storeSession(database, { texts: [ASK] });
    expect(await statusesIn(database)).toEqual({ "s-1": "failed" });
  });
});

describe("what a model says after the session that it was asked for was purged", () => {
  const wait = { tries: 1, nextTryAt: 9, reason: "unfit_answer" } as const;
  const sessionsNamed = async () => {
    const view = wholeSchema(database);
    const marked = await view.selectFrom("judgements").select("session").execute();
    const waiting = await view.selectFrom("judging_waits").select("session").execute();
    return [...marked, ...waiting].map(({ session }) => session);
  };

  test("is not kept, neither marks nor a failure", async () => {
    await save(judgementFor(ASK));
    await inTransaction(database, "full", (transaction) => putOff(transaction, JUDGED, wait));
    expect(await sessionsNamed()).toEqual([]);
  });

  test("is kept for another session with the same prompt, and names only that one", async () => {
    await storeSession(database, { session: "t", texts: [ASK] });
    await inTransaction(database, "full", (transaction) => putOff(transaction, JUDGED, wait));
    expect(await sessionsNamed()).toEqual([named("t")]);
    await save(judgementFor(ASK));
    expect(await sessionsNamed()).toEqual([named("t")]);
  });
});

describe("before a session is purged", () => {
  test("its judgements are passed on to others who have the same content, and to nobody else", async () => {
    const other = "Write the release notes for 2.1.";
    await storeSession(database, { texts: [ASK] });
    await storeSession(database, { session: "t", texts: [ASK] });
    await storeSession(database, { session: "u", texts: [other] });
    await save(judgementFor(ASK));
    const content = contentKey(other, []);
    await save(judgementFor(other), { organization: "org", session: named("u"), content });
    await inTransaction(database, "full", (transaction) =>
      passOnJudgements(transaction, { organization: "org", sessions: [named("s"), named("u")] }),
    );
    const rows = await wholeSchema(database).selectFrom("judgements").selectAll().execute();
    expect(Object.fromEntries(rows.map((row) => [row.content, row.session]))).toEqual({
      [CONTENT]: named("t"),
      [content]: named("u"),
    });
  });
});
