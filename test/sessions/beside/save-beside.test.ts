import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { inTransaction, onSnapshot } from "../../../src/database/transaction.ts";
import { newDeveloper } from "../../../src/identity/developers/resolve.ts";
import { insertDeveloper } from "../../../src/identity/developers/table.ts";
import { shippedBaselines } from "../../../src/metrics/baselines/baseline.ts";
import { addBaselineVersion } from "../../../src/metrics/baselines/baselines-table.ts";
import { insertJudgement } from "../../../src/rubric/prompts/judgements-table.ts";
import type { BesideAnswer } from "../../../src/sessions/beside/measure-beside.ts";
import { measureBeside } from "../../../src/sessions/beside/measure-beside.ts";
import { saveBeside } from "../../../src/sessions/beside/save-beside.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { judgementFor } from "../../rubric/judgements.ts";
import { PRICES, WaitingSessions } from "./waiting-sessions.ts";

let sessions: WaitingSessions;

beforeEach(async () => {
  sessions = await WaitingSessions.open();
});
afterEach(() => sessions.close());

async function measure(): Promise<BesideAnswer> {
  const names = (await sessions.waiting()).map(({ organization, session }) => ({ organization, session }));
  const asked = { names, now: sessions.holding.now, outages: [] };
  return onSnapshot(sessions.database, (snapshot) => measureBeside(snapshot, asked, PRICES));
}

async function save(answer: BesideAnswer, superseded: ReadonlySet<string> = new Set()): Promise<number> {
  const batch = { dirty: await sessions.waiting(), now: sessions.holding.now };
  const saved = await inTransaction(sessions.database, "normal", (transaction) =>
    saveBeside(
      transaction,
      {
        ...batch,
        superseded: new Set(superseded),
        outcome: Promise.resolve({ kind: "measured" as const, answer }),
      },
      answer,
    ),
  );
  return saved.length;
}

async function sessionsWithTurns(): Promise<number> {
  const rows = await wholeSchema(sessions.database)
    .selectFrom("turns")
    .select("session")
    .distinct()
    .execute();
  return rows.length;
}

describe("what was measured beside is not saved", () => {
  test("of a session that was measured since", async () => {
    await sessions.send(3);
    const answer = await measure();
    const [first] = answer.measured;
    expect(await save(answer, new Set([`${first?.organization} ${first?.session}`]))).toBe(2);
    expect(await sessionsWithTurns()).toBe(2);
    expect((await sessions.waiting()).map(({ session }) => session)).toEqual([first?.session ?? ""]);
  });

  test("of a session that a purge has taken away", async () => {
    await sessions.send(2);
    const answer = await measure();
    await wholeSchema(sessions.database).deleteFrom("sessions").execute();
    expect(await save(answer)).toBe(0);
    expect(await sessionsWithTurns()).toBe(0);
  });

  test("by baselines that are not in force any more", async () => {
    await sessions.send(2);
    const answer = await measure();
    const { organization } = sessions;
    const version = { organization, source: "set" as const, createdAt: 1, inForceFrom: 0 };
    await inTransaction(sessions.database, "full", (transaction) =>
      addBaselineVersion(transaction, { ...version, baselines: shippedBaselines }),
    );
    expect(await save(answer)).toBe(0);
  });

  test("of prompts that were judged since", async () => {
    await sessions.send(2);
    const answer = await measure();
    const [prompt] = answer.rows.prompts;
    const { organization } = sessions;
    const judged = { organization, session: prompt?.session ?? "", content: prompt?.content ?? "" };
    await inTransaction(sessions.database, "full", (transaction) =>
      insertJudgement(transaction, judged, judgementFor("Write the test number 0.")),
    );
    expect(await save(answer)).toBe(0);
    expect(await sessions.waiting()).toHaveLength(2);
  });

  test("of a session that belongs to another developer by now", async () => {
    await sessions.send(2);
    const answer = await measure();
    const identity = { kind: "user.email", value: "0@example.com" };
    const known = { organizationId: sessions.organization, identity, keyName: "key" };
    const other = { ...newDeveloper(known), id: "somebody else" };
    await inTransaction(sessions.database, "full", (transaction) =>
      insertDeveloper(transaction, other, identity),
    );
    expect(await save(answer)).toBe(1);
  });
});

describe("sessions that are measured beside", () => {
  test("leave out those that are long, and those of which nothing is known", async () => {
    await sessions.send(1, 2_000);
    const names = (await sessions.waiting()).map(({ organization, session }) => ({ organization, session }));
    const unknown = { organization: sessions.organization, session: "unknown" };
    const asked = { names: [...names, unknown], now: sessions.holding.now, outages: [] };
    const answer = await measureBeside(sessions.database, asked, PRICES);
    expect(answer.measured).toEqual([]);
    expect(answer.others).toEqual([...names, unknown]);
  });

  test("have the rows that they have when they are measured at once", async () => {
    await sessions.send(60);
    const copy = await sessions.copy();
    await copy.measurer().measure(await copy.waiting());
    expect(await save(await measure())).toBe(60);
    expect(await sessions.dump()).toEqual(await copy.dump());
    await copy.close();
  });
});
