/** What is shown of check-ins, and when: on a real database, with a clock that is passed in. */
import { describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/open.ts";
import { prepareTables } from "../../../src/database/prepare.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { makeAccount } from "../../../src/insights/people/new-account.ts";
import { makeKey } from "../../../src/insights/people/new-key.ts";
import { mergeDevelopers } from "../../../src/identity/developers/directory.ts";
import { revokeKey } from "../../../src/identity/keys/issue.ts";
import { checkInTables, replaceCheckIn } from "../../../src/insights/satisfaction/check-ins-table.ts";
import { readPending, readWeeks } from "../../../src/insights/satisfaction/list-weeks.ts";
import { saveCheckIn } from "../../../src/insights/satisfaction/save-check-in.ts";
import { IDENTITY_TABLES } from "../../../src/identity/tables.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { addOrganization, openIdentity } from "../../identity/identity-database.ts";

const MONDAY = Date.parse("2026-11-16T00:00:00Z");
const NEXT_MONDAY = MONDAY + 7 * DAY;
const redactor = { text: (text: string) => text };

interface Team {
  database: Database;
  organizationId: string;
  /** Gives a person a key; returns the ids of both. */
  join(name: string): Promise<{ developer: string; keyId: string }>;
  /** Answers on the Wednesday. */
  answer(developer: string, score: number): Promise<void>;
  /** The week's mean as it is shown at a time. */
  mean(now: number): Promise<{ people: number; mean: number } | null | undefined>;
}

async function startTeam(): Promise<Team> {
  const database = await openIdentity();
  await prepareTables(database, [...IDENTITY_TABLES, checkInTables]);
  const { id: organizationId } = await addOrganization(database, "acme");
  const scope = { organizationId, onlyDeveloper: null };
  return {
    database,
    organizationId,
    async join(name) {
      const wish = { organizationId, role: "member" as const, developer: `${name}@example.com`, name };
      const made = await inTransaction(database, "full", (transaction) => makeKey(transaction, wish, MONDAY));
      if (!made.ok || made.value.answer.developer === null) throw new Error("no key was made");
      return { developer: made.value.answer.developer.id, keyId: made.value.answer.id };
    },
    async answer(developer, score) {
      const parts = { database, redactor, clock: () => MONDAY + 2 * DAY };
      expect(await saveCheckIn(parts, { scope, developer, score, comment: null })).not.toBeNull();
    },
    async mean(now) {
      const asked = { scope, developer: null, from: MONDAY, to: MONDAY + 1, now };
      return (await readWeeks(database, asked))[0]?.team;
    },
  };
}

async function fivePeople(team: Team): Promise<{ developer: string; keyId: string }[]> {
  const people = [];
  for (const [place, name] of ["ada", "ben", "chi", "dov", "eva"].entries()) {
    const person = await team.join(name);
    await team.answer(person.developer, place === 0 ? 2 : 5);
    people.push(person);
  }
  return people;
}

describe("the mean of a week", () => {
  test("appears when the week is over, and not a moment earlier", async () => {
    const team = await startTeam();
    await fivePeople(team);
    expect(await team.mean(MONDAY + 3 * DAY)).toBeNull();
    expect(await team.mean(NEXT_MONDAY - 1)).toBeNull();
    expect(await team.mean(NEXT_MONDAY)).toEqual({ people: 5, mean: 4.5 });
  });

  test("is to the nearest half: 4.4 and 4.6 look the same", async () => {
    const team = await startTeam();
    const [ada] = await fivePeople(team);
    await team.answer(ada?.developer ?? "", 3);
    expect(await team.mean(NEXT_MONDAY)).toEqual({ people: 5, mean: 4.5 });
  });

  test("counts people who have an account and no key", async () => {
    const team = await startTeam();
    const { database, organizationId } = team;
    for (const name of ["ada", "ben", "chi", "dov", "eva"]) {
      const wish = {
        organizationId,
        email: `${name}@example.com`,
        name,
        role: "member" as const,
        labels: [],
      };
      const made = await inTransaction(database, "full", (transaction) =>
        makeAccount(transaction, wish, MONDAY),
      );
      if (!made.ok) throw new Error("no account was made");
      await team.answer(made.value.developer?.id ?? "", 4);
    }
    expect(await team.mean(NEXT_MONDAY)).toEqual({ people: 5, mean: 4 });
  });

  test("needs five people who each have a key", async () => {
    const team = await startTeam();
    const [ada] = await fivePeople(team);
    const row = { organization: team.organizationId, week: MONDAY, comment: null, answered_at: MONDAY };
    // an answer that an earlier version let a shared key write for somebody whom only telemetry knows
    const madeUp = { ...row, developer: "made-up", score: 1 };
    await inTransaction(team.database, "full", (transaction) =>
      replaceCheckIn(transaction, madeUp, ["made-up"]),
    );
    expect(await team.mean(NEXT_MONDAY)).toEqual({ people: 5, mean: 4.5 });
    const merge = {
      organizationId: team.organizationId,
      from: ada?.developer ?? "",
      into: "eva@example.com",
    };
    await inTransaction(team.database, "full", (transaction) => mergeDevelopers(transaction, merge));
    expect(await team.mean(NEXT_MONDAY)).toBeNull();
  });

  test("stays when somebody's key is revoked later", async () => {
    const team = await startTeam();
    const [ada] = await fivePeople(team);
    await inTransaction(team.database, "full", (transaction) =>
      revokeKey(transaction, { id: ada?.keyId ?? "", organizationId: null }, NEXT_MONDAY),
    );
    expect(await team.mean(NEXT_MONDAY)).toEqual({ people: 5, mean: 4.5 });
  });
});

test("the person may be named by the own id or e-mail, and by nobody else's", async () => {
  const team = await startTeam();
  const [ada] = await fivePeople(team);
  const asked = {
    scope: { organizationId: team.organizationId, onlyDeveloper: null },
    developer: ada?.developer ?? "",
    at: MONDAY + 3 * DAY,
  };
  for (const named of [null, asked.developer, "ada@example.com", "ADA@example.com"])
    expect(await readPending(team.database, { ...asked, named })).toMatchObject({ answered: { score: 2 } });
  for (const named of ["ben@example.com", "nobody@example.com", ""])
    expect(await readPending(team.database, { ...asked, named })).toBeNull();
});
